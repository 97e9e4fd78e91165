"""Who may do what. Every door (page, socket, inbox, admin, command) asks here, and an answer's use asks again."""

import uuid
from typing import Any, Literal

from django.db.models import Q, QuerySet

from interrupts.fixed_query import FixedQuery
from interrupts.models import Interrupt, Thread

type Action = Literal["view", "write", "stop", "answer", "withdraw"]


def may(person: Any, action: Action, subject: Thread | Interrupt) -> bool:
    """Say whether a person may do this now.

    A thread is its owner's alone. A question is answered by whom it was asked of; withdrawing is also for staff who
    may change questions, since an admin must be able to clear what nobody will ever answer.
    """
    if not person.is_authenticated or not person.is_active:
        return False
    match subject:
        case Thread():
            return subject.owner_id == person.pk and subject.deleted_at is None
        case Interrupt() if action == "withdraw":
            return subject.asked_of_id == person.pk or person.has_perm("interrupts.change_interrupt")
        case Interrupt() if action == "answer":
            return subject.asked_of_id == person.pk
        case Interrupt():
            return subject.asked_of_id == person.pk or _owns_thread(person, subject)
    return False


def may_decline_for_another(person: Any, interrupt: Interrupt) -> bool:
    """Say whether a member of staff may decline in somebody's place, with a reason. Nobody accepts for another."""
    return person.is_authenticated and person.is_active and person.has_perm("interrupts.change_interrupt")


def may_approve_tools(person: Any) -> bool:
    """Say whether somebody may let a changed tool be used: whoever may say of tools what is read-only."""
    staff = person.is_authenticated and person.is_active and person.is_staff
    return bool(staff and person.has_perm("interrupts.change_tool"))


def visible_threads(person: Any) -> QuerySet[Thread]:
    """The threads a person may see: the only way to load one by id. Those that were deleted are nobody's."""
    mine = Thread.objects.filter(owner_id=person.pk, deleted_at__isnull=True)
    return mine if person.is_active else Thread.objects.none()


_NEWEST_CHANGE = FixedQuery(
    lambda thread, owner: Thread.objects.filter(pk=thread, owner_id=owner, deleted_at__isnull=True).values_list(
        "seq", "tip_id"
    )
)


def newest_change(person: Any, thread_id: uuid.UUID) -> tuple[int, int | None] | None:
    """Return the number of a thread's newest change and its tip, None when this person may not see it."""
    found: tuple[int, int | None] | None = _NEWEST_CHANGE.first(thread_id, person.pk) if person.is_active else None
    return found


_INTERRUPT = FixedQuery(
    lambda pk, person: Interrupt.objects.filter(
        Q(asked_of=person) | Q(thread__owner=person), pk=pk, thread__deleted_at__isnull=True
    ).with_card()
)


def visible_interrupt(person: Any, pk: uuid.UUID) -> Interrupt | None:
    """Return a question with what its card shows, None when it is not theirs: the only way to load one by id."""
    row: Interrupt | None = _INTERRUPT.first(pk, person.pk) if person.is_active else None
    return row


def _owns_thread(person: Any, interrupt: Interrupt) -> bool:
    return interrupt.thread is not None and interrupt.thread.owner_id == person.pk
