"""What becomes of a turn in which the model failed: asked again later, or told to the person in words to act on.

A turn in which nothing was said yet may be asked again and nobody notices but by the time. Once words stand on the page
they stay, marked as cut short, and the person decides: a second reply that says it differently, below half of the
first or in its place, would look like a change of mind, and is paid for.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.leases import Lease, hold
from interrupts.ledger import Change, change
from interrupts.models import Run
from interrupts.ports import ModelFailed
from interrupts.said import Said
from interrupts.saying import end_with, let_go, take_back, write_turn

PAUSES = (1, 2, 5, 15, 30)
"""Seconds before a model that failed for a passing reason is asked again; then the run is given up."""
LONGEST_WAIT = 120.0
"""Seconds that a provider's own word on when to come again is believed for."""


def record_failure(lease: Lease, said: Said, failure: ModelFailed, *, now: datetime) -> None:
    """Record that the model failed. What it said before is kept and marked.

    Raises: LostLease.
    """
    with transaction.atomic():
        run = hold(lease)
        with change(run.thread_id, at=now) as c:
            if failure.retryable and not said.text.strip() and run.failures < len(PAUSES):
                _ask_again_later(c, run, failure)
                return
            if said.text or said.reasoning:
                write_turn(c, run, text=said.text, reasoning=said.reasoning, writing="", status="partial")
            else:
                take_back(c, run)
            end_with(c, run, _in_words(run, said, failure))


def _ask_again_later(c: Change, run: Run, failure: ModelFailed) -> None:
    wait = max(PAUSES[run.failures], min(failure.retry_after or 0.0, LONGEST_WAIT))
    take_back(c, run)
    wake_at, doing = c.at + timedelta(seconds=wait), wire.storable(str(failure))
    let_go(c, run, "queued", doing=doing, wake_at=wake_at, failures=run.failures + 1)
    c.record("run.queued", f"run {run.pk}", why=wire.storable(str(failure)))


def _in_words(run: Run, said: Said, failure: ModelFailed) -> str:
    sentence = wire.storable(str(failure))
    if failure.kind == "context":
        return _(
            "This conversation is too long for the model, even with its older parts shortened. "
            "Start a new thread, or choose a model that reads more."
        )
    if said.text.strip():
        return _("%(problem)s What it said before is kept above.") % {"problem": sentence}
    if failure.retryable and run.failures:
        return _("%(problem)s It was asked %(times)s times.") % {"problem": sentence, "times": run.failures + 1}
    return sentence


def what_is_wrong_with(said: Said) -> str:
    """Return what a person is told of a reply that came to its end and is none; empty when it is one."""
    if said.end.refused:
        return _("The model refused to reply to this. Say it in other words, or choose another model.")
    if not said.text.strip() and said.end.truncated:
        return _("The model reached its limit before it said anything. Ask for less at once, or choose another model.")
    if not said.text.strip():
        return _("The model sent an empty reply. Try again, or choose another model.")
    return ""
