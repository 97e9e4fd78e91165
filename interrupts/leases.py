"""Who works on a run, until when. The Run row is the job: claiming, keeping and giving back are guarded UPDATEs.

A lease is fenced by ``attempt``: every claim raises it, every write of a worker names it, and a worker whose write
touches no row has lost the run and stops.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from interrupts.crashpoints import reached
from interrupts.fixed_query import FixedQuery
from interrupts.models import Run
from interrupts.preferences import language_of_run

LEASE = timedelta(seconds=getattr(settings, "INTERRUPTS", {}).get("LEASE_SECONDS", 30))
"""A worker that is silent for this long is taken for dead."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on one run, as of one claim."""

    run_id: int
    owner: str
    attempt: int
    language: str = field(default="", compare=False)
    """In which what is written for the person is read, on the way."""


class LostLease(Exception):
    """The run belongs to somebody else now, or is over. The worker stops; nothing is wrong."""


@cache
def _due(limit: int) -> FixedQuery[Run]:
    """The runs to take: queued ones, paused ones whose time came, and those of dead workers."""

    def query(now: Any, owner: Any) -> QuerySet[Run]:
        # Where an engine holds the connection that a question lives in, only that engine can go on.
        free = Q(holder="") | Q(holder=owner) | Q(holder_until__lt=now)
        due = Q(wake_at__isnull=True) | Q(wake_at__lte=now)
        paused, abandoned = Q(status="interrupted", wake_at__lte=now), Q(status="running", lease_until__lt=now)
        queued = Q(status="queued") & due
        skip = connection.features.has_select_for_update_skip_locked
        # "free" is said twice, since SQLite uses the index of an alternative only where all of them stand side by side.
        rows = Run.objects.filter(queued & free | paused & free | abandoned).order_by("queued_at")
        return rows.select_for_update(skip_locked=skip)[:limit]

    return FixedQuery(query)


def claim(owner: str, *, now: datetime, limit: int) -> list[Lease]:
    """Take up to ``limit`` runs that are due: queued ones, paused ones whose time came, and those of dead workers."""
    with transaction.atomic():
        taken = [_take(run, owner, now) for run in _due(limit).all(now, owner)]
    if taken:
        reached("claimed")
    return taken


def _take(run: Run, owner: str, now: datetime) -> Lease:
    row, attempt = {"pk": run.pk, "attempt": run.attempt}, run.attempt + 1
    if run.status != "queued":
        Run.objects.move(row, run.status, "queued", queued_at=now)
    lease = {"lease_owner": owner, "lease_until": now + LEASE, "attempt": attempt, "wake_at": None}
    Run.objects.move(row, "queued", "running", **lease)
    return Lease(run.pk, owner, attempt, language_of_run(run.pk))


def keep(leases: Collection[Lease], *, now: datetime) -> set[tuple[int, int]]:
    """Prolong the leases a worker works on; returns (run id, attempt) of those it still holds.

    Not all that bear its name: a claim whose commit was the last thing to come through before the database was cut
    off, or a run whose giving back was, is nobody's work and must lapse.
    """
    owners = {lease.owner for lease in leases}
    still = Run.objects.filter(status="running", lease_owner__in=owners, pk__in=[lease.run_id for lease in leases])
    still.update(lease_until=now + LEASE)
    return set(still.values_list("pk", "attempt"))


def held(owner: str) -> set[tuple[int, int]]:
    """Return (run id, attempt) of every lease a worker holds."""
    return set(Run.objects.filter(status="running", lease_owner=owner).values_list("pk", "attempt"))


def give_back(leases: Collection[Lease], *, now: datetime, wake_at: datetime | None = None) -> None:
    """Queue runs again whose worker stops, so that another takes them at once, or from ``wake_at`` on."""
    for lease in leases:
        row = {"pk": lease.run_id, "lease_owner": lease.owner, "attempt": lease.attempt}
        Run.objects.move(row, "running", "queued", queued_at=now, wake_at=wake_at, lease_owner="", lease_until=None)


_HELD = FixedQuery(
    lambda pk, owner, attempt: Run.objects.select_for_update().filter(
        pk=pk, status="running", lease_owner=owner, attempt=attempt
    )
)


def hold(lease: Lease) -> Run:
    """Lock and return the run of a lease, inside a transaction.

    Raises: LostLease.
    """
    run: Run | None = _HELD.first(lease.run_id, lease.owner, lease.attempt)
    if run is None:
        raise LostLease(lease.run_id)
    return run


_RUN = FixedQuery(lambda pk: Run.objects.select_for_update().filter(pk=pk))


def lock_run(run_id: int) -> Run:
    """Lock and return a run, whoever holds its lease: the first of all locks where its questions are touched."""
    return _RUN.get(run_id)


def lock_run_if_there(run_id: int) -> Run | None:
    """The same for a run whose thread may have been deleted meanwhile."""
    run: Run | None = _RUN.first(run_id)
    return run
