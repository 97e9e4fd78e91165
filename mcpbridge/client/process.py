"""One server that runs here, and JSON-RPC messages through its pipes, over the transport of the official SDK."""

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import anyio

from mcpbridge.client.command import Command
from mcpbridge.client.errors import CallRejected, OutcomeUnknown, ServerUnreachable
from mcpbridge.client.reply import Listener, Reply
from mcpbridge.client.transfer import Departure, answers
from mcpbridge.client.wording import clipped
from mcpbridge.sdk import importing

logger = logging.getLogger("mcpbridge.stdio")

type SaysLine = Callable[[str, str], None]
"""Is told which server wrote which line to its standard error."""

_PIECE = 4096
_LINES_A_SECOND = 200
_LAST_WORDS_SECONDS = 0.5


def log_line(server: str, line: str) -> None:
    logger.info("%s: %s", server, line)


def _sdk_transport() -> Any:
    with importing:
        return import_module("mcpbridge.client.sdk_transport")


class Process:
    """A running server. The transport lives in a task of its own, where its scopes are entered and left."""

    def __init__(self, command: Command, says: SaysLine) -> None:
        self.server = command.shown
        self.on_end: Callable[[Process], None] = lambda _: None
        self._command = command
        self._says = says
        self._said, self._unsaid, self._saying_since = 0, 0, 0.0
        self._listeners: list[Listener] = []
        self._sdk: Any = None
        self._pipe: Any = None
        self._awaited: dict[str, asyncio.Future[Reply]] = {}
        self._begun: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._stop = asyncio.Event()
        self._stopped_by_us = False
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, command: Command, says: SaysLine = log_line) -> "Process":
        """Raises: ServerUnreachable if the program cannot be started."""
        process = cls(command, says)
        # Not at the top, and in a thread: most hosts start no servers, and the others must not stand still meanwhile.
        process._sdk = await asyncio.to_thread(_sdk_transport)
        process._task = asyncio.create_task(process._own())
        try:
            process._pipe = await asyncio.shield(process._begun)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "the command cannot be used"
            raise ServerUnreachable(process.server, f"it cannot be started ({clipped(str(why))})") from error
        except asyncio.CancelledError:
            await process.stop()
            raise
        return process

    @property
    def is_alive(self) -> bool:
        return self._task is not None and not self._task.done() and not self._stop.is_set()

    @property
    def ended_by_itself(self) -> bool:
        return not self.is_alive and not self._stopped_by_us

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell the listener every message that is no answer, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def carry(
        self, request: Mapping[str, Any], departure: Departure | None = None, accepted: asyncio.Event | None = None
    ) -> Reply:
        """Send a request and wait for its answer as long as the process lives.

        ``accepted`` is set once it is on its way. Raises: ServerUnreachable, OutcomeUnknown, CallRejected
        """
        request_id = request["id"]
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._awaited[request_id] = answer
        try:
            await self.tell(request)
            if departure is not None:
                departure.has_left = True
            if accepted is not None:
                accepted.set()
            return await answer
        finally:
            del self._awaited[request_id]

    async def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message. Raises: ServerUnreachable, CallRejected."""
        try:
            sendable = self._sdk.outgoing(message)
        except ValueError as error:
            raise CallRejected(self.server, "the message holds text that cannot be written") from error
        if not self.is_alive:
            raise ServerUnreachable(self.server, "it has ended")
        try:
            await self._pipe.send(sendable)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError) as error:
            raise ServerUnreachable(self.server, "it has ended") from error

    async def stop(self) -> None:
        """End it as the specification says: close its input, wait, then kill. Safe to call twice."""
        self._stopped_by_us = self._stopped_by_us or self.is_alive
        self._stop.set()
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _own(self) -> None:
        source, sink = os.pipe()
        reading = asyncio.create_task(self._read_errors(source))
        try:
            with os.fdopen(sink, "w") as errors:
                await self._run(errors)
        except Exception as error:  # whatever the transport raises, in groups of its own making, means that it is over
            if self._begun.done():
                logger.warning("The connection to %s broke (%s)", self.server, type(error).__name__)
            else:
                self._begun.set_exception(error if isinstance(error, OSError | ValueError) else OSError())
        finally:
            self._stop.set()
            self._fail_all()
            # Its last words are the ones that say why it ended; a child of its own may hold the pipe open for ever.
            await asyncio.wait({reading}, timeout=_LAST_WORDS_SECONDS)
            reading.cancel()
            await asyncio.wait({reading})
            self.on_end(self)

    async def _run(self, errors: Any) -> None:
        async with self._sdk.connect(self._command, errors) as (incoming, outgoing):
            # Only the server holds its end now, so the reader sees when the server is gone.
            errors.close()
            self._begun.set_result(outgoing)
            reading = asyncio.create_task(self._read(incoming))
            stopping = asyncio.create_task(self._stop.wait())
            try:
                await asyncio.wait({reading, stopping}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                # At once, not after the transport has wound down: who waits for an answer waits for nothing.
                self._stop.set()
                self._fail_all()
                reading.cancel()
                stopping.cancel()
                await asyncio.wait({reading, stopping})

    async def _read(self, incoming: Any) -> None:
        async for item in incoming:
            read = self._sdk.incoming(item)
            if read is not None:
                self._take(*read)

    def _take(self, message: dict[str, Any], raw: str) -> None:
        for request_id, answer in self._awaited.items():
            # An error without an id speaks of the only request there is, or of nobody knows which.
            is_clear = message.get("id") is not None or len(self._awaited) == 1
            if is_clear and answers(message, request_id):
                if not answer.done():
                    answer.set_result(Reply(message, raw))
                return
        for listener in tuple(self._listeners):
            listener(message, raw)

    def _fail_all(self) -> None:
        for answer in self._awaited.values():
            if not answer.done():
                answer.set_exception(OutcomeUnknown(self.server, "its process ended before a reply came"))

    async def _read_errors(self, source: int) -> None:
        stream = asyncio.StreamReader(limit=_PIECE)
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), os.fdopen(source, "rb", buffering=0)
        )
        rest = b""
        with contextlib.closing(transport):
            while piece := await stream.read(_PIECE):
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    self._say(line)
                if len(rest) >= _PIECE:
                    self._say(rest)
                    rest = b""
            self._say(rest)
            self._say_how_many_more()

    def _say(self, line: bytes) -> None:
        """A program that floods its standard error neither fills the log nor keeps everything else waiting."""
        if not line.strip():
            return
        now = asyncio.get_running_loop().time()
        if now - self._saying_since >= 1:
            self._say_how_many_more()
            self._said, self._saying_since = 0, now
        self._said += 1
        if self._said > _LINES_A_SECOND:
            self._unsaid += 1
        elif text := clipped(line.decode("utf-8", errors="replace")):
            self._says(self.server, text)

    def _say_how_many_more(self) -> None:
        if self._unsaid:
            self._says(self.server, f"({self._unsaid} more lines were left out)")
        self._unsaid = 0
