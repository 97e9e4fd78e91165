"""The servers that run here for one event loop: kept while they are good, started again with growing pauses."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from mcpbridge.client.command import Command
from mcpbridge.client.errors import OutcomeUnknown, ServerUnreachable
from mcpbridge.client.process import Process, SaysLine, log_line
from mcpbridge.client.reply import Listener, Reply

LONGEST_PAUSE_SECONDS = 60.0
MAX_KEPT = 2
"""So many processes of one command wait for the next call of the 2025 era."""

_PARTING_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Kept:
    """A process that has shaken hands and waits for its next call. ``terms`` is what the host said then."""

    process: Process
    terms: str
    introduction: Mapping[str, Any]


@dataclass(slots=True)
class _Crashes:
    count: int = 0
    not_before: float = 0.0


class Processes:
    """Starts servers and ends them. A server that ends by itself is started again at once, then after 1, 2, 4 … s.

    Who asks earlier is told so with ServerUnreachable; nobody is kept waiting. A reply forgives the crashes before it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, says: SaysLine = log_line) -> None:
        self._clock = clock
        self._says = says
        self._running: set[Process] = set()
        self._shared: dict[Command, asyncio.Task[Process]] = {}
        self._crashes: dict[Command, _Crashes] = {}
        self._kept: dict[Command, list[Kept]] = {}

    async def start(self, command: Command) -> Process:
        """A process of the caller's own, who stops it. Raises: ServerUnreachable."""
        self.mind_the_pause(command)
        try:
            process = await Process.start(command, self._says)
        except ServerUnreachable:
            self._note_crash(command)
            raise
        self._running.add(process)
        process.on_end = lambda ended: self._forget(command, ended)
        if not process.is_alive:
            self._forget(command, process)
        return process

    async def shared(self, command: Command) -> Process:
        """The one process all calls of the 2026 era share. Raises: ServerUnreachable."""
        starting = self._shared.get(command)
        if starting is None or (starting.done() and not _is_good(starting)):
            starting = self._shared[command] = asyncio.create_task(self.start(command))
        return await asyncio.shield(starting)

    async def keep(self, command: Command, kept: Kept) -> None:
        """Let a process that has nothing to do wait for another call, or stop it if enough wait."""
        waiting = self._kept.setdefault(command, [])
        if kept.process.is_alive and kept.process in self._running and len(waiting) < MAX_KEPT:
            waiting.append(kept)
        else:
            await kept.process.stop()

    def take_kept(self, command: Command, terms: str) -> Kept | None:
        """A living process that shook hands on these terms; it is the caller's own from now on."""
        waiting = self._kept.get(command, [])
        waiting[:] = [kept for kept in waiting if kept.process.is_alive]
        fit = next((kept for kept in waiting if kept.terms == terms), None)
        if fit is not None:
            waiting.remove(fit)
        return fit

    def note_reply(self, command: Command) -> None:
        """The server has shown that it works."""
        self._crashes.pop(command, None)

    async def drop_shared(self, command: Command) -> None:
        """Stop the shared process of this command: the server turned out to be of another era."""
        starting = self._shared.pop(command, None)
        if starting is not None:
            with contextlib.suppress(ServerUnreachable):
                await (await starting).stop()

    async def close(self) -> None:
        """Stop all that run."""
        starting = tuple(self._shared.values())
        self._shared.clear()
        self._kept.clear()
        await asyncio.gather(*starting, return_exceptions=True)
        await asyncio.gather(*(process.stop() for process in tuple(self._running)))

    def mind_the_pause(self, command: Command) -> None:
        """Raises: ServerUnreachable while the command ended too often to be started again already."""
        crashes = self._crashes.get(command)
        left = crashes.not_before - self._clock() if crashes else 0.0
        if crashes and left > 0:
            raise ServerUnreachable(
                command.shown, f"it ended by itself {crashes.count} times and is started again in {left:.0f} s"
            )

    def _forget(self, command: Command, process: Process) -> None:
        self._running.discard(process)
        if process.ended_by_itself:
            self._note_crash(command)

    def _note_crash(self, command: Command) -> None:
        crashes = self._crashes.setdefault(command, _Crashes())
        crashes.count += 1
        pause = 0.0 if crashes.count == 1 else min(2.0 ** min(crashes.count - 2, 10), LONGEST_PAUSE_SECONDS)
        crashes.not_before = self._clock() + pause


def _is_good(starting: asyncio.Task[Process]) -> bool:
    return not starting.cancelled() and starting.exception() is None and starting.result().is_alive


_processes: WeakKeyDictionary[asyncio.AbstractEventLoop, Processes] = WeakKeyDictionary()
_processes_lock = Lock()


def shared_processes() -> Processes:
    """The processes of the running event loop."""
    loop = asyncio.get_running_loop()
    with _processes_lock:
        # A loop that ended without close_processes() is kept alive by its own tasks.
        for ended in [other for other in _processes if other.is_closed()]:
            del _processes[ended]
        return _processes.setdefault(loop, Processes())


async def close_processes() -> None:
    """Stop the processes of the running event loop. The next call starts new ones."""
    with _processes_lock:
        processes = _processes.pop(asyncio.get_running_loop(), None)
    if processes is not None:
        await processes.close()


async def exchange_with_process(
    command: Command, request: Mapping[str, Any], *, seconds: float, listener: Listener | None = None
) -> Reply:
    """One request of the 2026 era to the shared process of this command, and its reply.

    Raises: ServerUnreachable, OutcomeUnknown, CallRejected
    """
    processes = shared_processes()
    process = await processes.shared(command)
    stop_listening = process.listen(listener) if listener is not None else _nothing
    try:
        async with asyncio.timeout(seconds):
            reply = await process.carry(request)
    except TimeoutError as error:
        await _take_back(process, request["id"], "no reply in time")
        raise OutcomeUnknown(command.shown, f"no reply came within {seconds:g} seconds") from error
    except asyncio.CancelledError:
        # Over HTTP the closed connection says it; here it must be said.
        await _take_back(process, request["id"], "the host no longer waits")
        raise
    finally:
        stop_listening()
    processes.note_reply(command)
    return reply


async def _take_back(process: Process, request_id: str, reason: str) -> None:
    params = {"requestId": request_id, "reason": reason}
    with contextlib.suppress(ServerUnreachable, TimeoutError):
        async with asyncio.timeout(_PARTING_SECONDS):
            await process.tell({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})


def _nothing() -> None:
    return None
