"""An example as a question's card: rows that are never saved, in the view the real ones have."""

import uuid
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from typing import Any

from django.urls import reverse

from interrupts import wire
from interrupts.cards import QuestionView
from interrupts.forms import Invalid
from interrupts.gallery.example import NO_SCHEMA, Example
from interrupts.kinds import SignInWords, read_answer
from interrupts.models import Interrupt, Tool, ToolCall
from interrupts.questions import response

NOBODY = -1
"""The id of no person."""
HOLD = timedelta(days=1)


class Shown(QuestionView):
    """An example's card: its form leads to the gallery, which shows what would be sent."""

    example: Example

    @property
    def answer_address(self) -> str:
        return reverse("gallery_example", args=[self.example.slug])

    @property
    def draft_address(self) -> str:
        return ""

    @property
    def reply_address(self) -> str:
        return self.answer_address

    @property
    def among_twins(self) -> tuple[int, int]:
        return 1, 1

    @property
    def siblings(self) -> tuple[int, int]:
        return self.example.siblings

    @property
    def lives_until(self) -> datetime | None:
        return self.question.created_at + HOLD if self.example.held and self.pending else None

    @cached_property
    def sign_in(self) -> SignInWords | None:
        words = super().sign_in
        if words is not None:
            words.link = self.answer_address
        return words


def show(example: Example, person: Any, zone: tzinfo, at: datetime) -> Shown:
    """Return the card of an example, asked of this person a moment ago."""
    question = _question(example, person, at)
    posted, errors = example.posted, {}
    if posted is not None:
        checked = read_answer(question, posted, zone=zone, now=at)
        errors = dict(checked.errors) if isinstance(checked, Invalid) else {}
    shown = Shown(question, person, zone, posted=posted, errors=errors, draft=example.draft, problem=example.problem)
    shown.example = example
    return shown


def answered(
    example: Example, person: Any, zone: tzinfo, at: datetime, *, action: str, posted: Any
) -> tuple[Shown, str | None]:
    """Return the card as it is after this answer, and the JSON that would be sent; None when nothing would be."""
    before = show(example, person, zone, at)
    if not before.can_answer or action not in before.question.actions:
        return show(replace(example, problem="This question cannot be answered so."), person, zone, at), None
    content: dict[str, Any] = {}
    if action == "accept":
        checked = read_answer(before.question, posted, zone=zone, now=at)
        if isinstance(checked, Invalid):
            return show(replace(example, posted=checked.posted, draft=None), person, zone, at), None
        content = checked.content if checked else {}
    closed = replace(example, status="resolved", action=action, content=content, posted=None, draft=None)
    after = show(closed, person, zone, at)
    # Whoever declines to write a reply ends the call, so the server gets nothing.
    nothing = example.kind == "sampling" and action != "accept"
    return after, None if nothing else wire.dump(response(after.question))


def _question(example: Example, person: Any, at: datetime) -> Interrupt:
    is_open = example.status == "pending"
    return Interrupt(
        id=uuid.uuid5(uuid.NAMESPACE_URL, example.slug),
        kind=example.kind,
        intent=example.intent,
        reason=example.reason,
        stranded_at=at if example.stranded else None,
        status=example.status,
        tool_call=_call(example, at) if example.tool else None,
        asked_of_id=NOBODY if example.for_somebody_else else person.pk,
        message=wire.storable(example.message),
        explanation=wire.storable(example.explanation),
        schema="" if example.schema is NO_SCHEMA else wire.dump(example.schema),
        request=wire.dump(example.request) if example.request else "",
        prefill=wire.dump(example.prefill) if example.prefill else "",
        differs=wire.dump(list(example.differs)) if example.differs else "",
        allowed_actions="accept,decline"
        if example.kind in ("outcome", "connect", "limit")
        else "accept,decline,cancel",
        action=example.action,
        content=wire.dump(dict(example.content or {})) if example.action == "accept" else "",
        note=example.note,
        answered_by=person if example.status == "resolved" else None,
        answered_at=None if is_open else at,
        door="" if is_open else "page",
        created_at=at,
    )


def _call(example: Example, at: datetime) -> ToolCall:
    tool = Tool(name=example.tool, annotations=wire.dump({"destructiveHint": example.destructive}))
    return ToolCall(
        name=example.tool,
        tool=tool,
        server_name=example.server,
        tool_name=example.tool,
        arguments=wire.dump(dict(example.arguments)),
        status="waiting",
        created_at=at,
    )
