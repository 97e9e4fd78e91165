"""One HTTP request and what can be read of its answer, with every failure named by what it proves."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from typing import Any, Literal

import httpx

from mcpbridge.client.errors import CallRejected, OutcomeUnknown, ReplyTooLarge, ServerUnreachable
from mcpbridge.client.jsontext import UnreadableJSON, parse
from mcpbridge.client.pool import HttpClient, shared_pool
from mcpbridge.client.server import Address, without_secrets
from mcpbridge.client.sse import Cursor, EventReader
from mcpbridge.client.wording import clipped

MAX_REPLY_BYTES = 10_000_000
"""No reply may be larger, and no event stream longer. Counted after decompression."""

type HeaderLines = list[tuple[bytes, bytes]]

# TCP and TLS may take this long each, and a third of the whole time at most: they must end by themselves, since
# httpcore leaves the socket of a cancelled handshake open.
_CONNECT_SECONDS = 10.0
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
# With these, as with 400, a server says that it did not even look at the call. Others, such as 408 or 409, do not.
_PLAIN_REFUSALS = frozenset({401, 402, 403, 404, 405, 406, 411, 413, 414, 415, 417, 421, 426, 428, 429, 431})
# 303 is missing on purpose: it means "done, look over there".
_REDIRECTS = frozenset({301, 302, 307, 308})


class Departure:
    """Watches how far a request got. A transport that tells nothing proves nothing."""

    def __init__(self) -> None:
        self._watched = False
        self.has_left = False

    async def trace(self, event: str, info: Mapping[str, Any]) -> None:
        self._watched = True
        # A request whose body never began cannot have been carried out. A failed write is no such proof: its bytes may
        # have left before the failure was noticed.
        if event.endswith("send_request_body.started"):
            self.has_left = True

    @property
    def proves_nothing_left(self) -> bool:
        return self._watched and not self.has_left


@asynccontextmanager
async def transfer(
    address: Address,
    verb: Literal["POST", "GET", "DELETE"],
    headers: HeaderLines,
    *,
    body: bytes | None = None,
    seconds: float | None,
    http: HttpClient | None = None,
    departure: Departure | None = None,
) -> AsyncGenerator[httpx.Response]:
    """Send this once. What goes wrong then or inside the block, within ``seconds`` or without limit, has a name.

    Raises: ServerUnreachable, OutcomeUnknown, CallRejected for a request that cannot be formed, AddressRefused
    """
    server, departure = address.shown, departure or Departure()
    client = shared_pool(address.reach) if http is None else http
    patience = _CONNECT_SECONDS if seconds is None else min(_CONNECT_SECONDS, seconds / 3)
    try:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(asyncio.timeout(seconds))
            sending = client.stream(
                verb,
                address.url,
                content=body,
                headers=headers,
                timeout=httpx.Timeout(None, connect=patience),
                follow_redirects=False,
                extensions={"trace": departure.trace},
            )
            yield await stack.enter_async_context(sending)
    except (httpx.LocalProtocolError, httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeError) as error:
        if departure.has_left:
            raise OutcomeUnknown(server, "its reply could not be followed") from error
        raise CallRejected(server, f"the request cannot be formed: {clipped(str(error))}") from error
    except (httpx.HTTPError, OSError) as error:
        # TimeoutError of asyncio.timeout is an OSError too.
        cause = _cause(error, seconds)
        if isinstance(error, _NEVER_SENT) or departure.proves_nothing_left:
            raise ServerUnreachable(server, cause) from error
        raise OutcomeUnknown(server, cause) from error


async def read_events(server: str, response: httpx.Response, cursor: Cursor | None = None) -> AsyncGenerator[str]:
    """The data of each event of this stream. Raises: ReplyTooLarge."""
    reader = EventReader(cursor)
    async with aclosing(_bounded(server, response)) as chunks:
        async for chunk in chunks:
            for data in reader.feed(chunk):
                yield data
    for data in reader.finish():
        yield data


async def read_message(server: str, response: httpx.Response) -> tuple[Any, str]:
    """The JSON value that is the whole body, and its text. Raises: OutcomeUnknown."""
    body = await _body(server, response)
    try:
        raw = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OutcomeUnknown(server, "its reply is not UTF-8 text", body.decode("utf-8", errors="replace")) from None
    try:
        return parse(raw), raw
    except UnreadableJSON as error:
        raise OutcomeUnknown(server, f"its reply {error}", raw) from None


async def read_refusal(server: str, request_id: str | None, response: httpx.Response) -> tuple[Mapping[str, Any], str]:
    """The JSON-RPC error with which a status other than 2xx answers this very request, and its text.

    Raises: CallRejected where the status itself refuses, else OutcomeUnknown
    """
    status = response.status_code
    raw, message = await _try_to_read(server, response)
    error = message.get("error")
    # At 400 an error may carry no id, or one of the server's own making; it still speaks of this request.
    speaks_of_this = status == 400 or (request_id is not None and message.get("id") == request_id)
    if error is not None and speaks_of_this and status not in _PLAIN_REFUSALS:
        return message, raw or ""
    if status == 400 or status in _PLAIN_REFUSALS:
        raise _rejected(server, response, error)
    if status in _REDIRECTS:
        target = clipped(without_secrets(response.headers.get("location", "")))
        raise CallRejected(
            server, f"it redirects to {target or 'nowhere'}, and redirects are not followed", status=status
        )
    raise OutcomeUnknown(server, f"it answered with HTTP {status} and no usable reply", raw)


def is_event_stream(response: httpx.Response) -> bool:
    media_type = str(response.headers.get("content-type", "")).partition(";")[0]
    return media_type.strip().lower() == "text/event-stream"


def answers(message: Any, request_id: str) -> bool:
    """An error without an id answers too: the server could not read so far as the id."""
    if not isinstance(message, dict) or "method" in message:
        return False
    if message.get("error") is not None:
        return "result" not in message and message.get("id") in (None, request_id)
    return "result" in message and message.get("id") == request_id


async def _try_to_read(server: str, response: httpx.Response) -> tuple[str | None, Mapping[str, Any]]:
    """Text and JSON object of a refusal, as far as they can be had: the status says enough without them."""
    try:
        raw = (await _body(server, response)).decode("utf-8", errors="replace")
    except (OutcomeUnknown, httpx.HTTPError, OSError):
        return None, {}
    try:
        message = parse(raw)
    except UnreadableJSON:
        return raw, {}
    return raw, message if isinstance(message, dict) else {}


def _rejected(server: str, response: httpx.Response, error: Any) -> CallRejected:
    status = response.status_code
    said = error if isinstance(error, Mapping) else {}
    code, words = said.get("code"), said.get("message")
    message = clipped(words) if isinstance(words, str) else ""
    return CallRejected(
        server,
        message or _STATUS_WORDS.get(status, "the request was not accepted"),
        status=status,
        code=code if isinstance(code, int) else None,
        data=said.get("data"),
        challenge=response.headers.get("www-authenticate") if status in (401, 403) else None,
    )


_STATUS_WORDS = {
    401: "it wants to know who is asking",
    403: "this is not allowed",
    404: "there is nothing at this address",
    405: "there is no MCP server at this address",
    413: "the request is too large",
    429: "too many requests, later may be better",
}


async def _body(server: str, response: httpx.Response) -> bytes:
    return b"".join([chunk async for chunk in _bounded(server, response)])


async def _bounded(server: str, response: httpx.Response) -> AsyncGenerator[bytes]:
    size = 0
    async for chunk in response.aiter_bytes():
        size += len(chunk)
        if size > MAX_REPLY_BYTES:
            raise ReplyTooLarge(server, MAX_REPLY_BYTES)
        yield chunk


def _cause(error: Exception, seconds: float | None) -> str:
    match error:
        case httpx.ConnectTimeout():
            return "it did not accept the connection in time"
        case TimeoutError() | httpx.TimeoutException():
            return "no reply came in time" if seconds is None else f"no reply came within {seconds:g} seconds"
        case httpx.ConnectError():
            return clipped(str(error)) or "the connection failed"
        case httpx.DecodingError():
            return "its reply could not be unpacked"
        case _:
            return "the connection was lost before a whole reply came"
