"""The way from asyncio to the database: whole-transaction functions on a few threads of their own.

Django's async ORM shares one thread per process outside a request, so six consumers would wait for each other. These
threads keep their connections between calls and close them when the pool is closed.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import InterfaceError, OperationalError, close_old_connections, connections

THREADS = 4

_lock = threading.Lock()
_pool: ThreadPoolExecutor | None = None


async def in_database[**P, R](function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run one synchronous function that does a whole transaction; never call it with one half done.

    A cancelled caller does not cancel the function: what it commits stays committed.
    """
    return await asyncio.wrap_future(_threads().submit(_call, function, args, kwargs))


def close() -> None:
    """Let running functions finish, close the connections of the threads, end the threads."""
    global _pool
    with _lock:
        pool, _pool = _pool, None
    if pool is None:
        return
    barrier = threading.Barrier(pool._max_workers)
    for _ in range(pool._max_workers):
        pool.submit(_close_connections, barrier)
    pool.shutdown(wait=True)


def _threads() -> ThreadPoolExecutor:
    global _pool
    with _lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="database")
        return _pool


def _call[**P, R](function: Callable[P, R], args: tuple, kwargs: dict) -> R:
    try:
        return function(*args, **kwargs)
    except (OperationalError, InterfaceError):
        # The server may be gone: the next call on this thread must not get the dead connection.
        close_old_connections()
        raise


def _close_connections(barrier: threading.Barrier) -> None:
    # Each of the pool's threads takes exactly one of these, since none goes on before all have one.
    barrier.wait(timeout=10)
    connections.close_all()
