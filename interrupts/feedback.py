"""What people think of the replies they get."""

from datetime import datetime
from typing import Any

from django.db import transaction

from interrupts.ledger import change
from interrupts.models import Feedback, Message, Thread


class NoSuchReply(Exception):
    """There is no finished reply of an assistant of this number in the thread."""


def rate_reply(thread: Thread, message_id: int, *, person: Any, value: str, at: datetime) -> None:
    """Note that a person finds a reply good ("up") or bad ("down"); anything else takes back what they said.

    Raises: NoSuchReply.
    """
    with transaction.atomic(), change(thread.pk, at=at) as c:
        # The thread is locked now: of two presses at once, the later one counts.
        reply = {"pk": message_id, "thread": thread, "role": "assistant"}
        found = Message.objects.filter(**reply).exclude(status="streaming")
        if not found.update(seq=c.seq()):
            raise NoSuchReply
        mine = Feedback.objects.filter(message_id=message_id, person=person)
        if value in Feedback.Value.values:
            new = {"value": value, "created_at": at}
            mine.update(**new) or Feedback.objects.create(message_id=message_id, person=person, **new)
        else:
            value = "none"
            mine.delete()
        c.record("reply.rated", f"message {message_id}", actor=person, value=value)
