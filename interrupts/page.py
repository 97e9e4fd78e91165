"""What a page shows of a thread: messages, calls and questions as items, each with its place and its version."""

import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.addresses import Address, read_address
from interrupts.arguments import argument_lines, edited_names, gist
from interrupts.cards import QuestionView
from interrupts.fixed_query import FixedQuery
from interrupts.handing import files_by_message
from interrupts.heard import Progress, progress_of
from interrupts.kept import RESULT_SHOWN, pieces_of, words_of
from interrupts.models import Draft, Feedback, Interrupt, Message, Round, Run, ToolCall
from interrupts.results import Piece, head_and_tail, words_on_page
from interrupts.states import InterruptQuerySet
from interrupts.structured import Data, as_data, says_the_same
from interrupts.versions import Tree, tree_of
from interrupts.window import WHOLE, Window

MEDIA_SHOWN = 20
"""Images, sounds and files of one result that a page shows."""


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
        return pieces_of(self.call) if self.call.result else []

    @cached_property
    def _words(self) -> tuple[str, int]:
        if self.call.outcome or not self.call.result:
            return self.call.outcome, len(self.call.outcome)
        return words_of(self.call)

    @property
    def result(self) -> str:
        text, characters = self._words
        shown = head_and_tail(text, RESULT_SHOWN, of=characters)
        for piece in self._pieces:
            shown = shown.replace(piece.words, words_on_page(piece), 1)
        return shown

    @property
    def is_cut(self) -> bool:
        return self._words[1] > RESULT_SHOWN

    @cached_property
    def media(self) -> list[Piece]:
        """The blocks of the result that have bytes."""
        return [piece for piece in self._pieces if piece.shown_as][:MEDIA_SHOWN]

    @property
    def links(self) -> list[tuple[str, Address]]:
        """The links a result names, each with its title and where it leads."""
        found = [piece for piece in self._pieces if piece.address][:MEDIA_SHOWN]
        return [(piece.title, read_address(piece.address)) for piece in found]

    @cached_property
    def _structure(self) -> Any:
        result = wire.load(self.call.result) if not self.call.outcome else None
        return result.get("structuredContent") if isinstance(result, dict) else None

    @cached_property
    def data(self) -> Data | None:
        """The structured content of a result, as a table where it is one."""
        return None if self._structure is None else as_data(self._structure)

    @property
    def is_all_data(self) -> bool:
        """The words of the result say nothing but its data."""
        return self.data is not None and says_the_same(self._words[0], self._structure)

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
                return _("server not reached")
            case Round.Ended.BUSY:
                return _("server not ready yet")
        return _("sent again soon")

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


class _Rows(NamedTuple):
    """What is read of a thread for its page."""

    messages: FixedQuery[Any]
    calls: FixedQuery[Any]
    rounds: FixedQuery[Any]
    questions: FixedQuery[Any]


def _changed(model: Any, thread: Any, after: Any) -> Any:
    return model.objects.filter(thread=thread, seq__gt=after)


def _part(model: Any, thread: Any, after: Any, since: Any, until: Any) -> Any:
    in_part = Q(position__gte=since, position__lt=until)
    if model is Interrupt:
        # A question that waits is shown wherever it stands: it is not to be overlooked for having waited long.
        in_part |= Q(status="pending")
    return _changed(model, thread, after).filter(in_part)


def _rounds(**of_calls: Any) -> Any:
    """Without their replies, which may be megabytes."""
    only = Round.objects.filter(**of_calls).only("call_id", "number", "sent_at", "ended", "ended_at")
    return only.order_by("number")


# Of its own for a push, which is about the newest: where places are named too, SQLite looks through the whole thread.
_CHANGED = _Rows(
    FixedQuery(lambda thread, after: _changed(Message, thread, after)),
    FixedQuery(lambda thread, after: _changed(ToolCall, thread, after)),
    FixedQuery(lambda thread, after: _rounds(call__thread=thread, call__seq__gt=after)),
    FixedQuery(lambda thread, after: _changed(Interrupt, thread, after).with_card()),
)
_IN_PART = _Rows(
    FixedQuery(lambda thread, after, since, until: _part(Message, thread, after, since, until)),
    FixedQuery(lambda thread, after, since, until: _part(ToolCall, thread, after, since, until)),
    FixedQuery(
        lambda thread, after, since, until: _rounds(
            call__thread=thread, call__seq__gt=after, call__position__gte=since, call__position__lt=until
        )
    ),
    FixedQuery(lambda thread, after, since, until: _part(Interrupt, thread, after, since, until).with_card()),
)
_RATINGS = FixedQuery(
    lambda thread, person: Feedback.objects.filter(message__thread=thread, person=person).values_list(
        "message_id", "value"
    )
)
_NEWEST_RUN = FixedQuery(lambda thread: Run.objects.filter(thread=thread).order_by("-position")[:1])
_NEWEST_RUN_OF = FixedQuery(lambda message: Run.objects.filter(message=message).order_by("-position")[:1])


def items(
    person: Any,
    thread_id: uuid.UUID,
    *,
    zone: tzinfo,
    after: int = 0,
    window: Window = WHOLE,
    tip: int | None = None,
) -> list[Item]:
    """Return the items of a part of a thread whose newest change is past ``after``, in the order of the page.

    Questions that wait are among them wherever they stand. ``tip`` where the thread has several versions: what is not
    of the one that ends there is gone from the page.
    """
    asked: tuple[Any, ...] = (thread_id, after)
    rows = _CHANGED
    if window != WHOLE:
        rows, asked = _IN_PART, (*asked, window.since, window.until)
    found = _message_items(person, thread_id, rows.messages.all(*asked))
    calls = rows.calls.all(*asked)
    rounds: dict[int, list[Round]] = defaultdict(list)
    for round_ in rows.rounds.all(*asked) if calls else ():
        rounds[round_.call_id].append(round_)
    for call in calls:
        found.append(Item("interrupts/items/call.html", call.position, call.seq, CallView(call, rounds[call.pk])))
    found += [question_item(view) for view in views_of(rows.questions.all(*asked), person, zone)]
    if tip is not None:
        found = _of_version(tree_of(thread_id, tip), found, keeps_gone=after > 0)
    return sorted(found, key=lambda item: item.position)


def _message_items(person: Any, thread_id: uuid.UUID, messages: list[Any]) -> list[Item]:
    """Messages, each with its ``attached`` files and how this person rated it."""
    files = files_by_message(thread_id) if any(each.role == Message.Role.USER for each in messages) else {}
    # Nothing has been said of what is still being written, and while that grows every push would ask in vain.
    may_be_rated = any(each.role == "assistant" and each.status != "streaming" for each in messages)
    ratings = dict(_RATINGS.all(thread_id, person.pk)) if may_be_rated else {}
    for message in messages:
        message.attached = files.get(message.pk, ())
        message.rating = ratings.get(message.pk, "")
    return [Item("interrupts/items/message.html", each.position, each.seq, each) for each in messages]


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
