"""One tools/call request: committed before it leaves, its reply recorded whatever became of the run.

At most once per round: ``prepare`` commits the Round row and only its caller sends it. A round whose reply nobody
recorded is never sent again by itself unless the tool may be repeated (``calls.became_unknown``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from interrupts import differences, dispatch, holds, storing, wire
from interrupts.calls import became_unknown, lost_after_stop, move_call
from interrupts.fixed_query import FixedQuery
from interrupts.fixed_write import insert_row, update_rows
from interrupts.holds import answer_stranded
from interrupts.kept import digest
from interrupts.kinds import SERVER_KINDS, kind_of
from interrupts.leases import LEASE, Lease, hold, lock_run_if_there
from interrupts.ledger import Change, change
from interrupts.models import Interrupt, Round, Run, Stored, ToolCall
from interrupts.opening import OpenFirst, read_open_first
from interrupts.pacing import come_again, not_sent
from interrupts.ports import CallOrder, Outcome
from interrupts.questions import ask_changed, ask_round, input_responses, repeats_what_was_cancelled, withdraw
from interrupts.signed_calls import SignInNeeded, ask_connect
from mcpbridge.client import Completed, Failed, HoldLost, InputRequired, OutcomeUnknown, ServerUnreachable
from mcpbridge.errors import BridgeError

ROUND_CAP = 32
"""A call may ask a person this often; a server that goes on asking has its call ended."""


_CALL = FixedQuery(lambda pk, run: ToolCall.objects.select_related("tool__server").filter(pk=pk, run=run))
_ROUND = FixedQuery(lambda pk: Round.objects.select_related("call").filter(pk=pk))
_LAST_ROUND = FixedQuery(lambda call: Round.objects.filter(call=call).order_by("-number")[:1])
_CLOSED_BY = FixedQuery(
    lambda asked, kind: Interrupt.objects.filter(round=asked, kind=kind, status="resolved").values_list("pk")[:1]
)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A committed round, ready to leave. ``holder`` is the engine in whose connection the server may ask; or empty."""

    order: CallOrder
    run_id: int
    round_id: int
    holder: str = ""


def prepare(lease: Lease, call_id: int, new_id: Callable[[], str], *, now: datetime) -> Prepared | None:
    """Commit that a call's next request is about to leave; None when a person must first see that its tool changed.

    Raises: LostLease.
    """
    with transaction.atomic():
        run = hold(lease)
        call = _CALL.get(call_id, run.pk)
        lines = differences.of_call(call)
        if lines:
            with change(run.thread_id, at=now) as c:
                move_call(c, call, "waiting", why="the tool changed")
                ask_changed(c, call, lines)
            return None
        last = _LAST_ROUND.first(call_id)
        answers, state = _what_to_send(last)
        assert call.server is not None and call.tool_id is not None, "a tool that is gone shows as changed above"
        holder = lease.owner if call.server.asks_in_the_call else ""
        with change(run.thread_id, at=now) as c:
            move_call(c, call, "sent", wake_at=None)
            number = last.number + 1 if last else 1
            sent = insert_row(
                Round(call=call, number=number, rpc_id=new_id(), answers=answers, state=state, sent_at=now)
            )
            held = {"holder": holder, "holder_until": now + LEASE} if holder else {}
            update_rows(
                Run,
                {"pk": run.pk},
                doing=_("waiting for {server_name}").format(server_name=call.server_name),
                seq=c.seq(),
                **held,
            )
    order = CallOrder(
        call_id=call.pk,
        round_id=sent.pk,
        person_id=c.thread.owner_id,
        server_id=call.server.pk,
        tool_id=call.tool_id,
        arguments=wire.load(call.arguments),
        request_id=sent.rpc_id,
        input_responses=wire.load(answers),
        request_state=wire.load(state),
        resumes_hold=bool(answers and last and _answers_a_hold(last)),
    )
    return Prepared(order, run.pk, sent.pk, holder)


def _what_to_send(last: Round | None) -> tuple[str, str | None]:
    """Return answers and state for the request after ``last``, as JSON texts.

    A question is resumed with its answers; "come again" with the new state alone; a request that never reached the
    server goes out as it was. After anything else the call starts afresh: an answer is never used twice by replay.
    """
    if last is None:
        return "", None
    match last.ended:
        case Round.Ended.ASKED if not (_is_closed_by(last, "changed") or holds.may_call_again(last)):
            return wire.dump(input_responses(last)), last.next_state
        case Round.Ended.BUSY:
            return "", last.next_state
        case Round.Ended.UNREACHED:
            return last.answers, last.state
        case Round.Ended.LOST if not (_is_closed_by(last, "outcome") or _answers_a_hold(last)):
            return last.answers, last.state
    return "", None


def _answers_a_hold(last: Round) -> bool:
    """Say whether the answers that ``last`` asked for or carried belong to the open connection they were asked in.

    Those that could not set out belong there still: without them the tool would be called from its start.
    """
    if last.ended == Round.Ended.ASKED:
        return bool(last.holder)
    asked = Round.objects.filter(call=last.call_id, ended=Round.Ended.ASKED).order_by("-number").first()
    return bool(last.answers and asked and asked.holder)


def _is_closed_by(last: Round, kind: str) -> bool:
    """A person decided about this round with a question of ours: nothing of it is replayed."""
    return _CLOSED_BY.first(last.pk, kind) is not None


def record(prepared: Prepared, came_back: Outcome | BridgeError, kept: Stored | None = None, *, now: datetime) -> None:
    """Record what came back for a round. Not fenced by a lease: a reply is a fact, whoever owns the run by now.

    ``kept`` is the file that already holds a large reply. Where the rows are gone with their thread or person there is
    nothing left that it could be a fact about.
    """
    came_back = read_open_first(came_back)
    with transaction.atomic():
        run = lock_run_if_there(prepared.run_id)
        sent = _ROUND.first(prepared.round_id) if run else None
        if run is None or sent is None:
            return
        call = sent.call
        sent.ended = _how_it_ended(came_back)
        sent.reply_in = kept
        reply = "" if kept else wire.dump(getattr(came_back, "raw", None) or "")
        asks = _what_it_asks(came_back)
        if asks and prepared.holder and not isinstance(came_back, OpenFirst):
            assert call.server is not None
            sent.holder = prepared.holder
            asks |= {"holder": sent.holder, "holder_until": now + timedelta(seconds=call.server.hold_limit)}
        update_rows(Round, {"pk": sent.pk}, ended=sent.ended, ended_at=now, reply=reply, reply_in=kept, **asks)
        with change(run.thread_id, at=now) as c:
            if kept:
                storing.claim(kept, c.thread)
            _apply(c, run, call, sent, came_back)


def _what_it_asks(came_back: object) -> dict[str, Any]:
    if not isinstance(came_back, InputRequired):
        return {}
    state = None if came_back.request_state is None else wire.dump(came_back.request_state)
    return {"next_state": state, "asks_person": bool(came_back.requests)}


def _how_it_ended(came_back: object) -> str:
    match came_back:
        case Completed():
            return Round.Ended.COMPLETED
        case OpenFirst():
            return Round.Ended.OPEN_FIRST
        case InputRequired(requests=requests):
            return Round.Ended.ASKED if requests else Round.Ended.BUSY
        case Failed(why="state_refused"):
            return Round.Ended.STATE_REFUSED
        case Failed(why="tools_changed") | ServerUnreachable() | SignInNeeded():
            return Round.Ended.UNREACHED
        case OutcomeUnknown():
            return Round.Ended.LOST
        case HoldLost():
            return Round.Ended.STRANDED
    return Round.Ended.REFUSED


def _apply(c: Change, run: Run, call: ToolCall, sent: Round, came_back: object) -> None:
    if call.status == "unknown":
        _apply_late(c, run, call, sent, came_back)
        return
    if call.status != "sent" or _LAST_ROUND.get(call.pk).pk != sent.pk:
        c.record("reply.late", f"call {call.pk}", round=sent.number)
        return
    match came_back:
        case Completed():
            complete(c, call, came_back, sent.reply_in)
        case InputRequired():
            _pause_call(c, run, call, sent, came_back)
        case Failed(why="state_refused"):
            move_call(c, call, "ready", why="the server forgot that it had asked")
        case Failed(why="state_used"):
            why = "The server says that this answer had already arrived, and nobody has the reply to it."
            became_unknown(c, call, sent, why, may_repeat=False)
        case Failed(why="tools_changed") if call.pauses == 0:
            move_call(c, call, "ready", why="the tool changed", pauses=1)
        case Failed():
            sentence = f"{call.server_name} refused the call: {came_back.sentence}"
            move_call(c, call, "failed", outcome=wire.storable(sentence))
        case OutcomeUnknown() if not run.is_open:
            lost_after_stop(c, call, str(came_back))
        case OutcomeUnknown():
            became_unknown(c, call, sent, str(came_back))
        case HoldLost():
            answer_stranded(c, call, sent)
        case SignInNeeded():
            ask_connect(c, call, sent, came_back)
        case BridgeError():
            not_sent(c, call, came_back)


def complete(c: Change, call: ToolCall, reply: Completed, kept: Stored | None) -> None:
    """A result came. A tool's own error is a result too: the model reads it and the run goes on."""
    result = digest(reply.result) if kept else wire.dump(reply.result)
    move_call(c, call, "failed" if reply.is_error else "completed", result=result, result_in=kept)


def _apply_late(c: Change, run: Run, call: ToolCall, sent: Round, came_back: object) -> None:
    """A reply for a request that was given up as lost: better late than asked, so the outcome question goes."""
    match came_back:
        case Completed():
            complete(c, call, came_back, sent.reply_in)
        case InputRequired():
            # It only asked, so nothing was done: the call starts afresh and its question is asked anew.
            move_call(c, call, "ready", why="a late reply only asked")
        case _:
            return
    withdraw(c, call.interrupts.filter(kind="outcome"), note="The reply came after all.")
    if Run.objects.move({"pk": run.pk}, "interrupted", "queued", queued_at=c.at, seq=c.seq()):
        dispatch.wake()


def _pause_call(c: Change, run: Run, call: ToolCall, asked: Round, reply: InputRequired) -> None:
    unknown = sorted({kind_of(request) for request in reply.requests}.difference(SERVER_KINDS))
    if unknown:
        sentence = (
            f"{call.server_name} asked for something this page cannot show ({', '.join(unknown)}). The call was ended."
        )
        move_call(c, call, "failed", outcome=sentence)
    elif not reply.requests:
        come_again(c, call)
    elif asked.number > ROUND_CAP and call.rounds.filter(asks_person=True).count() > ROUND_CAP:
        sentence = f"{call.server_name} asked more than {ROUND_CAP} times. The call was ended; nothing more was sent."
        move_call(c, call, "failed", outcome=sentence)
    elif repeats_what_was_cancelled(call, asked, reply):
        sentence = f"The person cancelled, and {call.server_name} asked the same again. The call was ended."
        move_call(c, call, "failed", outcome=sentence)
    else:
        move_call(c, call, "waiting", pauses=0, waiting_since=None)
        if run.is_open:
            ask_round(c, call, asked, reply)
        else:
            move_call(c, call, "cancelled", outcome="The person stopped before this was answered. Nothing was done.")
