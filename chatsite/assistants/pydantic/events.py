"""From the events of pydantic_ai to ours."""

import json
from collections.abc import Iterator
from decimal import Decimal

from pydantic_ai.messages import (
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)

from chatsite.assistants.names import ToolNames
from chatsite.assistants.pydantic.history import kept_for_next_time
from interrupts.ports import ArgumentsDelta, Finished, ReasoningDelta, ReplyEvent, TextDelta, ToolUse


class Events:
    """Takes what comes of one reply."""

    def __init__(self, names: ToolNames, system: str) -> None:
        self._names = names
        self._system = system
        self._calls: dict[int, tuple[int, str]] = {}

    def of(self, piece: ModelResponseStreamEvent) -> Iterator[ReplyEvent]:
        """Yield what is new in an event."""
        match piece:
            case PartStartEvent(part=TextPart(content=text)) if text:
                yield TextDelta(text)
            case PartDeltaEvent(delta=TextPartDelta(content_delta=text)) if text:
                yield TextDelta(text)
            case PartStartEvent(part=ThinkingPart(content=text)) if text:
                yield ReasoningDelta(text)
            case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=text)) if text:
                yield ReasoningDelta(text)
            case PartStartEvent(index=index, part=ToolCallPart(tool_name=name, args=arguments)):
                self._calls[index] = (len(self._calls), self._names.from_wire(name))
                yield ArgumentsDelta(*self._calls[index], _raw(arguments))
            case PartDeltaEvent(index=index, delta=ToolCallPartDelta(args_delta=arguments)) if index in self._calls:
                yield ArgumentsDelta(*self._calls[index], _raw(arguments))

    def tool_uses(self, response: ModelResponse) -> Iterator[ToolUse]:
        """Yield the calls of the whole reply; of one that was cut short, only those with complete arguments."""
        for part in response.parts:
            if not isinstance(part, ToolCallPart):
                continue
            raw = _raw(part.args)
            if response.finish_reason != "length" or _is_object(raw):
                yield ToolUse(part.tool_call_id, self._names.from_wire(part.tool_name), raw)

    def finished(self, response: ModelResponse) -> Finished:
        """Give the event that ends the reply."""
        usage = response.usage
        told = bool(usage.input_tokens or usage.output_tokens)
        return Finished(
            blob=kept_for_next_time(response),
            tokens_in=usage.input_tokens if told else None,
            tokens_out=usage.output_tokens if told else None,
            tokens_cached=usage.cache_read_tokens if told else None,
            cost=_cost(response) if told else None,
            truncated=response.finish_reason == "length",
            refused=response.finish_reason == "content_filter",
        )


def _cost(response: ModelResponse) -> Decimal | None:
    """What the provider says, else what the price list that comes with pydantic_ai makes of it."""
    if response.usage.cost is not None:
        return Decimal(str(response.usage.cost))
    try:
        return response.cost().total_price
    except (LookupError, ValueError, AssertionError):
        return None


def _raw(arguments: object) -> str:
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
