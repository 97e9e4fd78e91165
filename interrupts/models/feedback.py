from django.conf import settings
from django.db import models

from .thread import Message


class Feedback(models.Model):
    """What a person thinks of a reply: one opinion for each, the newest."""

    class Value(models.TextChoices):
        UP = "up", "good"
        DOWN = "down", "bad"

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="feedback")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    value = models.CharField(max_length=4, choices=Value)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "feedback"
        constraints = [
            # one opinion a person, however often it changes
            models.UniqueConstraint(fields=["message", "person"], name="feedback_one_per_person"),
            models.CheckConstraint(condition=models.Q(value__in=["up", "down"]), name="feedback_value_known"),
        ]
        indexes = [
            # the admin's list, newest first
            models.Index(fields=["-created_at"], name="feedback_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.value} for message {self.message_id}"
