"""A question as a card: what the page knows of it first, what the server says second, then the form."""

from datetime import datetime, tzinfo
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.arguments import argument_lines, gist, given_and_left_out, lines_of
from interrupts.authority import may
from interrupts.fixed_query import FixedQuery
from interrupts.forms import Form as AnswerForm
from interrupts.forms import Line, bind
from interrupts.kinds import SERVER_KINDS, ServerWords, answered_with, form_of, prefill_of
from interrupts.limits import StepsTaken, steps_taken
from interrupts.models import Interrupt, Round, ToolCall
from interrupts.reasons import reason_in_words
from interrupts.replies import may_reply

_SIBLINGS = FixedQuery(lambda asked: Interrupt.objects.filter(round=asked, kind__in=SERVER_KINDS).values_list("status"))
_ROUNDS_THAT_ASKED = FixedQuery(
    lambda call, number: Round.objects.filter(call=call, asks_person=True, number__lte=number).values_list("pk")
)


class QuestionView(ServerWords):
    """A question as a card: what we know of it first, what the server says second, then the form."""

    def __init__(
        self,
        question: Interrupt,
        person: Any,
        zone: tzinfo,
        *,
        posted: Any = None,
        errors: Any = None,
        draft: Any = None,
        problem: str = "",
    ) -> None:
        self.question = question
        self.call = question.tool_call
        self.zone = zone
        self.problem = problem
        self.errors = errors or {}
        self.drafted = posted is None and draft is not None
        self._posted = draft if self.drafted else posted
        self._person = person

    @property
    def pending(self) -> bool:
        return self.question.status == "pending"

    @cached_property
    def can_answer(self) -> bool:
        return self.pending and may(self._person, "answer", self.question)

    @property
    def is_stranded(self) -> bool:
        """The connection it was asked in is lost, so an answer has its tool called again."""
        return self.pending and self.question.stranded_at is not None

    @property
    def lives_until(self) -> datetime | None:
        """When the open connection it was asked in is let go at the latest; None where it lives in none."""
        asked = self.question.round
        in_connection = self.pending and self.question.held_by and not self.question.stranded_at
        return asked.holder_until if asked and in_connection else None

    @property
    def answer_address(self) -> str:
        return reverse("answer", args=[self.question.pk])

    @property
    def reply_address(self) -> str:
        """Where the person writes in their own words instead; empty where there is no conversation to go on with."""
        return reverse("reply", args=[self.question.pk]) if may_reply(self._person, self.question) else ""

    @property
    def draft_address(self) -> str:
        """Where what is typed is kept; empty where there is nothing to type."""
        is_written = self.writing is not None and self.writing.is_open
        return reverse("draft", args=[self.question.pk]) if self.fields and not is_written else ""

    @property
    def server(self) -> str:
        return self.call.server_name if self.call else ""

    @property
    def tool(self) -> str:
        return (self.call.tool_name or self.call.name) if self.call else ""

    @cached_property
    def arguments(self) -> list[tuple[str, str]]:
        if self.call and self.question.kind == "approval" and self.question.prefill:
            return lines_of(wire.load(self.question.prefill))
        return argument_lines(self.call) if self.call else []

    @property
    def edits_arguments(self) -> bool:
        """The form holds the arguments themselves, so they are not shown beside it."""
        return self.question.kind == "approval" and self.can_answer and bool(self.fields)

    @property
    def given(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The fields of the arguments the assistant gave or must give, and those of the ones it left out."""
        return given_and_left_out(self.question, self.fields)

    @property
    def gist(self) -> str:
        return gist(self.arguments)

    @cached_property
    def differs(self) -> list[str]:
        """What changed since it was asked before, one line each."""
        return wire.load(self.question.differs) or []

    @property
    def is_readers(self) -> bool:
        """Whether the person who reads it closed the question."""
        return self.question.answered_by_id == self._person.pk

    @property
    def who(self) -> str:
        """Who closed the question, as the person reads it; empty when the site did."""
        if self.question.answered_by_id is None:
            return ""
        return _("you") if self.is_readers else str(self.question.answered_by)

    @cached_property
    def form(self) -> AnswerForm | None:
        """The fields to fill; None where there is nothing but the decision."""
        return form_of(self.question)

    @cached_property
    def fields(self) -> tuple[Any, ...]:
        if self.form is None:
            return ()
        return bind(
            self.form,
            posted=self._posted,
            errors=self.errors,
            prefill=prefill_of(self.question),
            zone=self.zone,
            prefix=f"q-{self.question.pk}-",
        )

    @cached_property
    def answer_lines(self) -> tuple[Line, ...]:
        return answered_with(self.question)

    @cached_property
    def irreversible(self) -> bool:
        """The server itself says that this destroys something, or nobody vouches for what the call does."""
        if self.question.kind == "connect":
            return False
        if self.question.kind in ("approval", "outcome", "changed") or self.is_permission:
            return True
        tool = self.call.tool if self.call else None
        return bool(tool and (wire.load(tool.annotations) or {}).get("destructiveHint") is True)

    @property
    def is_permission(self) -> bool:
        """Code of this site or a tool asks whether it may do something."""
        return self.question.kind in ("ask", "form") and self.question.intent == "tool_permission"

    @property
    def reason(self) -> str:
        """Why the server asks, in words; empty for the ordinary reason."""
        return reason_in_words(self.question.reason) if self.server_asks else ""

    @property
    def decline_label(self) -> str:
        if self.steps:
            return _("Stop here")
        if self.question.kind == "outcome":
            return _("Give up")
        return _("Deny") if self.is_permission else _("Decline")

    @property
    def accept_label(self) -> str:
        if self.steps:
            return _("Go on")
        if self.is_permission:
            return _("Approve")
        if self.question.reason == "stranded" or self.is_stranded:
            return _("Call {tool} again").format(tool=self.tool)
        if self.question.kind == "outcome":
            return _("Send this answer")
        if self.question.kind == "approval":
            return _("Run {tool}").format(tool=self.tool)
        if self.question.kind == "url":
            return _("I have finished")
        if self.prompt:
            return _("Send this reply")
        return _("Go on with {tool}").format(tool=self.tool) if self.tool else _("Accept")

    @property
    def siblings(self) -> tuple[int, int]:
        """How many questions of the same reply are answered, and how many there are."""
        if self.question.round_id is None or self.question.kind not in SERVER_KINDS:
            return 0, 1
        statuses = [status for (status,) in _SIBLINGS.all(self.question.round_id)]
        return len(statuses) - statuses.count("pending"), len(statuses)

    @cached_property
    def steps(self) -> StepsTaken | None:
        """How far the assistant came, where the question is whether it shall go on."""
        return steps_taken(self.question)

    @property
    def among_twins(self) -> tuple[int, int]:
        """Which of how many calls this is that look the same: the same tool with the same arguments, in one turn."""
        if self.call is None:
            return 1, 1
        twins = _twins(self.call)
        return twins.index(self.call.pk) + 1, len(twins)

    @property
    def asked_again(self) -> int:
        """How often the call has put a question to the person by now, this one included."""
        if self.question.round is None or self.call is None:
            return 1
        return len(_ROUNDS_THAT_ASKED.all(self.call.pk, self.question.round.number))


_CALLS_OF_TURN = FixedQuery(
    lambda run, step: (
        ToolCall.objects.filter(run=run, step=step).order_by("index").values_list("pk", "name", "arguments_proposed")
    )
)


def _twins(call: ToolCall) -> list[int]:
    """The calls of the same turn that look the same, this one among them, in the model's order."""
    found = _CALLS_OF_TURN.all(call.run_id, call.step)
    return [pk for pk, *looks in found if looks == [call.name, call.arguments_proposed]]
