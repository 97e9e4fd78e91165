from django.conf import settings
from django.db import models

from .question import Interrupt
from .server import Server


class Connection(models.Model):
    """A sign-in to a server that counts for one person, or for everybody where there is none. Its tokens are sealed."""

    server = models.ForeignKey(Server, on_delete=models.CASCADE, related_name="connections")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    tokens_sealed = models.TextField(editable=False)
    grant_sealed = models.TextField(editable=False, help_text="where and as whom the tokens are renewed")
    issuer = models.CharField(max_length=500, help_text="the authorization server")
    scopes = models.TextField(blank=True)
    expires_at = models.DateTimeField(null=True, blank=True, help_text="when the access token ends")
    lapsed_at = models.DateTimeField(null=True, blank=True, help_text="since when one has to sign in anew")
    generation = models.PositiveIntegerField(default=1, help_text="counts up with each new token")
    renewing_until = models.DateTimeField(null=True, blank=True, help_text="one process renews, until then at most")
    connected_at = models.DateTimeField()
    connected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["server", "person"], name="connection_one_per_person"),
            # NULLs differ from each other, so the one that counts for everybody needs a rule of its own
            models.UniqueConstraint(
                fields=["server"], condition=models.Q(person__isnull=True), name="connection_one_shared"
            ),
        ]

    def __str__(self) -> str:
        return f"connection {self.pk} to {self.server_id}"


class SigningIn(models.Model):
    """A sign-in that has begun: the browser is at the authorization server. Good for one return, then gone."""

    state_hash = models.CharField(max_length=64, unique=True)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    server = models.ForeignKey(Server, on_delete=models.CASCADE, related_name="+")
    question = models.ForeignKey(Interrupt, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    shared = models.BooleanField(default=False)
    pending_sealed = models.TextField(editable=False)
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "sign-ins under way"

    def __str__(self) -> str:
        return f"sign-in {self.pk} to {self.server_id}"
