"""One session of the 2025 era over Streamable HTTP (revision 2025-11-25, basic/transports)."""

import asyncio
import contextlib
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any

import httpx

from mcpbridge.client.errors import CallRejected, OutcomeUnknown, ReplyTooLarge, ServerUnreachable, SessionGone
from mcpbridge.client.jsontext import UnreadableJSON, dump, parse
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.reply import Listener, Reply
from mcpbridge.client.requests import session_headers, written
from mcpbridge.client.server import Address
from mcpbridge.client.sse import Cursor
from mcpbridge.client.transfer import (
    Departure,
    answers,
    is_event_stream,
    read_events,
    read_message,
    read_refusal,
    transfer,
)
from mcpbridge.errors import BridgeError

MAX_RESUMPTIONS = 5
"""So often in a row a broken stream is taken up again without anything new on it."""

_PAUSE_SECONDS = 1.0
_SHORTEST_PAUSE_SECONDS = 0.05
_LONGEST_PAUSE_SECONDS = 30.0
_LISTENING_SECONDS = 2.0
_PARTING_SECONDS = 5.0
_LOST = "its event stream broke and could not be taken up again"


class StreamableSession:
    """Sends messages by POST; what comes back, on any stream, goes to the listener, but for the answers themselves."""

    def __init__(self, address: Address, listener: Listener, http: HttpClient | None = None) -> None:
        self.version: str | None = None
        self.session_id: str | None = None
        self._address = address
        self._listener = listener
        self._http = http
        self._listening: asyncio.Task[None] | None = None

    def go_on_with(self, address: Address) -> None:
        """Send what follows with the headers of this address; it must be the same but for them."""
        if (address.url, address.reach) == (self._address.url, self._address.reach):
            self._address = address

    async def carry(
        self, request: Mapping[str, Any], departure: Departure | None = None, accepted: asyncio.Event | None = None
    ) -> Reply:
        """Send a request and wait for its answer without limit, also over broken streams that can be taken up again.

        ``accepted`` is set once the server began to reply. Raises: ServerUnreachable, OutcomeUnknown, CallRejected
        (SessionGone)
        """
        request_id, cursor = request["id"], Cursor()
        try:
            return await self._post(request, cursor, departure, accepted)
        except OutcomeUnknown as error:
            if cursor.last_id is None or isinstance(error, ReplyTooLarge):
                raise
            broken = error
        reply = await self._take_up(cursor, request_id)
        if reply is None:
            raise OutcomeUnknown(self._address.shown, _LOST) from broken
        return reply

    async def tell(self, message: Mapping[str, Any], *, seconds: float) -> None:
        """Send a notification or an answer.

        Raises: ServerUnreachable, OutcomeUnknown, CallRejected (SessionGone)
        """
        body = written(self._address, message)
        async with transfer(
            self._address, "POST", self._headers(), body=body, seconds=seconds, http=self._http
        ) as response:
            if not response.is_success:
                await self._refuse(response, None)
            if response.headers.get("content-length") == "0":
                await response.aread()  # then the connection can be used again

    async def listen(self) -> None:
        """Open the stream on which the server may speak unasked, and wait until it stands or was refused."""
        settled = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(settled))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LISTENING_SECONDS):
                await settled.wait()

    async def close(self) -> None:
        """Let go of the streams and tell the server that the session is over. Safe to call twice."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})
        if self.session_id is None:
            return
        headers, self.session_id = self._headers(), None
        with contextlib.suppress(BridgeError):
            async with transfer(
                self._address, "DELETE", headers, seconds=_PARTING_SECONDS, http=self._http
            ) as response:
                response.raise_for_status()

    async def _post(
        self,
        request: Mapping[str, Any],
        cursor: Cursor,
        departure: Departure | None,
        accepted: asyncio.Event | None,
    ) -> Reply:
        server, body = self._address.shown, written(self._address, request)
        async with transfer(
            self._address, "POST", self._headers(), body=body, seconds=None, http=self._http, departure=departure
        ) as response:
            if not response.is_success:
                return await self._refuse(response, request["id"])
            if accepted is not None:
                accepted.set()
            self._note_session(request, response)
            if is_event_stream(response):
                reply = await self._read_stream(response, cursor, request["id"])
                ending = "its event stream ended without a response to this request"
            else:
                reply = self._sort(*await read_message(server, response), request["id"])
                ending = "its reply is no JSON-RPC response to this request"
        if reply is None:
            raise OutcomeUnknown(server, ending)
        return reply

    def _note_session(self, request: Mapping[str, Any], response: httpx.Response) -> None:
        if request["method"] == "initialize":
            self.session_id = response.headers.get("mcp-session-id")

    async def _take_up(self, cursor: Cursor, request_id: str) -> Reply | None:
        """Go on reading a broken stream where it broke; None if the server does not let us."""
        tries = 0
        while tries < MAX_RESUMPTIONS:
            pause = _PAUSE_SECONDS if cursor.pause_seconds is None else cursor.pause_seconds
            await asyncio.sleep(max(pause, _SHORTEST_PAUSE_SECONDS))
            before = cursor.last_id
            try:
                async with self._get(cursor) as response:
                    if not (response.is_success and is_event_stream(response)):
                        return None
                    reply = await self._read_stream(response, cursor, request_id)
                    if reply is not None:
                        return reply
            except (ServerUnreachable, OutcomeUnknown):
                pass
            except BridgeError:
                return None  # whatever forbids this request, the one before it has left
            tries = tries + 1 if cursor.last_id == before else 0
        return None

    async def _listen(self, settled: asyncio.Event) -> None:
        cursor, pause = Cursor(), _PAUSE_SECONDS
        while True:
            try:
                async with self._get(cursor) as response:
                    if not (response.is_success and is_event_stream(response)):
                        return  # many servers have no such stream
                    settled.set()
                    await self._read_stream(response, cursor, None)
            except (ServerUnreachable, OutcomeUnknown):
                pass
            except BridgeError:
                return  # it may not be asked for
            finally:
                settled.set()
            await asyncio.sleep(max(pause, cursor.pause_seconds or 0.0))
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    def _get(self, cursor: Cursor) -> contextlib.AbstractAsyncContextManager[httpx.Response]:
        headers = self._headers() if cursor.last_id is None else self._headers(Last_Event_ID=cursor.last_id)
        return transfer(self._address, "GET", headers, seconds=None, http=self._http)

    async def _read_stream(self, response: httpx.Response, cursor: Cursor, request_id: str | None) -> Reply | None:
        async with aclosing(read_events(self._address.shown, response, cursor)) as events:
            async for data in events:
                try:
                    message = parse(data)
                except UnreadableJSON:
                    continue
                reply = self._sort(message, data, request_id)
                if reply is not None:
                    return reply
        return None

    def _sort(self, message: Any, raw: str, request_id: str | None) -> Reply | None:
        """Hand on what came and give back the answer, if it is among it. A list is a batch of revision 2025-03-26."""
        reply = None
        for part in message if isinstance(message, list) else [message]:
            text = raw if part is message else dump(part)
            if request_id is not None and answers(part, request_id):
                reply = Reply(part, text)
            elif isinstance(part, dict):
                self._listener(part, text)
        return reply

    async def _refuse(self, response: httpx.Response, request_id: str | None) -> Reply:
        """The error with which the server answers this request. Raises: as ``read_refusal``, SessionGone."""
        server, status = self._address.shown, response.status_code
        try:
            message, raw = await read_refusal(server, request_id, response)
        except CallRejected as refusal:
            if self.session_id is not None and status == 404:
                raise refusal.retold(SessionGone, refusal.message) from refusal
            raise
        words = message["error"].get("message") if isinstance(message["error"], dict) else None
        if status == 400 and self.session_id is not None and isinstance(words, str) and "session" in words.lower():
            # The specification asks for 404 here; widespread servers say 400.
            raise SessionGone(server, words, status=status)
        if request_id is None:
            raise CallRejected(server, str(words or "the message was not accepted"), status=status)
        return Reply(message, raw, status)

    def _headers(self, **more: str) -> list[tuple[bytes, bytes]]:
        return session_headers(self._address, self.version, self.session_id, **more)
