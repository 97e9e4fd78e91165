"""The product's own sign-in, driven by a program in the place of a person, for the conformance client."""

import json
import os
import time
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl, urlsplit

import httpx

from mcpbridge.client.oauth import (
    NoSignIn,
    Offer,
    Pending,
    Places,
    Registration,
    Tokens,
    Us,
    begin,
    discover_offer,
    finish,
    identify,
    read_challenge,
)

REDIRECT_URI = "http://localhost:3000/callback"
METADATA_URL = "https://conformance-test.local/client-metadata.json"
TRIES = 3
"""Sign-ins for one request; a server that still wants more is given up."""

type Follow = Callable[[str], Awaitable[dict[str, str]]]


class Authorizing:
    """What one client remembers between sign-ins to one server: who it is where, and what it was granted."""

    def __init__(self, follow: Follow) -> None:
        self._follow = follow
        self._known: dict[str, Registration] = {}
        self._granted: str | None = None
        self._tries = 0

    async def headers(self, url: str, challenge: str | None) -> dict[str, str]:
        """The headers that answer a 401 or 403. Raises: whatever ``mcpbridge.client.oauth`` does."""
        self._tries += 1
        if self._tries > TRIES:
            raise NoSignIn("The server goes on asking.")
        asked = read_challenge(challenge)
        places = Places(url)
        offer = await discover_offer(places, asked, granted=self._granted if asked and asked.wants_more else None)
        client = await self._identify(offer, places)
        address, pending = begin(offer, client)
        # Through text, as between two processes.
        kept = json.dumps(pending.as_json())
        tokens = await finish(Pending.from_json(json.loads(kept)), await self._follow(address), places)
        self._granted = tokens.scope
        return _bearer(tokens)

    async def _identify(self, offer: Offer, places: Places) -> Registration:
        us = Us("Sayso", REDIRECT_URI, METADATA_URL)
        client = await identify(
            offer, us, places, now=time.time(), known=self._known.get(offer.issuer), given=_given_by_hand()
        )
        self._known[offer.issuer] = client
        return client


async def authorized_headers(url: str, challenge: str | None, follow: Follow) -> dict[str, str]:
    """Sign in once. A client that may meet a second challenge keeps an ``Authorizing``."""
    return await Authorizing(follow).headers(url, challenge)


async def follow_redirect(address: str) -> dict[str, str]:
    """Do the browser's part at an authorization server that asks nobody: the query it sends the browser back with."""
    async with httpx.AsyncClient(follow_redirects=False, trust_env=False) as browser:
        response = await browser.get(address)
    return dict(parse_qsl(urlsplit(response.headers["location"]).query, keep_blank_values=True))


def _bearer(tokens: Tokens) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.access_token}"}


def _given_by_hand() -> Registration | None:
    """What the runner says was registered beforehand."""
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    if not context.get("client_id"):
        return None
    return Registration(context.get("issuer", ""), context["client_id"], context.get("client_secret", ""))
