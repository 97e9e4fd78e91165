"""One way to render for a person, used by page loads, answers and sockets, so that all of them show the same."""

import uuid
from datetime import tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.template.loader import render_to_string
from django.utils import timezone, translation

from interrupts.authority import newest_change
from interrupts.frame import how_many_wait_for, rail
from interrupts.page import items, newest_run
from interrupts.usage import used_in_run, used_in_thread
from interrupts.window import END, WHOLE, Window, window_of


def zone_named(name: str | None) -> tzinfo:
    """Return the zone a browser named, or the site's own for anything that is no zone."""
    try:
        return ZoneInfo(name) if name else timezone.get_default_timezone()
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return timezone.get_default_timezone()


def thread_context(person: Any, thread_id: uuid.UUID | None, zone: tzinfo, *, before: int = END) -> dict[str, Any]:
    """Return what a whole page needs: the newest part of the thread, if it shows one, and the frame around it.

    ``before`` a place: the newest part of what stands before it.
    """
    window = window_of(thread_id, before=before) if thread_id else WHOLE
    news = news_of(person, thread_id, zone, window=window) if thread_id else None
    return {"seen": 0, "items": [], "run": None, "window": window} | (news or {}) | frame_of(person, thread_id)


def news_of(
    person: Any, thread_id: uuid.UUID, zone: tzinfo, *, after: int = 0, window: Window = WHOLE
) -> dict[str, Any] | None:
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
    run = newest_run(thread_id, tip)
    is_over = run is not None and not run.is_open
    return {
        "person": person,
        "seen": seen,
        "items": items(person, thread_id, zone=zone, after=after, window=window, tip=tip),
        "run": run,
        "usage": used_in_thread(thread_id) if is_over else None,
        "run_usage": used_in_run(run) if run is not None and is_over else None,
    }


def frame_of(person: Any, current_thread_id: uuid.UUID | None) -> dict[str, Any]:
    """Return what ``interrupts/live.html`` needs to show the frame: the person's threads, and what waits for them."""
    return {
        "person": person,
        "current_thread_id": current_thread_id,
        "rail": rail(person),
        "waiting": how_many_wait_for(person),
    }


def render_for(zone: tzinfo, language: str, template: str, context: dict[str, Any]) -> str:
    """Render a fragment outside a request: language and zone are set as a request would."""
    with translation.override(language), timezone.override(zone):
        return render_to_string(template, context)
