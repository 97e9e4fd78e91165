from django.db import models


class Worker(models.Model):
    """An engine that is alive, as far as anybody knows: its row is renewed while it runs and goes when it stops."""

    name = models.CharField(max_length=64, unique=True)
    version = models.CharField(max_length=40, blank=True)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
