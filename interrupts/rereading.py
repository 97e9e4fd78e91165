"""Reading a server's list of tools again because it said, in whatever way, that it changed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger(__name__)

BREATH = 2.0
"""Seconds between two readings of one server's list."""


class Rereading:
    """Reads in tasks of its own, one per server, so that a reading outlives the connection that brought the news."""

    def __init__(self, read: Callable[[int], Awaitable[None]]) -> None:
        self._read = read
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._changed_again: set[int] = set()

    def soon(self, server_id: int) -> None:
        """Read the list of a server now, or once the reading under way is over: many changes are one reading."""
        if server_id in self._tasks:
            self._changed_again.add(server_id)
            return
        task = asyncio.create_task(self._read_while_it_changes(server_id))
        self._tasks[server_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(server_id))

    async def _read_while_it_changes(self, server_id: int) -> None:
        while True:
            self._changed_again.discard(server_id)
            try:
                await self._read(server_id)
            except Exception:
                logger.exception("a changed list of tools could not be read; it is read again by its age")
            await asyncio.sleep(BREATH)
            if server_id not in self._changed_again:
                return

    async def close(self) -> None:
        """Stop what is under way; lists are read again by their age in any case."""
        await cancel(*self._tasks.values())


async def cancel(*tasks: "asyncio.Task[None]") -> None:
    """Cancel tasks and wait until they are over."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
