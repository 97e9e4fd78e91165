"""What a person reads when a value does not fit: one short sentence that says what is wanted."""

from typing import Any

from jsonschema.exceptions import ValidationError, best_match

from interrupts.forms.text import json_text, visible

_GENERAL = "This does not fit what the server accepts."
_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "yes or no",
    "array": "a list",
    "object": "an object with named values",
    "null": "nothing",
}


def sentence(error: ValidationError, *, depth: int = 0) -> str:
    """Return what ``error`` asks for, with the place inside a nested value in front where there is one.

    ``depth`` is how much of the error's path leads to the field itself.
    """
    if error.context:
        error = best_match([error]) or error
    place = _place(list(error.absolute_path)[depth:])
    text = _wanted(str(error.validator), error.validator_value, error.instance)
    return f"{place}: {text}" if place else text


def _place(path: list[Any]) -> str:
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{visible(part)}" for part in path[:6]]
    place = "".join(parts).removeprefix(".")
    return f"Line {path[0] + 1}" if len(path) == 1 and isinstance(path[0], int) else place


def _wanted(keyword: str, limit: Any, instance: Any) -> str:
    match keyword:
        case "minimum":
            return f"Enter {json_text(limit)} or more."
        case "maximum":
            return f"Enter {json_text(limit)} or less."
        case "exclusiveMinimum":
            return f"Enter more than {json_text(limit)}."
        case "exclusiveMaximum":
            return f"Enter less than {json_text(limit)}."
        case "multipleOf":
            return f"Enter a multiple of {json_text(limit)}."
        case "minLength":
            return f"Enter at least {count(limit, 'character')}; there {_are(len(instance))} now."
        case "maxLength":
            return f"Enter at most {count(limit, 'character')}; there {_are(len(instance))} now."
        case "minItems":
            return f"Give at least {limit}; there {_are(len(instance))} now."
        case "maxItems":
            return f"Give at most {limit}; there {_are(len(instance))} now."
        case "uniqueItems":
            return "Give each value once only."
        case "pattern":
            return f"This does not have the form the server asks for: {visible(limit)}"
        case "type":
            kinds = limit if isinstance(limit, list) else [limit]
            return f"This must be {' or '.join(_KINDS.get(str(kind), visible(kind)) for kind in kinds)}."
        case "enum" | "const":
            return "This is not one of the values the server accepts."
        case "required":
            return f"A part named {json_text(_absent(limit, instance))} is missing."
        case "additionalProperties" | "unevaluatedProperties" | "propertyNames":
            return "There is a part the server does not know."
        case "dependentRequired" | "dependentSchemas" | "if" | "then" | "else":
            return "These values do not go together for the server."
    return _GENERAL


def _absent(names: Any, instance: Any) -> str:
    missing = [name for name in names if name not in instance] if isinstance(names, list) else []
    return missing[0] if missing else ""


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}"


def count(number: Any, word: str) -> str:
    """Return ``number`` with its word in the singular or plural."""
    return f"{json_text(number)} {word}" if number == 1 else f"{json_text(number)} {word}s"
