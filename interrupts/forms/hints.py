"""Our own words beside a control: its bounds before they are broken, and warnings."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.forms.model import Choice
from interrupts.forms.sentences import characters
from interrupts.forms.text import json_text, visible

SECRET_WARNING = gettext_lazy(
    "This looks like a secret. A tool should not ask for one in a form: what you enter is sent to the server as it is."
)
_KNOWN_FORMATS = frozenset({"", "date", "date-time", "email", "idn-email", "uri", "iri", "password"})


def hint(control: str, schema: Mapping[str, Any], choices: tuple[Choice, ...]) -> str:
    """Return one or two short sentences on what fits, or an empty text when everything does."""
    match control:
        case "integer" | "number" | "slider":
            parts = [_("Whole number.") if schema.get("type") == "integer" else "", _range(schema), _steps(schema)]
        case "ticks" | "filter_ticks":
            parts = [_items(schema, _CHOOSE)]
        case "lines":
            parts = [_("One value per line."), _items(schema, _GIVE), _item_hint(schema)]
        case "json":
            parts = [_("Written as JSON: text in double quotes, for example.")]
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
        return _("From {low} to {high}.").format(low=json_text(low), high=json_text(high))
    parts = [
        _("{low} or more").format(low=json_text(low)) if low is not None else "",
        _("more than {above}").format(above=json_text(above)) if above is not None else "",
        _("{high} or less").format(high=json_text(high)) if high is not None else "",
        _("less than {below}").format(below=json_text(below)) if below is not None else "",
    ]
    text = ", ".join(part for part in parts if part)
    return text[:1].upper() + text[1:] + "." if text else ""


def _steps(schema: Mapping[str, Any]) -> str:
    step = number(schema.get("multipleOf"))
    return (
        _("A multiple of {step}.").format(step=json_text(step))
        if step and not (step == 1 and schema.get("type") == "integer")
        else ""
    )


def _lengths(schema: Mapping[str, Any]) -> str:
    low, high = whole(schema.get("minLength")), whole(schema.get("maxLength"))
    if low and high is not None:
        if low == high:
            return _("{characters}.").format(characters=characters(low))
        return _("{low} to {characters}.").format(low=low, characters=characters(high))
    if low and low > 1:
        return _("At least {characters}.").format(characters=characters(low))
    return _("At most {characters}.").format(characters=characters(high)) if high is not None else ""


class _HowMany(NamedTuple):
    """Sentences on how many there may be: a verb put into a sentence does not fit in every language."""

    exactly: Any
    between: Any
    least: Any
    most: Any


_CHOOSE = _HowMany(
    gettext_lazy("Choose {low}."),
    gettext_lazy("Choose {low} to {high}."),
    gettext_lazy("Choose at least {low}."),
    gettext_lazy("Choose at most {high}."),
)
_GIVE = _HowMany(
    gettext_lazy("Give {low}."),
    gettext_lazy("Give {low} to {high}."),
    gettext_lazy("Give at least {low}."),
    gettext_lazy("Give at most {high}."),
)


def _items(schema: Mapping[str, Any], say: _HowMany) -> str:
    low, high = whole(schema.get("minItems")), whole(schema.get("maxItems"))
    if low and high is not None:
        return str(say.exactly if low == high else say.between).format(low=low, high=high)
    if low:
        return str(say.least).format(low=low)
    return str(say.most).format(high=high) if high is not None else ""


def _item_hint(schema: Mapping[str, Any]) -> str:
    items = schema.get("items")
    if not isinstance(items, dict):
        return ""
    text = _range(items) if items.get("type") in ("integer", "number") else f"{_lengths(items)} {_pattern(items)}"
    return _("Each: {text}").format(text=text.strip()) if text.strip() else ""


def _pattern(schema: Mapping[str, Any]) -> str:
    pattern = schema.get("pattern")
    return _("Pattern: {pattern}").format(pattern=visible(pattern)) if isinstance(pattern, str) and pattern else ""


def _format(schema: Mapping[str, Any]) -> str:
    name = schema.get("format")
    return (
        _("Format: {name}.").format(name=visible(name)) if isinstance(name, str) and name not in _KNOWN_FORMATS else ""
    )
