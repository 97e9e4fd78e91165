"""Hearing at once that a server's tools changed, where it offers that: one listener per server while an engine runs.

Lists are read again by their age in any case, so whatever is missed here costs time and nothing else.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing

from interrupts.database import in_database
from interrupts.kinds import CAPABILITIES
from mcpbridge.client import Address, CallRejected, discover, offers_tool_changes, tool_changes
from mcpbridge.errors import BridgeError

logger = logging.getLogger(__name__)

LOOK_EVERY = 30.0
"""Seconds between looks at which servers there are."""
PAUSES = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds before a broken listener tries again; the last one repeats. One that lived long starts anew."""
NOT_OFFERED_PAUSE = 3600.0
"""Seconds before a server is asked again that does not tell of changes."""
BREATH = 2.0
"""Seconds between two readings of one server's list, however often it says that it changed."""
LONG_LIVED = 60.0

type Servers = Callable[[], Mapping[int, Address]]
type Changed = Callable[[int], Awaitable[None]]


class Listening:
    """Keeps one listener for each server that ``servers`` names; ``changed`` reads a server's list anew."""

    def __init__(self, servers: Servers, changed: Changed) -> None:
        self._servers = servers
        self._changed = changed
        self._tasks: dict[tuple[int, Address], asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Listen until cancelled."""
        try:
            while True:
                await self._look()
                await asyncio.sleep(LOOK_EVERY)
        finally:
            await _cancel(*self._tasks.values())

    async def _look(self) -> None:
        try:
            wanted = set((await in_database(self._servers)).items())
        except Exception:
            logger.exception("the servers to listen to could not be read; they are read again")
            return
        gone = [key for key in self._tasks if key not in wanted]
        await _cancel(*(self._tasks.pop(key) for key in gone))
        for key in wanted - self._tasks.keys():
            self._tasks[key] = asyncio.create_task(self._listen(*key))

    async def _listen(self, server_id: int, address: Address) -> None:
        """Listen to one server until cancelled. A reading outlives the connection that brought the news."""
        news = asyncio.Event()
        reading = asyncio.create_task(self._read_anew(server_id, news))
        failures = 0
        try:
            while True:
                began = time.monotonic()
                told = await _listen_once(address, news)
                failures = 0 if time.monotonic() - began > LONG_LIVED else failures
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)] if told else NOT_OFFERED_PAUSE)
                failures += 1
        finally:
            await _cancel(reading)

    async def _read_anew(self, server_id: int, news: asyncio.Event) -> None:
        """Many changes in a row are one reading."""
        while True:
            await news.wait()
            news.clear()
            try:
                await self._changed(server_id)
            except Exception:
                logger.exception("a changed list of tools could not be read; it is read again by its age")
            await asyncio.sleep(BREATH)


async def _listen_once(address: Address, news: asyncio.Event) -> bool:
    """Listen as long as one connection lives; says whether this server tells of changes at all."""
    try:
        if not offers_tool_changes(await discover(address, capabilities=CAPABILITIES)):
            return False
        async with aclosing(tool_changes(address, capabilities=CAPABILITIES)) as changes:
            async for _ in changes:
                news.set()
    except CallRejected:
        return False
    except BridgeError:
        return True
    except Exception:
        logger.exception("a listener failed with an error of our own; it tries again")
    return True


async def _cancel(*tasks: "asyncio.Task[None]") -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
