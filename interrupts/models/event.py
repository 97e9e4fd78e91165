import hashlib
import uuid
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from interrupts import wire

FIRST = "0" * 64


class Event(models.Model):
    """The audit: what happened, who did it, chained per thread so that a missing or changed line shows.

    It has no foreign keys and copies names, so that it outlives what it tells of. A question without a thread has a
    chain of its own, under its own id.
    """

    thread_id = models.UUIDField(null=True, blank=True)
    number = models.PositiveIntegerField(help_text="its place in the chain of its thread")
    at = models.DateTimeField()
    kind = models.CharField(max_length=40, help_text="run.queued, call.sent, question.asked, answer.accept ...")
    actor = models.CharField(max_length=200, blank=True, help_text="the person's name; empty when it was the site")
    subject = models.CharField(max_length=200, blank=True, help_text="what it is about: run 3, call 7, question <id>")
    data = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["thread_id", "number"], name="event_chain")]
        indexes = [
            # the history of one subject, in the admin
            models.Index(fields=["subject", "id"], name="event_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} ({self.number})"


def digest(
    *,
    previous: str,
    thread_id: uuid.UUID | None,
    number: int,
    at: datetime,
    kind: str,
    actor: str,
    subject: str,
    data: dict[str, Any],
) -> str:
    """Return the hash that chains one event to the one before it."""
    text = wire.canonical(
        {
            "v": 1,
            "previous": previous,
            "thread": str(thread_id),
            "number": number,
            "at": at.isoformat(),
            "kind": kind,
            "actor": actor,
            "subject": subject,
            "data": data,
        }
    )
    return hashlib.sha256(text.encode()).hexdigest()
