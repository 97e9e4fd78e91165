from django.conf import settings
from django.db import models


class Profile(models.Model):
    """What is kept of a person beside their account."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    time_zone = models.CharField(max_length=64, help_text="its name, such as Europe/Berlin")

    def __str__(self) -> str:
        return f"profile of {self.person_id}"
