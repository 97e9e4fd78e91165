"""Questions that live in an open connection: who holds it, until when, and what becomes of them when it is lost.

A 2025-era server asks in the middle of an open request, so its question can be held but never continued elsewhere. The
run waits like any other, without a worker; it only remembers which engine holds the connection, and no other claims it
while that engine lives. A question whose connection is lost is *stranded*: still there and still answerable, and with
the person's consent its tool is called again and the answer given to the same question.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from interrupts import dispatch
from interrupts.calls import became_unknown, declined_untold, move_call
from interrupts.leases import LEASE, lock_run_if_there
from interrupts.ledger import Change, change
from interrupts.models import Interrupt, Round, Run, ToolCall
from interrupts.questions import withdraw
from interrupts.states import CLOSED_CALL, OPEN_RUN, InterruptQuerySet

LOST = (
    "The connection in which this was asked was lost before the answer reached the server, so it was not given. "
    "Called again, the tool starts from the beginning and gets the answer when it asks the same."
)


def keep(owner: str, calls: Collection[int], *, now: datetime) -> set[int]:
    """Prolong what an engine holds; returns the calls among ``calls`` that are still its own and not over."""
    wanted = ToolCall.objects.filter(pk__in=calls, run__holder=owner, run__status__in=OPEN_RUN)
    still = dict(wanted.exclude(status__in=CLOSED_CALL).values_list("pk", "run_id"))
    # A run this engine works on may be about to open its connection: it is not held yet, and will be.
    others = Run.objects.filter(holder=owner).exclude(status="running", lease_owner=owner)
    others.exclude(pk__in=still.values()).update(holder="", holder_until=None)
    Run.objects.filter(pk__in=still.values()).update(holder_until=now + LEASE)
    return set(still)


def strand(calls: Collection[int], *, now: datetime) -> None:
    """Say that the connections of these calls are lost."""
    _strand(Interrupt.objects.filter(tool_call__in=calls), now)


def release(owner: str, *, now: datetime) -> None:
    """An engine stops and lets go of every connection it holds."""
    _strand(Interrupt.objects.filter(held_by=owner), now)
    Run.objects.filter(holder=owner).update(holder="", holder_until=None)


def strand_abandoned(*, now: datetime) -> None:
    """Say so too where the engine that held the connection is silent for too long."""
    gone = Q(run__holder_until__lt=now) | ~Q(run__holder=F("held_by"))
    _strand(Interrupt.objects.filter(gone), now)


def go_on_without_answer(calls: Collection[int], *, now: datetime) -> None:
    """These servers wait for no answer any more: take their questions back and go on with what they did instead."""
    for pk in calls:
        with transaction.atomic():
            call = ToolCall.objects.filter(pk=pk).first()
            run = lock_run_if_there(call.run_id) if call else None
            if call is None or run is None:
                continue  # its thread was deleted
            call.refresh_from_db()
            asked = call.interrupts.filter(status="pending").exclude(held_by="")
            if call.status != "waiting" or not asked.exists():
                continue  # it was answered meanwhile, or waits for something that this site asks
            with change(run.thread_id, at=now) as c:
                withdraw(c, asked, note=f"{call.server_name} went on without an answer.")
                move_call(c, call, "ready", why="the server went on without an answer", wake_at=None)
                Run.objects.move({"pk": run.pk}, "interrupted", "queued", queued_at=now, seq=c.seq())
            dispatch.wake()


def _strand(questions: InterruptQuerySet, now: datetime) -> None:
    """Mark what is pending among these questions, in a transaction for each run."""
    open_ones = questions.filter(status="pending", stranded_at__isnull=True).exclude(held_by="")
    for run_id in set(open_ones.values_list("run_id", flat=True)):
        with transaction.atomic():
            run = lock_run_if_there(run_id)
            if run is None:
                continue  # the same
            with change(run.thread_id, at=now) as c:
                for pk in list(open_ones.filter(run=run).values_list("pk", flat=True)):
                    Interrupt.objects.filter(pk=pk, status="pending").update(stranded_at=now, seq=c.seq())
                    c.record("question.stranded", f"question {pk}")


def may_call_again(asked: Round) -> bool:
    """Say whether a person answered though they were told that the connection is lost: they want a fresh call."""
    stranded = asked.interrupts.filter(stranded_at__isnull=False, answered_at__gte=F("stranded_at"))
    return bool(asked.holder) and stranded.filter(action="accept").exists()


def answer_stranded(c: Change, call: ToolCall, sent: Round) -> None:
    """An answer could not be given, since its connection was lost: nobody agreed to a fresh call yet."""
    asked = Interrupt.objects.filter(round=call.rounds.filter(ended="asked", number__lt=sent.number).latest("number"))
    asked.filter(stranded_at__isnull=True).update(stranded_at=c.at)
    if asked.filter(action="accept").exists():
        became_unknown(c, call, sent, LOST, reason="stranded")
    elif asked.filter(status="resolved").exists():
        move_call(c, call, "failed", why="declined, connection lost", outcome=declined_untold(call))
    else:
        sentence = f"{call.server_name} took its question back, and then the connection to it was lost."
        became_unknown(c, call, sent, sentence)
