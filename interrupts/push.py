"""Telling open pages that a thread changed, and the engine that a run is due. Notices carry ids, never content.

Any thread of the process may announce; delivery happens on the loop that serves the sockets, which the ASGI
application names by ``bind``. A lost notice costs nothing but time: pages read the rows on connect, the engine polls.
"""

import asyncio
import hashlib
import logging
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

ROWS_CHANGED = "rows.changed"
SOON = 0.1
"""Seconds for which a notice that nobody waits for is held back, so that one tells of all that changed meanwhile."""

_loop: asyncio.AbstractEventLoop | None = None
_wakers: list[Callable[[], None]] = []
_under_way: set[asyncio.Task[None]] = set()
_held_back: dict[str, asyncio.TimerHandle] = {}


def bind(loop: asyncio.AbstractEventLoop | None) -> None:
    """Name the loop that serves this process's sockets or engine; None when there is none any more."""
    global _loop
    if loop is not _loop:
        _held_back.clear()
    _loop = loop


def on_wake(waker: Callable[[], None]) -> Callable[[], None]:
    """Have ``waker`` called on the bound loop whenever a run of this process became due; returns how to undo it."""
    _wakers.append(waker)
    return lambda: _wakers.remove(waker)


def thread_group(thread_id: uuid.UUID) -> str:
    return f"thread.{thread_id.hex}"


def person_group(person_id: int) -> str:
    return f"person.{person_id}"


def announce(thread_id: uuid.UUID, *, at_once: bool) -> None:
    """Tell the pages of a thread, once the current transaction is committed.

    What a person waits for is shown ``at_once``; anything else may wait a moment for what follows it.
    """
    send = _send_to if at_once else _send_soon
    transaction.on_commit(partial(send, thread_group(thread_id), {"type": ROWS_CHANGED}), robust=True)


def announce_person(person_id: int) -> None:
    """Tell the pages of one person that their threads, or what waits for them, changed, once committed."""
    event = {"type": ROWS_CHANGED, "frame": True}
    transaction.on_commit(partial(_send_soon, person_group(person_id), event), robust=True)


def announce_sign_out(person_id: int, session_key: str | None) -> None:
    """Have every socket of a session closed at once."""
    _send_to(person_group(person_id), {"type": "signed.out", "session": session_mark(session_key)})


def session_mark(session_key: str | None) -> str:
    """Name a session without giving its key away."""
    return hashlib.sha256((session_key or "").encode()).hexdigest()


def _on_loop(callback: Callable[[], None]) -> bool:
    if _loop is None or _loop.is_closed():
        return False
    _loop.call_soon_threadsafe(callback)
    return True


def call_wakers() -> bool:
    """Have every engine of this process look at the rows; says whether there is one."""

    def call_all() -> None:
        for waker in tuple(_wakers):
            waker()

    return bool(_wakers) and _on_loop(call_all)


def _send_soon(group: str, event: dict[str, Any]) -> None:
    def hold_back() -> None:
        if group not in _held_back:
            _held_back[group] = asyncio.get_running_loop().call_later(SOON, _send_to, group, event)

    if not _on_loop(hold_back):
        _send_to(group, event)


def _send_to(group: str, event: dict[str, Any]) -> None:
    def start() -> None:
        # What was held back told of less.
        if held_back := _held_back.pop(group, None):
            held_back.cancel()
        task = asyncio.get_running_loop().create_task(_group_send(group, event))
        _under_way.add(task)
        task.add_done_callback(_under_way.discard)

    if _on_loop(start):
        return
    # A process without a loop of its own (a management command): only a layer between processes reaches anybody.
    if not isinstance(get_channel_layer(), InMemoryChannelLayer):
        asyncio.run(_group_send(group, event))


async def _group_send(group: str, event: dict[str, Any]) -> None:
    try:
        await get_channel_layer().group_send(group, event)
    except Exception:
        # The layer is a service of its own (Redis may be away); the rows stand, and pages read them on reconnect.
        logger.warning("a notice to open pages was lost", exc_info=True)
