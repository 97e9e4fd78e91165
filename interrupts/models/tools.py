from django.conf import settings
from django.db import models


class AccessToken(models.Model):
    """Lets a program call the tools of this site in a person's name. The token itself is kept nowhere."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=100, help_text="what it is for: my laptop, the build server")
    # what every request with a token looks for
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(editable=False)
    used_at = models.DateTimeField(null=True, blank=True, editable=False, help_text="to the minute")
    expires_at = models.DateTimeField(null=True, blank=True, help_text="blank: it lives until it is revoked")

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name} of {self.person}"


class Nonce(models.Model):
    """An answer that a tool of this site has used: its state counts no second time."""

    nonce = models.CharField(max_length=64, primary_key=True)
    # what is over is looked for with each one that comes
    until = models.FloatField(db_index=True, help_text="seconds since the epoch; then the state is too old anyway")

    def __str__(self) -> str:
        return self.nonce
