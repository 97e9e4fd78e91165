"""System checks: settings that are each right but wrong together, each with an id of its own."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from chatsite import configured


@register
def check_unknown_variables(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """A misspelt variable would silently leave a default in force."""
    return [
        Warning(
            f"The environment variable {name} is set, and nothing reads it.",
            hint=f"Did you mean {nearest}?" if nearest else "docs/operation.md lists the variables there are.",
            id="sayso.W001",
        )
        for name, nearest in settings.ENVIRONMENT.unknown().items()
    ]


@register
def check_public_site(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """What is harmless on one's own machine and is not once others can reach the site."""
    if not settings.SAYSO_PUBLIC_URL:
        return []
    found: list[CheckMessage] = []
    if settings.DEBUG:
        found.append(
            Error(
                "SAYSO_DEBUG shows settings and source to visitors of SAYSO_PUBLIC_URL.",
                hint="Unset one of them.",
                id="sayso.E001",
            )
        )
    if not settings.SAYSO_PUBLIC_URL.startswith("https://"):
        found.append(
            Warning(
                "SAYSO_PUBLIC_URL is not https: passwords and answers cross the network in the clear.", id="sayso.W002"
            )
        )
    return found


@register
def check_model(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """The model that is named must be one there is, and reachable as far as the settings can tell."""
    try:
        configured.model()
    except ValueError as error:
        return [Error(str(error), id="sayso.E002")]
    wants_openai = settings.SAYSO_MODEL.startswith("openai:")
    if wants_openai and not settings.OPENAI_API_KEY and settings.OPENAI_BASE_URL.startswith("https://api.openai.com"):
        return [
            Error("SAYSO_MODEL asks api.openai.com, which wants a key.", hint="Set OPENAI_API_KEY.", id="sayso.E003")
        ]
    return []


@register
def check_one_process(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """An engine in another process can only reach open pages over Redis."""
    if settings.SAYSO_ENGINE == "none" and not settings.REDIS_URL:
        return [
            Warning(
                "Without REDIS_URL pages do not hear what an engine elsewhere does until they are reloaded.",
                hint="Set REDIS_URL in all processes.",
                id="sayso.W003",
            )
        ]
    return []
