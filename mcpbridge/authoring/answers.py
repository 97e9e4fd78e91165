"""What a person answered, as a tagged value.

A helper that gives only "the content or nothing" cannot tell "not asked yet" from "said no", and a tool built on it
asks for ever. So accepted, declined, cancelled and missing are four values, and an accepted ``False`` or ``{}`` is none
of the other three.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp.server.mcpserver import Context
from mcp_types import ElicitResult


@dataclass(frozen=True, slots=True)
class Accepted:
    """The person sent the form; ``content`` is what they filled in, and is checked by nobody yet."""

    content: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Declined:
    """The person said no."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The person closed the question without choosing."""


@dataclass(frozen=True, slots=True)
class Missing:
    """No answer came with this round: it was not asked yet, or the client left it out."""


type Answer = Accepted | Declined | Cancelled | Missing


def accepted_content(ctx: Context[Any, Any], key: str) -> Answer:
    """Return the answer to the form request ``key`` that came with this round.

    It says nothing about whether that question was ever asked: only ``Round.answer`` knows that.
    """
    match (ctx.input_responses or {}).get(key):
        case ElicitResult(action="accept", content=content):
            return Accepted(content or {})
        case ElicitResult(action="decline"):
            return Declined()
        case ElicitResult(action="cancel"):
            return Cancelled()
        case _:
            return Missing()
