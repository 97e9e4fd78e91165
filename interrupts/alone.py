"""Network work done from code that blocks: a page or a command, which has no loop that lasts."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from interrupts.tools import inside
from mcpbridge.client import close_pool


def run_alone[T](work: Coroutine[Any, Any, T]) -> T:
    """Do it on a loop of its own: on the loop that serves pages, closing the pool would cut the engine's calls.

    Never call it inside a transaction. Raises: what the work raises.
    """
    return asyncio.run(_and_close(work))


async def _and_close[T](work: Coroutine[Any, Any, T]) -> T:
    try:
        return await work
    finally:
        await close_connections()


async def close_connections() -> None:
    """Close what the calls of the running loop share: connections, programs, and the tools of this site."""
    await inside.stop()
    await close_pool()
