"""A server's default, believed only where it could be an answer."""

from typing import Any

from interrupts.forms.choices import token_of
from interrupts.forms.model import MISSING, Choice


def fitting_default(value: Any, control: str, choices: tuple[Choice, ...], value_type: str) -> Any:
    """Return ``value`` as the control can prefill it, or MISSING when it is no value of that kind.

    ``null`` is nobody's default here: it means "nothing", and nothing is what a blank field says.
    """
    if value is MISSING or value is None:
        return MISSING
    match control:
        case "must_tick" | "yes_no" | "switch" | "yes_no_none":
            fits = isinstance(value, bool)
        case "radios" | "select" | "filter_select":
            fits = token_of(choices, value) is not None
        case "ticks" | "filter_ticks":
            fits = isinstance(value, list) and all(token_of(choices, item) is not None for item in value)
        case "integer" | "number" | "slider":
            fits = _is_number(value) and (value_type == "number" or value == value // 1)
        case "lines":
            fits = isinstance(value, list) and all(_is_item(item, value_type) for item in value)
        case "json":
            fits = True
        case _:
            fits = isinstance(value, str)
    return value if fits else MISSING


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value - value == 0


def _is_item(value: Any, value_type: str) -> bool:
    return isinstance(value, str) if value_type == "string" else _is_number(value)
