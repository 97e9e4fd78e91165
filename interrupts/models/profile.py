from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Profile(models.Model):
    """What is kept of a person beside their account. A row that was never stored says what holds without one."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    time_zone = models.CharField(
        max_length=64, blank=True, help_text=_("its name, such as Europe/Berlin; blank: the browser's")
    )
    language = models.CharField(
        max_length=16, blank=True, default="", db_default="", help_text=_("its code, such as de; blank: the browser's")
    )
    notifications = models.BooleanField(default=False, db_default=False)
    shortcuts = models.BooleanField(default=True, db_default=True)

    def __str__(self) -> str:
        return f"profile of {self.person_id}"
