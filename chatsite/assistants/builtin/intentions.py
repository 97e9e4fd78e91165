"""What the built-in assistant can come to after reading a message."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chatsite.assistants.builtin.tools import Parameter, Tool


@dataclass(frozen=True, slots=True)
class Draft:
    """A call in the making: a tool and the arguments known so far."""

    tool: Tool
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def missing(self) -> Parameter | None:
        """The first required parameter that has no value yet."""
        return next((each for each in self.tool.required if each.name not in self.values), None)


@dataclass(frozen=True, slots=True)
class Calls:
    """Call these tools, all of them in this turn."""

    drafts: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class AskValue:
    """Ask for the first missing argument; the drafts wait for the answer."""

    drafts: tuple[Draft, ...]
    question: str


@dataclass(frozen=True, slots=True)
class AskTool:
    """Ask which of several tools was meant by ``sentence``."""

    sentence: str
    candidates: tuple[Tool, ...]
    question: str


@dataclass(frozen=True, slots=True)
class Say:
    """Call nothing and say this."""

    text: str


type Intention = Calls | AskValue | AskTool | Say
