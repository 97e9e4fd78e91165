"""Hearing that a server's tools changed (2026-07-28, ``subscriptions/listen``): one request whose reply stays open."""

from collections.abc import AsyncGenerator, Mapping
from typing import Any

import httpx

from mcpbridge.client.errors import CallRejected, OutcomeUnknown, ServerUnreachable
from mcpbridge.client.jsontext import UnreadableJSON, parse
from mcpbridge.client.listing import Discovery
from mcpbridge.client.pool import HttpClient, shared_pool
from mcpbridge.client.requests import FORMS_ONLY, Request, new_request_id
from mcpbridge.client.server import Address
from mcpbridge.client.sse import EventReader
from mcpbridge.client.wording import clipped

QUIET_SECONDS = 300.0
"""A stream that brings nothing for so long, not even a comment, is taken for dead: servers commonly ping every 15 s."""
MAX_STREAM_BYTES = 10_000_000
"""What one stream may bring; then it is closed, and whoever listens opens another."""

_CONNECT_SECONDS = 10.0
_SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
_ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
_TOOLS_CHANGED = "notifications/tools/list_changed"


def offers_tool_changes(found: Discovery) -> bool:
    """Say whether a server promises to tell when its tools change."""
    tools = found.capabilities.get("tools")
    return isinstance(tools, Mapping) and tools.get("listChanged") is True


async def tool_changes(
    address: Address, *, capabilities: Mapping[str, Any] = FORMS_ONLY, http: HttpClient | None = None
) -> AsyncGenerator[None]:
    """Yield once when the server has begun to listen for us, then each time it says that its tools changed.

    What changed before the first yield may have been missed, so list the tools then too. It ends when the server ends
    it or falls silent; nothing is replayed. Close it with ``aclosing``.

    Raises: ServerUnreachable, OutcomeUnknown (the connection broke), CallRejected (it does not tell)
    """
    request = Request(
        method="subscriptions/listen",
        id=new_request_id(),
        params={"notifications": {"toolsListChanged": True}},
        capabilities=capabilities,
    )
    client = shared_pool() if http is None else http
    timeout = httpx.Timeout(_CONNECT_SECONDS, read=QUIET_SECONDS)
    body, headers = request.body(address), request.all_headers(address)
    try:
        async with client.stream(
            "POST", address.url, content=body, headers=headers, timeout=timeout, follow_redirects=False
        ) as response:
            _check(address.shown, response)
            async for message in _messages(response):
                if message.get("id") == request.id:
                    _check_end(address.shown, message)
                    return
                if _tells(message, request.id):
                    yield
    except httpx.ReadTimeout:
        return
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError) as error:
        raise ServerUnreachable(address.shown, clipped(str(error)) or "the connection failed") from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise OutcomeUnknown(address.shown, "the connection on which it tells of changes broke") from error


def _check(server: str, response: httpx.Response) -> None:
    kind = str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()
    if not response.is_success or kind != "text/event-stream":
        raise CallRejected(server, "it does not tell when its tools change", status=response.status_code)


def _check_end(server: str, message: Mapping[str, Any]) -> None:
    if message.get("error") is not None:
        error = message["error"]
        words = error.get("message") if isinstance(error, dict) else None
        raise CallRejected(server, clipped(words) if isinstance(words, str) else "it does not tell of changes")


def _tells(message: Mapping[str, Any], request_id: str) -> bool:
    """Only what bears our subscription's id is meant for us."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    ours = isinstance(meta, dict) and meta.get(_SUBSCRIPTION) == request_id
    return ours and message.get("method") in (_ACKNOWLEDGED, _TOOLS_CHANGED)


async def _messages(response: httpx.Response) -> AsyncGenerator[Mapping[str, Any]]:
    reader, size = EventReader(), 0
    async for chunk in response.aiter_bytes():
        size += len(chunk)
        if size > MAX_STREAM_BYTES:
            return
        for data in reader.feed(chunk):
            try:
                message = parse(data)
            except UnreadableJSON:
                continue
            if isinstance(message, dict):
                yield message
