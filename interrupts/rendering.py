"""One way to render for a person, used by page loads, answers and sockets, so that all of them show the same."""

import uuid
from datetime import tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from interrupts.authority import newest_change
from interrupts.frame import how_many_wait_for, rail
from interrupts.page import items, newest_run


def zone_named(name: str | None) -> tzinfo:
    """Return the zone a browser named, or the site's own for anything that is no zone."""
    try:
        return ZoneInfo(name) if name else timezone.get_default_timezone()
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return timezone.get_default_timezone()


def thread_context(person: Any, thread_id: uuid.UUID | None, zone: tzinfo) -> dict[str, Any]:
    """Return what a whole page needs: the thread, if it shows one, and the frame around it."""
    news = news_of(person, thread_id, zone) if thread_id else None
    return {"seen": 0, "items": [], "run": None} | (news or {}) | frame_of(person, thread_id)


def news_of(person: Any, thread_id: uuid.UUID, zone: tzinfo, *, after: int = 0) -> dict[str, Any] | None:
    """Return what ``interrupts/live.html`` needs to show a thread as it changed past ``after``.

    Nothing but ``seen`` when it did not change; None when it is not for this person to see.
    """
    # Read before the rows: who says it has seen number n must hold everything up to n.
    newest = newest_change(person, thread_id)
    if newest is None:
        return None
    seen, tip = newest
    if seen <= after:
        return {"seen": seen}
    return {
        "person": person,
        "seen": seen,
        "items": items(person, thread_id, zone=zone, after=after, tip=tip),
        "run": newest_run(thread_id, tip),
    }


def frame_of(person: Any, current_thread_id: uuid.UUID | None) -> dict[str, Any]:
    """Return what ``interrupts/live.html`` needs to show the frame: the person's threads, and what waits for them."""
    return {
        "person": person,
        "current_thread_id": current_thread_id,
        "rail": rail(person),
        "waiting": how_many_wait_for(person),
    }


def render_for(person: Any, zone: tzinfo, template: str, context: dict[str, Any]) -> str:
    """Render a fragment outside a request: language and zone are set as a request would."""
    language = getattr(person, "language", None) or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone):
        return render_to_string(template, context)
