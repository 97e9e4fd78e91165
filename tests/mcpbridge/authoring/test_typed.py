"""Schemas of forms: what becomes one, and what no answer could be given to."""

from typing import Any

import pytest
from jsonschema import SchemaError

from mcpbridge.authoring import form

COLOURS = {"type": "array", "items": {"type": "string", "enum": ["red", "blue"]}}


def schema_of(schema: Any, **more: Any) -> Any:
    return form("id", "?", schema, **more).params["requestedSchema"]


@pytest.mark.parametrize(
    "root",
    [
        {"type": "boolean"},
        {"type": "string", "enum": ["a", "b"]},
        {"enum": ["a", "b"]},
        {"oneOf": [{"const": "a", "title": "A"}]},
        COLOURS,
    ],
)
def test_a_root_that_is_no_object_becomes_the_only_field(root: dict[str, Any]) -> None:
    assert schema_of(root) == {"type": "object", "properties": {"value": root}, "required": ["value"]}


def test_definitions_stay_where_references_find_them() -> None:
    schema = schema_of({"$ref": "#/$defs/colour", "$defs": {"colour": {"type": "string"}}})

    assert schema["$defs"] == {"colour": {"type": "string"}}
    assert schema["properties"] == {"value": {"$ref": "#/$defs/colour"}}


@pytest.mark.parametrize("root", [None, {}, {"type": "object"}])
def test_without_fields_it_is_a_bare_confirm(root: Any) -> None:
    assert schema_of(root) == {"type": "object", "properties": {}}


def test_a_proposal_fills_the_fields_it_names() -> None:
    fields = {"a": {"type": "string"}, "b": {"type": "integer"}}

    proposed = schema_of({"type": "object", "properties": fields}, value={"b": 0, "gone": 1})

    assert proposed["properties"] == {"a": {"type": "string"}, "b": {"type": "integer", "default": 0}}
    assert schema_of({"type": "boolean"}, value=False)["properties"]["value"]["default"] is False


@pytest.mark.parametrize(
    "field",
    [{"type": "object"}, {"type": ["object", "null"]}, {"type": "array", "items": {"type": "integer"}}],
)
def test_a_field_whose_answer_could_not_come_back_is_refused_before_anybody_is_asked(field: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="The field 'deep'"):
        schema_of({"type": "object", "properties": {"deep": field}})


def test_what_is_no_schema_is_refused_before_anybody_is_asked() -> None:
    with pytest.raises(SchemaError):
        schema_of({"type": "object", "properties": {"a": {"type": "text"}}})


@pytest.mark.parametrize("actions", [["accept", "decline", "maybe"], "accept"])
def test_an_action_that_there_is_not_is_refused(actions: Any) -> None:
    with pytest.raises(ValueError, match="There is no action"):
        form("id", "?", allowed_actions=actions)
