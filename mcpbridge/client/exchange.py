"""One POST and the one JSON-RPC message that answers it, or a named error that says what the host may do next."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import httpx

from mcpbridge.client.errors import CallRejected, OutcomeUnknown, ReplyTooLarge, ServerUnreachable
from mcpbridge.client.jsontext import UnreadableJSON, parse
from mcpbridge.client.pool import HttpClient, shared_pool
from mcpbridge.client.requests import Request
from mcpbridge.client.server import Address, without_secrets
from mcpbridge.client.sse import EventReader
from mcpbridge.client.wording import clipped

MAX_REPLY_BYTES = 10_000_000
"""No reply may be larger, and no event stream longer. Counted after decompression."""

# TCP and TLS may take this long each, and a third of the whole time at most: they must end by themselves, since
# httpcore leaves the socket of a cancelled handshake open.
_CONNECT_SECONDS = 10.0
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
# With these, as with 400, a server says that it did not even look at the call. Others, such as 408 or 409, do not.
_PLAIN_REFUSALS = frozenset({401, 402, 403, 404, 405, 406, 411, 413, 414, 415, 417, 421, 426, 428, 429, 431})
# 303 is missing on purpose: it means "done, look over there".
_REDIRECTS = frozenset({301, 302, 307, 308})


@dataclass(frozen=True, slots=True)
class Reply:
    """A JSON-RPC response: ``message`` has either ``result`` or ``error``; ``raw`` is its text as received."""

    message: Mapping[str, Any]
    raw: str
    status: int


async def exchange(address: Address, request: Request, *, seconds: float, http: HttpClient | None = None) -> Reply:
    """Send the request once and wait at most so many ``seconds`` for its response.

    Raises: ServerUnreachable, OutcomeUnknown (ReplyTooLarge), CallRejected, AddressRefused
    """
    server, progress = address.shown, _Progress()
    body, headers = request.body(address), request.all_headers(address)
    client = shared_pool(address.reach) if http is None else http
    try:
        async with (
            asyncio.timeout(seconds),
            client.stream(
                "POST",
                address.url,
                content=body,
                headers=headers,
                timeout=httpx.Timeout(None, connect=min(_CONNECT_SECONDS, seconds / 3)),
                follow_redirects=False,
                extensions={"trace": progress.trace},
            ) as response,
        ):
            return await _read(server, request.id, response)
    except (httpx.LocalProtocolError, httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeError) as error:
        if progress.has_left:
            raise OutcomeUnknown(server, "its reply could not be followed") from error
        raise CallRejected(server, f"the request cannot be formed: {clipped(str(error))}") from error
    except (httpx.HTTPError, OSError) as error:
        # TimeoutError of asyncio.timeout is an OSError too.
        cause = _cause(error, seconds)
        if isinstance(error, _NEVER_SENT) or progress.proves_nothing_left:
            raise ServerUnreachable(server, cause) from error
        raise OutcomeUnknown(server, cause) from error


class _Progress:
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


async def _read(server: str, request_id: str, response: httpx.Response) -> Reply:
    if not response.is_success:
        return await _read_refusal(server, request_id, response)
    if _media_type(response) == "text/event-stream":
        return await _read_events(server, request_id, response)
    raw = _decode(server, await _body(server, response))
    message = _parse(server, raw)
    if not _answers(message, request_id):
        raise OutcomeUnknown(server, "its reply is no JSON-RPC response to this request", raw)
    return Reply(message, raw, response.status_code)


async def _read_events(server: str, request_id: str, response: httpx.Response) -> Reply:
    last: str | None = None
    async with aclosing(_events(server, response)) as events:
        async for last in events:
            try:
                message = parse(last)
            except UnreadableJSON:
                continue
            if _answers(message, request_id):
                return Reply(message, last, response.status_code)
    raise OutcomeUnknown(server, "its event stream ended without a response to this request", last)


async def _events(server: str, response: httpx.Response) -> AsyncGenerator[str]:
    reader = EventReader()
    async with aclosing(_bounded(server, response)) as chunks:
        async for chunk in chunks:
            for data in reader.feed(chunk):
                yield data
    for data in reader.finish():
        yield data


async def _read_refusal(server: str, request_id: str, response: httpx.Response) -> Reply:
    status = response.status_code
    raw, message = await _try_to_read(server, response)
    error = message.get("error")
    # At 400 an error may carry no id, or one of the server's own making; it still speaks of this request.
    speaks_of_this = status == 400 or message.get("id") == request_id
    if error is not None and speaks_of_this and status not in _PLAIN_REFUSALS:
        return Reply(message, raw or "", status)
    if status == 400 or status in _PLAIN_REFUSALS:
        raise _rejected(server, response, error)
    if status in _REDIRECTS:
        target = clipped(without_secrets(response.headers.get("location", "")))
        raise CallRejected(
            server, f"it redirects to {target or 'nowhere'}, and redirects are not followed", status=status
        )
    raise OutcomeUnknown(server, f"it answered with HTTP {status} and no usable reply", raw)


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


def _decode(server: str, body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OutcomeUnknown(server, "its reply is not UTF-8 text", body.decode("utf-8", errors="replace")) from None


def _parse(server: str, raw: str) -> Any:
    try:
        return parse(raw)
    except UnreadableJSON as error:
        raise OutcomeUnknown(server, f"its reply {error}", raw) from None


def _answers(message: Any, request_id: str) -> bool:
    """An error without an id answers too: the server could not read so far as the id."""
    if not isinstance(message, dict) or "method" in message:
        return False
    if message.get("error") is not None:
        return "result" not in message and message.get("id") in (None, request_id)
    return "result" in message and message.get("id") == request_id


def _media_type(response: httpx.Response) -> str:
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()


def _cause(error: Exception, seconds: float) -> str:
    match error:
        case httpx.ConnectTimeout():
            return "it did not accept the connection in time"
        case TimeoutError() | httpx.TimeoutException():
            return f"no reply came within {seconds:g} seconds"
        case httpx.ConnectError():
            return clipped(str(error)) or "the connection failed"
        case httpx.DecodingError():
            return "its reply could not be unpacked"
        case _:
            return "the connection was lost before a whole reply came"
