"""A message in place of an answer: the person goes on in their own words, and what the run asks is taken back."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from interrupts.answers import NotAllowed, already_closed
from interrupts.authority import may
from interrupts.leases import lock_run
from interrupts.models import Interrupt, Run
from interrupts.runs import post_message


def may_reply(person: Any, question: Interrupt) -> bool:
    """Say whether the question belongs to work that a message of this person's could take the place of."""
    return question.run_id is not None and question.thread is not None and may(person, "write", question.thread)


def reply_instead(question: Interrupt, *, person: Any, text: str, at: datetime) -> Run:
    """Withdraw every open question of the run, end it, and post ``text`` as the thread's next message.

    Raises: AlreadyClosed when the question is not open any more (nothing is posted then), BadMessage, NotAllowed.
    """
    if question.run_id is None or not may_reply(person, question):
        raise NotAllowed(_("This question is not part of a conversation of yours."))
    with transaction.atomic():
        # Whoever answers locks the run first too: a run that has just been told to go on is not stopped.
        lock_run(question.run_id)
        if Interrupt.objects.filter(pk=question.pk, status="pending").exists():
            return post_message(person=person, thread=question.thread, text=text, at=at, replace=True)
    raise already_closed(question)
