"""The values a form is made of. All are frozen: a parsed form is shared between requests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

WHOLE_FORM: Final = "form"
"""The key in ``Invalid.errors`` of an error that belongs to no single field."""


class Missing(Enum):
    """A value that is not there: different from ``None``, ``False``, ``0`` and ``""``."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values. ``token`` travels in the page; ``value`` is the schema's own and stays with us."""

    token: str
    label: str
    value: Any
    help: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One control and the property it answers. All texts are safe to show: control and bidi characters are marks.

    ``control`` names the template. ``help`` are the server's words, ``hint`` and ``warning`` ours. ``schema`` is the
    property's effective schema: references followed, "or null" taken away.
    """

    position: int
    name: str
    key: str
    control: str
    label: str
    help: str
    hint: str
    warning: str
    required: bool
    choices: tuple[Choice, ...]
    minimum: int | float | None
    maximum: int | float | None
    exclusive_minimum: int | float | None
    exclusive_maximum: int | float | None
    step: int | float | None
    min_length: int | None
    max_length: int | None
    min_items: int | None
    max_items: int | None
    format: str
    value_type: str
    schema: Mapping[str, Any]
    default: Any
    secret: bool

    @property
    def blank_is_a_value(self) -> bool:
        """Whether an empty text box means the empty text: the schema says so by ``minLength: 0`` or ``default: ""``."""
        return self.min_length == 0 or self.default == ""


@dataclass(frozen=True, slots=True)
class Form:
    """What a person is asked for.

    ``unanswerable`` says why no answer can be accepted (decline and cancel still can); ``notes`` are sentences shown
    above the fields; ``scalar`` says that the schema is no object: its one field is sent as ``{"value": …}``.
    """

    fields: tuple[Field, ...] = ()
    unanswerable: str | None = None
    notes: tuple[str, ...] = ()
    scalar: bool = False
    schema: Any = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A valid answer, in the schema's order, ready to be sent."""

    content: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Invalid:
    """Why a post is no answer: one sentence per field name (or ``WHOLE_FORM``), and the post, to show again."""

    errors: Mapping[str, str]
    posted: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an answered question, for reading only."""

    label: str
    value: str


class Refused(Exception):
    """What was posted for one field cannot be read. ``str(error)`` is the sentence for the person."""
