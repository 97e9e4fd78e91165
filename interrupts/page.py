"""What a page shows of a thread: messages, calls and questions as items, each with its place and its version."""

import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property
from typing import Any

from django.urls import reverse

from interrupts import wire
from interrupts.authority import may
from interrupts.conversation import result_text
from interrupts.fixed_query import FixedQuery
from interrupts.forms import Form as AnswerForm
from interrupts.forms import Line, bind, parse_text, shown_lines
from interrupts.models import Draft, Interrupt, Message, Round, Run, ToolCall
from interrupts.replies import may_reply
from interrupts.states import InterruptQuerySet

GIST_LENGTH = 60
RESULT_SHOWN = 20_000
"""Characters of one result that a page holds."""


@dataclass(frozen=True)
class Item:
    """One thing in a thread. ``position`` orders the page and never changes; ``seq`` says which version this is."""

    template: str
    position: int
    seq: int
    shown: Any


class CallView:
    """A tool call as one quiet line that opens to what was sent and what came back."""

    def __init__(self, call: ToolCall, rounds: list[Round]) -> None:
        self.call = call
        self.rounds = rounds
        self.server = call.server_name
        self.tool = call.tool_name or call.name

    @cached_property
    def arguments(self) -> list[tuple[str, str]]:
        return argument_lines(self.call)

    @property
    def gist(self) -> str:
        return gist(self.arguments)

    @cached_property
    def result(self) -> str:
        text = result_text(self.call) if self.call.result or self.call.outcome else ""
        return (
            text if len(text) <= RESULT_SHOWN else f"{text[:RESULT_SHOWN]}\n… cut here: {len(text):,} characters in all"
        )

    @property
    def paced(self) -> str:
        """Why the call is tried again later; empty when it is not."""
        if self.call.status != "ready" or self.call.wake_at is None or not self.rounds:
            return ""
        match self.rounds[-1].ended:
            case Round.Ended.UNREACHED:
                return "server not reached"
            case Round.Ended.BUSY:
                return "server not ready yet"
        return "sent again soon"

    @property
    def never_reached(self) -> bool:
        """The call was given up without anything having been sent, so trying again can do no harm."""
        return self.call.status == "failed" and bool(self.rounds) and self.rounds[-1].ended == Round.Ended.UNREACHED


def argument_lines(call: ToolCall) -> list[tuple[str, str]]:
    """Return names and values of a call's arguments, as people read them: text as it is, the rest as JSON."""
    if not call.arguments:
        return [("", wire.storable(call.arguments_proposed))] if call.arguments_proposed.strip() else []
    return [
        (wire.storable(name), wire.storable(value if isinstance(value, str) else wire.dump(value)))
        for name, value in wire.load(call.arguments).items()
    ]


def gist(arguments: list[tuple[str, str]]) -> str:
    """Return the values of arguments in one short line, for where there is no room for names."""
    line = ", ".join(" ".join(value[: GIST_LENGTH + 1].split()) for _, value in arguments)
    return line if len(line) <= GIST_LENGTH else f"{line[: GIST_LENGTH - 1]}…"


_SIBLINGS = FixedQuery(lambda asked, kind: Interrupt.objects.filter(round=asked, kind=kind).values_list("status"))
_ROUNDS_THAT_ASKED = FixedQuery(
    lambda call, number: Round.objects.filter(call=call, asks_person=True, number__lte=number).values_list("pk")
)


class QuestionView:
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
    def answer_address(self) -> str:
        return reverse("answer", args=[self.question.pk])

    @property
    def reply_address(self) -> str:
        """Where the person writes in their own words instead; empty where there is no conversation to go on with."""
        return reverse("reply", args=[self.question.pk]) if may_reply(self._person, self.question) else ""

    @property
    def draft_address(self) -> str:
        """Where what is typed is kept; empty where there is nothing to type."""
        return reverse("draft", args=[self.question.pk]) if self.fields else ""

    @property
    def server(self) -> str:
        return self.call.server_name if self.call else ""

    @property
    def tool(self) -> str:
        return (self.call.tool_name or self.call.name) if self.call else ""

    @cached_property
    def arguments(self) -> list[tuple[str, str]]:
        return argument_lines(self.call) if self.call else []

    @property
    def gist(self) -> str:
        return gist(self.arguments)

    @cached_property
    def differs(self) -> list[str]:
        """What changed since it was asked before, one line each."""
        return wire.load(self.question.differs) or []

    @property
    def who(self) -> str:
        """Who closed the question, as the person reads it; empty when the site did."""
        if self.question.answered_by_id is None:
            return ""
        return "you" if self.question.answered_by_id == self._person.pk else str(self.question.answered_by)

    @cached_property
    def form(self) -> AnswerForm | None:
        """The fields to fill; None where there is nothing but the decision."""
        return parse_text(self.question.schema) if self.question.kind != "approval" else None

    @cached_property
    def fields(self) -> tuple[Any, ...]:
        if self.form is None:
            return ()
        return bind(
            self.form,
            posted=self._posted,
            errors=self.errors,
            prefill=wire.load(self.question.prefill),
            zone=self.zone,
            prefix=f"q-{self.question.pk}-",
        )

    @cached_property
    def answer_lines(self) -> tuple[Line, ...]:
        content = wire.load(self.question.content)
        return shown_lines(self.form, content) if self.form is not None and content else ()

    @cached_property
    def irreversible(self) -> bool:
        """The server itself says that this destroys something, or nobody vouches for what the call does."""
        if self.question.kind in ("approval", "outcome", "changed"):
            return True
        tool = self.call.tool if self.call else None
        return bool(tool and (wire.load(tool.annotations) or {}).get("destructiveHint") is True)

    @property
    def accept_label(self) -> str:
        if self.question.kind == "outcome":
            return "Send this answer"
        if self.question.kind == "approval":
            return f"Run {self.tool}"
        return f"Go on with {self.tool}" if self.tool else "Accept"

    @property
    def siblings(self) -> tuple[int, int]:
        """How many questions of the same reply are answered, and how many there are."""
        if self.question.round_id is None:
            return 0, 1
        statuses = [status for (status,) in _SIBLINGS.all(self.question.round_id, self.question.kind)]
        return len(statuses) - statuses.count("pending"), len(statuses)

    @property
    def asked_again(self) -> int:
        """How often the call has put a question to the person by now, this one included."""
        if self.question.round is None or self.call is None:
            return 1
        return len(_ROUNDS_THAT_ASKED.all(self.call.pk, self.question.round.number))


_MESSAGES = FixedQuery(lambda thread, after: Message.objects.filter(thread=thread, seq__gt=after))
_CALLS = FixedQuery(lambda thread, after: ToolCall.objects.filter(thread=thread, seq__gt=after))
# Without their replies, which may be megabytes.
_ROUNDS = FixedQuery(
    lambda thread, after: (
        Round.objects.filter(call__thread=thread, call__seq__gt=after)
        .only("call_id", "number", "sent_at", "ended", "ended_at")
        .order_by("number")
    )
)
_QUESTIONS = FixedQuery(lambda thread, after: Interrupt.objects.filter(thread=thread, seq__gt=after).with_card())
_NEWEST_RUN = FixedQuery(lambda thread: Run.objects.filter(thread=thread).order_by("-position")[:1])


def items(person: Any, thread_id: uuid.UUID, *, zone: tzinfo, after: int = 0) -> list[Item]:
    """Return the items of a thread whose newest change is past ``after``, in the order of the page."""
    newer = thread_id, after
    found = [Item("interrupts/items/message.html", row.position, row.seq, row) for row in _MESSAGES.all(*newer)]
    calls = _CALLS.all(*newer)
    rounds: dict[int, list[Round]] = defaultdict(list)
    for round_ in _ROUNDS.all(*newer) if calls else ():
        rounds[round_.call_id].append(round_)
    for call in calls:
        found.append(Item("interrupts/items/call.html", call.position, call.seq, CallView(call, rounds[call.pk])))
    found += [question_item(view) for view in views_of(_QUESTIONS.all(*newer), person, zone)]
    return sorted(found, key=lambda item: item.position)


def views_of(questions: Iterable[Interrupt], person: Any, zone: tzinfo) -> list[QuestionView]:
    """Return the cards of questions, each with what this person has typed into it so far."""
    questions = list(questions)
    open_ones = [question.pk for question in questions if question.status == "pending"]
    drafts = Draft.objects.filter(person=person.pk, interrupt__in=open_ones) if open_ones else ()
    typed = {draft.interrupt_id: wire.load(draft.values) for draft in drafts}
    return [QuestionView(question, person, zone, draft=typed.get(question.pk)) for question in questions]


def question_item(view: QuestionView) -> Item:
    return Item("interrupts/items/question.html", view.question.position, view.question.seq, view)


def newest_run(thread_id: uuid.UUID) -> Run | None:
    run: Run | None = _NEWEST_RUN.first(thread_id)
    return run


def waiting_for(person: Any) -> InterruptQuerySet:
    """The open questions a person is expected to answer, oldest first."""
    rows: InterruptQuerySet = Interrupt.objects.filter(asked_of_id=person.pk, status="pending").order_by("created_at")
    return rows
