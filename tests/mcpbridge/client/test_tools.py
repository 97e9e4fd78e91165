"""What a tool claims about itself, and how a change of it is seen."""

from dataclasses import replace
from typing import Any

import pytest

from mcpbridge.client import Tool, description_free_fingerprint, fingerprint
from tests.mcpbridge.client.rounds import tool


def described(**fields: Any) -> Tool:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}
    base = {"inputSchema": schema, "description": "Drops it.", "annotations": {"destructiveHint": True}}
    return tool("drop", **(base | fields))


@pytest.mark.parametrize(
    ("annotations", "read_only", "idempotent", "destructive"),
    [
        ({}, False, False, True),
        ({"readOnlyHint": True}, True, False, False),
        ({"idempotentHint": True, "destructiveHint": False}, False, True, False),
        ({"readOnlyHint": "yes", "idempotentHint": 1, "destructiveHint": None}, False, False, True),
        ("crooked", False, False, True),
    ],
)
def test_hints_count_only_when_plainly_said(
    annotations: Any, read_only: bool, idempotent: bool, destructive: bool
) -> None:
    claimed = tool(annotations=annotations)

    assert (claimed.read_only, claimed.idempotent, claimed.destructive) == (read_only, idempotent, destructive)


def test_a_title_comes_from_the_tool_or_else_from_its_annotations() -> None:
    assert tool(title="A", annotations={"title": "B"}).title == "A"
    assert tool(annotations={"title": "B"}).title == "B"
    assert tool(title=7).title is None


@pytest.mark.parametrize(
    "change",
    [
        {"description": "Drops it!"},
        {"inputSchema": {"type": "object"}},
        {"annotations": {"destructiveHint": False}},
        {"annotations": {}},
        {"inputSchema": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "number"}}}},
    ],
)
def test_a_fingerprint_changes_with_what_the_tool_says(change: dict[str, Any]) -> None:
    assert fingerprint(described(**change)) != fingerprint(described())


def test_a_fingerprint_ignores_what_does_not_bind() -> None:
    schema = {"properties": {"b": {"type": "integer"}, "a": {"type": "string"}}, "type": "object"}

    assert fingerprint(described(inputSchema=schema, title="New", _meta={"x": 1})) == fingerprint(described())


def test_a_fingerprint_names_its_version() -> None:
    version, _, digest = fingerprint(described()).partition(":")

    assert (version, len(digest)) == ("v1", 64)
    assert int(digest, 16)


def test_a_fingerprint_stays_the_same_over_releases() -> None:
    assert fingerprint(described()) == "v1:2098d8a01941a28febe33e55c72439efa1561e62afd34a24a6fd159a76504cd3"


def test_one_fingerprint_is_blind_to_the_description_alone() -> None:
    other_words, other_schema = described(description="Other."), described(inputSchema={"type": "object"})

    assert description_free_fingerprint(other_words) == description_free_fingerprint(described())
    assert description_free_fingerprint(other_schema) != description_free_fingerprint(described())
    assert description_free_fingerprint(replace(described(), name="drip")) != description_free_fingerprint(described())
