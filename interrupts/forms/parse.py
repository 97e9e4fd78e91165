"""From a stored schema to a form. Nothing a server can send makes this raise."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.forms.controls import control_of
from interrupts.forms.defaults import fitting_default
from interrupts.forms.effective import effective
from interrupts.forms.hints import SECRET_WARNING, hint, number, whole
from interrupts.forms.model import MISSING, Field, Form
from interrupts.forms.text import looks_secret, readable_name, visible

MOST_FIELDS = 500
_CAN_HOLD_SECRETS = frozenset({"text", "textarea", "email", "url", "integer", "number", "lines", "json"})
_SCALAR_TYPES = frozenset({"boolean", "string", "number", "integer", "array", "null"})
_SCALAR_NOTE = gettext_lazy("The server asks for a single value. It is sent under the name “value”.")


def parse(schema: Any) -> Form:
    """Return the form for ``schema``: any JSON value, or ``None`` for a question that came without one."""
    if schema is False:
        return Form(unanswerable=_("The server's form accepts no answer at all."), schema=schema)
    if not isinstance(schema, dict):
        return Form(schema=schema)
    root = effective(schema, schema)
    notes = (root.problem,) if root.problem else ()
    if _is_scalar(root.schema):
        return _scalar_form(schema, root.schema, notes)
    return _object_form(schema, root.schema, notes)


@lru_cache(maxsize=512)
def parse_text(text: str | None) -> Form:
    """Return the form for a schema stored as JSON text. Text that is no JSON counts as no schema."""
    try:
        return parse(json.loads(text)) if text else parse(None)
    except (ValueError, RecursionError):
        return parse(None)


def _is_scalar(schema: Mapping[str, Any]) -> bool:
    kind = schema.get("type")
    if kind is None and "properties" not in schema:
        return "enum" in schema or "const" in schema
    kinds = kind if isinstance(kind, list) else [kind]
    return bool(kinds) and all(isinstance(each, str) and each in _SCALAR_TYPES for each in kinds)


def _scalar_form(stored: Any, schema: Mapping[str, Any], notes: tuple[str, ...]) -> Form:
    field, problem = _field(0, "value", schema, stored, required=True)
    if field is None:
        return Form(unanswerable=_("The server's form accepts no answer at all."), notes=notes, schema=stored)
    extra = (problem,) if problem else ()
    return Form(fields=(field,), notes=(*notes, str(_SCALAR_NOTE), *extra), scalar=True, schema=stored)


def _object_form(stored: Any, schema: Mapping[str, Any], notes: tuple[str, ...]) -> Form:
    properties = schema.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    required = schema.get("required")
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    if len(properties) > MOST_FIELDS:
        reason = _("The server asks for {count} values at once; more than {most} cannot be shown.").format(
            count=len(properties), most=MOST_FIELDS
        )
        return Form(unanswerable=reason, notes=notes, schema=stored)

    fields: list[Field] = []
    found = list(notes)
    wanted, drawn = frozenset(names), set()
    for key, part in properties.items():
        field, problem = _field(len(fields), key, part, stored, required=key in wanted)
        if problem:
            found.append(f"{readable_name(key)}: {problem}")
        if field is not None:
            fields.append(field)
            drawn.add(key)
    ghosts = [name for name in dict.fromkeys(names) if name not in drawn]
    return Form(tuple(fields), _ghost_reason(ghosts), tuple(found), schema=stored)


def _ghost_reason(names: list[str]) -> str | None:
    if not names:
        return None
    shown = ", ".join(visible(name) or _("(no name)") for name in names[:5]) + (", …" if len(names) > 5 else "")
    return _("The server requires a value it gives no field for: {shown}. So no answer can be accepted.").format(
        shown=shown
    )


def _field(position: int, key: str, part: Any, root: Any, *, required: bool) -> tuple[Field | None, str]:
    """Return the field of one property, or None where no value can be right, and a note about what was passed over."""
    if part is False:
        return None, ""
    found = effective(part if isinstance(part, dict) else {}, root)
    schema, problem = found.schema, found.problem
    if not isinstance(part, dict) and part is not True:
        problem = _("The server's description of this value is broken; it can be given as JSON.")
    control, choices, value_type = control_of(schema, required=required)
    default = fitting_default(schema.get("default", MISSING), control, choices, value_type)
    if default is MISSING and schema.get("default") is not None:
        problem = problem or _("The server's default does not fit and is left out.")
    if control == "text" and isinstance(default, str) and ("\n" in default or "\r" in default):
        control = "textarea"
    title, description = schema.get("title"), schema.get("description")
    title = title if isinstance(title, str) and title.strip() else ""
    secret = control in _CAN_HOLD_SECRETS and (
        looks_secret(key, title) or schema.get("format") == "password" or schema.get("writeOnly") is True
    )
    field = Field(
        position=position,
        name=f"f{position}",
        key=key,
        control=control,
        label=visible(title) if title else readable_name(key),
        help=visible(description) if isinstance(description, str) else "",
        hint=hint(control, schema, choices),
        warning=str(SECRET_WARNING) if secret else "",
        required=required,
        choices=choices,
        minimum=number(schema.get("minimum")),
        maximum=number(schema.get("maximum")),
        exclusive_minimum=number(schema.get("exclusiveMinimum")),
        exclusive_maximum=number(schema.get("exclusiveMaximum")),
        step=number(schema.get("multipleOf")),
        min_length=whole(schema.get("minLength")),
        max_length=whole(schema.get("maxLength")),
        min_items=whole(schema.get("minItems")),
        max_items=whole(schema.get("maxItems")),
        format=schema["format"] if isinstance(schema.get("format"), str) else "",
        value_type=value_type,
        schema=schema,
        default=default,
        secret=secret,
    )
    return field, problem
