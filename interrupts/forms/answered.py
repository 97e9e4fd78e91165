"""An answer told again, for reading: on the card of an answered question, in the transcript, in the admin."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from interrupts.forms.choices import token_of
from interrupts.forms.model import MISSING, Field, Form, Line
from interrupts.forms.text import json_text, looks_secret, readable_name, visible

_MASK = "••••••"
_EMPTY = "(empty)"


def shown_lines(form: Form, content: Mapping[str, Any]) -> tuple[Line, ...]:
    """Return what was sent, in the form's order and words. Secrets are masked; fields that were not sent are left out.

    Works for any content, also one the form as it is now would not give.
    """
    known = {field.key: field for field in form.fields}
    lines = [Line(field.label, _shown(field, content[field.key])) for field in form.fields if field.key in content]
    for key, value in content.items():
        if key not in known:
            lines.append(Line(readable_name(key), _MASK if looks_secret(key) else _plain(value)))
    return tuple(lines)


def _shown(field: Field, value: Any) -> str:
    if field.secret:
        return _MASK
    if field.choices:
        values = value if isinstance(value, list) else [value]
        return ", ".join(_choice_label(field, each) for each in values) or _EMPTY
    return _plain(value)


def _choice_label(field: Field, value: Any) -> str:
    token = token_of(field.choices, value)
    return field.choices[int(token)].label if token is not None else _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, str):
        return visible(value) or _EMPTY
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return "\n".join(map(visible, value))
    return visible(json_text(value)) if value is not MISSING else _EMPTY
