"""Several processes of one installation, and a person who goes through any of its web processes."""

from dataclasses import dataclass

import httpx

from tests.chaos.person import TOKEN
from tests.chaos.product import Life, Place
from tests.chaos.rows import Rows
from tests.chaos.verdict import effects_in


@dataclass(frozen=True, slots=True)
class Machines:
    place: Place
    ports: tuple[int, int]
    workers: dict[str, Life]

    @property
    def rows(self) -> Rows:
        return Rows(self.place.database)

    def post(self, machine: int, path: str, **fields: str) -> str:
        """Post through one of the two; returns where it leads."""
        cookies = {"sessionid": self.place.sessions[machine], "csrftoken": TOKEN}
        with httpx.Client(cookies=cookies, trust_env=False, timeout=60) as browser:
            url = f"http://127.0.0.1:{self.ports[machine]}{path}"
            answered = browser.post(url, data={"csrfmiddlewaretoken": TOKEN, **fields})
        assert answered.status_code == 302, answered.text
        return answered.headers["location"]

    def page(self, machine: int, thread: str) -> str:
        return f"/ws/?thread={thread.strip('/').split('/')[1]}"

    def effects(self, what: str) -> int:
        return sum(effect["what"] == what for effect in effects_in(self.place.effects))
