"""Which part of a long thread a page holds: its newest turns, or those before a place, always whole."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any

from interrupts.fixed_query import FixedQuery
from interrupts.models import Interrupt, Message, Thread, ToolCall
from interrupts.versions import tree_of

SHOWN = 60
"""Items a page holds at least, where there are so many; the turn that the first of them belongs to is whole."""
END = 2**62
"""Behind every place."""


@dataclass(frozen=True, slots=True)
class Window:
    """Positions from ``since`` up to, but not with, ``until``."""

    since: int = 0
    until: int = END
    has_earlier: bool = False

    @property
    def is_newest(self) -> bool:
        return self.until == END


WHOLE = Window()


def _newest_places(model: type[Message] | type[ToolCall] | type[Interrupt]) -> FixedQuery[Any]:
    return FixedQuery(
        lambda thread, before: (
            model._default_manager.filter(thread=thread, position__lt=before)
            .order_by("-position")
            .values_list("position")[: SHOWN + 1]
        )
    )


_PLACES = [_newest_places(model) for model in (Message, ToolCall, Interrupt)]
_TURNS = FixedQuery(
    lambda thread, place: (
        Message.objects.filter(thread=thread, role="user", position__lte=place)
        .order_by("-position")
        .values_list("position")[:2]
    )
)


_TIP = FixedQuery(lambda thread: Thread.objects.filter(pk=thread).values_list("tip"))


def window_of(thread_id: uuid.UUID, *, before: int = END) -> Window:
    """Return the newest part of a thread, or the newest before a place. What another version holds does not count."""
    (tip,) = _TIP.first(thread_id) or (None,)
    turns = _turns(thread_id, before) if tip is None else _turns_of_version(thread_id, tip, before)
    if not turns:
        return Window(until=before)
    since, *earlier = turns
    return Window(since if earlier else 0, before, has_earlier=bool(earlier))


def _turns(thread_id: uuid.UUID, before: int) -> list[int]:
    """Where the oldest turn of a part begins and where the one before that, nothing when the part has all there is."""
    places = sorted((place for query in _PLACES for (place,) in query.all(thread_id, before)), reverse=True)
    return [place for (place,) in _TURNS.all(thread_id, places[SHOWN - 1])] if len(places) > SHOWN else []


def _turns_of_version(thread_id: uuid.UUID, tip: int, before: int) -> list[int]:
    """The same where there are several versions, of which any may be the longest."""
    tree = tree_of(thread_id, tip)
    part: dict[str, Any] = {"thread": thread_id, "position__lt": before}
    rows: Iterable[Any] = chain(
        Message.objects.filter(**part).values_list("position", "run_id", "pk", "role", named=True),
        ToolCall.objects.filter(**part).values_list("position", "run_id", named=True),
        Interrupt.objects.filter(**part).values_list("position", "run_id", named=True),
    )
    shown = sorted((row for row in rows if tree.shows(row)), key=attrgetter("position"), reverse=True)
    turns = [row.position for row in shown[SHOWN - 1 :] if getattr(row, "role", "") == Message.Role.USER]
    return turns[:2] if len(shown) > SHOWN else []


def end_for(thread_id: uuid.UUID, place: int) -> int:
    """Return the end of a part that shows a place: the newest part where that does, else the end of its turn."""
    if place >= window_of(thread_id).since:
        return END
    after = Message.objects.filter(thread=thread_id, role="user", position__gt=place).order_by("position")
    return after.values_list("position", flat=True).first() or END
