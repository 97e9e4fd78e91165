"""What a person writes, before it becomes a message."""

from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.fixed_query import FixedQuery
from interrupts.ledger import ThreadGone
from interrupts.models import Interrupt, Run, Thread
from interrupts.states import OPEN_RUN

MESSAGE_LIMIT = 200_000
"""Characters of one message."""


class BadMessage(Exception):
    """A message that cannot be posted as it is; the text says why."""


class ThreadBusy(Exception):
    """The thread has an open run. ``question`` is what it waits for, None while it works."""

    def __init__(self, run: Run, question: Interrupt | None) -> None:
        super().__init__(f"run {run.pk} is {run.status}")
        self.run = run
        self.question = question


def checked_text(text: str, *, has_files: bool = False) -> str:
    """Return a message as it is stored; it may be empty where files say what is meant. Raises: BadMessage."""
    text = wire.storable(text.replace("\r\n", "\n")).strip()
    if not text and not has_files:
        raise BadMessage(_("Write something first."))
    if len(text) > MESSAGE_LIMIT:
        raise BadMessage(
            _("This message has {length} characters; {most} is the most.").format(
                length=format(len(text), ","), most=format(MESSAGE_LIMIT, ",")
            )
        )
    return text


_OPEN_RUN_OF = FixedQuery(lambda thread: Run.objects.filter(thread=thread, status__in=OPEN_RUN))


def refuse_if_busy(thread: Thread) -> None:
    """To be asked with the thread's row locked, so that two messages at once cannot both find it free.

    Raises: ThreadBusy, ThreadGone.
    """
    if thread.deleted_at is not None:
        raise ThreadGone(thread.pk)
    run: Run | None = _OPEN_RUN_OF.first(thread.pk)
    if run is not None:
        raise ThreadBusy(run, run.interrupts.filter(status="pending").order_by("position").first())
