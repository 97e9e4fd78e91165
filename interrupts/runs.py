"""The path of one message: posted, queued, advanced until it pauses or ends, stopped when a person says so."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.files import File as Upload
from django.db import InterfaceError, OperationalError, transaction
from django.utils.translation import gettext as _

from interrupts import dispatch
from interrupts.attaching import attach, keep_files
from interrupts.calls import move_call, needs_settling, settle, stopped_unknown, tool_with_server
from interrupts.choosing import choose_model, model_of
from interrupts.crashpoints import reached, reached_once_committed
from interrupts.database import in_database
from interrupts.faults import repeated_fault
from interrupts.fixed_query import FixedQuery
from interrupts.fixed_write import insert_row, update_rows
from interrupts.kept import keep_reply
from interrupts.leases import Lease, LostLease, hold
from interrupts.ledger import Change, change
from interrupts.limits import STEP_LIMIT, may_take_turn
from interrupts.models import Interrupt, Message, Run, Stored, Thread, ToolCall
from interrupts.ports import Model, Tools
from interrupts.posted import checked_text, refuse_if_busy
from interrupts.questions import withdraw
from interrupts.rounds import Prepared, prepare, record
from interrupts.saying import add_note, close_run, end_with, let_go
from interrupts.states import ASKING_CALL, CLOSED_CALL, OPEN_RUN
from interrupts.turns import take_turn
from mcpbridge.client import new_request_id
from mcpbridge.errors import BridgeError

TOOL_AGE = 60.0
"""Seconds for which a tool is taken to be what its server last said."""
LOOK_AGAIN = 1.0
"""Seconds after which a worker with requests in the air looks for answers that came meanwhile."""


def post_message(
    *,
    person: Any,
    thread: Thread | None,
    text: str,
    at: datetime,
    replace: bool = False,
    files: Sequence[Upload] = (),
    model: str | None = None,
) -> Run:
    """Add a person's message to a thread (a new one for None) and queue the run it starts.

    ``replace`` first stops an open run, taking its questions back. ``files`` are looked at and written before anything
    else happens, so with files this must not be called in a transaction. ``model`` is the one the thread goes on with,
    by the name the site's ``INTERRUPTS["MODEL"]`` knows it under, empty for its default; None leaves it as it is.

    Raises: BadMessage, ThreadBusy, ThreadGone.
    """
    text = checked_text(text, has_files=bool(files))
    attached = keep_files(files, at=at)
    with transaction.atomic():
        if thread is None:
            thread = insert_row(
                Thread(owner=person, title=_title(text or attached[0].name), created_at=at, updated_at=at)
            )
        elif replace:
            stop_open_run(thread, person, at, _("You went on with another message."))
        with change(thread.pk, at=at) as c:
            refuse_if_busy(c.thread)
            if model is not None:
                choose_model(c, model, person=person)
            tip = c.thread.tip_id
            said = {"role": "user", "text": text, "created_at": at, "follows_id": tip}
            message = insert_row(Message(thread=c.thread, **said, **c.place()))
            attach(c, message, attached)
            if tip is not None:
                update_rows(Thread, {"pk": thread.pk}, tip=message)
            run = start_run(c, message, person)
        dispatch.wake()
    reached("posted")
    return run


def start_run(c: Change, message: Message, person: Any) -> Run:
    """Queue the run that a message starts."""
    started = {"created_at": c.at, "queued_at": c.at, "doing": _("starting")}
    run = insert_row(Run(thread=c.thread, message=message, **started, **c.place()))
    c.record("run.queued", f"run {run.pk}", actor=person)
    return run


def _title(text: str) -> str:
    line = text.split("\n", 1)[0]
    return line if len(line) <= 80 else f"{line[:79]}…"


def stop_run(*, person: Any, thread: Thread, at: datetime) -> bool:
    """End the open run of a thread; its questions are taken back, nothing more is sent. False when none was open.

    A request that is in the air is let finish and its reply recorded. The history stays valid: every call has a result.
    """
    with transaction.atomic():
        return stop_open_run(thread, person, at, _("You stopped this."))


def stop_open_run(thread: Thread, person: Any, at: datetime, note: str) -> bool:
    """The same inside a transaction of the caller's, with a note of its own; ``person`` is None when the site does."""
    run = Run.objects.select_for_update().filter(thread=thread, status__in=OPEN_RUN).first()
    if run is None:
        return False
    with change(thread.pk, at=at) as c:
        drop_what_is_open(c, run, why="stopped", by="The person", actor=person, note=note)
        update_rows(Run, {"pk": run.pk}, stopped_by=person)
        close_run(c, run, "cancelled", actor=person)
        add_note(c, run, note)
    dispatch.wake()
    return True


def drop_what_is_open(c: Change, run: Run, *, why: str, by: str, actor: Any, note: str) -> None:
    """Close what a locked run that ends early has open: questions, words, calls but for those in the air."""
    for call in run.calls.exclude(status__in=(*CLOSED_CALL, "sent")):
        is_unknown = call.status == "unknown"
        sentence = stopped_unknown(by) if is_unknown else f"{by} stopped this. The tool did not go on."
        move_call(c, call, "cancelled", why=why, outcome=sentence)
    withdraw(c, run.interrupts.all(), actor=actor, note=note)
    run.messages.filter(status="streaming").update(status="partial", seq=c.seq())


async def advance_run(
    lease: Lease, model: Model, tools: Tools, system: str, clock: Callable[[], datetime], poke: asyncio.Event
) -> None:
    """Work on a run until it waits for somebody, is paced, or is over. Keeps no memory: every step is read from rows.

    ``poke`` is set when an answer may have come. Requests already in the air are finished and recorded even when the
    lease is lost or the run was stopped meanwhile.
    """
    in_flight: dict[int, asyncio.Task[None]] = {}
    try:
        while True:
            work = await in_database(next_work, lease, frozenset(in_flight), now=clock())
            if work.send:
                reached("calls_settled")
            for call_id, server_id in work.send:
                in_flight[call_id] = asyncio.create_task(_send(lease, call_id, server_id, tools, clock))
            if work.take_turn:
                await take_turn(lease, await model_of(lease, model, clock), tools, system, clock)
            elif in_flight:
                await _wait_for_news(in_flight, poke)
            elif work.over:
                return
    except LostLease:
        return
    finally:
        if in_flight:
            await asyncio.shield(asyncio.gather(*in_flight.values(), return_exceptions=True))


async def _wait_for_news(in_flight: dict[int, asyncio.Task[None]], poke: asyncio.Event) -> None:
    poked = asyncio.create_task(poke.wait())
    done, _pending = await asyncio.wait({*in_flight.values(), poked}, timeout=LOOK_AGAIN, return_when="FIRST_COMPLETED")
    poked.cancel()
    poke.clear()
    for call_id in [call_id for call_id, task in in_flight.items() if task in done]:
        in_flight.pop(call_id).result()


async def _send(
    lease: Lease, call_id: int, known_for_a_while: int | None, tools: Tools, clock: Callable[[], datetime]
) -> None:
    """Send one round of one call and record what came back. A tool known for a while is looked at first."""
    if known_for_a_while is not None:
        await tools.refresh(known_for_a_while, max_age=TOOL_AGE)
    prepared = await in_database(prepare, lease, call_id, new_request_id, now=clock())
    if prepared is None:
        return
    reached("round_prepared")
    try:
        came_back: Any = await tools.call(prepared.order)
    except BridgeError as error:
        came_back = error
    reached("reply_received")
    await _record(prepared, came_back, clock)
    reached("reply_recorded")


async def _record(prepared: Prepared, came_back: Any, clock: Callable[[], datetime]) -> None:
    """Record a reply, again when the connection to the database was cut meanwhile: it is all that is known of it.

    Recording twice does no harm: the second finds the call gone on and only notes that a reply came.
    """
    kept: Stored | None = None
    for pause in (0.2, 1.0, 5.0):
        try:
            kept = kept or await keep_reply(came_back, at=clock())
            await in_database(record, prepared, came_back, kept, now=clock())
        except (OperationalError, InterfaceError):
            await asyncio.sleep(pause)
        else:
            return
    await in_database(record, prepared, came_back, kept, now=clock())


@dataclass(frozen=True, slots=True)
class Work:
    """What a worker does next: requests to send, or a turn to take; ``over`` when the run left its hands.

    ``send`` pairs a call with the server whose tools must be looked at before it, None when it was just proposed.
    """

    send: tuple[tuple[int, int | None], ...] = ()
    take_turn: bool = False
    over: bool = False


def next_work(lease: Lease, in_flight: frozenset[int], *, now: datetime) -> Work:
    """Take the run as far as rows allow and say what needs the network. Pauses or ends the run when nothing does.

    Raises: LostLease.
    """
    with transaction.atomic():
        run = hold(lease)
        calls = _CALLS_OF_STEP.all(run.pk, run.step) if run.step else []
        _settle_all(run, calls, in_flight, now)
        due = tuple(
            (call.pk, _to_look_at(call, now)) for call in calls if call.pk not in in_flight and _is_due(call, now)
        )
        if due or in_flight:
            return Work(send=due)
        if any(call.status not in CLOSED_CALL for call in calls):
            pause(run, calls, now)
            return Work(over=True)
        if problem := repeated_fault(run, calls):
            with change(run.thread_id, at=now) as c:
                end_with(c, run, problem)
            return Work(over=True)
        if run.step >= STEP_LIMIT:
            with change(run.thread_id, at=now) as c:
                if not may_take_turn(c, run):
                    return Work(over=True)
        return Work(take_turn=True)


_CALLS_OF_STEP = FixedQuery(lambda run, step: ToolCall.objects.filter(run=run, step=step).order_by("index"))
_QUESTIONS_OF_STEP = FixedQuery(
    lambda run, step: Interrupt.objects.filter(tool_call__run=run, tool_call__step=step).order_by("position")
)


def _is_due(call: ToolCall, now: datetime) -> bool:
    return call.status == "ready" and (call.wake_at is None or call.wake_at <= now)


def _to_look_at(call: ToolCall, now: datetime) -> int | None:
    return call.server_id if now - call.created_at > timedelta(seconds=TOOL_AGE) else None


def _settle_all(run: Run, calls: list[ToolCall], in_flight: frozenset[int], now: datetime) -> None:
    questions: dict[int | None, list[Interrupt]] = defaultdict(list)
    if any(call.status in ASKING_CALL for call in calls):
        for question in _QUESTIONS_OF_STEP.all(run.pk, run.step):
            questions[question.tool_call_id].append(question)
    unsettled = [call for call in calls if needs_settling(call, questions[call.pk], sender_lives=call.pk in in_flight)]
    if unsettled:
        for call in unsettled:
            call.tool = tool_with_server(call.tool_id)
        with change(run.thread_id, at=now) as c:
            for call in unsettled:
                settle(c, call, questions[call.pk], sender_lives=call.pk in in_flight)


def pause(run: Run, calls: list[ToolCall], now: datetime) -> None:
    """Let a locked run go: it waits for a person, for a time, or for both, and holds nothing meanwhile."""
    times = [call.wake_at for call in calls if call.status == "ready" and call.wake_at is not None]
    wake_at = min(times, default=None)
    waits_for_person = any(call.status in ASKING_CALL for call in calls)
    target = "interrupted" if waits_for_person else "queued"
    with change(run.thread_id, at=now) as c:
        doing = _("waiting for you") if waits_for_person else _waiting_for(calls)
        let_go(c, run, target, doing=doing, wake_at=wake_at)
        c.record(f"run.{target}", f"run {run.pk}")
    reached_once_committed("paused")


def _waiting_for(calls: list[ToolCall]) -> str:
    names = sorted({call.server_name for call in calls if call.status == "ready"})
    return _("waiting for {names}").format(names=", ".join(names))
