"""Our own words beside a control: its bounds before they are broken, and warnings."""

from collections.abc import Mapping
from typing import Any

from interrupts.forms.model import Choice
from interrupts.forms.sentences import count
from interrupts.forms.text import json_text, visible

SECRET_WARNING = (
    "This looks like a secret. A tool should not ask for one in a form: what you enter is sent to the server as it is."
)
_KNOWN_FORMATS = frozenset({"", "date", "date-time", "email", "idn-email", "uri", "iri", "password"})


def hint(control: str, schema: Mapping[str, Any], choices: tuple[Choice, ...]) -> str:
    """Return one or two short sentences on what fits, or an empty text when everything does."""
    match control:
        case "integer" | "number" | "slider":
            parts = ["Whole number." if schema.get("type") == "integer" else "", _range(schema), _steps(schema)]
        case "ticks" | "filter_ticks":
            parts = [_items(schema, "Choose")]
        case "lines":
            parts = ["One value per line.", _items(schema, "Give"), _item_hint(schema)]
        case "json":
            parts = ["Written as JSON: text in double quotes, for example."]
        case "text" | "textarea" | "email" | "url" | "date" | "date_time":
            parts = [_lengths(schema), _pattern(schema), _format(schema)]
        case _:
            parts = []
    return " ".join(part for part in parts if part)


def number(value: Any) -> int | float | None:
    """Return ``value`` if it is a number that can be a bound."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value == value and abs(value) < 1e300:
        return value
    return None


def whole(value: Any) -> int | None:
    """Return ``value`` if it can count something; JSON Schema allows 3.0 for 3."""
    found = number(value)
    return int(found) if found is not None and found >= 0 and found == int(found) else None


def _range(schema: Mapping[str, Any]) -> str:
    low, high = number(schema.get("minimum")), number(schema.get("maximum"))
    above, below = number(schema.get("exclusiveMinimum")), number(schema.get("exclusiveMaximum"))
    if low is not None and high is not None and above is None and below is None:
        return f"From {json_text(low)} to {json_text(high)}."
    parts = [
        f"{json_text(low)} or more" if low is not None else "",
        f"more than {json_text(above)}" if above is not None else "",
        f"{json_text(high)} or less" if high is not None else "",
        f"less than {json_text(below)}" if below is not None else "",
    ]
    text = ", ".join(part for part in parts if part)
    return text[:1].upper() + text[1:] + "." if text else ""


def _steps(schema: Mapping[str, Any]) -> str:
    step = number(schema.get("multipleOf"))
    return f"A multiple of {json_text(step)}." if step and not (step == 1 and schema.get("type") == "integer") else ""


def _lengths(schema: Mapping[str, Any]) -> str:
    low, high = whole(schema.get("minLength")), whole(schema.get("maxLength"))
    if low and high is not None:
        return f"{count(low, 'character')}." if low == high else f"{low} to {count(high, 'character')}."
    if low and low > 1:
        return f"At least {count(low, 'character')}."
    return f"At most {count(high, 'character')}." if high is not None else ""


def _items(schema: Mapping[str, Any], verb: str) -> str:
    low, high = whole(schema.get("minItems")), whole(schema.get("maxItems"))
    if low and high is not None:
        return f"{verb} {low}." if low == high else f"{verb} {low} to {high}."
    if low:
        return f"{verb} at least {low}."
    return f"{verb} at most {high}." if high is not None else ""


def _item_hint(schema: Mapping[str, Any]) -> str:
    items = schema.get("items")
    if not isinstance(items, dict):
        return ""
    text = _range(items) if items.get("type") in ("integer", "number") else f"{_lengths(items)} {_pattern(items)}"
    return f"Each: {text.strip()}" if text.strip() else ""


def _pattern(schema: Mapping[str, Any]) -> str:
    pattern = schema.get("pattern")
    return f"Pattern: {visible(pattern)}" if isinstance(pattern, str) and pattern else ""


def _format(schema: Mapping[str, Any]) -> str:
    name = schema.get("format")
    return f"Format: {visible(name)}." if isinstance(name, str) and name not in _KNOWN_FORMATS else ""
