"""The history of a thread as a model needs it: every wish for a tool is followed by exactly one result, in order."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from interrupts import wire
from interrupts.calls import read_arguments
from interrupts.fixed_query import FixedQuery
from interrupts.handing import file_parts, files_by_message, with_attachments
from interrupts.kept import RESULT_LIMIT, words_of
from interrupts.models import Message, ToolCall
from interrupts.ports import ModelMessage, ProviderBlob, Text, ToolResult, ToolUse
from interrupts.results import head_and_tail

_CALLS = FixedQuery(
    lambda thread: (
        ToolCall.objects.filter(thread=thread).select_related("result_in").order_by("run_id", "step", "index")
    )
)
_MESSAGES = FixedQuery(lambda thread: Message.objects.filter(thread=thread).exclude(role="note").order_by("position"))


def history(thread_id: uuid.UUID, reads: Sequence[str] = ()) -> tuple[ModelMessage, ...]:
    """Return the thread up to now. Notes are for people and are left out.

    ``reads`` are the kinds of files the model can be given; those that lie in the storage are yet to be ``fetched``.
    """
    files = files_by_message(thread_id)
    calls: dict[tuple[int | None, int | None], list[ToolCall]] = defaultdict(list)
    for call in _CALLS.all(thread_id):
        calls[call.run_id, call.step].append(call)
    turns: list[ModelMessage] = []
    for message in _MESSAGES.all(thread_id):
        if message.role == Message.Role.USER:
            turns.append(ModelMessage("user", (Text(message.text), *file_parts(files[message.pk], reads))))
        else:
            turns.extend(_assistant_turn(message, calls[message.run_id, message.step], reads))
    return tuple(turns)


def _assistant_turn(message: Message, calls: list[ToolCall], reads: Sequence[str]) -> list[ModelMessage]:
    uses = tuple(ToolUse(call.provider_id, call.name, _arguments_for_model(call)) for call in calls)
    text = (Text(message.text),) if message.text else ()
    if not uses and not text:
        return []
    blob = ProviderBlob(message.blob_format, message.blob_version, message.blob) if message.blob_format else None
    turn = ModelMessage("assistant", (*text, *uses), blob)
    if not uses:
        return [turn]
    return [turn, ModelMessage("tool", tuple(with_attachments(_result(call), call, reads) for call in calls))]


def _arguments_for_model(call: ToolCall) -> str:
    """Unreadable arguments would make a provider refuse the whole thread; the result says what was wrong with them."""
    if call.arguments and not call.edits:
        return call.arguments
    return wire.dump({}) if read_arguments(call.arguments_proposed) is None else call.arguments_proposed


def _result(call: ToolCall) -> ToolResult:
    text = result_text(call, RESULT_LIMIT)
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
