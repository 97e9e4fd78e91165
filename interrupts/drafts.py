"""What a person has typed into an open question so far: kept for them alone, until the question closes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.answers import NotAllowed, already_closed
from interrupts.authority import may
from interrupts.forms import Form
from interrupts.models import Draft, Interrupt

DRAFT_LIMIT = 200_000
"""Characters of one draft, the names of its controls included."""
_BESIDE = ("", "-json", "-zone", "-was", "-fold")
"""What the names of the small controls beside a field end in."""


class DraftTooLong(Exception):
    """More was typed than a draft holds; the draft kept before stays."""


def save_draft(
    question: Interrupt, *, person: Any, form: Form | None, posted: Mapping[str, Sequence[str]], at: datetime
) -> None:
    """Keep what is typed in place of what was kept before. It need not fit; fields for secrets are left out.

    No page is told: one that shows the form keeps what stands in it, one that is opened later reads the draft.

    Raises: AlreadyClosed, DraftTooLong, NotAllowed.
    """
    if not may(person, "answer", question):
        raise NotAllowed(_("This question is not yours to answer."))
    names = _names(form)
    values = {name: list(typed) for name, typed in posted.items() if name in names}
    length = sum(len(name) + sum(map(len, typed)) for name, typed in values.items())
    if length > DRAFT_LIMIT:
        raise DraftTooLong(
            _("This has {length} characters; {most} is the most that a draft holds.").format(
                length=format(length, ","), most=format(DRAFT_LIMIT, ",")
            )
        )
    with transaction.atomic():
        # Locked: an answer deletes the drafts of its question, and none may be written behind its back.
        pending = Interrupt.objects.select_for_update().filter(pk=question.pk, status="pending").values_list("pk")
        is_open = pending.first() is not None
        if is_open and names:
            kept = {"values": wire.dump(values), "saved_at": at}
            Draft.objects.update_or_create(person=person, interrupt=question, defaults=kept)
    if not is_open:
        raise already_closed(question)


def _names(form: Form | None) -> frozenset[str]:
    """The names of the controls that may be kept."""
    fields = form.fields if form is not None else ()
    return frozenset(f"{field.name}{ending}" for field in fields if not field.secret for ending in _BESIDE)
