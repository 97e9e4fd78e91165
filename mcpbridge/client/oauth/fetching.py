"""JSON documents from servers that strangers named: small ones, within reach, without following redirects."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx

from mcpbridge.client.jsontext import UnreadableJSON, parse
from mcpbridge.client.oauth.errors import SignInFailed
from mcpbridge.client.pool import shared_pool
from mcpbridge.client.reach import Reach
from mcpbridge.client.server import without_secrets

LARGEST = 256 * 1024
"""Bytes of a document; more is not read."""
PATIENCE = 15.0
"""Seconds one request may take."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where requests may go while one signs in to ``server``: its own origin by its own reach, all else by ``other``.

    What a server names is a stranger's word even where the server itself was vouched for.
    """

    server: str
    own: Reach | None = None
    other: Reach | None = None

    def reach_of(self, url: str) -> Reach | None:
        return self.own if origin(url) == origin(self.server) else self.other

    def check(self, url: object, what: str) -> str:
        """The URL, when it may be used: http only where the server itself is reached that way.

        Raises: SignInFailed.
        """
        try:
            parts = urlsplit(url) if isinstance(url, str) else None
            port_is_fine = parts is not None and (parts.port is None or parts.port > 0)
        except ValueError:
            parts, port_is_fine = None, False
        schemes = {"https", urlsplit(self.server).scheme}
        is_fine = parts is not None and port_is_fine and parts.hostname and "@" not in parts.netloc
        if not is_fine or parts is None or parts.scheme not in schemes or not str(url).isprintable() or " " in str(url):
            raise SignInFailed(f"The {what} that it names is no address that can be used safely.")
        return str(url)


def is_sendable(text: str) -> bool:
    """Whether a word of a stranger can be sent back to it: not empty, and no lone surrogates or control characters."""
    return bool(text) and text.isprintable()


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply: its status and, where it was a JSON object, that; else nothing."""

    status: int
    document: Mapping[str, Any]


def origin(url: str) -> str:
    """Scheme, host and port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


async def get(url: str, places: Places) -> Answered:
    """Fetch a document. Raises: SignInFailed, AddressRefused."""
    return await _ask("GET", url, places, {"Accept": "application/json"}, None)


async def post_json(url: str, document: bytes, places: Places) -> Answered:
    """Post a JSON document. Raises: SignInFailed, AddressRefused."""
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    return await _ask("POST", url, places, headers, document)


async def post_form(url: str, form: bytes, headers: Mapping[str, str], places: Places) -> Answered:
    """Post a form that is encoded already. Raises: SignInFailed, AddressRefused."""
    fixed = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
    return await _ask("POST", url, places, {**fixed, **headers}, form)


async def _ask(verb: str, url: str, places: Places, headers: Mapping[str, str], content: bytes | None) -> Answered:
    client = shared_pool(places.reach_of(url))
    try:
        async with (
            asyncio.timeout(PATIENCE),
            client.stream(
                verb, url, headers=dict(headers), content=content, follow_redirects=False, timeout=PATIENCE
            ) as response,
        ):
            return Answered(response.status_code, _object(await _body(response)))
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        # Not the error's own words: they may hold what was sent.
        raise SignInFailed(f"{without_secrets(url)} could not be reached ({type(error).__name__}).") from None


async def _body(response: httpx.Response) -> bytes:
    body = b""
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > LARGEST:
            return b""
    return body


def _object(body: bytes) -> Mapping[str, Any]:
    try:
        document = parse(body.decode("utf-8-sig"))
    except (UnreadableJSON, UnicodeDecodeError):
        return {}
    return document if isinstance(document, dict) else {}
