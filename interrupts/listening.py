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
from interrupts.rereading import cancel
from mcpbridge.client import Address, CallRejected, discover, offers_tool_changes, tool_changes
from mcpbridge.errors import BridgeError

logger = logging.getLogger(__name__)

LOOK_EVERY = 30.0
"""Seconds between looks at which servers there are."""
PAUSES = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds before a broken listener tries again; the last one repeats. One that lived long starts anew."""
NOT_OFFERED_PAUSE = 3600.0
"""Seconds before a server is asked again that does not tell of changes."""
LONG_LIVED = 60.0

type Servers = Callable[[], Mapping[int, Address]]
type Changed = Callable[[int], None]
type SignedIn = Callable[[int, Address], Awaitable[Address | None]]


class Listening:
    """Keeps one listener for each server that ``servers`` names; ``changed`` hears whose list is new.

    ``signed_in`` is asked before each connection for the address with the token of the moment; None: there is none.
    """

    def __init__(self, servers: Servers, changed: Changed, signed_in: SignedIn) -> None:
        self._servers = servers
        self._changed = changed
        self._signed_in = signed_in
        self._tasks: dict[tuple[int, Address], asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Listen until cancelled."""
        try:
            while True:
                await self._look()
                await asyncio.sleep(LOOK_EVERY)
        finally:
            await cancel(*self._tasks.values())

    async def _look(self) -> None:
        try:
            wanted = set((await in_database(self._servers)).items())
        except Exception:
            logger.exception("the servers to listen to could not be read; they are read again")
            return
        gone = [key for key in self._tasks if key not in wanted]
        await cancel(*(self._tasks.pop(key) for key in gone))
        for key in wanted - self._tasks.keys():
            self._tasks[key] = asyncio.create_task(self._listen(*key))

    async def _listen(self, server_id: int, address: Address) -> None:
        """Listen to one server until cancelled."""
        failures = 0
        while True:
            began = time.monotonic()
            told = await self._listen_once(server_id, address)
            failures = 0 if time.monotonic() - began > LONG_LIVED else failures
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)] if told else NOT_OFFERED_PAUSE)
            failures += 1

    async def _listen_once(self, server_id: int, address: Address) -> bool:
        """Listen as long as one connection lives; says whether this server tells of changes at all."""
        try:
            place = await self._signed_in(server_id, address)
            if place is None or not offers_tool_changes(await discover(place, capabilities=CAPABILITIES)):
                return False
            async with aclosing(tool_changes(place, capabilities=CAPABILITIES)) as changes:
                async for _ in changes:
                    self._changed(server_id)
        except CallRejected:
            return False
        except BridgeError:
            return True
        except Exception:
            logger.exception("a listener failed with an error of our own; it tries again")
        return True
