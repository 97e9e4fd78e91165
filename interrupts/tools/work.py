"""Running a tool's function: synchronous ones on threads with connections of their own, and all of them counted."""

import asyncio
import functools
import inspect
import threading
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import close_old_connections, connection, connections

from interrupts.database import Threads

THREADS = 8
"""Synchronous tools at work at once; others wait."""
_NAMED = "tools of this site"


class Workroom:
    """Where the tools of one event loop work."""

    def __init__(self) -> None:
        self._threads = Threads(_NAMED, THREADS)
        self._at_work = 0
        self._changed = asyncio.Event()

    def prepared(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as a coroutine function of the same signature, which can be awaited on the loop."""
        run = self._awaited if inspect.iscoroutinefunction(function) else self._on_thread

        @functools.wraps(function)
        async def tool(*args: Any, **kwargs: Any) -> Any:
            self._at_work += 1
            try:
                return await run(partial(function, *args, **kwargs))
            finally:
                self._at_work -= 1
                self._changed.set()

        return tool

    def do[R](self, function: Callable[[], R]) -> R:
        """Run something short with a connection: here, if this is one of our threads, else on one, and wait for it."""
        if threading.current_thread().name.startswith(_NAMED):
            return function()
        done: R = self._threads.do(partial(_with_connection, function)).result()
        return done

    async def close(self, grace: float) -> None:
        """Let what is at work finish for so many seconds; then end the threads, and leave those that hang."""
        try:
            async with asyncio.timeout(grace):
                while self._at_work:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return
        await asyncio.to_thread(self._threads.end)

    async def _on_thread(self, call: Callable[[], Any]) -> Any:
        # In a context of its own, so that nothing a tool sets on the thread is met by the next one there.
        return await self._threads.run(copy_context().run, _with_connection, call)

    async def _awaited(self, call: Callable[[], Any]) -> Any:
        # A thread of its own for what it does with the database, or all tools would share one.
        async with ThreadSensitiveContext():
            try:
                return await call()
            finally:
                await sync_to_async(connections.close_all)()


def _with_connection(call: Callable[[], Any]) -> Any:
    try:
        return call()
    finally:
        # As for pages: a pooled connection goes back. SQLite's is kept, unless something went wrong with it.
        if connection.vendor != "sqlite" or connection.errors_occurred:
            close_old_connections()
