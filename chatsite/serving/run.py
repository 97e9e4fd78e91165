"""Everything ``serve`` does between taking the port and the last goodbye, on one asyncio loop."""

import asyncio
import signal
import socket
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from chatsite import signin
from chatsite.lifespan import EmbeddedEngine
from chatsite.serving.block import Facts, block
from chatsite.serving.firststeps import FirstSteps, prepare_database
from chatsite.serving.listening import address_of
from chatsite.serving.samples import Samples
from chatsite.serving.web import WebServer, loop
from interrupts import database, push
from interrupts.mcp import McpTools
from interrupts.servers import ensure_sample
from interrupts.tools import inside

_DRAIN_SECONDS = 10.0
_FLUSH_SECONDS = 2.0
_SAMPLES_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asked for."""

    host: str
    samples: bool
    engine: bool
    check: Callable[[], None]


class Serving:
    """One life of ``serve``. ``run`` blocks until it is over and returns the exit code."""

    def __init__(self, listener: socket.socket, wishes: Wishes, out: Any) -> None:
        self._listener = listener
        self._wishes = wishes
        self._out = out
        self._address = address_of(listener, wishes.host)
        self._on_loopback = signin.is_loopback(listener.getsockname()[0])
        self._samples: Samples | None = None
        self._close_pages: Callable[[], None] | None = None
        self._stop = asyncio.Event()
        self._hurry = asyncio.Event()
        self._exit_code = 0

    def run(self) -> int:
        """Raises: CannotServe."""
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._asked_to_stop)
        asyncio.set_event_loop(loop)
        try:
            steps = loop.run_until_complete(self._prepare())
            self._serve(steps)
        finally:
            loop.run_until_complete(self._clean_up())
        return self._exit_code

    async def _prepare(self) -> FirstSteps:
        """The samples start first: importing what they need takes longer than all the rest."""
        tables = asyncio.Event()
        if self._wishes.samples:

            async def register(name: str, url: str, who_key: str) -> None:
                await tables.wait()
                server = await database.in_database(ensure_sample, name=name, url=url, who_key=who_key)
                # So that the first page can already suggest what to try.
                await McpTools().refresh(server.pk, max_age=0)

            self._samples = Samples(settings.SAYSO_DATA / "samples", register)
            self._samples.start()
        steps = await database.in_database(prepare_database, self._wishes.check)
        tables.set()
        return steps

    def _serve(self, steps: FirstSteps) -> None:
        # Imported here because it reads the whole site, which would delay the children that are starting meanwhile.
        from chatsite.asgi import application, pages

        self._close_pages = pages.close
        lives: list[asyncio.Task[None]] = []
        server = WebServer(
            application, self._listener, when_up=lambda: lives.append(loop.create_task(self._live(server, steps)))
        )
        server.run()
        for life in lives:
            life.result()

    async def _live(self, server: WebServer, steps: FirstSteps) -> None:
        try:
            push.bind(loop)
            await inside.remember()
            engine = EmbeddedEngine(on_failure=self._engine_failed) if self._wishes.engine else None
            if self._samples is not None:
                await self._until_stopped(self._samples.wait_until_settled(_SAMPLES_SECONDS))
            if not self._stop.is_set():
                self._out.write(block(self._facts(steps)))
                self._out.flush()
            await self._stop.wait()
            await self._drain(server, engine)
        finally:
            server.stop()

    async def _drain(self, server: WebServer, engine: EmbeddedEngine | None) -> None:
        """Requests and the engine's work end side by side; pages keep their sockets until both have."""
        await server.stop_accepting()
        # Streams of MCP sessions are requests that do not end by themselves.
        ending = [self._unless_hurried(server.requests_finished()), self._unless_hurried(inside.stop())]
        if engine is not None:
            ending.append(self._unless_hurried(engine.stop(_DRAIN_SECONDS - 2)))
        await asyncio.gather(*ending)
        if engine is not None and self._hurry.is_set():
            await engine.stop(0)
        await server.drop_connections(flush_seconds=_FLUSH_SECONDS)

    async def _clean_up(self) -> None:
        self._listener.close()
        if self._samples is not None:
            await self._samples.stop()
        if self._close_pages is not None:
            await asyncio.to_thread(self._close_pages)
        await asyncio.to_thread(database.close)
        await loop.shutdown_asyncgens()
        await loop.shutdown_default_executor()

    def _facts(self, steps: FirstSteps) -> Facts:
        link = None
        if self._on_loopback and not settings.SAYSO_PUBLIC_URL and steps.user_id is not None:
            link = self._address + signin.link_path(signin.links.make(steps.user_id, now=time.monotonic()))
        return Facts(
            address=settings.SAYSO_PUBLIC_URL or self._address,
            link=link,
            first_steps=steps,
            model="built-in assistant (set SAYSO_MODEL for another)"
            if settings.SAYSO_MODEL == "builtin"
            else settings.SAYSO_MODEL,
            samples=tuple(self._samples.running()) if self._samples is not None else (),
            samples_wanted=self._samples is not None,
            engine=self._wishes.engine,
            data=settings.SAYSO_DATA,
        )

    async def _until_stopped(self, work: Coroutine[Any, Any, None]) -> None:
        await _first(work, self._stop.wait())

    async def _unless_hurried(self, work: Coroutine[Any, Any, None]) -> None:
        await _first(work, self._hurry.wait(), asyncio.sleep(_DRAIN_SECONDS))

    def _asked_to_stop(self) -> None:
        """The first time: in peace. The second time: without waiting for anybody."""
        if self._stop.is_set():
            self._hurry.set()
        self._stop.set()

    def _engine_failed(self) -> None:
        self._exit_code = 1
        self._stop.set()


async def _first(*work: Coroutine[Any, Any, Any]) -> None:
    """Run all until one is done; cancel the others, and let an error of the first out."""
    tasks = [asyncio.ensure_future(each) for each in work]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()
