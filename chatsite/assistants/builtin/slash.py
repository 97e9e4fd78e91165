"""Exact commands: ``/tool name=value "quoted values" key='{"json": true}'``, several in a message, one a line."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from chatsite.assistants.builtin import manners
from chatsite.assistants.builtin.intentions import AskValue, Calls, Draft, Intention, Say
from chatsite.assistants.builtin.tools import Tool, Unfit

_QUOTES = {'"': '"', "'": "'", "“": "”", "`": "`"}
_INSIDE = {closing: re.compile(rf"[^\\{closing}]*(?:\\.[^\\{closing}]*)*+", re.DOTALL) for closing in _QUOTES.values()}
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SPACE = re.compile(r"\s|\Z")
_MOST_COMMANDS = 8
_MOST_VALUES = 200


class Unclear(Exception):
    """A command that cannot be carried out as written. ``str(error)`` says why."""


@dataclass(slots=True)
class _Written:
    """A command as written: its name, values with a name, values without."""

    name: str
    named: list[tuple[str, str]] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)


def read_command(text: str, tools: Sequence[Tool]) -> Intention:
    """Give the calls that a message of commands asks for, or what is wrong with it."""
    try:
        written = _commands(text, tools)
        if written[0].name.lower() in ("help", "tools", "?"):
            return Say(manners.help_text(tools))
        if len(written) > _MOST_COMMANDS:
            return Say(manners.too_many(len(written), _MOST_COMMANDS))
        drafts = [_draft(each, tools) for each in written]
    except Unclear as error:
        return Say(f"{error} {manners.NOTHING_DONE}")
    for draft in drafts:
        if draft.missing is not None:
            return AskValue(tuple(drafts), manners.question_for(draft.tool, draft.missing))
    return Calls(tuple(drafts))


def find_tools(name: str, tools: Sequence[Tool]) -> list[Tool]:
    """Give the tools of that name: its full name, ``server.tool``, or its short name."""
    wanted = name.lower()
    for name_of in (
        lambda tool: tool.spec.name.lower(),
        lambda tool: f"{tool.spec.server}.{tool.spec.tool}".lower(),
        lambda tool: tool.spec.tool.lower(),
        lambda tool: tool.spec.tool.lower().replace("-", "_"),
    ):
        found = [tool for tool in tools if name_of(tool) == wanted]
        if found:
            return found
    return []


def _draft(written: _Written, tools: Sequence[Tool]) -> Draft:
    found = find_tools(written.name, tools)
    if len(found) > 1:
        names = " or ".join(f"/{tool.spec.server}.{tool.spec.tool}" for tool in found[:6])
        raise Unclear(f"Several servers have “{written.name[:80]}”: say {names}.")
    if not found:
        near = [tool.spec.tool for tool in tools if written.name.lower()[:4] in tool.spec.tool.lower()] or [
            tool.spec.tool for tool in tools
        ]
        offer = f" There is: {', '.join(f'/{name}' for name in near[:12])}." if near else " No tools are connected."
        raise Unclear(f"There is no tool “{written.name[:80]}”.{offer}")
    return Draft(found[0], _values(found[0], written))


def _values(tool: Tool, written: _Written) -> dict[str, Any]:
    values: dict[str, Any] = {}
    try:
        for name, text in written.named:
            parameter = tool.parameter(name)
            if parameter is None:
                takes = ", ".join(each.name for each in tool.parameters) or "no arguments"
                raise Unclear(f"{tool.label} has no argument “{name[:80]}”; it takes: {takes}.")
            if parameter.name in values:
                raise Unclear(f"“{parameter.name}” is given twice.")
            values[parameter.name] = parameter.typed(text)
        for text in written.plain:
            free = [*tool.required, *tool.parameters]
            parameter = next((each for each in free if each.name not in values), None)
            if parameter is None:
                raise Unclear(f"{tool.label} takes no further argument for “{text[:80]}”.")
            values[parameter.name] = parameter.typed(text)
    except Unfit as error:
        raise Unclear(str(error)) from None
    return values


def _commands(text: str, tools: Sequence[Tool]) -> list[_Written]:
    commands: list[_Written] = []
    for name, value, begins_line in _pieces(text):
        begins = begins_line and not name and value.startswith("/")
        if not commands or (begins and find_tools(value[1:], tools)):
            commands.append(_Written(value.removeprefix("/")))
        elif name:
            commands[-1].named.append((name, value))
        else:
            commands[-1].plain.append(value)
        if len(commands) > _MOST_VALUES or len(commands[-1].named) + len(commands[-1].plain) > _MOST_VALUES:
            raise Unclear("That command has too many parts.")
    return commands


def _pieces(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield name (or nothing), value, and whether it stands at the beginning of a line."""
    at, begins_line = 0, True
    while at < len(text):
        if text[at].isspace():
            begins_line = begins_line or text[at] == "\n"
            at += 1
            continue
        name, at = _name(text, at)
        value, at = _value(text, at) if at < len(text) else ("", at)
        yield name, value, begins_line
        begins_line = False


def _name(text: str, at: int) -> tuple[str, int]:
    end = at
    while end < len(text) and end - at < 200 and (text[end].isalnum() or text[end] in "_-."):
        end += 1
    if end > at and end < len(text) and text[end] == "=":
        return text[at:end], end + 1
    return "", at


def _value(text: str, at: int) -> tuple[str, int]:
    if text[at] in _QUOTES:
        return _quoted(text, at)
    if text[at] in "[{":
        try:
            _, end = json.JSONDecoder().raw_decode(text, at)
            return text[at:end], end
        except (ValueError, RecursionError):
            pass
    space = _SPACE.search(text, at)
    end = space.start() if space else len(text)
    return text[at:end], end


def _quoted(text: str, at: int) -> tuple[str, int]:
    closing = _QUOTES[text[at]]
    found = _INSIDE[closing].match(text, at + 1)
    if found is None or not text.startswith(closing, found.end()):
        raise Unclear(f"The quote that begins with {text[at : at + 20]!r} is never closed.")
    return _ESCAPED.sub(
        lambda escape: escape[1] if escape[1] in (closing, "\\") else escape[0], found[0]
    ), found.end() + 1
