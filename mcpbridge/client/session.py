"""A session with a server of the 2025 era: a handshake, then requests both ways (revision 2025-11-25, basic/lifecycle).

One session serves one call at a time: the questions a server asks meanwhile name no call.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from mcpbridge.client.command import Command, Place
from mcpbridge.client.errors import CallRejected, OutcomeUnknown, ServerUnreachable, WrongEra
from mcpbridge.client.jsontext import dump
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.process import Process
from mcpbridge.client.processes import Kept, shared_processes
from mcpbridge.client.replies import read_result
from mcpbridge.client.reply import Reply
from mcpbridge.client.requests import CLIENT_INFO, new_request_id
from mcpbridge.client.server import Address
from mcpbridge.client.streamable import StreamableSession
from mcpbridge.client.transfer import Departure
from mcpbridge.errors import BridgeError

SESSION_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""Revisions with sessions, newest first."""

OPENING_SECONDS = 30.0
_ANSWERING_SECONDS = 30.0
_METHOD_NOT_FOUND = {"code": -32601, "message": "Method not found"}
_NEWER_CODES = frozenset({-32601, -32020, -32021, -32022})

type Asked = Callable[[Any, str, Mapping[str, Any], str], bool]
"""Is told the id, method, params and text of a request of the server; says whether it will be answered."""


class Session:
    """Between the handshake and ``close``."""

    def __init__(self, place: Place, *, http: HttpClient | None = None) -> None:
        self.server = place.shown
        self.introduction: Mapping[str, Any] = {}
        self.version = ""
        self.on_asked: Asked = _nobody_answers
        self.on_told: Callable[[Mapping[str, Any]], None] = _nobody_hears
        self._place = place
        self._http = http
        self._wire: StreamableSession | Process | None = None
        self._terms = ""
        self._answering: set[asyncio.Task[None]] = set()

    async def open(self, version: str, capabilities: Mapping[str, Any], *, listen: bool = False) -> None:
        """Shake hands, offering this revision; ``version`` and ``introduction`` then say what the server chose.

        ``listen`` opens the stream on which it may speak unasked, which costs a connection.

        Raises: ServerUnreachable, OutcomeUnknown, CallRejected (WrongEra)
        """
        self._terms = dump([version, capabilities])
        if isinstance(self._place, Command):
            kept = shared_processes().take_kept(self._place, self._terms)
            process = await shared_processes().start(self._place) if kept is None else kept.process
            self._stop_listening = process.listen(self._take)
            self._wire = process
            if kept is not None:
                self.introduction, self.version = kept.introduction, kept.introduction["protocolVersion"]
                return
        else:
            self._wire = StreamableSession(self._place, self._take, self._http)
        try:
            await self._shake_hands(version, capabilities)
            if listen and isinstance(self._wire, StreamableSession):
                await self._wire.listen()
        except BaseException:
            await self.close()
            raise

    @property
    def can_be_answered(self) -> bool:
        """Whether the server has a way to know which of its questions an answer belongs to."""
        return not isinstance(self._wire, StreamableSession) or self._wire.session_id is not None

    def go_on_with(self, place: Place) -> None:
        """Send what follows with the headers of this address; another address is not gone to."""
        if isinstance(place, Address) and isinstance(self._wire, StreamableSession):
            self._wire.go_on_with(place)

    async def request(self, method: str, params: Mapping[str, Any], *, seconds: float) -> Reply:
        """Ask something that is answered soon. Raises: ServerUnreachable, OutcomeUnknown, CallRejected."""
        try:
            async with asyncio.timeout(seconds):
                return await self.carry(_request(method, params, new_request_id()))
        except TimeoutError as error:
            raise OutcomeUnknown(self.server, f"no reply came within {seconds:g} seconds") from error

    async def carry(
        self, request: Mapping[str, Any], departure: Departure | None = None, accepted: asyncio.Event | None = None
    ) -> Reply:
        """Send a request and wait for its answer without limit. Raises: as ``request``."""
        if self._wire is None:
            raise ServerUnreachable(self.server, "the session is over")
        reply = await self._wire.carry(request, departure, accepted)
        if isinstance(self._place, Command) and request["method"] != "initialize":
            shared_processes().note_reply(self._place)
        return reply

    async def tell(self, message: Mapping[str, Any], *, seconds: float = _ANSWERING_SECONDS) -> None:
        """Send a notification or an answer. Raises: ServerUnreachable, OutcomeUnknown, CallRejected."""
        match self._wire:
            case StreamableSession() as wire:
                await wire.tell({"jsonrpc": "2.0", **message}, seconds=seconds)
            case Process() as process:
                await _tell_process(process, {"jsonrpc": "2.0", **message}, seconds)
            case None:
                raise ServerUnreachable(self.server, "the session is over")

    async def close(self, *, reusable: bool = False) -> None:
        """End the session, and its process too unless it is idle and thereby ``reusable``. Safe to call twice."""
        wire, self._wire = self._wire, None
        for task in tuple(self._answering):
            task.cancel()
        if self._answering:
            await asyncio.wait(self._answering)
        match wire:
            case StreamableSession():
                await wire.close()
            case Process():
                self._stop_listening()
                if reusable and isinstance(self._place, Command):
                    await shared_processes().keep(self._place, Kept(wire, self._terms, self.introduction))
                else:
                    await wire.stop()

    async def _shake_hands(self, version: str, capabilities: Mapping[str, Any]) -> None:
        hello = {"protocolVersion": version, "capabilities": dict(capabilities), "clientInfo": CLIENT_INFO}
        try:
            reply = await self.request("initialize", hello, seconds=OPENING_SECONDS)
            self.introduction = read_result(self.server, reply)
        except CallRejected as refusal:
            raise _explained(refusal) from refusal
        chosen = self.introduction.get("protocolVersion")
        if chosen not in SESSION_VERSIONS:
            raise CallRejected(self.server, f"it wants to speak MCP {chosen!r:.40}, which is not known here")
        self.version = chosen
        if isinstance(self._wire, StreamableSession):
            self._wire.version = chosen
        await self.tell({"method": "notifications/initialized"})

    def _take(self, message: Mapping[str, Any], raw: str) -> None:
        """What came is a request, a notification, or an answer nobody waits for any more."""
        method, params = message.get("method"), message.get("params")
        if not isinstance(method, str):
            return
        if "id" not in message:
            self.on_told(message)
        elif method == "ping":
            self._answer(message["id"], {"result": {}})
        elif not self.on_asked(message["id"], method, params if isinstance(params, dict) else {}, raw):
            self._answer(message["id"], {"error": _METHOD_NOT_FOUND})

    def _answer(self, request_id: Any, answer: Mapping[str, Any]) -> None:
        async def send() -> None:
            with contextlib.suppress(BridgeError):
                await self.tell({"id": request_id, **answer})

        self._in_background(send())

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)


async def open_to_call(session: Session, era: str, capabilities: Mapping[str, Any]) -> None:
    """Nothing of the call itself has left yet, so an unknown outcome of the handshake is none of the call's."""
    try:
        await session.open(era, capabilities, listen=True)
    except OutcomeUnknown as error:
        raise ServerUnreachable(session.server, f"no session came about, {error.cause}") from error


async def _tell_process(process: Process, message: Mapping[str, Any], seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await process.tell(message)
    except TimeoutError as error:
        raise OutcomeUnknown(process.server, "it does not read what it is sent") from error


def _request(method: str, params: Mapping[str, Any], request_id: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": dict(params)}


def _explained(refusal: CallRejected) -> CallRejected:
    """Who knows no handshake speaks the newer era; where the address leads elsewhere, nobody does."""
    if refusal.code in _NEWER_CODES:
        kind: type[CallRejected] = WrongEra
        hint = "it does not know the handshake of MCP's older revisions"
    elif refusal.status in (404, 405):
        kind = CallRejected
        hint = "no MCP is spoken at this address; perhaps its path is wrong"
    else:
        return refusal
    return refusal.retold(kind, f"{refusal.message}; {hint}")


def _nobody_answers(_id: Any, _method: str, _params: Mapping[str, Any], _raw: str) -> bool:
    return False


def _nobody_hears(_message: Mapping[str, Any]) -> None:
    return None
