from django.db import models

from interrupts.results import shown_as

from .thread import Message, Thread


class Stored(models.Model):
    """A file outside the database, announced before it is written: so none is ever forgotten.

    It is kept while its thread is there. Until a row names it, ``unclaimed_until`` says when it counts as forgotten.
    """

    name = models.CharField(max_length=200, unique=True, help_text="its name in the storage")
    size = models.PositiveBigIntegerField(help_text="bytes")
    thread = models.ForeignKey(Thread, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    unclaimed_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = verbose_name_plural = "stored files"
        indexes = [
            # the sweeper: files of threads that are gone, and files nobody came to name
            models.Index(fields=["created_at"], condition=models.Q(thread__isnull=True), name="stored_without_thread"),
        ]

    def __str__(self) -> str:
        return self.name


class File(models.Model):
    """A file a person attached to a message. ``media_type`` was found out from its content, never from its name."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="files")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField(help_text="bytes")
    sha256 = models.CharField(max_length=64)
    stored = models.ForeignKey(Stored, on_delete=models.PROTECT, related_name="files")

    def __str__(self) -> str:
        return self.name

    @property
    def shown_as(self) -> str:
        """How a page may show it: image, audio or file."""
        return shown_as(self.media_type.partition("/")[0], self.media_type)
