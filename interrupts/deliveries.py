"""The way of an answer to the handler that ``ask`` named: a row, and an engine that works it off.

What a handler writes to this database happens exactly once: the row is marked done in the handler's own transaction,
by an UPDATE that names the claim, so of two engines one does it. Effects elsewhere happen at least once. A handler
that fails is called again after a pause; its row stays, with the error, until it succeeds.
"""

import logging
import traceback
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from interrupts import dispatch, handlers, ledger, wire
from interrupts.fixed_query import FixedQuery
from interrupts.models import Delivery, Interrupt

logger = logging.getLogger(__name__)

PAUSES = (10, 60, 300, 900, 3600)
"""Seconds until a delivery is tried again; from then on it is the last of these each time."""
PROBLEM_LENGTH = 8_000


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to deliver one answer, as of one attempt."""

    delivery_id: int
    attempt: int


def send(question: Interrupt, *, at: datetime) -> None:
    """Have the answer of a question delivered: to be called in the transaction that stores the answer."""
    Delivery.objects.create(interrupt=question, handler=question.handler, due_at=at)
    dispatch.wake()


_DUE = FixedQuery(
    lambda now: Delivery.objects.filter(done_at__isnull=True, due_at__lte=now).order_by("due_at").values_list("pk")[:1]
)


def claim(*, now: datetime) -> Claim | None:
    """Take the delivery that is due for longest; None when there is none.

    The next attempt is set before the first begins, so a process that dies over it has lost nothing but the pause.
    """
    # Nearly always there is none: then no transaction is opened.
    if _DUE.first(now) is None:
        return None
    with transaction.atomic():
        # One whose handler is at work is locked by it.
        skip = connection.features.has_select_for_update_skip_locked
        due = Delivery.objects.filter(done_at__isnull=True, due_at__lte=now).order_by("due_at")
        row = due.select_for_update(skip_locked=skip).first()
        if row is None:
            return None
        attempt = row.attempts + 1
        pause = timedelta(seconds=PAUSES[min(attempt, len(PAUSES)) - 1])
        won = _undone(Claim(row.pk, row.attempts)).update(attempts=attempt, due_at=now + pause)
    return Claim(row.pk, attempt) if won else None


def deliver(claimed: Claim, *, now: datetime) -> None:
    """Call the handler and mark the delivery done, both or neither. Nothing happens when the claim was lost."""
    try:
        with transaction.atomic():
            if not _undone(claimed).update(done_at=now, problem=""):
                return
            _call_handler(claimed, now)
    except Exception:
        logger.exception("a handler failed; its answer is delivered again later")
        problem = wire.storable(traceback.format_exc())[-PROBLEM_LENGTH:]
        _undone(claimed).update(problem=problem)


def _call_handler(claimed: Claim, now: datetime) -> None:
    delivery = Delivery.objects.select_related("interrupt__answered_by").get(pk=claimed.delivery_id)
    handlers.find(delivery.handler)(_answer_to(delivery.interrupt))
    if transaction.get_rollback():
        # Django would roll back without a word, and the answer would count as delivered.
        raise RuntimeError("The handler left its transaction broken, so nothing of it was stored.")
    ledger.record_alone(delivery.interrupt, "answer.delivered", at=now, handler=delivery.handler)


def hurry(chosen: QuerySet[Delivery], *, at: datetime) -> int:
    """Have deliveries that wait for their next attempt tried at once; returns how many there were."""
    hurried = chosen.filter(done_at__isnull=True).update(due_at=at)
    dispatch.wake()
    return hurried


def _undone(claimed: Claim) -> QuerySet[Delivery]:
    return Delivery.objects.filter(pk=claimed.delivery_id, attempts=claimed.attempt, done_at__isnull=True)


def _answer_to(question: Interrupt) -> handlers.Answer:
    action: Any = question.action
    assert question.answered_at is not None
    return handlers.Answer(
        question=question,
        action=action,
        content=wire.load(question.content) or {},
        person=question.answered_by,
        at=question.answered_at,
    )
