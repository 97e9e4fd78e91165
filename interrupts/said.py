"""What a model says, piece by piece, as it comes: its words, its thoughts and the calls it is writing."""

import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, replace

from interrupts import wire
from interrupts.ports import (
    ArgumentsDelta,
    Finished,
    Model,
    ModelRequest,
    ReasoningDelta,
    ReplyEvent,
    TextDelta,
    ToolSpec,
    ToolUse,
)

SAVE_EVERY = 0.25
"""Seconds between two writes of a text that is still streaming; the first piece is written at once."""
SAVE_SHARE = 4
"""A write is followed by at least so many times its own length without one: many streams at once slow down together,
instead of each waiting for a write after every word."""
TEXT_LIMIT = 1_000_000
"""Characters of one reply; a model that goes on is not listened to any longer, and its reply counts as cut short."""
ARGUMENTS_LIMIT = 400_000
"""Characters of one call's arguments; what is longer is cut, and so is no JSON any more."""
REASONING_LIMIT = 200_000
"""Characters of a model's thoughts that are kept."""
SHOWN_OF_ARGUMENTS = 300
"""Characters shown of arguments that are being written, from their end."""
CALLS_PER_TURN = 32
"""Calls of one reply that are made."""


@dataclass(slots=True)
class _Written:
    name: str
    characters: int = 0
    end: str = ""


class Said:
    """What came of a reply so far."""

    def __init__(self) -> None:
        self.text = ""
        self.reasoning = ""
        self.uses: list[ToolUse] = []
        self.end = Finished()
        self._written: dict[int, _Written] = {}
        self._save_at = 0.0

    def take(self, event: ReplyEvent) -> bool:
        """Add one event; says whether what grows is due to be written."""
        match event:
            case TextDelta(text=text):
                self.text += wire.storable(text)[: TEXT_LIMIT - len(self.text)]
            case ReasoningDelta(text=text):
                self.reasoning += wire.storable(text)[: REASONING_LIMIT - len(self.reasoning)]
            case ArgumentsDelta():
                self._write_on(event)
            case ToolUse():
                self.uses.append(replace(event, arguments=event.arguments[:ARGUMENTS_LIMIT]))
                return False
            case Finished():
                self.end = event
                return False
        return bool(self.text or self.reasoning or self._written) and time.monotonic() >= self._save_at

    def _write_on(self, event: ArgumentsDelta) -> None:
        if event.index not in self._written and len(self._written) >= CALLS_PER_TURN:
            return
        written = self._written.setdefault(event.index, _Written(event.name))
        written.name = written.name or event.name
        written.characters += len(event.text)
        written.end = (written.end + wire.storable(event.text))[-SHOWN_OF_ARGUMENTS:]

    @property
    def is_unheard(self) -> bool:
        """Nothing of it was written yet: somebody waits for its first words."""
        return self._save_at == 0.0

    def saved(self, *, took: float) -> None:
        """Note that it was written just now, and how long that took."""
        self._save_at = time.monotonic() + max(SAVE_EVERY, SAVE_SHARE * took)

    def writing(self, offered: Iterable[ToolSpec]) -> str:
        """Return the calls that are being written, as a message keeps them; empty when there are none."""
        if not self._written:
            return ""
        tools = {spec.name: spec.tool for spec in offered}
        return wire.dump(
            [
                {"tool": tools.get(each.name, wire.storable(each.name)[:200]), "characters": each.characters}
                | {"end": each.end}
                for each in self._written.values()
            ]
        )


async def listen(model: Model, request: ModelRequest, said: Said, save: Callable[[], Awaitable[None]]) -> None:
    """Take down what a model replies, and have it saved now and then while it grows.

    Raises: ModelFailed; ``said`` then holds what came before.
    """
    async with aclosing(model.reply(request)) as events:
        async for event in events:
            due = said.take(event)
            if len(said.text) >= TEXT_LIMIT:
                said.end = Finished(truncated=True)
                return
            if due:
                began = time.monotonic()
                await save()
                said.saved(took=time.monotonic() - began)
