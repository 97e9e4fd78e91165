"""Header values and mirrored arguments follow the same rules as the official SDK's."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.shared import inbound

from mcpbridge.client import CallRejected
from mcpbridge.client.headers import encode_header_value, param_headers, why_headers_are_invalid
from tests.mcpbridge.client.conftest import Play
from tests.mcpbridge.client.rounds import call, one_step, tool

_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
_SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _TEXT
_ARGUMENTS = st.dictionaries(
    st.sampled_from(["a", "b", "c"]), _SCALARS | st.dictionaries(st.sampled_from("ab"), _SCALARS)
)
_ANNOTATION = st.sampled_from(["Region", "region", "Size", "not a token", "", 7])
_LEAF = st.fixed_dictionaries(
    {}, optional={"type": st.sampled_from(["string", "integer", "boolean", "number", "object", ["string"], None])}
) | st.fixed_dictionaries(
    {"type": st.sampled_from(["string", "integer", "boolean", "number"]), "x-mcp-header": _ANNOTATION}
)


def _inside(schemas: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    properties = st.dictionaries(st.sampled_from(["a", "b", "c"]), schemas, max_size=3)
    return (
        properties.map(lambda inner: {"type": "object", "properties": inner})
        | schemas.map(lambda inner: {"items": inner})
        | schemas.map(lambda inner: {"anyOf": [inner, {"default": {"x-mcp-header": "data"}}]})
        | schemas.map(lambda inner: {"$defs": {"x": inner}})
    )


_SCHEMAS = st.recursive(_LEAF, _inside, max_leaves=6)


@given(_TEXT)
def test_the_sdk_decodes_every_value_to_what_was_encoded(text: str) -> None:
    encoded = encode_header_value(text)

    assert inbound.decode_header_value(encoded) == text
    assert encoded.isascii()


@pytest.mark.parametrize("text", ["plain", "with space", "=?base64?", "a=b;c"])
def test_plain_visible_text_travels_as_it_is(text: str) -> None:
    assert encode_header_value(text) == text


@pytest.mark.parametrize("text", [" edge", "tab\t", "line\r\nX-Evil: 1", "ü", "=?base64?eA==?="])
def test_everything_else_is_encoded(text: str) -> None:
    assert encode_header_value(text).startswith("=?base64?")


@given(_SCHEMAS)
def test_the_same_annotations_are_valid_as_in_the_sdk(schema: Any) -> None:
    assert (why_headers_are_invalid(schema) is None) == (inbound.find_invalid_x_mcp_header(schema) is None)


@given(_SCHEMAS, _ARGUMENTS)
def test_the_same_headers_are_mirrored_as_by_the_sdk(schema: Any, arguments: dict[str, Any]) -> None:
    if inbound.find_invalid_x_mcp_header(schema) is None:
        expected = inbound.mcp_param_headers(inbound.x_mcp_header_map(schema), arguments)

        assert param_headers(schema, arguments) == expected


@pytest.mark.parametrize("name", ["löschen ✓", " edge", "line\nbreak", "=?base64?eA==?="])
async def test_the_name_header_decodes_to_the_name_in_the_body(play: Play, name: str) -> None:
    server = play({"calls": {name: [{}]}})

    await call(server, using=tool(name))

    [sent] = server.calls()
    assert sent["params"]["name"] == name
    assert inbound.decode_header_value(sent["headers"]["mcp-name"]) == name


async def test_annotated_arguments_travel_as_headers_too(play: Play) -> None:
    server = play(one_step({}))
    schema = {
        "type": "object",
        "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "deep": {"type": "object", "properties": {"on": {"type": "boolean", "x-mcp-header": "On"}}},
            "absent": {"type": "string", "x-mcp-header": "Absent"},
            "plain": {"type": "string"},
        },
    }

    await call(
        server, {"region": "Zürich", "deep": {"on": True}, "absent": None, "plain": "x"}, using=tool(inputSchema=schema)
    )

    sent = {name: value for name, value in server.calls()[0]["headers"].items() if name.startswith("mcp-param-")}
    assert sent == {"mcp-param-region": "=?base64?WsO8cmljaA==?=", "mcp-param-on": "true"}


async def test_an_argument_no_header_can_carry_is_rejected_and_does_not_look_like_a_server_that_is_down(
    play: Play,
) -> None:
    server = play(one_step({}))
    schema = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}

    with pytest.raises(CallRejected, match="not valid text"):
        await call(server, {"region": "\ud800"}, using=tool(inputSchema=schema))

    assert server.calls() == []
