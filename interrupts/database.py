"""The way from asyncio to the database: whole-transaction functions on a few threads of their own.

Django's async ORM shares one thread per process outside a request, so six consumers would wait for each other. These
threads keep their connections between calls and close them when they end, which a ThreadPoolExecutor's cannot.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections, connections
from django.utils.translation import get_language, override

THREADS = 4

type _Job = tuple[Future[Any], Callable[[], Any]]


class Threads:
    """A few threads, each with its connection, and the queue they take their work from."""

    def __init__(self, name: str, how_many: int) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name=f"{name}-{n}", daemon=True) for n in range(how_many)]
        for thread in self._threads:
            thread.start()

    async def run[**P, R](self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run one synchronous function. A cancelled caller does not cancel one that has begun."""
        return await asyncio.wrap_future(self.do(partial(function, *args, **kwargs)))

    def do(self, function: Callable[[], Any]) -> Future[Any]:
        done: Future[Any] = Future()
        self._jobs.put((done, function))
        return done

    def end(self) -> None:
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            _run(*job)
            # What it holds must not outlive it until the next one comes.
            del job
        connections.close_all()


_lock = threading.Lock()
_threads: Threads | None = None


async def in_database[**P, R](function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run one synchronous function that does a whole transaction; never call it with one half done.

    A cancelled caller does not cancel a function that has begun: what it commits stays committed.
    """
    global _threads
    # What is written for people is in the language that is spoken where it is asked for.
    job = partial(_speaking, get_language(), partial(function, *args, **kwargs))
    with _lock:
        _threads = _threads or Threads("database", THREADS)
        done: Future[R] = _threads.do(job)
    return await asyncio.wrap_future(done)


def _speaking[R](language: str | None, function: Callable[[], R]) -> R:
    if language == get_language():
        return function()
    with override(language):
        return function()


def close() -> None:
    """Let the functions that were asked for finish, close the threads' connections, end the threads."""
    global _threads
    with _lock:
        ending, _threads = _threads, None
    if ending is not None:
        ending.end()


def _run(done: Future[Any], function: Callable[[], Any]) -> None:
    if not done.set_running_or_notify_cancel():
        return
    try:
        done.set_result(function())
    except BaseException as error:
        done.set_exception(error)
        if isinstance(error, OperationalError | InterfaceError):
            # The server may be gone: the next call on this thread must not get the dead connection.
            with suppress(DatabaseError, InterfaceError):
                close_old_connections()
