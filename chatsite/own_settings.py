"""The page on which a person says how the site should be for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from interrupts.forms import BoundField, Form, Invalid, bind, parse, read
from interrupts.preferences import keep_preferences, preferences_of
from interrupts.rendering import thread_context
from interrupts.views import zone_of

PROFILE = ("first_name", "last_name", "email")
PREFERENCES = ("language", "time_zone", "notifications", "shortcuts")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, a sentence about it, and the fields under it."""

    name: str
    title: str
    about: str
    fields: tuple[BoundField, ...]


@login_required
@require_http_methods(["GET", "POST"])
def own_settings(request: HttpRequest) -> HttpResponse:
    """What the person can set for themselves. 422: something does not fit, and nothing was kept."""
    zone, form = zone_of(request), settings_form()
    posted: Mapping[str, Sequence[str]] | None = None
    errors: Mapping[str, str] = {}
    if request.method == "POST":
        checked = read(form, dict(request.POST.lists()), zone=zone)
        if not isinstance(checked, Invalid):
            _keep(request.user, checked.content)
            messages.success(request, "saved")
            return redirect("settings")
        posted, errors = checked.posted, checked.errors
    fields = bind(form, zone=zone, posted=posted, errors=errors, prefill=_kept(request.user), prefix="own-")
    context = thread_context(request.user, None, zone)
    context |= {"sections": _sections(fields), "fields": fields, "errors": errors, "now": timezone.now()}
    with timezone.override(zone):
        return render(request, "chat/settings.html", context, status=422 if errors else 200)


def settings_form() -> Form:
    """Return the form of everything that can be set, in the language that is spoken."""
    by_browser = {"const": "", "title": _("As the browser says")}
    languages = [by_browser, *({"const": code, "title": name} for code, name in settings.LANGUAGES)]
    zones = [by_browser, *({"const": name, "title": name} for name in sorted(available_timezones()))]
    told = _("Tell me when a question waits for me while I look at something else")
    form = parse(
        {
            "type": "object",
            "properties": {
                "first_name": {"type": "string", "title": _("First name"), "maxLength": 150},
                "last_name": {"type": "string", "title": _("Last name"), "maxLength": 150},
                "email": {"type": "string", "format": "email", "title": _("E-mail address"), "maxLength": 254},
                "language": {"type": "string", "title": _("Language"), "oneOf": languages},
                "time_zone": {"type": "string", "title": _("Time zone"), "oneOf": zones},
                "notifications": {"type": "boolean", "title": told, "default": False},
                "shortcuts": {"type": "boolean", "title": _("Use keyboard shortcuts"), "default": True},
            },
            "required": ["language", "time_zone"],
        }
    )
    # Bounds that nobody meets are not worth a line of the page; who does is told.
    return replace(form, fields=tuple(replace(field, hint="") for field in form.fields))


def _kept(person: Any) -> dict[str, Any]:
    kept = preferences_of(person)
    shown = {name: getattr(person, name) for name in PROFILE} | {name: getattr(kept, name) for name in PREFERENCES}
    spoken = dict(settings.LANGUAGES)
    return shown | {"language": kept.language if kept.language in spoken else ""}


def _keep(person: Any, content: Mapping[str, Any]) -> None:
    with transaction.atomic():
        for name in PROFILE:
            setattr(person, name, content.get(name, ""))
        person.save(update_fields=PROFILE)
        keep_preferences(person, **{name: content[name] for name in PREFERENCES})


def _sections(fields: tuple[BoundField, ...]) -> list[Section]:
    by_key = {field.key: field for field in fields}

    # Each has a value already, so that none has to be called required.
    by_key = {key: replace(field, field=replace(field.field, required=False)) for key, field in by_key.items()}

    def section(name: str, title: str, about: str, *keys: str) -> Section:
        return Section(name, title, about, tuple(by_key[key] for key in keys))

    return [
        section("you", _("You"), _("Your name stands beside what you answer."), *PROFILE),
        section("reading", _("Language and time"), "", "language", "time_zone"),
        section("notifications", _("Notifications"), _("The browser asks once whether it may."), "notifications"),
        section("keyboard", _("Keyboard"), "", "shortcuts"),
    ]
