"""What a call remembers from round to round, all of it in the sealed state: asked, answered, done once, stored."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self

from mcpbridge.authoring.requests import Question
from mcpbridge.reasons import DEFAULT_REASON

_MARK = "replay"
_VERSION = 1

type Action = Literal["accept", "decline", "cancel", "superseded"]


@dataclass(slots=True)
class Asked:
    """A question that is open: what it was, when it was asked (seconds), and how often an answer was of no use."""

    method: str
    params: dict[str, Any]
    wrapped: bool
    at: float
    tries: int = 0

    def question(self, id: str) -> Question:
        """The question as it was asked first, without what was added to it since."""
        return Question(id, self.method, self.params, self.wrapped)


@dataclass(slots=True)
class Said:
    """An answer that counts: to which question (its print), and when both were (seconds)."""

    print: str
    action: Action
    content: Any
    wrapped: bool
    asked_at: float
    at: float
    tries: int = 0


@dataclass(slots=True)
class Memory:
    """Everything one call remembers; explanation and reason are those of the questions that are open."""

    open: dict[str, Asked] = field(default_factory=dict)
    said: dict[str, Said] = field(default_factory=dict)
    once: dict[str, Any] = field(default_factory=dict)
    stored: Any = None
    explanation: str | None = None
    reason: str = DEFAULT_REASON

    def record(self) -> dict[str, Any]:
        """The memory as JSON values."""
        return {_MARK: _VERSION, **asdict(self)}

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Self:
        """The memory that ``record`` holds; the seal has proven that we wrote it."""
        return cls(
            open={id: Asked(**entry) for id, entry in record["open"].items()},
            said={id: Said(**entry) for id, entry in record["said"].items()},
            once=dict(record["once"]),
            stored=record["stored"],
            explanation=record["explanation"],
            reason=record["reason"],
        )


def is_ours(state: str) -> bool:
    """Say whether an opened state holds a memory; a tool may also carry a state of its own making."""
    try:
        match json.loads(state):
            case {"kept": {"replay": version}}:
                return bool(version == _VERSION)
    except ValueError:
        pass
    return False
