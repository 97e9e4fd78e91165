"""Which control a property gets: the table of the documentation, first match wins."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from interrupts.forms.choices import choices_of
from interrupts.forms.formats import CONTROL_OF_FORMAT
from interrupts.forms.hints import number, whole
from interrupts.forms.model import Choice

MOST_RADIOS = 5
MOST_SELECT = 25
MOST_TICKS = 10
_LONG_TEXT = 200

type Drawn = tuple[str, tuple[Choice, ...], str]
"""The control's name, its choices, and the JSON type of what is typed (for a list: of each line)."""


def control_of(schema: Mapping[str, Any], *, required: bool) -> Drawn:
    """Return how a property with this effective schema is drawn. What fits no row of the table is typed as JSON."""
    kind = schema.get("type")
    choices = choices_of(schema)
    if kind == "boolean" and (plain := _boolean(schema, choices, required=required)):
        return plain, (), ""
    if choices and kind not in ("array", "object"):
        return _one_of(schema, choices), choices, ""
    match kind:
        case "array":
            return _list(schema)
        case "integer" | "number":
            return _number(schema, kind), (), kind
        case "string":
            return _string(schema), (), kind
    return "json", (), ""


def _widget(schema: Mapping[str, Any]) -> str:
    wish = schema.get("x-ui")
    wish = wish.get("widget") if isinstance(wish, dict) else wish
    return wish if isinstance(wish, str) else ""


def _boolean(schema: Mapping[str, Any], choices: tuple[Choice, ...], *, required: bool) -> str:
    """Return the control of a plain yes/no, or an empty text when the server names the two answers itself."""
    values = [choice.value for choice in choices]
    if values == [True] and values[0] is True:
        return "must_tick"
    if any(choice.label not in ("Yes", "No", _("Yes"), _("No")) for choice in choices) or len(values) == 1:
        return ""
    if isinstance(schema.get("default"), bool):
        return "yes_no" if _widget(schema) in ("radio", "radios") else "switch"
    return "yes_no" if required else "yes_no_none"


def _one_of(schema: Mapping[str, Any], choices: tuple[Choice, ...]) -> str:
    wish = _widget(schema)
    most_radios = MOST_SELECT if wish in ("radio", "radios") else MOST_RADIOS
    if len(choices) <= most_radios and wish != "select":
        return "radios"
    return "select" if len(choices) <= MOST_SELECT else "filter_select"


def _number(schema: Mapping[str, Any], kind: str) -> str:
    low = number(schema.get("minimum", schema.get("exclusiveMinimum")))
    high = number(schema.get("maximum", schema.get("exclusiveMaximum")))
    if _widget(schema) in ("slider", "range") and low is not None and high is not None and low < high:
        return "slider"
    return kind


def _string(schema: Mapping[str, Any]) -> str:
    name = schema.get("format")
    if isinstance(name, str) and name in CONTROL_OF_FORMAT:
        return CONTROL_OF_FORMAT[name]
    if _widget(schema) in ("textarea", "code", "multiline") or (whole(schema.get("maxLength")) or 0) > _LONG_TEXT:
        return "textarea"
    return "text"


def _list(schema: Mapping[str, Any]) -> Drawn:
    items = schema.get("items")
    if not isinstance(items, dict) or "prefixItems" in schema:
        return "json", (), ""
    choices = choices_of(items)
    # Ticks say each value once; a list that must be longer than that can only be typed.
    if choices and (whole(schema.get("minItems")) or 0) <= len(choices):
        return "ticks" if len(choices) <= MOST_TICKS else "filter_ticks", choices, ""
    kind = items.get("type")
    if isinstance(kind, str) and kind in ("string", "integer", "number"):
        return "lines", (), kind
    return "json", (), ""
