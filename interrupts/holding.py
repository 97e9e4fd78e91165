"""The open connections of one engine in which 2025-era servers ask: opened for one call, kept while a person thinks.

All of it is memory of this process. What the rows say of it, and what is done when a connection is lost, is in
``interrupts.holds``; ``tend`` brings the two together, about once a second.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from interrupts import holds
from interrupts.database import in_database
from interrupts.heard import Listener
from interrupts.kinds import CAPABILITIES
from interrupts.metrics import HELD_CONNECTIONS
from interrupts.models import Server
from interrupts.ports import CallOrder, Outcome
from mcpbridge.client import HeldCall, HoldLost, InputRequired, Place, QuestionWithdrawn, Tool

logger = logging.getLogger(__name__)

MOST = 200
"""Connections one process holds while people think. The question of one more is stranded at once: still answerable."""
LAST_WORDS = 10.0
"""Seconds a server that was told to stop has for its reply."""


@dataclass(eq=False, slots=True)
class _Held:
    call: HeldCall
    listener: Listener
    until: float
    """When it is let go though the person has not answered, by the clock of ``Holding``."""
    waits_for_server: bool = True
    is_ending: bool = False


class Holding:
    """The connections this process holds, by tool call; ``tools_changed`` is told when the server of one says so."""

    def __init__(self, tools_changed: Callable[[int], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._tools_changed = tools_changed
        self._clock = clock
        self._held: dict[int, _Held] = {}
        self._ended: set[asyncio.Task[None]] = set()
        self._is_noted = False

    async def call(
        self, order: CallOrder, server: Server, place: Place, tool: Tool, meta: Mapping[str, Any]
    ) -> Outcome:
        """Send a call, or the answers to what it asked, and return what came next.

        Raises: HoldLost where the answers belong to a connection that is not here, and whatever ``HeldCall`` raises.
        """
        if order.resumes_hold:
            held = await self._answered(order, server, place)
        else:
            held = await self._begun(order, server, place, tool, meta)
        try:
            outcome = await held.call.next()
        except BaseException:
            await self._forget(order.call_id, held)
            raise
        if isinstance(outcome, InputRequired) and outcome.requests:
            held.waits_for_server = False
            held.until = self._clock() + (server.hold_limit if self._resting() <= MOST else 0)
        else:
            await self._forget(order.call_id, held)
        return outcome

    async def _begun(
        self, order: CallOrder, server: Server, place: Place, tool: Tool, meta: Mapping[str, Any]
    ) -> _Held:
        before = self._held.get(order.call_id)
        if before is not None:
            # Nobody will answer in it any more, and the server need not wait for that.
            self._part(order.call_id, before, "It is called anew.")
        listener = Listener(order.call_id)
        call = await HeldCall.begin(
            place,
            era=server.era,
            tool=tool,
            arguments=order.arguments,
            request_id=order.request_id,
            capabilities=CAPABILITIES,
            seconds=server.call_timeout,
            on_progress=listener.progress,
            on_log=listener.log,
            on_tools_changed=partial(self._tools_changed, server.pk),
            meta=meta,
        )
        held = _Held(call, listener, self._clock() + server.hold_limit)
        self._held[order.call_id] = held
        HELD_CONNECTIONS.inc()
        return held

    async def _answered(self, order: CallOrder, server: Server, place: Place) -> _Held:
        held = self._held.get(order.call_id)
        if held is None or held.call.lost.is_set():
            await self._forget(order.call_id, held)
            raise HoldLost(server.name, "its connection is not open any more")
        held.waits_for_server = True
        try:
            await held.call.answer(order.input_responses or {}, place=place)
        except QuestionWithdrawn:
            pass  # the server waits for something else by now, or for nothing
        except HoldLost:
            if not _went_on_alone(held.call):
                await self._forget(order.call_id, held)
                raise
        except BaseException:
            await self._forget(order.call_id, held)
            raise
        return held

    async def tend(self, owner: str, *, now: datetime) -> None:
        """Prolong what is held, let go what nobody waits for or whose time is over, and tell of what was lost."""
        if not (self._held or self._is_noted):
            return
        resting = {pk: held for pk, held in self._held.items() if not held.waits_for_server}
        gone = [pk for pk, held in resting.items() if held.call.lost.is_set() or held.until <= self._clock()]
        for pk in gone:
            self._part(pk, resting[pk])
        if gone:
            await in_database(holds.strand, gone, now=now)
        alone = [pk for pk, held in resting.items() if pk not in gone and _went_on_alone(held.call)]
        if alone:
            await in_database(holds.go_on_without_answer, alone, now=now)
        held = set(self._held)
        wanted = await in_database(holds.keep, owner, held, now=now)
        self._is_noted = bool(held)
        for pk in held - wanted:
            self._let_go(pk)

    async def close(self) -> None:
        """Let go of everything; what was asked in it is stranded (``holds.release`` says so in the rows)."""
        for pk, held in list(self._held.items()):
            self._part(pk, held)
        if self._ended:
            await asyncio.wait(self._ended)

    def _resting(self) -> int:
        return sum(not held.waits_for_server for held in self._held.values())

    def _let_go(self, call_id: int) -> None:
        """Nobody wants the reply any more: the server is told, and may still give its last words."""
        held = self._held[call_id]
        if not held.is_ending:
            held.is_ending = True
            self._in_background(self._end(call_id, held))

    async def _end(self, call_id: int, held: _Held) -> None:
        await held.call.cancel("The person stopped this.")
        if held.waits_for_server:
            with suppress(TimeoutError):
                await asyncio.wait_for(held.call.lost.wait(), LAST_WORDS)
        await self._forget(call_id, held)

    async def _forget(self, call_id: int, held: _Held | None) -> None:
        if held is not None and self._take_out(call_id, held):
            await _close(held)

    def _part(self, call_id: int, held: _Held, why: str = "") -> None:
        """Forget it now and close it in the background: a server that is dead lets one wait for it, each time anew."""
        if self._take_out(call_id, held):
            self._in_background(_close(held, why))

    def _take_out(self, call_id: int, held: _Held) -> bool:
        """Say whether it was still held. By itself, not by its call alone, which may have been begun anew."""
        if self._held.get(call_id) is not held:
            return False
        del self._held[call_id]
        HELD_CONNECTIONS.dec()
        return True

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._ended.add(task)
        task.add_done_callback(self._ended.discard)


async def _close(held: _Held, why: str = "") -> None:
    if why:
        await held.call.cancel(why)
    try:
        await held.call.close()
    except Exception:
        logger.exception("a connection to a server could not be closed")
    await held.listener.finish()


def _went_on_alone(call: HeldCall) -> bool:
    """The server waits for no answer that it could get, and its connection is in order: what it does instead comes."""
    return not call.shown_questions and not call.lost.is_set()
