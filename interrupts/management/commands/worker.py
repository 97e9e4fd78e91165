"""``manage.py worker``: an engine without pages, as many as there are machines."""

import asyncio
import signal
from contextlib import AsyncExitStack, suppress
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from interrupts import push
from interrupts.dispatch import has_queue
from interrupts.engine import Engine


class Command(BaseCommand):
    help = "Work on runs, beside web processes started with `serve --no-engine`. Needs the same database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--slots", type=int, default=100, help="runs worked on at once (default: %(default)s)")
        parser.add_argument(
            "--grace", type=float, default=8.0, help="seconds for requests in the air when it is stopped"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        connection.ensure_connection()
        connection.close()
        asyncio.run(self._work(slots=options["slots"], grace=options["grace"]))

    async def _work(self, *, slots: int, grace: float) -> None:
        loop = asyncio.get_running_loop()
        push.bind(loop)
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        engine = Engine(slots=slots)
        async with AsyncExitStack() as stack:
            working = [asyncio.create_task(engine.run())]
            if has_queue():
                working.append(asyncio.create_task(await self._listen(stack, engine.name)))
            how = "woken by Procrastinate" if has_queue() else "looking once a second"
            self.stdout.write(f"Worker {engine.name} is working, {how}. Stop it with Ctrl-C.")
            self.stdout.flush()
            stopped = asyncio.create_task(stop.wait())
            done, _ = await asyncio.wait({stopped, *working}, return_when="FIRST_COMPLETED")
            await engine.stop(grace)
            for task in (stopped, *working):
                task.cancel()
            await asyncio.gather(stopped, *working, return_exceptions=True)
        for task in done - {stopped}:
            with suppress(asyncio.CancelledError):
                task.result()

    async def _listen(self, stack: AsyncExitStack, name: str) -> Any:
        # Imported here, since it needs Procrastinate's Django app, which exists only where that extra is installed.
        from procrastinate.contrib.django import app

        connector = app.connector.get_worker_connector()  # type: ignore[attr-defined]
        stack.enter_context(app.replace_connector(connector))
        await stack.enter_async_context(app.open_async())
        return app.run_worker_async(
            queues=["interrupts"],
            name=name,
            concurrency=4,
            install_signal_handlers=False,
            delete_jobs="always",
            listen_notify=True,
        )
