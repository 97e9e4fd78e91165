"""A person's answer to a question: the first one wins, in one UPDATE, and the run goes on."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from interrupts import deliveries, dispatch, ledger, metrics, push, wire
from interrupts.authority import may, may_decline_for_another
from interrupts.crashpoints import reached
from interrupts.fixed_query import FixedQuery
from interrupts.fixed_write import update_rows
from interrupts.leases import lock_run
from interrupts.ledger import Change, change
from interrupts.models import Draft, Interrupt, Run
from interrupts.questions import withdraw


class NotAllowed(Exception):
    """This person may not do this to this question."""


class AlreadyClosed(Exception):
    """Somebody was first. ``question`` is the question as it is now: who answered, when, and how."""

    def __init__(self, question: Interrupt) -> None:
        super().__init__(f"question {question.pk} is {question.status}")
        self.question = question


def answer_interrupt(
    question: Interrupt,
    *,
    person: Any,
    action: str,
    content: dict[str, Any] | None,
    at: datetime,
    door: str = "page",
    note: str = "",
) -> None:
    """Record an answer and, when it was the last one its call waits for, queue the run again.

    ``content`` goes with accept only. Exactly one answer of a question is ever recorded, over all processes.

    Raises: AlreadyClosed, NotAllowed.
    """
    # To accept a sign-in is to have signed in; who did it for everybody answers for all who wait.
    connected = question.kind == "connect" and action == "accept"
    if connected and door != "connected":
        raise NotAllowed(_("Sign in first: this is answered by that."))
    if action not in question.actions:
        raise NotAllowed(_("This question cannot be answered with {action}.").format(action=action))
    for_another = action == "decline" and door == "admin" and may_decline_for_another(person, question)
    if not (may(person, "answer", question) or for_another or connected):
        raise NotAllowed(_("This question is not yours to answer."))
    reached("answer_received")
    with transaction.atomic():
        run = _lock_run(question)
        won = Interrupt.objects.move(
            {"pk": question.pk},
            "pending",
            "resolved",
            action=action,
            content=wire.dump(content or {}) if action == "accept" else "",
            answered_by=person,
            answered_at=_before_it_was_lost(question, at),
            door=door,
            note=wire.storable(note)[:500],
            seq=question.seq + 1,
        )
        if won:
            Draft.objects.filter(interrupt=question).delete()
            push.announce_person(question.asked_of_id)
        if won and question.thread_id is not None:
            with change(question.thread_id, at=at) as c:
                update_rows(Interrupt, {"pk": question.pk}, seq=c.seq())
                c.record(f"answer.{action}", f"question {question.pk}", actor=person, door=door, note=note)
                if question.kind == "sampling" and action != "accept":
                    others = Interrupt.objects.filter(round=question.round_id)
                    withdraw(c, others, note="The reply the server wanted as well was refused, which ends the call.")
                if run is not None:
                    _go_on(c, question, run)
        elif won:
            ledger.record_alone(question, f"answer.{action}", at=at, actor=person, door=door, note=note)
        if won and question.handler:
            deliveries.send(question, at=at)
    if won:
        reached("answer_recorded")
    metrics.count_answer(question, action, won=bool(won), at=at)
    if not won:
        raise already_closed(question)


def withdraw_interrupt(question: Interrupt, *, person: Any, note: str, at: datetime) -> None:
    """Take a question back: nothing is sent to the server, its call ends, the assistant is told.

    No handler gets an answer. ``person`` is None where code of the project does it by itself.

    Raises: AlreadyClosed, NotAllowed.
    """
    if person is not None and not may(person, "withdraw", question):
        raise NotAllowed(_("This question is not yours to withdraw."))
    with transaction.atomic():
        run = _lock_run(question)
        if question.thread_id is None:
            values = {"answered_by": person, "answered_at": at, "note": wire.storable(note)[:500]}
            won = Interrupt.objects.move({"pk": question.pk}, "pending", "withdrawn", seq=question.seq + 1, **values)
            if won:
                Draft.objects.filter(interrupt=question).delete()
                ledger.record_alone(question, "question.withdrawn", at=at, actor=person, note=note)
                push.announce_person(question.asked_of_id)
        else:
            with change(question.thread_id, at=at) as c:
                won = withdraw(c, Interrupt.objects.filter(pk=question.pk), actor=person, note=note)
                if won and run is not None:
                    _go_on(c, question, run)
    if not won:
        raise already_closed(question)


def already_closed(question: Interrupt) -> AlreadyClosed:
    """Return the error that says how a question stands now."""
    return AlreadyClosed(Interrupt.objects.select_related("answered_by").get(pk=question.pk))


_OPEN_OF_CALL = FixedQuery(
    lambda call: Interrupt.objects.filter(tool_call=call, status="pending").values_list("pk")[:1]
)


def _lock_run(question: Interrupt) -> Run | None:
    """Lock the run first: two last answers at once would each see the other question as open."""
    return lock_run(question.run_id) if question.run_id else None


def _before_it_was_lost(question: Interrupt, at: datetime) -> datetime:
    """When an answer counts as given: who was not shown that the connection is lost did not agree to a fresh call."""
    if not question.held_by or question.stranded_at is not None:
        return at
    lost_at = Interrupt.objects.filter(pk=question.pk).values_list("stranded_at", flat=True).get()
    return at if lost_at is None else min(at, lost_at - timedelta(microseconds=1))


def _go_on(c: Change, question: Interrupt, run: Run) -> None:
    """Queue a paused run whose call has no open question left. A running one looks by itself before it pauses."""
    if question.tool_call_id is not None and _OPEN_OF_CALL.first(question.tool_call_id):
        return
    if run.status == "interrupted":
        due = {"queued_at": c.at, "wake_at": None, "doing": _("going on")}
        Run.objects.move({"pk": run.pk}, "interrupted", "queued", **due, seq=c.seq())
        c.record("run.queued", f"run {run.pk}", why="answered")
    dispatch.wake()
