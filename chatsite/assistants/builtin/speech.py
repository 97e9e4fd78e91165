"""What the built-in assistant says before it calls tools and after they replied."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from chatsite.assistants.builtin.intentions import Draft
from chatsite.assistants.builtin.tools import Tool
from interrupts.ports import ToolResult, ToolUse

_LONGEST = 8000
_LONGEST_PARSED = 200_000
_MOST_LINES = 50
_WIDEST_CELL = 40
_DECLINED = re.compile(r"\b(?:declin|cancel|refus(?!ed the call)|withdr|not approved|said no)\w*", re.IGNORECASE)
# Samples and other servers end a refusal with a word to the model; a person needs no such order.
_FOR_THE_MODEL = re.compile(r"\s*This is final: do not ask again[^.]*\.")


def announcement(drafts: Sequence[Draft]) -> str:
    """Say which calls are about to be made."""
    if len(drafts) == 1:
        return f"I call {_call_in_words(drafts[0].tool.label, drafts[0].values)}."
    listed = "\n".join(f"- {_call_in_words(draft.tool.label, draft.values)}" for draft in drafts)
    return f"I make {len(drafts)} calls:\n{listed}"


def report(results: Sequence[ToolResult], uses: Sequence[ToolUse], tools: Sequence[Tool]) -> str:
    """Tell in words what came of the calls."""
    by_name = {tool.spec.name: tool for tool in tools}
    told: list[str] = []
    for position, result in enumerate(results):
        use = uses[position] if position < len(uses) else None
        tool = by_name.get(result.name)
        values = _arguments(use)
        text = _result_in_words(result, tool, values)
        if len(results) > 1:
            label = tool.spec.tool if tool else result.name
            text = f"{_call_in_words(label, values)}:\n{text}"
        told.append(text)
    return "\n\n".join(told) or "The tools gave no result."


def _result_in_words(result: ToolResult, tool: Tool | None, values: Mapping[str, Any]) -> str:
    text = _FOR_THE_MODEL.sub("", _in_words(result.text)).strip()
    label = tool.label if tool else result.name
    if not result.is_error:
        return text or f"{label} is done; it had nothing to say."
    if _DECLINED.search(result.text[:_LONGEST]):
        thing = next((str(value)[:80] for value in values.values() if isinstance(value, str)), None)
        kept = f"“{thing}” stays as it is" if tool and tool.destroys and thing else "nothing was changed by it"
        return f"{label} was declined, so {kept}. {text}".strip()
    return f"{label} did not work: {text or 'it gave no reason.'}"


def _in_words(text: str) -> str:
    stripped = text.strip()
    if stripped.startswith(("[", "{")) and len(stripped) <= _LONGEST_PARSED:
        try:
            return _cut(_value_in_words(json.loads(stripped)))
        except (ValueError, RecursionError):
            pass
    return _cut(stripped)


def _value_in_words(value: object) -> str:
    match value:
        case {"result": inner, **rest} if not rest:
            return _value_in_words(inner)
        case []:
            return "There is nothing."
        case [*rows] if all(isinstance(row, Mapping) and row for row in rows):
            return _table([row for row in rows if isinstance(row, Mapping)])
        case [*items]:
            return _lines([f"- {_cell(item)}" for item in items])
        case Mapping():
            return _lines([f"- {name}: {_cell(item)}" for name, item in value.items()]) or "There is nothing."
    return _cell(value)


def _table(rows: list[Mapping[str, Any]]) -> str:
    names = list(dict.fromkeys(str(name) for row in rows[:_MOST_LINES] for name in row))[:12]
    cells = [names, *([_cell(row.get(name, ""))[:_WIDEST_CELL] for name in names] for row in rows[:_MOST_LINES])]
    widths = [max(len(line[column]) for line in cells) for column in range(len(names))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]
    rest = [f"… and {len(rows) - _MOST_LINES} more."] if len(rows) > _MOST_LINES else []
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:], *rest])


def _lines(lines: list[str]) -> str:
    rest = [f"… and {len(lines) - _MOST_LINES} more."] if len(lines) > _MOST_LINES else []
    return "\n".join([*lines[:_MOST_LINES], *rest])


def _cell(value: object) -> str:
    if isinstance(value, str):
        return " ".join(value[:500].split())
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(not isinstance(item, list | Mapping) for item in value):
        return ", ".join(_cell(item) for item in value[:20])
    return json.dumps(value, ensure_ascii=False)[:500]


def _call_in_words(label: str, values: Mapping[str, Any]) -> str:
    said = ", ".join(f"{name} = {_cell(value)[:120]}" for name, value in values.items())
    return f"{label} with {said}" if said else label


def _arguments(use: ToolUse | None) -> Mapping[str, Any]:
    try:
        values = json.loads(use.arguments[:_LONGEST_PARSED]) if use else {}
    except (ValueError, RecursionError):
        values = {}
    return values if isinstance(values, dict) else {}


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}\n(… {len(text) - _LONGEST:,} more characters)"
