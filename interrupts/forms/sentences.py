"""What a person reads when a value does not fit: one short sentence that says what is wanted."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from jsonschema.exceptions import ValidationError, best_match

from interrupts.forms.text import json_text, visible

_GENERAL = gettext_lazy("This does not fit what the server accepts.")
_KINDS = {
    "string": gettext_lazy("text"),
    "integer": gettext_lazy("a whole number"),
    "number": gettext_lazy("a number"),
    "boolean": gettext_lazy("yes or no"),
    "array": gettext_lazy("a list"),
    "object": gettext_lazy("an object with named values"),
    "null": gettext_lazy("nothing"),
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
    return _("Line {number}").format(number=path[0] + 1) if len(path) == 1 and isinstance(path[0], int) else place


def _wanted(keyword: str, limit: Any, instance: Any) -> str:
    match keyword:
        case "minimum":
            return _("Enter {limit} or more.").format(limit=json_text(limit))
        case "maximum":
            return _("Enter {limit} or less.").format(limit=json_text(limit))
        case "exclusiveMinimum":
            return _("Enter more than {limit}.").format(limit=json_text(limit))
        case "exclusiveMaximum":
            return _("Enter less than {limit}.").format(limit=json_text(limit))
        case "multipleOf":
            return _("Enter a multiple of {limit}.").format(limit=json_text(limit))
        case "minLength":
            return _("Enter at least {characters}; there {are} now.").format(
                characters=characters(limit), are=_are(len(instance))
            )
        case "maxLength":
            return _("Enter at most {characters}; there {are} now.").format(
                characters=characters(limit), are=_are(len(instance))
            )
        case "minItems":
            return _("Give at least {limit}; there {are} now.").format(limit=limit, are=_are(len(instance)))
        case "maxItems":
            return _("Give at most {limit}; there {are} now.").format(limit=limit, are=_are(len(instance)))
        case "uniqueItems":
            return _("Give each value once only.")
        case "pattern":
            return _("This does not have the form the server asks for: {limit}").format(limit=visible(limit))
        case "type":
            kinds = limit if isinstance(limit, list) else [limit]
            named = _(" or ").join(str(_KINDS.get(str(kind), visible(kind))) for kind in kinds)
            return _("This must be {kinds}.").format(kinds=named)
        case "enum" | "const":
            return _("This is not one of the values the server accepts.")
        case "required":
            return _("A part named {name} is missing.").format(name=json_text(_absent(limit, instance)))
        case "additionalProperties" | "unevaluatedProperties" | "propertyNames":
            return _("There is a part the server does not know.")
        case "dependentRequired" | "dependentSchemas" | "if" | "then" | "else":
            return _("These values do not go together for the server.")
    return str(_GENERAL)


def _absent(names: Any, instance: Any) -> str:
    missing = [name for name in names if name not in instance] if isinstance(names, list) else []
    return missing[0] if missing else ""


def _are(number: int) -> str:
    return ngettext("is {n}", "are {n}", number).format(n=number)


def characters(number: Any) -> str:
    """Return that many characters, in words."""
    return ngettext("{n} character", "{n} characters", number).format(n=json_text(number))
