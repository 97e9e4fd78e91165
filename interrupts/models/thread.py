import json
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


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
    results_cut = models.BigIntegerField(
        default=0, db_default=0, help_text="results of tools placed up to here are given to models shortened"
    )
    tools_off = models.TextField(
        blank=True, default="", db_default="", help_text="JSON text: aliases of the tools that are switched off in it"
    )
    pinned = models.BooleanField(default=False, db_default=False, help_text="stands first among its owner's threads")
    archived = models.BooleanField(default=False, db_default=False, help_text="is listed only among all threads")
    tip = models.ForeignKey(
        "interrupts.Message",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="the last message of its owner's in the version that is shown; none where there is only one version",
    )
    deleted_at = models.DateTimeField(
        null=True, blank=True, help_text="then nobody sees it any more; its rows go once nothing of it is in the air"
    )
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        indexes = [
            # the rail: one person's threads, pinned ones first, then the newest
            models.Index(fields=["owner", "-pinned", "-updated_at"], name="thread_listed"),
            # the sweeper: what is still to be taken away
            models.Index(
                fields=["deleted_at"], condition=models.Q(deleted_at__isnull=False), name="thread_to_take_away"
            ),
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
        USER = "user", _("person")
        ASSISTANT = "assistant", _("assistant")
        NOTE = "note", _("note")

    class Status(models.TextChoices):
        STREAMING = "streaming", _("streaming")
        WHOLE = "whole", _("whole")
        PARTIAL = "partial", _("cut short")

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="messages")
    run = models.ForeignKey("interrupts.Run", on_delete=models.CASCADE, null=True, blank=True, related_name="messages")
    step = models.PositiveIntegerField(null=True, blank=True, help_text="the model's turn that said it")
    role = models.CharField(max_length=12, choices=Role)
    status = models.CharField(max_length=12, choices=Status, default=Status.WHOLE)
    text = models.TextField(blank=True)
    reasoning = models.TextField(
        blank=True, default="", db_default="", help_text="what the model thought before it replied; never given back"
    )
    writing = models.TextField(
        blank=True, default="", db_default="", help_text="JSON text: the calls that are being written, while they are"
    )
    is_error = models.BooleanField(default=False, help_text="a note that tells of a failure")
    follows = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="followed_by",
        help_text="the person's message before this one of theirs; kept only in threads with several versions",
    )
    blob_format = models.CharField(max_length=40, blank=True)
    blob_version = models.PositiveSmallIntegerField(default=0)
    blob = models.TextField(blank=True, help_text="what the provider wants back verbatim")
    created_at = models.DateTimeField()

    rating = ""
    """What the person who looks thinks of it, up or down; ``page.items`` fills it in."""

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

    @property
    def calls_in_writing(self) -> list[dict[str, Any]]:
        """The calls the model is writing at this moment: ``tool``, ``characters``, and ``end``, the newest of them."""
        return json.loads(self.writing) if self.writing else []


class Summary(models.Model):
    """What models are given in place of a long thread's older part. What the person wrote and decided goes with it."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="summaries")
    message = models.OneToOneField(
        Message, on_delete=models.CASCADE, related_name="summary", help_text="it stands for everything up to this"
    )
    text = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "summaries"

    def __str__(self) -> str:
        return f"summary up to message {self.message_id}"
