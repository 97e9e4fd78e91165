"""A server's wish for a model's reply, as a person reads it, as a model is asked it, and the reply as it goes back.

Pure. The server may send anything: what cannot be shown as words is named in brackets, and nothing here raises.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from interrupts import wire
from interrupts.forms import Form, parse
from interrupts.ports import ModelMessage, ModelRequest, Text

REPLY_FORM: Form = parse(
    {
        "type": "object",
        "properties": {"text": {"type": "string", "title": "Reply", "x-ui": {"widget": "textarea"}}},
        "required": ["text"],
    }
)
MOST_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True)
class Said:
    """One message of the server's prompt."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the server wants a reply to. ``only_words`` is false where a model that reads text would miss something."""

    system: str
    messages: tuple[Said, ...]
    max_tokens: int | None
    only_words: bool

    def request(self) -> ModelRequest:
        """Return the same as a model is asked it: no tools, and no more tokens than the server allows."""
        turns = tuple(ModelMessage(said.role, (Text(said.text),)) for said in self.messages)
        return ModelRequest(self.system, turns, (), max_tokens=self.max_tokens)


def read_prompt(params: Mapping[str, Any]) -> Prompt:
    """Return the prompt of a ``sampling/createMessage``."""
    messages = params.get("messages")
    read = [_message(each) for each in messages] if isinstance(messages, list) else []
    system, limit = params.get("systemPrompt"), params.get("maxTokens")
    is_limit = isinstance(limit, int) and not isinstance(limit, bool) and 0 < limit <= MOST_TOKENS
    return Prompt(
        system=wire.storable(system) if isinstance(system, str) else "",
        messages=tuple(said for said, _ in read),
        max_tokens=limit if is_limit else None,
        only_words=bool(read) and all(is_words for _, is_words in read),
    )


def _message(message: Any) -> tuple[Said, bool]:
    entry = message if isinstance(message, dict) else {}
    content = entry.get("content")
    blocks = content if isinstance(content, list) else [content]
    read = [_block(block) for block in blocks]
    role: Literal["user", "assistant"] = "assistant" if entry.get("role") == "assistant" else "user"
    return Said(role, "\n".join(text for text, _ in read)), all(is_words for _, is_words in read)


def _block(block: Any) -> tuple[str, bool]:
    match block:
        case str():
            return wire.storable(block), True
        case {"type": "text", "text": str(text)}:
            return wire.storable(text), True
        case {"type": str(kind)}:
            return wire.storable(f"[{kind}]"), False
    return "[something that is no text]", False


def wire_reply(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer as an MCP CreateMessageResult."""
    return {
        "role": "assistant",
        "content": {"type": "text", "text": content.get("text", "")},
        "model": content.get("model", ""),
        "stopReason": "maxTokens" if content.get("truncated") else "endTurn",
    }
