"""The history of a thread as a model needs it: every wish for a tool is followed by exactly one result, in order."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from interrupts import wire
from interrupts.faults import read_arguments
from interrupts.fixed_query import FixedQuery
from interrupts.handing import file_parts, files_by_message, only_named, with_attachments
from interrupts.kept import RESULT_LIMIT, words_of
from interrupts.marking import marked
from interrupts.models import File, Message, Thread, ToolCall
from interrupts.ports import ModelMessage, ProviderBlob, Text, ToolResult, ToolUse
from interrupts.results import head_and_tail
from interrupts.versions import newest_version

SHORT_RESULT = 1_000
"""Characters that are left of a result in a part of the thread that was shortened."""


class Line(NamedTuple):
    """What a model needs of a message. Of thousands, whole rows would take five times as long."""

    pk: int
    role: str
    text: str
    run_id: int | None
    step: int | None
    follows_id: int | None
    blob_format: str
    blob_version: int
    blob: str


_CALLS = FixedQuery(
    lambda thread: (
        ToolCall.objects.filter(thread=thread).select_related("result_in").order_by("run_id", "step", "index")
    )
)
_MESSAGES = FixedQuery(
    lambda thread: (
        Message.objects.filter(thread=thread).exclude(role="note").order_by("position").values_list(*Line._fields)
    )
)
_SHORTENED = FixedQuery(
    lambda thread: Thread.objects.filter(pk=thread).values_list(
        "results_cut", "summaries__message_id", "summaries__text"
    )
)

type CallsOfTurn = Mapping[tuple[int | None, int | None], list[ToolCall]]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A thread as its rows have it: its lines without notes, the calls of each turn, and how it was shortened."""

    lines: list[Line]
    calls: CallsOfTurn
    results_cut: int
    summaries: Mapping[int, str]
    """What stands for everything up to a message, by that message."""
    files: Mapping[int, list[File]]
    """What was attached to each message."""
    asides: Mapping[int, str]
    """What is to be said of other versions of a message."""

    @property
    def begins(self) -> int:
        """The place of the first message that is given as it is; those before it are summarised."""
        if not self.summaries:
            return 0
        places = [place for place, each in enumerate(self.lines, start=1) if each.pk in self.summaries]
        return places[-1] if places else 0


def read_conversation(thread_id: uuid.UUID) -> Conversation:
    """Read a thread up to now, in its newest version."""
    calls: dict[tuple[int | None, int | None], list[ToolCall]] = defaultdict(list)
    for call in _CALLS.all(thread_id):
        calls[call.run_id, call.step].append(call)
    shortened = _SHORTENED.all(thread_id)
    summaries = {message: text for _, message, text in shortened if message is not None}
    results_cut = shortened[0][0] if shortened else 0
    lines, asides = newest_version(thread_id, [Line(*values) for values in _MESSAGES.all(thread_id)])
    return Conversation(lines, calls, results_cut, summaries, files_by_message(thread_id), asides)


def history(thread_id: uuid.UUID, reads: Sequence[str] = ()) -> tuple[ModelMessage, ...]:
    """Return the thread up to now. Notes are for people and are left out.

    ``reads`` are the kinds of files the model can be given; those that lie in the storage are yet to be ``fetched``.
    """
    return turns_of(read_conversation(thread_id), reads)


def turns_of(read: Conversation, reads: Sequence[str] = ()) -> tuple[ModelMessage, ...]:
    """Return a conversation as a model is given it, what was summarised in its place at the start."""
    turns: list[ModelMessage] = []
    for line in read.lines[read.begins :]:
        if line.role == Message.Role.USER:
            turns.append(_user_turn(line, read, reads))
        else:
            turns.extend(_assistant_turn(line, read, reads))
    if not read.begins:
        return tuple(turns)
    before = Text(_what_came_before(read))
    if turns and turns[0].role == "user":
        return (ModelMessage("user", (before, *turns[0].parts)), *turns[1:])
    return (ModelMessage("user", (before,)), *turns)


def _user_turn(line: Line, read: Conversation, reads: Sequence[str]) -> ModelMessage:
    asides = (Text(read.asides[line.pk]),) if line.pk in read.asides else ()
    return ModelMessage("user", (Text(line.text), *file_parts(read.files.get(line.pk, ()), reads), *asides))


def _what_came_before(read: Conversation) -> str:
    """The summary of what is left out, and all that the person wrote and decided there, word for word."""
    kept = []
    for line in read.lines[: read.begins]:
        if line.role == Message.Role.USER:
            kept.append(" ".join([f"The person wrote: {line.text}", *only_named(read.files.get(line.pk, ()))]))
        for call in read.calls[line.run_id, line.step] if line.step else ():
            decision = _what_was_decided(call)
            if decision:
                kept.append(f"About a call of {call.name}: {decision}")
    summary = read.summaries[read.lines[read.begins - 1].pk]
    words = "\n".join(kept)
    return (
        "The earlier part of this conversation was shortened. What the person wrote and decided there, word for word:\n"
        f"{words}\n\nA summary of the rest:\n{marked(summary)}\n\nThe conversation goes on:"
    )


def _what_was_decided(call: ToolCall) -> str:
    edits = _what_was_changed(wire.load(call.edits)) if call.edits else ""
    said_no = call.outcome if call.status in ("refused", "cancelled") else ""
    return f"{edits} {said_no}".strip()


def _assistant_turn(line: Line, read: Conversation, reads: Sequence[str]) -> list[ModelMessage]:
    calls = read.calls[line.run_id, line.step]
    uses = tuple(ToolUse(call.provider_id, call.name, _arguments_for_model(call)) for call in calls)
    text = (Text(line.text),) if line.text else ()
    if not uses and not text:
        return []
    blob = ProviderBlob(line.blob_format, line.blob_version, line.blob) if line.blob_format else None
    turn = ModelMessage("assistant", (*text, *uses), blob)
    if not uses:
        return [turn]
    results = tuple(with_attachments(_result(call, read.results_cut), call, reads) for call in calls)
    return [turn, ModelMessage("tool", results)]


def _arguments_for_model(call: ToolCall) -> str:
    """Unreadable arguments would make a provider refuse the whole thread; the result says what was wrong with them."""
    if call.arguments and not call.edits:
        return call.arguments
    return call.arguments_proposed if read_arguments(call.arguments_proposed) else wire.dump({})


def _result(call: ToolCall, results_cut: int) -> ToolResult:
    text = result_text(call, SHORT_RESULT if call.position <= results_cut else RESULT_LIMIT)
    if not call.outcome and call.result:
        text = marked(text)
    if call.edits:
        text = f"{_what_was_changed(wire.load(call.edits))}\n\n{text}"
    return ToolResult(call.provider_id, call.name, text, is_error=call.status != "completed")


def _what_was_changed(edits: Mapping[str, Any]) -> str:
    parts = ["A person changed the arguments before the call."]
    if edits["changed"]:
        parts.append(f"It was called with {wire.dump(edits['changed'])} instead.")
    if edits["left_out"]:
        parts.append(f"Left out: {', '.join(map(wire.dump, edits['left_out']))}.")
    return " ".join(parts)


def result_text(call: ToolCall, limit: int) -> str:
    """Return what came of a call in words, in at most so many characters and a note of what was left out."""
    if call.outcome:
        return head_and_tail(call.outcome, limit)
    if call.result:
        text, characters = words_of(call)
        return head_and_tail(text, limit, of=characters)
    match call.status:
        case "sent" | "unknown":
            return "The run was stopped before a reply came. It is not known whether the tool ran."
        case "cancelled":
            return "The run was stopped before this tool was called. Nothing was changed."
    return "There is no result yet."
