"""Who a server is and what it offers, all pages of it, with one broken tool taking nothing along."""

from typing import Any

import pytest

from mcpbridge.client import Address, BrokenTool, CallRejected, OutcomeUnknown, discover, list_tools
from tests.mcpbridge.client.conftest import Play
from tests.mcpbridge.client.rounds import bytes_of

OBJECT = {"type": "object"}


def named(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "inputSchema": OBJECT} for name in names]


def page(tools: Any, **more: Any) -> dict[str, Any]:
    return {"result": {"resultType": "complete", "tools": tools, **more}}


async def test_all_pages_are_read_in_order(play: Play) -> None:
    server = play({"tools": named("a", "b", "c", "d", "e"), "page_size": 2})

    listed = await list_tools(Address(server.url))

    assert [tool.name for tool in listed.tools] == ["a", "b", "c", "d", "e"]
    assert [sent["params"].get("cursor") for sent in server.requests("tools/list")] == [None, "2", "4"]
    assert len({sent["id"] for sent in server.requests()}) == 3


async def test_an_empty_cursor_is_a_cursor(play: Play) -> None:
    server = play({"answers": {"tools/list": [page(named("a"), nextCursor=""), page(named("b"), nextCursor=None)]}})

    listed = await list_tools(Address(server.url))

    assert [tool.name for tool in listed.tools] == ["a", "b"]
    assert server.requests()[1]["params"]["cursor"] == ""


@pytest.mark.parametrize("cursor", ["again", 7])
async def test_a_cursor_that_leads_in_a_circle_is_refused(play: Play, cursor: Any) -> None:
    server = play({"answers": {"tools/list": [page(named("a"), nextCursor=cursor)]}})

    with pytest.raises(CallRejected, match="leads back"):
        await list_tools(Address(server.url))

    assert len(server.requests()) <= 2


async def test_pages_without_end_are_refused(play: Play) -> None:
    server = play({"answers": {"tools/list": [page([], nextCursor="{{id}}")]}})

    with pytest.raises(CallRejected, match="more than 100 pages"):
        await list_tools(Address(server.url))


async def test_a_broken_tool_is_named_and_the_others_stay(play: Play) -> None:
    bad_header = {"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}}
    tools = [
        *named("first"),
        {"name": "schema is a list", "inputSchema": []},
        {"name": "no object", "inputSchema": {"type": "string"}},
        {"name": "crooked properties", "inputSchema": {"type": "object", "properties": {"a": 7}}},
        {"name": "crooked required", "inputSchema": {"type": "object", "required": "a"}},
        {"name": "bad header", "inputSchema": bad_header},
        {"name": "\ud800", "inputSchema": OBJECT},
        {"inputSchema": OBJECT},
        "text",
        None,
        *named("last"),
    ]

    listed = await list_tools(Address(play({"tools": tools}).url))

    assert [tool.name for tool in listed.tools] == ["first", "last"]
    assert [broken.name for broken in listed.broken] == [
        "schema is a list",
        "no object",
        "crooked properties",
        "crooked required",
        "bad header",
        "\ud800",
        "",
        "",
        "",
    ]
    assert all(broken.why for broken in listed.broken)


@pytest.mark.parametrize("schema", [None, True, {}, {"type": ["object", "null"]}, {"$ref": "#/$defs/x"}, {"anyOf": []}])
async def test_odd_but_clear_schemas_are_usable(play: Play, schema: Any) -> None:
    listed = await list_tools(Address(play({"tools": [{"name": "a", "inputSchema": schema}]}).url))

    assert [tool.name for tool in listed.tools] == ["a"]


async def test_a_copy_is_dropped_and_a_namesake_is_broken(play: Play) -> None:
    namesake = {"name": "a", "inputSchema": OBJECT, "description": "another"}

    listed = await list_tools(Address(play({"tools": [*named("a", "b", "a"), namesake]}).url))

    assert [tool.name for tool in listed.tools] == ["a", "b"]
    assert listed.broken == (BrokenTool("a", "another tool of the list has the same name"),)


@pytest.mark.parametrize(
    ("said", "seconds"), [(1500, 1.5), (0, 0.0), (-5, 0.0), (1e15, 86400.0), ("1500", None), (True, None), (None, None)]
)
async def test_the_time_to_live_is_what_the_server_says(play: Play, said: Any, seconds: float | None) -> None:
    listed = await list_tools(Address(play({"tools": named("a"), "ttl_ms": said}).url))

    assert listed.ttl_seconds == seconds


async def test_the_shortest_time_to_live_of_all_pages_counts(play: Play) -> None:
    pages = [page([], nextCursor="x", ttlMs=9000), page([], nextCursor="y"), page([], ttlMs=3000)]

    listed = await list_tools(Address(play({"answers": {"tools/list": pages}}).url))

    assert listed.ttl_seconds == 3


@pytest.mark.parametrize("result", [{}, {"tools": {}}, {"tools": None}])
async def test_a_list_that_is_none_is_unreadable(play: Play, result: Any) -> None:
    with pytest.raises(OutcomeUnknown, match="not a list"):
        await list_tools(Address(play({"answers": {"tools/list": [{"result": result}]}}).url))


async def test_a_refused_listing_carries_code_and_words(play: Play) -> None:
    step = {"error": {"code": -32603, "message": "Not today."}}

    with pytest.raises(CallRejected, match="Not today") as rejected:
        await list_tools(Address(play({"answers": {"tools/list": [step]}}).url))

    assert (rejected.value.code, rejected.value.status) == (-32603, None)


async def test_a_listing_that_wants_input_is_unreadable(play: Play) -> None:
    step = {"result": {"resultType": "input_required", "requestState": "s"}}

    with pytest.raises(OutcomeUnknown):
        await list_tools(Address(play({"answers": {"tools/list": [step]}}).url))


async def test_a_server_introduces_itself(play: Play) -> None:
    server = play({"server": {"name": "bank", "title": "The Bank", "version": "3"}, "instructions": "Be kind."})

    found = await discover(Address(server.url))

    assert (found.name, found.version, found.instructions) == ("The Bank", "3", "Be kind.")
    assert found.protocol_versions == ("2026-07-28",)
    assert found.capabilities == {"tools": {}}
    assert server.requests()[0]["headers"]["mcp-method"] == "server/discover"


@pytest.mark.parametrize("result", [{}, {"_meta": 7, "supportedVersions": "x", "capabilities": [], "instructions": 1}])
async def test_a_shy_server_is_taken_as_it_is(play: Play, result: Any) -> None:
    found = await discover(Address(play({"answers": {"server/discover": [{"result": result}]}}).url))

    assert (found.name, found.version, found.protocol_versions, found.instructions) == ("", "", (), "")


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"result": {"supportedVersions": ["2025-11-25"]}}, "speaks MCP 2025-11-25 only"),
        (
            {"error": {"code": -32022, "message": "x", "data": {"supported": ["2027-01-01"]}}, "status": 400},
            "2027-01-01",
        ),
        ({"error": {"code": -32601, "message": "Method not found"}}, "older MCP"),
        ({"error": {"code": -32600, "message": "Missing session ID"}, "status": 400}, "older MCP"),
        ({"raw": "Not Found", "status": 404}, "older MCP, or the path"),
        ({"status": 405}, "older MCP"),
    ],
)
async def test_a_server_of_another_revision_is_rejected_and_the_sentence_says_so(
    play: Play, step: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(CallRejected, match=sentence):
        await discover(Address(play({"answers": {"server/discover": [step]}}).url))


@pytest.mark.parametrize("status", [401, 403])
async def test_a_server_that_wants_to_know_who_asks_is_no_old_server(play: Play, status: int) -> None:
    with pytest.raises(CallRejected) as rejected:
        await discover(Address(play({"answers": {"server/discover": [{"status": status}]}}).url))

    assert rejected.value.status == status
    assert "older" not in str(rejected.value)


async def test_a_broken_discovery_is_unknown_not_old(play: Play) -> None:
    step = {"raw": bytes_of({"result": "hello"})}

    with pytest.raises(OutcomeUnknown):
        await discover(Address(play({"answers": {"server/discover": [step]}}).url))
