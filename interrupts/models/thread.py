import uuid

from django.conf import settings
from django.db import models


class Thread(models.Model):
    """A conversation of one person."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="threads")
    title = models.CharField(max_length=200, blank=True)
    model = models.CharField(
        max_length=100,
        blank=True,
        db_default="",
        default="",
        help_text="the one chosen; empty: the site's default",
    )
    seq = models.BigIntegerField(default=0, help_text="the newest change of any row of this thread")
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        indexes = [
            # the rail: newest threads of one person
            models.Index(fields=["owner", "-updated_at"], name="thread_rail"),
        ]

    def __str__(self) -> str:
        return f"{self.title or 'thread'} ({self.id.hex[:8]})"


class Placed(models.Model):
    """A row with a place in its thread. ``position`` never changes; ``seq`` is renewed by every visible change."""

    position = models.BigIntegerField()
    seq = models.BigIntegerField()

    class Meta:
        abstract = True


class Message(Placed):
    """One line said in a thread."""

    class Role(models.TextChoices):
        USER = "user", "person"
        ASSISTANT = "assistant", "assistant"
        NOTE = "note", "note"

    class Status(models.TextChoices):
        STREAMING = "streaming", "streaming"
        WHOLE = "whole", "whole"
        PARTIAL = "partial", "cut short"

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="messages")
    run = models.ForeignKey("interrupts.Run", on_delete=models.CASCADE, null=True, blank=True, related_name="messages")
    step = models.PositiveIntegerField(null=True, blank=True, help_text="the model's turn that said it")
    role = models.CharField(max_length=12, choices=Role)
    status = models.CharField(max_length=12, choices=Status, default=Status.WHOLE)
    text = models.TextField(blank=True)
    is_error = models.BooleanField(default=False, help_text="a note that tells of a failure")
    blob_format = models.CharField(max_length=40, blank=True)
    blob_version = models.PositiveSmallIntegerField(default=0)
    blob = models.TextField(blank=True, help_text="what the provider wants back verbatim")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            # a model's turn is one message, also when its worker died and another asks again
            models.UniqueConstraint(
                fields=["run", "step"], condition=models.Q(role="assistant"), name="message_one_per_step"
            ),
            models.UniqueConstraint(fields=["thread", "position"], name="message_place"),
        ]
        indexes = [
            # what a page lacks: rows of a thread past its cursor
            models.Index(fields=["thread", "seq"], name="message_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.text[:60]}"
