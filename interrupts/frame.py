"""What frames every page: the person's threads with where each stands, and how many questions wait for them."""

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery

from interrupts.fixed_query import FixedQuery
from interrupts.models import Interrupt, Run, Thread

RAIL_LENGTH = 50

_HOW_MANY_WAIT = FixedQuery(
    lambda person: (
        Interrupt.objects.filter(asked_of=person, status="pending")
        .order_by()
        .values("asked_of")
        .annotate(n=Count("*"))
        .values_list("n")
    )
)


def how_many_wait_for(person: Any) -> int:
    """How many open questions a person is expected to answer."""
    found: tuple[int] | None = _HOW_MANY_WAIT.first(person.pk)
    return found[0] if found else 0


def rail(person: Any) -> list[Thread]:
    """Pinned and newest threads of a person, each with ``run_status`` of its last run and ``open_questions``."""
    return _RAIL.all(person.pk)


def with_state(threads: QuerySet[Thread]) -> QuerySet[Thread]:
    """Have each thread say where it stands, and put them in the order of the rail."""
    last_run = Run.objects.filter(thread=OuterRef("pk")).order_by("-position").values("status")[:1]
    open_questions = (
        Interrupt.objects.filter(thread=OuterRef("pk"), status="pending")
        .order_by()
        .values("thread")
        .annotate(n=Count("*"))
    )
    states = {"run_status": Subquery(last_run), "open_questions": Subquery(open_questions.values("n"))}
    return threads.annotate(**states).order_by("-pinned", "-updated_at")


_RAIL = FixedQuery(
    lambda person: with_state(Thread.objects.filter(owner=person, archived=False, deleted_at__isnull=True))[
        :RAIL_LENGTH
    ]
)
