"""Choices: every spelling in circulation read into one shape, values compared as JSON does not lose them."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from interrupts.forms.model import MISSING, Choice
from interrupts.forms.text import json_text, visible

MOST_CHOICES = 2000
"""More than this is no list for people; the value is then typed, and still checked against the schema."""


def choices_of(schema: Mapping[str, Any]) -> tuple[Choice, ...]:
    """Return the values ``schema`` offers, by ``enum``, ``enum`` with ``enumNames``, ``const``, or ``oneOf``/``anyOf``
    of titled constants; empty if it offers none."""
    offered = _offered(schema)
    if not offered or len(offered) > MOST_CHOICES:
        return ()
    unique: dict[tuple[str, str], tuple[Any, str, str]] = {}
    for value, title, text in offered:
        unique.setdefault((type(value).__name__, json_text(value)), (value, title, text))
    labels = [title if title.strip() else _name(value) for value, title, _ in unique.values()]
    counts = Counter(labels)
    return tuple(
        Choice(
            token=str(position),
            label=visible(label if counts[label] == 1 else f"{label} ({json_text(value)})"),
            value=value,
            help=visible(text),
        )
        for position, (label, (value, _, text)) in enumerate(zip(labels, unique.values(), strict=True))
    )


def _offered(schema: Mapping[str, Any]) -> list[tuple[Any, str, str]]:
    values = schema.get("enum")
    if isinstance(values, list) and values:
        names = schema.get("enumNames")
        names = names if isinstance(names, list) else []
        titles = [names[index] if index < len(names) else "" for index in range(len(values))]
        return [(value, _text(title), "") for value, title in zip(values, titles, strict=True)]
    if "const" in schema:
        return [(schema["const"], "", "")]
    for keyword in ("oneOf", "anyOf"):
        branches = schema.get(keyword)
        if isinstance(branches, list) and branches:
            constants = [_constant(branch) for branch in branches]
            if all(constant is not None for constant in constants):
                return [constant for constant in constants if constant is not None]
    return []


def _constant(branch: Any) -> tuple[Any, str, str] | None:
    if not isinstance(branch, dict):
        return None
    value = branch.get("const", MISSING)
    if value is MISSING and isinstance(branch.get("enum"), list) and len(branch["enum"]) == 1:
        value = branch["enum"][0]
    if value is MISSING:
        return None
    return value, _text(branch.get("title")), _text(branch.get("description"))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _name(value: Any) -> str:
    if isinstance(value, str):
        return value if value.strip() else _("(blank) {value}").format(value=json_text(value))
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return json_text(value)


def token_of(choices: tuple[Choice, ...], value: Any) -> str | None:
    """Return the token of ``value``: of the very same JSON type if there is one (1, 1.0 and true differ), else of an
    equal number."""
    for choice in choices:
        # As JSON, 1, 1.0 and true differ; in Python they are equal.
        if choice.value == value and json_text(choice.value) == json_text(value):
            return choice.token
    if isinstance(value, int | float) and not isinstance(value, bool):
        for choice in choices:
            if isinstance(choice.value, int | float) and not isinstance(choice.value, bool) and choice.value == value:
                return choice.token
    return None


def choice_at(choices: tuple[Choice, ...], token: str) -> Choice | None:
    """Return the choice a posted token means, if it means one."""
    if not (token.isascii() and token.isdigit() and len(token) < 6 and str(int(token)) == token):
        return None
    return choices[int(token)] if int(token) < len(choices) else None
