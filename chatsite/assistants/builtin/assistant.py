"""The built-in assistant as a model: reads the request, says or calls, keeps nothing."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace

from chatsite.assistants.builtin import manners, speech
from chatsite.assistants.builtin.dialogue import newest_intention
from chatsite.assistants.builtin.intentions import AskTool, AskValue, Calls, Draft, Say
from chatsite.assistants.builtin.tools import Tool
from interrupts.marking import unmarked
from interrupts.ports import Finished, ModelMessage, ModelRequest, ReplyEvent, TextDelta, ToolResult, ToolUse

_MOST_TOOLS = 300
_OWN_ID = re.compile(r"call_([0-9]{1,9})\Z")
_FEW = 8


class BuiltInAssistant:
    """A deterministic assistant that follows simple sentences against the tools really listed.

    The same request always gets the same reply. After results it only speaks, so it never loops; it calls nothing that
    changes something unless an order in the person's newest message, or their answer to its question, says so.
    """

    name = "Built-in assistant"
    writes = False

    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        """Stream one reply; never fails."""
        text, uses = _decide(request)
        for piece in _pieces(text):
            yield TextDelta(piece)
            await asyncio.sleep(0)
        for use in uses:
            yield use
        yield Finished()


def _decide(request: ModelRequest) -> tuple[str, list[ToolUse]]:
    tools = [Tool(spec) for spec in request.tools[:_MOST_TOOLS]]
    messages = [_without_marks(message) for message in request.messages]
    if not messages:
        return manners.help_text(tools), []
    if messages[-1].role == "tool":
        return speech.report(_results(messages[-1]), _calls_before(messages), tools), []
    match newest_intention(messages, tools):
        case Calls(drafts):
            return speech.announcement(drafts), _uses(drafts, messages)
        case AskValue(_, question) | AskTool(_, _, question):
            return question, []
        case Say(text):
            return text, []


def _without_marks(message: ModelMessage) -> ModelMessage:
    if message.role != "tool":
        return message
    return replace(message, parts=tuple(replace(each, text=unmarked(each.text)) for each in _results(message)))


def _results(message: ModelMessage) -> list[ToolResult]:
    return [part for part in message.parts if isinstance(part, ToolResult)]


def _calls_before(messages: Sequence[ModelMessage]) -> list[ToolUse]:
    for message in reversed(messages):
        if message.role == "assistant":
            return [part for part in message.parts if isinstance(part, ToolUse)]
    return []


def _uses(drafts: Sequence[Draft], messages: Sequence[ModelMessage]) -> list[ToolUse]:
    """The calls, with numbers that no call of this conversation has had."""
    numbers = [
        int(found[1])
        for message in messages
        for part in message.parts
        if isinstance(part, ToolUse) and (found := _OWN_ID.match(part.id))
    ]
    first = max(numbers, default=0) + 1
    return [
        ToolUse(f"call_{first + position}", draft.tool.spec.name, json.dumps(dict(draft.values)))
        for position, draft in enumerate(drafts)
    ]


def _pieces(text: str) -> Iterator[str]:
    """The text in a few pieces, cut after spaces; together they are the text."""
    size = max(40, len(text) // _FEW)
    at = 0
    while at < len(text):
        space = text.find(" ", at + size)
        end = len(text) if space < 0 else space + 1
        yield text[at:end]
        at = end
