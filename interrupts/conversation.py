"""The history of a thread as a model needs it: every wish for a tool is followed by exactly one result, in order."""

import uuid
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings

from interrupts import wire
from interrupts.calls import read_arguments
from interrupts.fixed_query import FixedQuery
from interrupts.models import Message, ToolCall
from interrupts.ports import ModelMessage, ProviderBlob, Text, ToolResult, ToolUse
from interrupts.results import head_and_tail, pieces, words

RESULT_LIMIT: int = getattr(settings, "INTERRUPTS", {}).get("RESULT_CHARACTERS", 40_000)
"""Characters of one result that a model is given; the whole is kept for people."""


class _Said(NamedTuple):
    """What a model needs of a message. Of thousands, whole rows would take five times as long."""

    role: str
    text: str
    run_id: int | None
    step: int | None
    blob_format: str
    blob_version: int
    blob: str


_CALLS = FixedQuery(lambda thread: ToolCall.objects.filter(thread=thread).order_by("run_id", "step", "index"))
_MESSAGES = FixedQuery(
    lambda thread: (
        Message.objects.filter(thread=thread).exclude(role="note").order_by("position").values_list(*_Said._fields)
    )
)


def history(thread_id: uuid.UUID) -> tuple[ModelMessage, ...]:
    """Return the thread up to now. Notes are for people and are left out."""
    calls: dict[tuple[int | None, int | None], list[ToolCall]] = defaultdict(list)
    for call in _CALLS.all(thread_id):
        calls[call.run_id, call.step].append(call)
    turns: list[ModelMessage] = []
    for message in map(_Said._make, _MESSAGES.all(thread_id)):
        if message.role == Message.Role.USER:
            turns.append(ModelMessage("user", (Text(message.text),)))
        else:
            turns.extend(_assistant_turn(message, calls[message.run_id, message.step]))
    return tuple(turns)


def _assistant_turn(message: _Said, calls: list[ToolCall]) -> list[ModelMessage]:
    uses = tuple(ToolUse(call.provider_id, call.name, _arguments_for_model(call)) for call in calls)
    text = (Text(message.text),) if message.text else ()
    if not uses and not text:
        return []
    blob = ProviderBlob(message.blob_format, message.blob_version, message.blob) if message.blob_format else None
    turn = ModelMessage("assistant", (*text, *uses), blob)
    if not uses:
        return [turn]
    return [turn, ModelMessage("tool", tuple(_result(call) for call in calls))]


def _arguments_for_model(call: ToolCall) -> str:
    """Unreadable arguments would make a provider refuse the whole thread; the result says what was wrong with them."""
    if call.arguments and not call.edits:
        return call.arguments
    return wire.dump({}) if read_arguments(call.arguments_proposed) is None else call.arguments_proposed


def _result(call: ToolCall) -> ToolResult:
    text = head_and_tail(result_text(call), RESULT_LIMIT)
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


def result_text(call: ToolCall) -> str:
    """Return what came of a call in words, for the model and for the page."""
    if call.outcome:
        return call.outcome
    if call.result:
        return words(pieces(wire.load(call.result)))
    match call.status:
        case "sent" | "unknown":
            return "The run was stopped before a reply came. It is not known whether the tool ran."
        case "cancelled":
            return "The run was stopped before this tool was called. Nothing was changed."
    return "There is no result yet."
