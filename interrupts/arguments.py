"""The arguments of a call, for people: shown, changed by whoever approves the call, and what was changed told."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import compress
from operator import not_
from typing import Any

from interrupts import wire
from interrupts.approval import verdict
from interrupts.forms import BoundField, Editor, edit, masked_change, parse_text
from interrupts.models import Interrupt, ToolCall

GIST_LENGTH = 60
SHORT = 20
"""Values up to this length come first in a gist: what a call will do (create, delete) is rarely said at length."""
EDITED = "edited"
"""The control that says that the arguments were on the page: without it they are approved as they were proposed."""


def argument_lines(call: ToolCall) -> list[tuple[str, str]]:
    """Return names and values of a call's arguments as they stand; as written where they are no object."""
    if not call.arguments:
        return [("", wire.storable(call.arguments_proposed))] if call.arguments_proposed.strip() else []
    return lines_of(wire.load(call.arguments))


def lines_of(arguments: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return names and values of arguments, as people read them: text as it is, the rest as JSON."""
    return [
        (wire.storable(name), wire.storable(value if isinstance(value, str) else wire.dump(value)))
        for name, value in arguments.items()
    ]


def gist(arguments: list[tuple[str, str]]) -> str:
    """Return the values of arguments in one short line, for where there is no room for names."""
    values = sorted((value for _, value in arguments), key=lambda value: len(value) > SHORT)
    line = ", ".join(" ".join(value[: GIST_LENGTH + 1].split()) for value in values)
    return line if len(line) <= GIST_LENGTH else f"{line[: GIST_LENGTH - 1]}…"


def editor_of(question: Interrupt) -> Editor | None:
    """Return the form to change a call's arguments in before it is approved, None where there is nothing to change."""
    return _editor(question.schema, question.prefill) if question.kind == "approval" and question.schema else None


@lru_cache(maxsize=64)
def _editor(schema: str, arguments: str) -> Editor:
    return edit(wire.load(schema), wire.load(arguments) or {})


def edited_arguments(question: Interrupt) -> dict[str, Any] | None:
    """Return the arguments a person gave a call in place of the proposed ones, None when they left them."""
    content = wire.load(question.content) if question.kind == "approval" else None
    edited: dict[str, Any] | None = content.get("arguments") if content else None
    return edited


def what_was_edited(question: Interrupt, edited: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changed values, secrets masked, and the names that were left out."""
    return masked_change(parse_text(question.schema), wire.load(question.prefill) or {}, edited)


def why_denied(question: Interrupt, arguments: Mapping[str, Any], *, now: datetime) -> str:
    """Return why a standing rule forbids the call with these arguments; empty when none does."""
    tool = question.tool_call.tool if question.tool_call else None
    if tool is None:
        return ""
    decided = verdict(question.asked_of_id, tool, arguments, now=now)
    return decided.reason if decided.effect == "deny" else ""


def edited_names(call: ToolCall) -> list[str]:
    """Return the names of the arguments a person changed before the call."""
    edits = wire.load(call.edits) or {"changed": {}, "left_out": []}
    return [*edits["changed"], *edits["left_out"]]


def given_and_left_out(
    question: Interrupt, fields: Sequence[BoundField]
) -> tuple[tuple[BoundField, ...], tuple[BoundField, ...]]:
    """Return the fields of the arguments that were given, must be, or hold something by now; and the others."""
    editor = editor_of(question)
    given = editor.prefill if editor else {}
    first = [field.required or field.key in given or bool(field.error) or _holds(field) for field in fields]
    return tuple(compress(fields, first)), tuple(compress(fields, map(not_, first)))


def _holds(field: BoundField) -> bool:
    return bool(field.value) or field.checked or any(field.chosen)
