"""How what we keep is spelled for any provider: strict ones refuse a whole request for one crooked part."""

import json
from typing import Any

from interrupts.ports import ModelMessage, Text, ToolResult, ToolSpec, ToolUse

_LONGEST_DESCRIPTION = 1024
"""OpenAI refuses a longer one, and with it the whole request."""


def words_of(message: ModelMessage) -> str:
    """The text of a message."""
    return clean("\n".join(part.text for part in message.parts if isinstance(part, Text) and part.text))


def call_ids_of(message: ModelMessage) -> list[str]:
    """The ids of one message's calls, made unique within it: strict providers refuse a repeated one."""
    ids: list[str] = []
    for position, use in enumerate(part for part in message.parts if isinstance(part, ToolUse)):
        fresh = bool(use.id) and use.id not in ids
        ids.append(use.id if fresh else f"{use.id or 'call'}_{position + 1}")
    return ids


def arguments_of(raw: str) -> str:
    """The arguments as the model wrote them; wrapped when they are no JSON object, since several servers parse what
    they get back and answer 500 to the whole history."""
    text = clean(raw)
    try:
        readable = isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        readable = False
    return text if readable else json.dumps({"unreadable_arguments": text})


def output_of(result: ToolResult) -> str:
    """What a call returned; some providers want a word where it is nothing."""
    return clean(result.text) or "(no output)"


def result_text(result: ToolResult) -> str:
    """What came of a call, in words, for providers that have no other place to say that it failed."""
    text = output_of(result)
    return f"The tool call did not succeed: {text}" if result.is_error else text


def described_tool(tool: ToolSpec) -> str:
    """What a model is told of a tool, with the server it belongs to."""
    described = f"{tool.description.strip()} (server: {tool.server})" if tool.server else tool.description.strip()
    return clean(described)[:_LONGEST_DESCRIPTION]


def parameters_of(tool: ToolSpec) -> dict[str, Any]:
    """The tool's own schema; providers want an object that lists its properties, if only none."""
    parameters = {key: value for key, value in tool.input_schema.items() if key != "$schema"}
    if parameters.get("type") != "object":
        parameters = {"type": "object"}
    parameters.setdefault("properties", {})
    return parameters


def clean(text: str) -> str:
    """The text without lone surrogates, which no provider can decode; pairs of them become the character they mean."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
