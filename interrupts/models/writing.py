from django.db import models

from interrupts.states import WritingQuerySet, WritingStatus

from .question import Interrupt


class Writing(models.Model):
    """A reply that the model writes for a question, for a person to change and send. The row is the job.

    It has a lease of its own, since the run of its question waits meanwhile and belongs to nobody.
    """

    interrupt = models.OneToOneField(Interrupt, on_delete=models.CASCADE, related_name="writing")
    status = models.CharField(max_length=8, choices=WritingStatus, default=WritingStatus.WANTED)
    text = models.TextField(blank=True, help_text="what the model has written so far")
    model = models.CharField(max_length=200, blank=True, help_text="who writes")
    truncated = models.BooleanField(default=False, help_text="its limit cut it short")
    problem = models.TextField(blank=True, help_text="why nothing came of it, in a sentence")
    lease_owner = models.CharField(max_length=64, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempt = models.PositiveIntegerField(default=0, help_text="how often it was claimed")
    tries = models.PositiveIntegerField(default=0, help_text="how often it was claimed for the newest wish")
    wanted_at = models.DateTimeField()

    objects = WritingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(status__in=WritingStatus.values), name="writing_status_known"),
        ]
        indexes = [
            # the claim, once a second, among many that are done
            models.Index(fields=["status", "wanted_at"], name="writing_due"),
        ]

    def __str__(self) -> str:
        return f"reply to {self.interrupt_id} ({self.status})"

    @property
    def is_open(self) -> bool:
        return self.status in ("wanted", "writing")
