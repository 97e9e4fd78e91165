"""The time zone of a person: kept with their account, first taken from their browser."""

from datetime import tzinfo
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from interrupts.fixed_query import FixedQuery
from interrupts.forms import Form, parse
from interrupts.models import Profile
from interrupts.rendering import zone_named

ZONE_COOKIE = "timezone"

_KEPT = FixedQuery(lambda person: Profile.objects.filter(person=person).values_list("time_zone"))


def zone_for(person: Any, browsers: str | None) -> tzinfo:
    """Return the zone kept with the account. Where none is yet, the one the browser names is kept from now on."""
    kept = _KEPT.first(person.pk)
    zone = zone_named(kept[0] if kept else browsers)
    if not kept and browsers and getattr(zone, "key", None) == browsers:
        Profile.objects.get_or_create(person=person, defaults={"time_zone": browsers})
    return zone


@cache
def zone_form() -> Form:
    """Return the form that asks for a zone."""
    names = {"type": "string", "title": "Time zone", "enum": sorted(available_timezones())}
    return parse({"type": "object", "properties": {"zone": names}, "required": ["zone"]})


def keep_zone(person: Any, name: str) -> None:
    """Keep another zone with the account, for every device of this person."""
    Profile.objects.update_or_create(person=person, defaults={"time_zone": name})
