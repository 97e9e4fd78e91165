"""The time zone of a person: kept with their account, first taken from their browser."""

from datetime import tzinfo
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import gettext as _

from interrupts.forms import Form, parse
from interrupts.models import Profile
from interrupts.preferences import keep_preferences, preferences_of
from interrupts.rendering import zone_named

ZONE_COOKIE = "timezone"


def zone_for(person: Any, browsers: str | None) -> tzinfo:
    """Return the zone kept with the account, else the browser's. What a browser names first is kept from then on."""
    return zone_by(preferences_of(person), browsers)


def zone_by(kept: Profile, browsers: str | None) -> tzinfo:
    """Do the same where the person's preferences are known already."""
    zone = zone_named(kept.time_zone or browsers)
    if kept._state.adding and browsers and getattr(zone, "key", None) == browsers:
        Profile.objects.get_or_create(person_id=kept.person_id, defaults={"time_zone": browsers})
    return zone


def zone_form() -> Form:
    """Return the form that asks for a zone."""
    names = {"type": "string", "title": _("Time zone"), "enum": sorted(available_timezones())}
    return parse({"type": "object", "properties": {"zone": names}, "required": ["zone"]})


def keep_zone(person: Any, name: str) -> None:
    """Keep another zone with the account, for every device of this person."""
    keep_preferences(person, time_zone=name)
