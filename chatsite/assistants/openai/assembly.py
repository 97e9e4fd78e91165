"""Puts a streamed reply together: text, reasoning and arguments as they come, whole tool calls at the end."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import uuid4

from chatsite.assistants.names import ToolNames
from chatsite.assistants.openai.reasoning import Reasoning
from interrupts.ports import ArgumentsDelta, Finished, ReasoningDelta, TextDelta, ToolUse

_MOST_CALLS = 128

type Delta = TextDelta | ReasoningDelta | ArgumentsDelta


@dataclass(slots=True)
class _Call:
    """A tool call under assembly."""

    index: int | None
    place: int
    id: str = ""
    name: str = ""
    arguments: str = ""


class ReplyAssembly:
    """Takes the documents of one reply in order and says what they come to.

    Tolerant of what servers really send: deltas or whole messages, calls without index or id, one index for several
    calls, a usage chunk with no choices. ``recognised``: something in the reply was a chat completion;
    ``ended``: the server said that this is all.
    """

    def __init__(self, names: ToolNames, model: str = "") -> None:
        self._names = names
        self._calls: list[_Call] = []
        self._reasoning = Reasoning(model)
        self._usage: Mapping[str, Any] = {}
        self._refused = False
        self.finish_reason: str | None = None
        self.recognised = False
        self.ended = False
        self._documents = 0

    def take(self, document: Mapping[str, Any]) -> Iterator[Delta]:
        """Note one document; yield what is new in it."""
        self._documents += 1
        usage = document.get("usage")
        if isinstance(usage, Mapping):
            self._usage = usage
        choices = document.get("choices")
        if isinstance(choices, list):
            self.recognised = True
            for choice in choices[:1]:
                if isinstance(choice, Mapping):
                    # A whole message instead of a delta: the server ignored the wish for a stream.
                    self.ended = self.ended or isinstance(choice.get("message"), Mapping)
                    yield from self._take_choice(choice)

    def tool_uses(self) -> Iterator[ToolUse]:
        """Yield the calls of the whole reply.

        Of a reply that was cut short, only calls with complete arguments: what was lost may be what mattered.
        """
        for call in self._calls:
            if call.name and not (self.truncated and not _is_object(call.arguments)):
                yield ToolUse(call.id or f"call_{uuid4().hex}", self._names.from_wire(call.name), call.arguments)

    def finished(self) -> Finished:
        """Give the event that ends the reply."""
        return Finished(
            blob=self._reasoning.blob(),
            tokens_in=_count(self._usage.get("prompt_tokens")),
            tokens_out=_count(self._usage.get("completion_tokens")),
            tokens_cached=_cached(self._usage),
            cost=_money(self._usage.get("cost")),
            truncated=self.truncated,
            refused=self._refused,
        )

    @property
    def foreign(self) -> bool:
        """Whether documents came and none of them was a chat completion."""
        return self._documents > 0 and not self.recognised

    @property
    def truncated(self) -> bool:
        """Whether the model's output limit cut the reply short."""
        return self.finish_reason in ("length", "max_tokens")

    def _take_choice(self, choice: Mapping[str, Any]) -> Iterator[Delta]:
        said = choice.get("delta") or choice.get("message")
        if isinstance(said, Mapping):
            if thought := self._reasoning.take(said):
                yield ReasoningDelta(thought)
            for key in ("content", "refusal"):
                text = _text(said.get(key))
                if text:
                    self._refused = self._refused or key == "refusal"
                    yield TextDelta(text)
            pieces = said.get("tool_calls")
            for piece in pieces if isinstance(pieces, list) else ():
                if isinstance(piece, Mapping):
                    yield from self._take_piece(piece)
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self.finish_reason = reason

    def _take_piece(self, piece: Mapping[str, Any]) -> Iterator[ArgumentsDelta]:
        given = piece.get("function")
        function: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
        id_, name = _text(piece.get("id")), _text(function.get("name"))
        index = piece.get("index") if isinstance(piece.get("index"), int) else None
        call = self._call_for(index, id_, name)
        if call is None:
            return
        call.id = call.id or id_
        # Some servers repeat the whole name with every piece, others send the name itself in pieces.
        if not (name == call.name and self._names.knows(call.name)):
            call.name += name
        arguments = function.get("arguments")
        new = json.dumps(arguments) if isinstance(arguments, Mapping) else _text(arguments)
        call.arguments += new
        if call.name:
            yield ArgumentsDelta(call.place, self._names.from_wire(call.name), new)

    def _call_for(self, index: int | None, id_: str, name: str) -> _Call | None:
        """The call this piece belongs to: the newest of its index, unless a new id with a name begins another."""
        same = [call for call in self._calls if call.index == index] if index is not None else self._calls[-1:]
        call = same[-1] if same else None
        begins = bool(name) and bool(id_) and call is not None and bool(call.id) and call.id != id_
        if index is None and not id_ and call is not None and name and _is_object(call.arguments):
            begins = True
        if call is None or begins:
            if len(self._calls) >= _MOST_CALLS:
                return None
            call = _Call(index, len(self._calls))
            self._calls.append(call)
        return call


def _text(value: object) -> str:
    """The text of a string, or of a list of text parts as some servers send content."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(_text(part.get("text")) for part in value if isinstance(part, Mapping))
    return ""


def _cached(usage: Mapping[str, Any]) -> int | None:
    details = usage.get("prompt_tokens_details")
    told = details.get("cached_tokens") if isinstance(details, Mapping) else None
    # DeepSeek's word for it.
    return _count(told if told is not None else usage.get("prompt_cache_hit_tokens"))


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _money(value: object) -> Decimal | None:
    """A price as OpenRouter tells it. By its digits: the float itself is not what was meant."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1_000_000:
        return None
    return Decimal(str(value))


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
