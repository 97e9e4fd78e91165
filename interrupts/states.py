"""Every status a row can have and every move between them. Nothing else decides what is allowed.

A row moves only through ``objects.move(where, source, target)``: one UPDATE that names the status it leaves, so that of
two parties who want the same move exactly one wins, and the row count says who.
"""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from interrupts.fixed_write import update_rows


class RunStatus(models.TextChoices):
    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    INTERRUPTED = "interrupted", _("waiting for a person")
    COMPLETED = "completed", _("completed")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("stopped")


class CallStatus(models.TextChoices):
    PROPOSED = "proposed", _("proposed")
    APPROVAL = "approval", _("waiting for approval")
    READY = "ready", _("ready to send")
    SENT = "sent", _("sent")
    WAITING = "waiting", _("waiting for an answer")
    COMPLETED = "completed", _("completed")
    FAILED = "failed", _("failed")
    REFUSED = "refused", _("refused by a person")
    UNKNOWN = "unknown", _("outcome unknown")
    CANCELLED = "cancelled", _("cancelled")


class InterruptStatus(models.TextChoices):
    PENDING = "pending", _("waiting")
    RESOLVED = "resolved", _("answered")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXPIRED = "expired", _("expired")


class WritingStatus(models.TextChoices):
    WANTED = "wanted", _("wanted")
    WRITING = "writing", _("being written")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    STOPPED = "stopped", _("stopped")


RUN_MOVES: dict[str, frozenset[str]] = {
    "queued": frozenset({"running", "cancelled"}),
    "running": frozenset({"queued", "interrupted", "completed", "failed", "cancelled"}),
    "interrupted": frozenset({"queued", "cancelled"}),
    "completed": frozenset(),
    "failed": frozenset(),
    "cancelled": frozenset(),
}

CALL_MOVES: dict[str, frozenset[str]] = {
    "proposed": frozenset({"approval", "ready", "failed", "cancelled"}),
    "approval": frozenset({"ready", "refused", "cancelled"}),
    # failed: the server was never reached, so nothing was sent.
    "ready": frozenset({"sent", "waiting", "failed", "cancelled"}),
    # ready -> waiting: the tool or its server changed while the call waited, so a person is asked once more.
    # sent -> ready: the connection was refused before a byte left, so the same round may go out again.
    "sent": frozenset({"waiting", "ready", "completed", "failed", "unknown"}),
    "waiting": frozenset({"ready", "failed", "cancelled"}),
    # cancelled: the run was stopped while nobody could know; the row says so for ever.
    "unknown": frozenset({"ready", "completed", "failed", "cancelled"}),
    "completed": frozenset(),
    "failed": frozenset(),
    "refused": frozenset(),
    "cancelled": frozenset(),
}

INTERRUPT_MOVES: dict[str, frozenset[str]] = {
    "pending": frozenset({"resolved", "withdrawn", "expired"}),
    "resolved": frozenset(),
    "withdrawn": frozenset(),
    "expired": frozenset(),
}

WRITING_MOVES: dict[str, frozenset[str]] = {
    "wanted": frozenset({"writing", "stopped"}),
    # wanted: its engine stopped or died, so another begins anew.
    "writing": frozenset({"wanted", "done", "failed", "stopped"}),
    "done": frozenset({"wanted"}),
    "failed": frozenset({"wanted"}),
    "stopped": frozenset({"wanted"}),
}

OPEN_RUN = ("queued", "running", "interrupted")
CLOSED_CALL = ("completed", "failed", "refused", "cancelled")
ASKING_CALL = ("approval", "waiting", "unknown")


class IllegalMove(Exception):
    """A move that no table allows was asked for: a bug of the caller, not a race."""


class MovingQuerySet(models.QuerySet):
    """Rows with a ``status``; ``moves`` is its table."""

    moves: dict[str, frozenset[str]] = {}

    def move(self, where: Mapping[str, Any], source: str, target: str, /, **values: Any) -> int:
        """Move the rows whose fields are equal to ``where`` from ``source`` to ``target``; returns how many did.

        ``values`` are written in the same UPDATE. Zero means that somebody else was first.

        Raises: IllegalMove when the table does not know the move.
        """
        if target not in self.moves.get(source, frozenset()):
            raise IllegalMove(f"{self.model.__name__}: {source} -> {target}")
        return update_rows(self.model, {**where, "status": source}, status=target, **values)


class RunQuerySet(MovingQuerySet):
    moves = RUN_MOVES


class CallQuerySet(MovingQuerySet):
    moves = CALL_MOVES


class WritingQuerySet(MovingQuerySet):
    moves = WRITING_MOVES


class InterruptQuerySet(MovingQuerySet):
    moves = INTERRUPT_MOVES

    def with_card(self) -> "InterruptQuerySet":
        """Fetch in one query what the card of a question shows beside it."""
        return self.select_related("tool_call__tool", "round", "answered_by", "thread")
