"""Who may do what. Every door (page, socket, inbox, admin, command) asks here, and an answer's use asks again."""

from typing import Any, Literal

from django.db.models import Q, QuerySet

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
            return subject.owner_id == person.pk
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


def visible_threads(person: Any) -> QuerySet[Thread]:
    """The threads a person may see: the only way to load one by id."""
    return Thread.objects.filter(owner_id=person.pk) if person.is_active else Thread.objects.none()


def visible_interrupts(person: Any) -> QuerySet[Interrupt]:
    """The questions a person may see: the only way to load one by id."""
    if not person.is_active:
        return Interrupt.objects.none()
    return Interrupt.objects.filter(Q(asked_of_id=person.pk) | Q(thread__owner_id=person.pk))


def _owns_thread(person: Any, interrupt: Interrupt) -> bool:
    return interrupt.thread is not None and interrupt.thread.owner_id == person.pk
