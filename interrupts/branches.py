"""Writing one's last message anew, having it answered anew, and going from one version of a thread to another."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from interrupts import dispatch
from interrupts.attaching import attach_again
from interrupts.fixed_write import insert_row, update_rows
from interrupts.ledger import Change, change
from interrupts.models import File, Interrupt, Message, Run, Thread, ToolCall
from interrupts.posted import checked_text, refuse_if_busy
from interrupts.runs import start_run, stop_open_run
from interrupts.versions import tree_of


class NotTheLast(Exception):
    """Only what a person wrote last in the version that is shown can be written anew."""


class NoSuchVersion(Exception):
    """There is no message of that id that another version of the thread goes on from."""


def last_message(thread: Thread) -> Message | None:
    """What a thread's owner wrote last, in the version that is shown."""
    said = Message.objects.filter(thread=thread, role=Message.Role.USER)
    return said.filter(pk=thread.tip_id).first() if thread.tip_id else said.order_by("position").last()


def write_anew(*, person: Any, thread: Thread, message_id: int, text: str | None, at: datetime) -> Run:
    """Put another message in the place of the last one and start its run; None: the same words. The old one stays.

    What the old one started is stopped first, and its questions are taken back.

    Raises: BadMessage, NotTheLast, ThreadGone.
    """
    has_files = File.objects.filter(message=message_id).exists()
    text = None if text is None else checked_text(text, has_files=has_files)
    with transaction.atomic():
        stop_open_run(thread, person, at, _("You went on with another version of this message."))
        with change(thread.pk, at=at) as c:
            old = last_message(c.thread)
            if old is None or old.pk != message_id:
                raise NotTheLast(message_id)
            refuse_if_busy(c.thread)
            if c.thread.tip_id is None:
                _note_what_follows_what(c.thread)
                old.refresh_from_db(fields=["follows"])
            is_first = old.follows_id == old.pk
            said = {"role": "user", "text": old.text if text is None else text, "created_at": at}
            new = insert_row(
                Message(thread=c.thread, follows_id=None if is_first else old.follows_id, **said, **c.place())
            )
            if is_first:
                update_rows(Message, {"pk": new.pk}, follows=new)
            attach_again(new, old)
            update_rows(Thread, {"pk": thread.pk}, tip=new)
            _renew(c, {old.pk})
            c.record("message.rewritten", f"message {new.pk}", actor=person, before=old.pk)
            run = start_run(c, new, person)
        dispatch.wake()
    return run


def _note_what_follows_what(thread: Thread) -> None:
    said = list(Message.objects.filter(thread=thread, role=Message.Role.USER).order_by("position").only("pk"))
    for before, message in zip([said[0], *said], said, strict=False):
        message.follows = before
    Message.objects.bulk_update(said, ["follows"], batch_size=500)


def show_version(*, person: Any, thread: Thread, message_id: int, at: datetime) -> None:
    """Show the newest version of the thread that goes on from a message.

    Raises: NoSuchVersion, ThreadBusy (it shows what works now, and what that asks), ThreadGone.
    """
    with transaction.atomic(), change(thread.pk, at=at, at_once=True, in_place=True) as c:
        refuse_if_busy(c.thread)
        tip = c.thread.tip_id
        tree = tree_of(thread.pk, tip) if tip else None
        if tree is None or message_id not in tree:
            raise NoSuchVersion(message_id)
        shown = tree.newest_below(message_id)
        if shown != tip:
            update_rows(Thread, {"pk": thread.pk}, tip=shown)
            _renew(c, tree.path ^ tree.path_to(shown))
            c.record("thread.version_shown", f"message {message_id}", actor=person)


def _renew(c: Change, messages: set[int] | frozenset[int]) -> None:
    """Have open pages look at everything that belongs to these messages: it came, or it went."""
    seq = c.seq()
    Message.objects.filter(Q(pk__in=messages) | Q(run__message__in=messages)).update(seq=seq)
    ToolCall.objects.filter(run__message__in=messages).update(seq=seq)
    Interrupt.objects.filter(run__message__in=messages).update(seq=seq)
