"""From a ModelRequest to the body of a chat completions request."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chatsite.assistants.manner import Manner
from chatsite.assistants.openai.attachments import part_of
from chatsite.assistants.openai.names import ToolNames
from chatsite.assistants.openai.reasoning import wanted_back
from interrupts.ports import Attachment, ModelMessage, ModelRequest, Text, ToolResult, ToolSpec, ToolUse

_LONGEST_DESCRIPTION = 1024
"""OpenAI refuses a longer one, and with it the whole request."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a server understands that not all do."""

    model: str
    images: bool = True
    pdf: bool = False
    new_limit: bool = False
    """The output limit is called max_completion_tokens; OpenAI's newer models refuse the old name."""


def request_body(request: ModelRequest, names: ToolNames, dialect: Dialect, manner: Manner) -> dict[str, Any]:
    """Give the JSON body that asks the model for a streamed reply to ``request``."""
    body: dict[str, Any] = {
        "model": dialect.model,
        "messages": list(_messages(request, names, dialect)),
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if request.tools:
        body["tools"] = [_tool(tool, names) for tool in request.tools]
    if (limit := manner.most_tokens(request.max_tokens)) is not None:
        body["max_completion_tokens" if dialect.new_limit else "max_tokens"] = limit
    if manner.temperature is not None:
        body["temperature"] = manner.temperature
    return {**manner.extra_body, **body} if request.tools else {**_without_tools(manner.extra_body), **body}


def without_what_it_refuses(body: Mapping[str, Any], error: bytes) -> dict[str, Any] | None:
    """Give the body to try after a refusal that names a field one can do without; None when there is no such field."""
    for field in ("stream_options", "temperature"):
        if field in body and field.encode() in error:
            return {key: value for key, value in body.items() if key != field}
    if "max_tokens" in body and b"max_completion_tokens" in error:
        return {"max_completion_tokens" if key == "max_tokens" else key: value for key, value in body.items()}
    return None


def _without_tools(extra: Mapping[str, Any]) -> dict[str, Any]:
    """What says how tools are chosen is refused where there are none."""
    return {key: value for key, value in extra.items() if key not in ("tool_choice", "parallel_tool_calls")}


def _messages(request: ModelRequest, names: ToolNames, dialect: Dialect) -> Iterator[dict[str, Any]]:
    if request.system.strip():
        yield {"role": "system", "content": _clean(request.system)}
    call_ids: list[str] = []
    newest = max((n for n, message in enumerate(request.messages) if message.role == "user"), default=-1)
    for number, message in enumerate(request.messages):
        match message.role:
            case "user":
                yield {"role": "user", "content": _content(message, dialect)}
            case "assistant":
                call_ids = _call_ids(message)
                if call_ids or _words(message):
                    thoughts = wanted_back(message.blob, dialect.model, in_this_run=number > newest)
                    yield {**_assistant(message, call_ids, names), **thoughts}
            case "tool":
                results = [part for part in message.parts if isinstance(part, ToolResult)]
                for position, result in enumerate(results):
                    # By position, since the port promises the order and a provider may have used one id twice.
                    call_id = call_ids[position] if position < len(call_ids) else result.id
                    yield {"role": "tool", "tool_call_id": call_id, "content": _result_text(result)}


def _content(message: ModelMessage, dialect: Dialect) -> str | list[dict[str, Any]]:
    """Plain text where there is nothing else: small servers know no parts."""
    files = [part for part in message.parts if isinstance(part, Attachment)]
    if not files:
        return _words(message)
    words = [{"type": "text", "text": text}] if (text := _words(message)) else []
    return words + [part_of(file, images=dialect.images, pdf=dialect.pdf) for file in files]


def _words(message: ModelMessage) -> str:
    return _clean("\n".join(part.text for part in message.parts if isinstance(part, Text)))


def _call_ids(message: ModelMessage) -> list[str]:
    """The ids of one message's calls, made unique within it: strict providers refuse a repeated one."""
    ids: list[str] = []
    for position, use in enumerate(part for part in message.parts if isinstance(part, ToolUse)):
        fresh = bool(use.id) and use.id not in ids
        ids.append(use.id if fresh else f"{use.id or 'call'}_{position + 1}")
    return ids


def _assistant(message: ModelMessage, call_ids: list[str], names: ToolNames) -> dict[str, Any]:
    spoken: dict[str, Any] = {"role": "assistant", "content": _words(message) or None}
    uses = [part for part in message.parts if isinstance(part, ToolUse)]
    if uses:
        spoken["tool_calls"] = [
            {
                "id": call_id,
                "type": "function",
                "function": {"name": names.to_wire(use.name), "arguments": _arguments(use.arguments)},
            }
            for call_id, use in zip(call_ids, uses, strict=True)
        ]
    return spoken


def _arguments(raw: str) -> str:
    """The arguments as the model wrote them; wrapped when they are no JSON object, since several servers parse what
    they get back and answer 500 to the whole history."""
    text = _clean(raw)
    try:
        readable = isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        readable = False
    return text if readable else json.dumps({"unreadable_arguments": text})


def _result_text(result: ToolResult) -> str:
    text = _clean(result.text) or "(no output)"
    return f"The tool call did not succeed: {text}" if result.is_error else text


def _tool(tool: ToolSpec, names: ToolNames) -> dict[str, Any]:
    described = f"{tool.description.strip()} (server: {tool.server})" if tool.server else tool.description.strip()
    function = {"name": names.to_wire(tool.name), "parameters": _parameters(tool.input_schema)}
    if described:
        function["description"] = _clean(described)[:_LONGEST_DESCRIPTION]
    return {"type": "function", "function": function}


def _parameters(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The tool's own schema; providers want an object that lists its properties, if only none."""
    parameters = {key: value for key, value in schema.items() if key != "$schema"}
    if parameters.get("type") != "object":
        parameters = {"type": "object"}
    parameters.setdefault("properties", {})
    return parameters


def _clean(text: str) -> str:
    """The text without lone surrogates, which no provider can decode; pairs of them become the character they mean."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
