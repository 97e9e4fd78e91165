"""The engine: claims due runs and works on many at once in one asyncio loop, beside the web server or alone.

At least once per step, and exactly once where it matters: every step is derived from rows and fenced by a lease, so a
killed engine loses nothing but time. What waits for a person is not here at all: no task, no connection, no memory.
"""

import asyncio
import logging
import os
import socket
import uuid
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from interrupts import database, deliveries, leases, push, sweeping, writing
from interrupts.database import in_database
from interrupts.leases import LEASE, Lease
from interrupts.mcp import McpTools
from interrupts.ports import Model, ModelFailed, ModelRequest, ReplyEvent, Tools
from interrupts.runs import advance_run
from interrupts.storing import remove_forgotten
from interrupts.writing import Writers, WritingLease

logger = logging.getLogger(__name__)

POLL = 1.0
"""Seconds between looks at the rows when nobody calls: it covers every lost notice."""
SWEEP_EVERY = 30.0
RETRIES = 5
"""How often a run is taken up again after an error of our own before it is given up."""


def configured_model() -> Model:
    """Return the model named by ``INTERRUPTS["MODEL"]``, a dotted path to a function without arguments.

    It may be one that offers several, see ``interrupts.ports.Models``.
    """
    path = settings.INTERRUPTS.get("MODEL")
    model: Model = import_string(path)() if path else NoModel()
    return model


class NoModel:
    """Stands in where a project names none, as one does that only uses ``ask``: its engine delivers the answers."""

    name = "none"

    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        raise ModelFailed(_("This site has no model, so nobody replies here."))
        yield  # it is a generator, as the engine expects


class Engine:
    """Works on runs, and delivers answers, until it is stopped. ``run`` and ``stop`` belong to the same event loop."""

    def __init__(
        self,
        *,
        model: Model | None = None,
        tools: Tools | None = None,
        clock: Callable[[], datetime] = timezone.now,
        slots: int = 100,
        name: str | None = None,
    ) -> None:
        self.name = name or f"{socket.gethostname()[:30]}-{os.getpid()}-{uuid.uuid4().hex[:6]}"
        self._model = model or configured_model()
        self._tools: Tools = tools or McpTools()
        self._clock = clock
        self._slots = slots
        self._news = asyncio.Event()
        self._stopping = False
        self._working: dict[Lease, asyncio.Task[None]] = {}
        self._pokes: dict[Lease, asyncio.Event] = {}
        self._delivering: asyncio.Task[None] | None = None
        self._removing: asyncio.Task[None] | None = None
        self._writers = Writers(self._model, clock)
        self._errors: Counter[int] = Counter()
        self._kept_at = self._swept_at = float("-inf")
        self._loop_task: asyncio.Task[Any] | None = None

    async def run(self) -> None:
        """Claim and work until ``stop``. An error of the database is logged and the loop goes on."""
        self._loop_task = asyncio.current_task()
        undo = push.on_wake(self.wake)
        watching = asyncio.create_task(self._tools.watch())
        try:
            while not self._stopping:
                try:
                    await self._tick()
                except Exception:
                    logger.exception("the engine could not reach its rows; it tries again")
                await self._sleep()
        finally:
            undo()
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def stop(self, grace: float = 10.0) -> None:
        """Stop claiming, let requests in the air come back for ``grace`` seconds, give every lease back."""
        self._stopping = True
        self._news.set()
        for task in self._working.values():
            task.cancel()
        await self._writers.stop()
        if under_way := self._under_way():
            await asyncio.wait(under_way, timeout=grace)
        await in_database(leases.give_back, list(self._working), now=self._clock())
        if self._loop_task is not None:
            self._loop_task.cancel()
            with suppress(asyncio.CancelledError):
                await self._loop_task
        await self._tools.close()
        await in_database(sweeping.sign_off, self.name, now=self._clock())
        if close_model := getattr(self._model, "close", None):
            await close_model()
        await asyncio.to_thread(database.close)

    def wake(self) -> None:
        """Look at the rows now, and have every run that is worked on look too."""
        self._news.set()
        for poke in self._pokes.values():
            poke.set()

    async def until_idle(self) -> None:
        """Work until no run is due and none is worked on: for tests and commands."""
        self._loop_task = asyncio.current_task()
        while True:
            await self._tick()
            if under_way := self._under_way():
                await asyncio.wait(under_way, return_when="FIRST_COMPLETED")
            elif not self._news.is_set():
                return

    def _under_way(self) -> list[asyncio.Task[None]]:
        return [*self._working.values(), *self._writers.tasks, *filter(None, [self._delivering, self._removing])]

    async def _tick(self) -> None:
        self._news.clear()
        await self._keep_leases()
        await self._tools.tend(self.name, now=self._clock())
        free = self._slots - len(self._working) - len(self._writers.tasks)
        if free > 0:
            runs, replies, answer = await in_database(self._claim, free)
            for lease in runs:
                self._start(lease)
            for reply in replies:
                self._writers.begin(reply)
            if answer is not None:
                self._delivering = asyncio.create_task(self._deliver(answer))
        loop_time = asyncio.get_running_loop().time()
        if loop_time - self._swept_at >= SWEEP_EVERY:
            self._swept_at = loop_time
            await in_database(sweeping.sweep, now=self._clock())
            if self._removing is None:
                self._removing = asyncio.create_task(self._remove_forgotten_files())

    def _claim(self, limit: int) -> tuple[list[Lease], list[WritingLease], deliveries.Claim | None]:
        """Take runs that are due, replies that are wanted and an answer to deliver, in one visit to the database."""
        now = self._clock()
        runs = leases.claim(self.name, now=now, limit=limit)
        replies = writing.claim(self.name, now=now, limit=limit)
        return runs, replies, deliveries.claim(now=now) if self._delivering is None else None

    async def _keep_leases(self) -> None:
        """Prolong the leases when that is due, and cancel the work on runs that are no longer ours."""
        loop_time = asyncio.get_running_loop().time()
        if loop_time - self._kept_at >= LEASE.total_seconds() / 3:
            self._kept_at = loop_time
            still = await in_database(leases.keep, list(self._working), now=self._clock())
            await in_database(sweeping.sign_on, self.name, now=self._clock())
            await self._writers.keep()
        elif self._working:
            still = await in_database(leases.held, self.name)
        else:
            return
        for lease, task in self._working.items():
            if (lease.run_id, lease.attempt) not in still:
                task.cancel()

    async def _sleep(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL):
                await self._news.wait()

    def _start(self, lease: Lease) -> None:
        self._pokes[lease] = asyncio.Event()
        task = asyncio.create_task(self._work(lease))
        self._working[lease] = task
        task.add_done_callback(lambda _: self._forget(lease))

    def _forget(self, lease: Lease) -> None:
        was_full = len(self._working) >= self._slots
        self._working.pop(lease, None)
        self._pokes.pop(lease, None)
        if was_full:
            self._news.set()

    async def _work(self, lease: Lease) -> None:
        system = settings.INTERRUPTS.get("SYSTEM_PROMPT", "")
        with translation.override(lease.language or None):
            try:
                await advance_run(lease, self._model, self._tools, system, self._clock, self._pokes[lease])
                self._errors.pop(lease.run_id, None)
            except Exception as error:
                logger.exception("a run failed with an error of our own")
                await self._after_error(lease, error)

    async def _after_error(self, lease: Lease, error: Exception) -> None:
        self._errors[lease.run_id] += 1
        failures = self._errors[lease.run_id]
        if failures > RETRIES:
            await in_database(sweeping.give_up, lease, type(error).__name__, now=self._clock())
        else:
            again = self._clock() + timedelta(seconds=2**failures)
            await in_database(leases.give_back, [lease], now=self._clock(), wake_at=again)

    async def _deliver(self, claimed: deliveries.Claim) -> None:
        """One at a time: handlers are code of the project, and those that hang must not take every connection."""
        try:
            await in_database(deliveries.deliver, claimed, now=self._clock())
        except Exception:
            logger.exception("the engine could not reach its rows; it tries again")
        finally:
            self._delivering = None
            self._news.set()

    async def _remove_forgotten_files(self) -> None:
        """Beside everything else: a storage may be far away."""
        try:
            await remove_forgotten(now=self._clock())
        except Exception:
            logger.exception("the engine could not reach its rows; it tries again")
        finally:
            self._removing = None
