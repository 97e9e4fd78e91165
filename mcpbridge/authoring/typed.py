"""Schemas of forms: made from a model or any JSON Schema, filled in with a proposal, and held against an answer."""

from collections.abc import Iterable, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from mcp.server.elicitation import render_elicitation_schema
from pydantic import BaseModel, ValidationError
from referencing import Registry

WRAPPED = "value"
"""The one field of a form whose schema is not an object."""

_DEFINITIONS = ("$defs", "definitions")
_MAX_PROBLEM = 300


def form_schema(schema: type[BaseModel] | Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return the schema as a form, and whether it had to be wrapped because its root is no object.

    Raises:
        TypeError: a field is more than an answer can carry: objects, and lists of anything but texts.
        jsonschema.SchemaError: it is no valid JSON Schema.
    """
    if isinstance(schema, type):
        return render_elicitation_schema(schema), False
    Draft202012Validator.check_schema(schema)
    if schema.get("type", "object") == "object" and not schema.keys() & {"enum", "const", "anyOf", "oneOf", "$ref"}:
        require_flat(schema)
        return {"type": "object", "properties": {}, **schema}, False
    inner = {key: part for key, part in schema.items() if key not in _DEFINITIONS}
    shared = {key: schema[key] for key in _DEFINITIONS if key in schema}
    wrapped = {"type": "object", "properties": {WRAPPED: inner}, "required": [WRAPPED], **shared}
    require_flat(wrapped)
    return wrapped, True


def require_flat(schema: Mapping[str, Any]) -> None:
    """Refuse a form whose answer the protocol cannot carry (ElicitResult): the SDK would refuse it on its way back.

    Raises:
        TypeError: it names the field.
    """
    for name, field in schema.get("properties", {}).items():
        kinds = field.get("type") if isinstance(field, Mapping) else None
        kinds = kinds if isinstance(kinds, list) else [kinds]
        items = field.get("items", {}) if "array" in kinds else {}
        if "object" in kinds or (items and items.get("type", "string") != "string"):
            raise TypeError(f"The field {name!r} asks for more than an answer carries: use texts, numbers, yes or no.")


def proposing(schema: Mapping[str, Any], value: Any, *, wrapped: bool) -> dict[str, Any]:
    """Return the schema with the fields of ``value`` as defaults, for the person to see and to change."""
    proposed = value.model_dump(mode="json", exclude_none=True) if isinstance(value, BaseModel) else value
    if wrapped:
        proposed = {WRAPPED: proposed}
    if not isinstance(proposed, Mapping):
        raise TypeError("The proposed value of a form with fields has to be a mapping or a model.")
    properties = {
        name: {**field, "default": proposed[name]} if name in proposed else field
        for name, field in schema.get("properties", {}).items()
    }
    return {**schema, "properties": properties}


def problem_with(schema: Mapping[str, Any], content: Any) -> str | None:
    """Say in one sentence what is wrong with an answer, or None."""
    # An empty registry: nothing is ever fetched because a schema names it.
    errors = Draft202012Validator(schema, registry=Registry()).iter_errors(content)
    return _sentence((error.absolute_path, error.message) for error in errors)


def as_model[M: BaseModel](model: type[M], content: Any) -> tuple[M | None, str | None]:
    """Return the answer as the model, or None and what is wrong with it."""
    try:
        return model.model_validate(content), None
    except ValidationError as error:
        return None, _sentence((part["loc"], part["msg"]) for part in error.errors())


def _sentence(problems: Iterable[tuple[Iterable[Any], str]]) -> str | None:
    lines = [f"{where}: {what}" if (where := ".".join(map(str, path))) else what for path, what in problems]
    text = "; ".join(lines)
    return (text if len(text) <= _MAX_PROBLEM else f"{text[:_MAX_PROBLEM]}…") or None
