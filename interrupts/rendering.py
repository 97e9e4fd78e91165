"""One way to render for a person, used by page loads, answers and sockets, so that all of them show the same."""

import uuid
from datetime import tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from interrupts.models import Thread
from interrupts.page import Item, items, newest_run, rail, waiting_for

ZONE_COOKIE = "timezone"


def zone_named(name: str | None) -> tzinfo:
    """Return the zone a browser named, or the site's own for anything that is no zone."""
    try:
        return ZoneInfo(name) if name else timezone.get_default_timezone()
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return timezone.get_default_timezone()


def thread_context(person: Any, thread_id: uuid.UUID | None, zone: tzinfo, *, after: int = 0) -> dict[str, Any]:
    """Return what ``interrupts/live.html`` and the pages around it need; see the comments in the templates."""
    # Read before the rows: who says it has seen number n must hold everything up to n.
    seen = Thread.objects.filter(pk=thread_id).values_list("seq", flat=True).first() if thread_id else None
    found: list[Item] = items(person, thread_id, zone=zone, after=after) if thread_id else []
    return {
        "person": person,
        "seen": seen or 0,
        "items": found,
        "run": newest_run(thread_id) if thread_id else None,
        "current_thread_id": thread_id,
        "rail": list(rail(person)),
        "waiting": waiting_for(person).count(),
    }


def render_for(person: Any, zone: tzinfo, template: str, context: dict[str, Any]) -> str:
    """Render a fragment outside a request: language and zone are set as a request would."""
    language = getattr(person, "language", None) or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone):
        return render_to_string(template, context)
