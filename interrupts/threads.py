"""What a person does with a whole thread: name it, pin it, put it away, delete it.

A thread is deleted in two steps. At once nobody sees it any more, its run is stopped and its questions are taken back.
Its rows go once nothing of it is in the air, so that a reply that still comes is recorded as any other is. The audit
stays.
"""

import uuid
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.fixed_write import update_rows
from interrupts.ledger import Change, ThreadGone, change
from interrupts.models import Delivery, Round, Run, Thread, ToolCall
from interrupts.runs import stop_open_run
from interrupts.states import OPEN_RUN

TITLE_LIMIT = 200
"""Characters of a title."""
DELETED = "The thread was deleted."


class BadTitle(Exception):
    """A title that cannot be given as it is; the text says why."""


def rename_thread(*, person: Any, thread: Thread, title: str, at: datetime) -> None:
    """Give a thread another title.

    Raises: BadTitle, ThreadGone.
    """
    title = " ".join(wire.storable(title).split())
    if not title:
        raise BadTitle(_("Write a title first."))
    _write(person, thread, "thread.renamed", at, title=title[:TITLE_LIMIT])


def pin_thread(*, person: Any, thread: Thread, pinned: bool, at: datetime) -> None:
    """Have a thread stand first among its owner's, or among the others again. Raises: ThreadGone."""
    # What stands first is not put away.
    values = {"pinned": True, "archived": False} if pinned else {"pinned": False}
    _write(person, thread, "thread.pinned" if pinned else "thread.unpinned", at, **values)


def archive_thread(*, person: Any, thread: Thread, archived: bool, at: datetime) -> None:
    """Put a thread away, or take it out again. Its work and its questions go on. Raises: ThreadGone."""
    values = {"archived": True, "pinned": False} if archived else {"archived": False}
    _write(person, thread, "thread.archived" if archived else "thread.unarchived", at, **values)


def delete_thread(*, person: Any, thread: Thread, at: datetime) -> None:
    """Have nobody see a thread any more, stop what it does and take back what it asks.

    Doing it twice is the same as once; what a crash leaves half done, ``take_away_deleted`` finishes.
    """
    with transaction.atomic(), change(thread.pk, at=at, at_once=True) as c:
        # First, since after this no message can start another run in it.
        if c.thread.deleted_at is None:
            _mark(c, person, "thread.deleted", deleted_at=at)
    with transaction.atomic():
        stop_open_run(thread, person, at, DELETED)


def _write(person: Any, thread: Thread, kind: str, at: datetime, **values: Any) -> None:
    with transaction.atomic(), change(thread.pk, at=at, in_place=True) as c:
        if c.thread.deleted_at is not None:
            raise ThreadGone(thread.pk)
        if any(getattr(c.thread, name) != value for name, value in values.items()):
            _mark(c, person, kind, **values)


def _mark(c: Change, person: Any, kind: str, **values: Any) -> None:
    c.seq()
    update_rows(Thread, {"pk": c.thread.pk}, **values)
    c.record(kind, f"thread {c.thread.pk}", actor=person)


def take_away_deleted(*, now: datetime) -> None:
    """Delete the rows of threads that were deleted and have nothing in the air any more."""
    for thread in Thread.objects.filter(deleted_at__isnull=False).order_by("deleted_at"):
        with transaction.atomic():
            stop_open_run(thread, None, now, DELETED)
        if not _in_the_air(thread.pk):
            with suppress(ThreadGone):  # another engine was quicker
                _take_away(thread.pk, now)


def _take_away(thread_id: uuid.UUID, now: datetime) -> None:
    with transaction.atomic():
        # Whoever records something of it locks its run first.
        list(Run.objects.select_for_update().filter(thread=thread_id).order_by("pk").values_list("pk"))
        if _in_the_air(thread_id):
            return
        with change(thread_id, at=now) as c:
            c.record("thread.taken_away", f"thread {thread_id}")
        Thread.objects.filter(pk=thread_id).delete()


def _in_the_air(thread_id: uuid.UUID) -> bool:
    open_runs = Run.objects.filter(thread=thread_id, status__in=OPEN_RUN)
    on_their_way = ToolCall.objects.filter(thread=thread_id).filter(_unanswered())
    undelivered = Delivery.objects.filter(interrupt__thread=thread_id, done_at__isnull=True)
    return open_runs.exists() or on_their_way.exists() or undelivered.exists()


def _unanswered() -> Exists:
    rounds: QuerySet[Round] = Round.objects.filter(call=OuterRef("pk"), ended=Round.Ended.OPEN)
    return Exists(rounds)
