from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_migrate
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _

from interrupts.naming import name_rows
from interrupts.search_index import put_triggers_up_again


class InterruptsConfig(AppConfig):
    name = "interrupts"
    verbose_name = _("Questions and runs")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        name_rows(self)
        autodiscover_modules("interrupt_handlers", "mcp_tools")
        user_logged_out.connect(_close_sockets, dispatch_uid="interrupts.close_sockets")
        post_migrate.connect(put_triggers_up_again, sender=self, dispatch_uid="interrupts.search_index")


def _close_sockets(sender: object, request: Any = None, user: Any = None, **signal: object) -> None:
    """Close the sockets of a session that was signed out."""
    # Here, since the app registry must be ready before the module that asks for models.
    from interrupts import push

    if user is not None:
        push.announce_sign_out(user.pk, request.session.session_key if request else None)
