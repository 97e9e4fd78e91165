"""System checks: settings that are each right but wrong together, each with an id of its own."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from chatsite import configured

LONGEST_SPEC = 100
"""Characters, as in Thread.model."""
OURS = {"model", "messages", "stream", "stream_options", "tools"}


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
    """Each model that is named must be one there is, and reachable as far as the settings can tell."""
    found: list[CheckMessage] = []
    asks_openai = False
    for spec in configured.specs():
        try:
            configured.make(spec)
            asks_openai |= spec.strip().lower().startswith("openai:")
        except ValueError as error:
            found.append(Error(str(error), id="sayso.E002"))
        if len(spec) > LONGEST_SPEC:
            found.append(
                Error(
                    f"The model {spec[:40]!r}… has a name of more than {LONGEST_SPEC} characters: too long to keep.",
                    hint="Have the server offer it under a shorter one.",
                    id="sayso.E004",
                )
            )
    if asks_openai and not settings.OPENAI_API_KEY and settings.OPENAI_BASE_URL.startswith("https://api.openai.com"):
        found.append(
            Error("SAYSO_MODEL asks api.openai.com, which wants a key.", hint="Set OPENAI_API_KEY.", id="sayso.E003")
        )
    return found


@register
def check_extra_body(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Fields of ours cannot be set from outside; to think they were would mislead."""
    ours = sorted(OURS & set(settings.SAYSO_EXTRA_BODY))
    if not ours:
        return []
    return [
        Warning(
            f"SAYSO_EXTRA_BODY sets {', '.join(ours)}, which Sayso sets itself; that is left out.",
            hint="Use SAYSO_TEMPERATURE, SAYSO_MAX_TOKENS and SAYSO_REASONING.",
            id="sayso.W004",
        )
    ]


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
