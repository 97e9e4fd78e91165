"""Hearing that a server's tools changed (2026-07-28, ``subscriptions/listen``): one request whose reply stays open."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

from mcpbridge.client.errors import CallRejected
from mcpbridge.client.jsontext import UnreadableJSON, parse
from mcpbridge.client.listing import Discovery
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.requests import FORMS_ONLY, Request, new_request_id
from mcpbridge.client.server import Address
from mcpbridge.client.transfer import answers, is_event_stream, read_events, transfer
from mcpbridge.client.wording import clipped

QUIET_SECONDS = 900.0
"""A stream that tells nothing for so long is closed and opened again: its other end may be gone without a word."""

_SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
_HEARD = ("notifications/subscriptions/acknowledged", "notifications/tools/list_changed")


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
    headers = request.all_headers(address)
    async with transfer(address, "POST", headers, body=request.body(address), seconds=None, http=http) as response:
        if not (response.is_success and is_event_stream(response)):
            raise CallRejected(address.shown, "it does not tell when its tools change", status=response.status_code)
        async with aclosing(read_events(address.shown, response)) as events:
            while (message := await _next(events)) is not None:
                if answers(message, request.id):
                    _check_end(address.shown, message)
                    return
                if _is_heard(message, request.id):
                    yield


async def _next(events: AsyncGenerator[str]) -> Mapping[str, Any] | None:
    """The next message of a stream; None when it ended or has been silent for too long."""
    try:
        async with asyncio.timeout(QUIET_SECONDS):
            data = await anext(events, None)
    except TimeoutError:
        return None
    if data is None:
        return None
    try:
        message = parse(data)
    except UnreadableJSON:
        return {}
    return message if isinstance(message, dict) else {}


def _check_end(server: str, message: Mapping[str, Any]) -> None:
    if (error := message.get("error")) is not None:
        words = error.get("message") if isinstance(error, dict) else None
        raise CallRejected(server, clipped(words) if isinstance(words, str) else "it does not tell of changes")


def _is_heard(message: Mapping[str, Any], request_id: str) -> bool:
    """Only what bears our subscription's id is meant for us."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    is_ours = isinstance(meta, dict) and meta.get(_SUBSCRIPTION) == request_id
    return is_ours and message.get("method") in _HEARD
