"""What replies of models used: tokens and money, as providers say, summed up per run and thread."""

import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Sum

from interrupts.fixed_query import FixedQuery
from interrupts.models import Run
from interrupts.ports import Finished

MOST_TOKENS = 10**12
MOST_DOLLARS = Decimal(10**6)
"""A provider that says more of one reply is not believed."""


@dataclass(frozen=True, slots=True)
class Usage:
    """A sum of what was used. ``read`` holds those from a provider's cache (``cached``); ``cost`` is in US dollars."""

    read: int
    written: int
    cached: int
    cost: Decimal | None

    @property
    def tokens(self) -> int:
        return self.read + self.written


def used_with(run: Run, end: Finished) -> dict[str, Any]:
    """Return the columns of a run as they are after one more reply. What nobody ever said stays None."""
    return {
        "tokens_in": _added(run.tokens_in, believed(end.tokens_in)),
        "tokens_out": _added(run.tokens_out, believed(end.tokens_out)),
        "tokens_cached": _added(run.tokens_cached, believed(end.tokens_cached)),
        "cost": _added(run.cost, _dollars(end.cost)),
    }


def _added[N: (int, Decimal)](so_far: N | None, more: N | None) -> N | None:
    if so_far is None or more is None:
        return more if so_far is None else so_far
    return so_far + more


def believed(said: int | None) -> int | None:
    """Return a number of tokens that a provider said, None when it cannot be."""
    return said if said is not None and 0 <= said <= MOST_TOKENS else None


def _dollars(said: Decimal | None) -> Decimal | None:
    return said if said is not None and said.is_finite() and 0 <= said <= MOST_DOLLARS else None


_SUMS = FixedQuery(
    lambda thread: (
        Run.objects.filter(thread=thread)
        .order_by()
        .values("thread")
        .annotate(read=Sum("tokens_in"), written=Sum("tokens_out"), cached=Sum("tokens_cached"), paid=Sum("cost"))
        .values_list("read", "written", "cached", "paid")
    )
)


def used_in_thread(thread_id: uuid.UUID) -> Usage | None:
    """Return what a thread used so far; None where no provider said anything."""
    return _usage(*(_SUMS.first(thread_id) or (None,) * 4))


def used_in_run(run: Run) -> Usage | None:
    """Return what one run used; None where no provider said anything."""
    return _usage(run.tokens_in, run.tokens_out, run.tokens_cached, run.cost)


def _usage(read: int | None, written: int | None, cached: int | None, cost: Decimal | None) -> Usage | None:
    if read is None and written is None and cost is None:
        return None
    return Usage(read or 0, written or 0, cached or 0, cost)
