"""A person at a browser without JavaScript: signs in by the link, posts forms, reads pages until something shows."""

import re
import time
from typing import Any

import httpx

PATIENCE = 60.0
"""Seconds after which what was waited for is taken not to come."""


class Visitor:
    """One browser: its cookies, and the page it looks at."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, follow_redirects=True, trust_env=False, timeout=PATIENCE)
        self.page = httpx.Response(200)

    def sign_in(self, link: str) -> None:
        """Open the one-time link and press its button."""
        shown = self.get(link)
        self.post(shown.url.path, token=shown.url.params["token"])

    def get(self, path: str) -> httpx.Response:
        self.page = self.http.get(path)
        return self.page

    def post(self, path: str, files: Any = None, **fields: Any) -> httpx.Response:
        """Post a form of the site as its pages do, with the token of its cookie."""
        token = self.http.cookies.get("csrftoken") or ""
        headers = {"Referer": str(self.http.base_url)}
        data = {"csrfmiddlewaretoken": token, **fields}
        self.page = self.http.post(path, data=data, files=files, headers=headers)
        return self.page

    def say(self, text: str, files: Any = None) -> str:
        """Start a conversation; returns its path."""
        return self.post("/threads/", files=files, text=text).url.path

    def wait_for(self, path: str, pattern: str) -> re.Match[str]:
        """Reload a page until it shows what is looked for."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := re.search(pattern, self.get(path).text, re.DOTALL):
                return found
            time.sleep(0.1)
        raise AssertionError(f"{pattern!r} never showed on {path}:\n{self.page.text}")

    def question(self, path: str) -> str:
        """Wait until a question is open on a page; returns the path its answer is posted to."""
        found = self.wait_for(path, r'data-interrupt="([^"]+)"\s[^>]*data-status="pending"')
        return f"/interrupts/{found[1]}/answer/"

    def close(self) -> None:
        self.http.close()
