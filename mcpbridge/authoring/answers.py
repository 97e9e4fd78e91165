"""What a person answered, as a tagged value.

A helper that gives only "the content or nothing" cannot tell "not asked yet" from "said no", and a tool built on it
asks for ever. So accepted, declined, cancelled and missing are four values, and an accepted ``False`` or ``{}`` is none
of the other three.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Generic, cast

from mcp.server.mcpserver import Context
from mcp_types import CreateMessageResult, CreateMessageResultWithTools, ElicitResult
from typing_extensions import TypeVar

T = TypeVar("T", default=Mapping[str, Any])


@dataclass(frozen=True, slots=True)
class Accepted(Generic[T]):
    """The person sent the form; ``content`` is what they filled in. Whether it was checked, whoever gives it says.

    ``age`` is how long ago the answer came to the server, ``question_age`` how long ago it was asked: before writing,
    look again whether what the person saw still holds. Both are zero where nobody kept the times.
    """

    content: T = field(default_factory=cast(Any, dict))
    age: timedelta = field(default=timedelta(), compare=False)
    question_age: timedelta = field(default=timedelta(), compare=False)


@dataclass(frozen=True, slots=True)
class Declined:
    """The person said no."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The person closed the question without choosing."""


@dataclass(frozen=True, slots=True)
class Missing:
    """No answer came with this round: it was not asked yet, or the client left it out."""


type Answer = Accepted[Any] | Declined | Cancelled | Missing


def answer_of_round(ctx: Context[Any, Any], key: str) -> Answer:
    """Return the answer to the request ``key`` that came with this very round, checked by nobody.

    It says nothing about whether that question was ever asked: only ``Round.answer`` knows that.
    """
    match (ctx.input_responses or {}).get(key):
        case ElicitResult(action="accept", content=content):
            return Accepted(content or {})
        case ElicitResult(action="decline"):
            return Declined()
        case ElicitResult(action="cancel"):
            return Cancelled()
        case CreateMessageResult() | CreateMessageResultWithTools() as message:
            return Accepted(message.model_dump(by_alias=True, mode="json", exclude_none=True))
        case _:
            return Missing()
