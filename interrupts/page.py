"""What a page shows of a thread: messages, calls and questions as items, each with its place and its version."""

import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property
from typing import Any

from interrupts import wire
from interrupts.arguments import argument_lines, edited_names, gist
from interrupts.cards import QuestionView
from interrupts.fixed_query import FixedQuery
from interrupts.heard import Progress, progress_of
from interrupts.models import Draft, Interrupt, Message, Round, Run, ToolCall
from interrupts.results import Piece, head_and_tail, pieces, words
from interrupts.states import InterruptQuerySet
from interrupts.versions import Tree, tree_of

RESULT_SHOWN = 6_000
"""Characters of one result that a page holds; the whole of it can be downloaded."""


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
    def _pieces(self) -> list[Piece]:
        return pieces(wire.load(self.call.result)) if self.call.result else []

    @cached_property
    def _whole_result(self) -> str:
        return self.call.outcome or (words(self._pieces) if self.call.result else "")

    @property
    def result(self) -> str:
        return head_and_tail(self._whole_result, RESULT_SHOWN)

    @property
    def is_cut(self) -> bool:
        return len(self._whole_result) > RESULT_SHOWN

    @cached_property
    def media(self) -> list[tuple[int, Piece]]:
        """The blocks of the result that are more than text, each with its place in it."""
        return [(place, piece) for place, piece in enumerate(self._pieces) if piece.shown_as]

    @cached_property
    def edited(self) -> list[str]:
        """The names of the arguments a person changed before the call."""
        return edited_names(self.call)

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
    def state(self) -> str:
        """Where the call stands. One whose answer was surely not given is not unknown: it waits for consent."""
        is_stranded = self.call.status == "unknown" and self.rounds and self.rounds[-1].ended == Round.Ended.STRANDED
        return "waiting" if is_stranded else self.call.status

    @cached_property
    def progress(self) -> Progress | None:
        """How far the tool says it is; None once it is over, or when it says nothing."""
        return progress_of(self.call) if self.call.status == "sent" else None

    @cached_property
    def log(self) -> list[dict[str, str]]:
        """What the tool logged while it ran, its newest lines."""
        return wire.load(self.call.log) or []

    @property
    def never_reached(self) -> bool:
        """The call was given up without anything having been sent, so trying again can do no harm."""
        return self.call.status == "failed" and bool(self.rounds) and self.rounds[-1].ended == Round.Ended.UNREACHED


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
_NEWEST_RUN_OF = FixedQuery(lambda message: Run.objects.filter(message=message).order_by("-position")[:1])


def items(person: Any, thread_id: uuid.UUID, *, zone: tzinfo, after: int = 0, tip: int | None = None) -> list[Item]:
    """Return the items of a thread whose newest change is past ``after``, in the order of the page.

    ``tip`` where the thread has several versions: what is not of the one that ends there is gone from the page.
    """
    newer = thread_id, after
    found = [Item("interrupts/items/message.html", row.position, row.seq, row) for row in _MESSAGES.all(*newer)]
    calls = _CALLS.all(*newer)
    rounds: dict[int, list[Round]] = defaultdict(list)
    for round_ in _ROUNDS.all(*newer) if calls else ():
        rounds[round_.call_id].append(round_)
    for call in calls:
        found.append(Item("interrupts/items/call.html", call.position, call.seq, CallView(call, rounds[call.pk])))
    found += [question_item(view) for view in views_of(_QUESTIONS.all(*newer), person, zone)]
    if tip is not None:
        found = _of_version(tree_of(thread_id, tip), found, keeps_gone=after > 0)
    return sorted(found, key=lambda item: item.position)


def _of_version(tree: Tree, found: list[Item], *, keeps_gone: bool) -> list[Item]:
    """Leave out what another version of the thread holds, or say that it is gone where a page may show it."""
    kept = []
    for item in found:
        row, name = _row_of(item.shown)
        if tree.shows(row):
            if isinstance(row, Message) and row.pk in tree.path:
                row.versions = tree.versions(row.pk)  # type: ignore[attr-defined]
            kept.append(item)
        elif keeps_gone:
            kept.append(Item("interrupts/items/gone.html", item.position, item.seq, f"{name}-{row.pk}"))
    return kept


def _row_of(shown: Any) -> tuple[Any, str]:
    match shown:
        case CallView(call=call):
            return call, "call"
        case QuestionView(question=question):
            return question, "question"
    return shown, "message"


def views_of(questions: Iterable[Interrupt], person: Any, zone: tzinfo) -> list[QuestionView]:
    """Return the cards of questions, each with what this person has typed into it so far."""
    questions = list(questions)
    open_ones = [question.pk for question in questions if question.status == "pending"]
    drafts = Draft.objects.filter(person=person.pk, interrupt__in=open_ones) if open_ones else ()
    typed = {draft.interrupt_id: wire.load(draft.values) for draft in drafts}
    return [QuestionView(question, person, zone, draft=typed.get(question.pk)) for question in questions]


def question_item(view: QuestionView) -> Item:
    return Item("interrupts/items/question.html", view.question.position, view.question.seq, view)


def newest_run(thread_id: uuid.UUID, tip: int | None = None) -> Run | None:
    """The run whose state stands beside the composer, in the version that is shown."""
    run: Run | None = _NEWEST_RUN.first(thread_id) if tip is None else _NEWEST_RUN_OF.first(tip)
    return run


def waiting_for(person: Any) -> InterruptQuerySet:
    """The open questions a person is expected to answer, oldest first."""
    rows: InterruptQuerySet = Interrupt.objects.filter(asked_of_id=person.pk, status="pending").order_by("created_at")
    return rows
