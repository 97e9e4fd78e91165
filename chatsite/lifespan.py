"""The engine inside a web server's process: started with it, and stopped so that another may take over at once."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings

from interrupts.engine import Engine
from interrupts.tools import inside

logger = logging.getLogger(__name__)
GRACE = 8.0


class EmbeddedEngine:
    """One engine as a task of the running loop. ``on_failure`` is called if it ends without having been asked to."""

    def __init__(self, on_failure: Callable[[], None] | None = None) -> None:
        self._engine = Engine()
        self._stopping = False
        self._on_failure = on_failure
        self._task = asyncio.get_running_loop().create_task(self._engine.run(), name="engine")
        self._task.add_done_callback(self._ended)

    async def stop(self, grace: float) -> None:
        """Let what is in hand finish for so many seconds, give back the rest, and return when that is done."""
        self._stopping = True
        if not self._task.done():
            await self._engine.stop(grace)
        await asyncio.gather(self._task, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or self._stopping:
            return
        logger.critical("The engine ended by itself; nothing runs until it is back.", exc_info=task.exception())
        if self._on_failure is not None:
            self._on_failure()


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """The lifespan protocol of uvicorn, granian and others; ``manage.py serve`` keeps its own engine and sends none."""
    engine = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            engine = EmbeddedEngine() if settings.SAYSO_ENGINE == "embedded" else None
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            if engine is not None:
                await engine.stop(GRACE)
            await inside.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
