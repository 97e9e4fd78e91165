"""Our client against the official SDK's server."""

import json

from mcpbridge.client import (
    Address,
    Completed,
    Failed,
    InputRequired,
    Tool,
    call_tool,
    discover,
    list_tools,
    new_request_id,
)


async def tool_named(address: Address, name: str) -> Tool:
    return next(tool for tool in (await list_tools(address)).tools if tool.name == name)


async def test_the_server_introduces_itself(sdk: Address) -> None:
    found = await discover(sdk)

    assert (found.name, found.version, found.instructions) == ("sdk-peer", "7", "Ask before you drop.")
    assert "2026-07-28" in found.protocol_versions
    assert "tools" in found.capabilities


async def test_its_tools_are_listed_with_their_hints_and_their_time_to_live(sdk: Address) -> None:
    listed = await list_tools(sdk)

    by_name = {tool.name: tool for tool in listed.tools}
    assert listed.ttl_seconds == 90
    assert listed.broken == ()
    assert by_name["drop_table"].destructive and not by_name["drop_table"].read_only
    assert by_name["region_of"].read_only and by_name["region_of"].idempotent
    assert by_name["drop_table"].description == "Drop a table, after asking."


async def test_a_tool_asks_and_the_answer_makes_the_same_call_go_on(sdk: Address) -> None:
    tool = await tool_named(sdk, "drop_table")
    arguments = {"table": "orders"}
    asked = await call_tool(sdk, tool=tool, arguments=arguments, request_id=new_request_id())
    assert isinstance(asked, InputRequired)

    done = await call_tool(
        sdk,
        tool=tool,
        arguments=arguments,
        request_id=new_request_id(),
        input_responses={"sure": {"action": "accept", "content": {"sure": True}}},
        request_state=asked.request_state,
    )

    assert [(r.key, r.kind, r.params["message"]) for r in asked.requests] == [("sure", "form", "Drop orders?")]
    assert isinstance(done, Completed)
    assert done.result["content"][0]["text"] == "Dropped orders, knowing: about orders ✓"


async def test_a_decline_reaches_the_tool(sdk: Address) -> None:
    tool = await tool_named(sdk, "drop_table")
    arguments = {"table": "customers"}
    asked = await call_tool(sdk, tool=tool, arguments=arguments, request_id=new_request_id())
    assert isinstance(asked, InputRequired)

    done = await call_tool(
        sdk,
        tool=tool,
        arguments=arguments,
        request_id=new_request_id(),
        input_responses={"sure": {"action": "decline"}},
        request_state=asked.request_state,
    )

    assert isinstance(done, Completed)
    assert done.result["content"][0]["text"] == "Kept customers"


async def test_a_state_of_another_call_is_refused_as_such(sdk: Address) -> None:
    tool = await tool_named(sdk, "drop_table")
    asked = await call_tool(sdk, tool=tool, arguments={"table": "a"}, request_id=new_request_id())
    assert isinstance(asked, InputRequired)

    refused = await call_tool(
        sdk,
        tool=tool,
        arguments={"table": "b"},
        request_id=new_request_id(),
        input_responses={"sure": {"action": "accept", "content": {"sure": True}}},
        request_state=asked.request_state,
    )

    assert isinstance(refused, Failed)
    assert (refused.why, refused.code) == ("state_refused", -32602)


async def test_the_sdk_accepts_arguments_mirrored_as_headers_plain_or_not(sdk: Address) -> None:
    tool = await tool_named(sdk, "region_of")

    plain = await call_tool(sdk, tool=tool, arguments={"region": "eu", "size": 42}, request_id=new_request_id())
    other = await call_tool(sdk, tool=tool, arguments={"region": " Zürich ✓"}, request_id=new_request_id())

    assert isinstance(plain, Completed) and plain.result["content"][0]["text"] == "eu/42"
    assert isinstance(other, Completed) and other.result["content"][0]["text"] == " Zürich ✓/1"


async def test_a_call_without_its_mirrored_argument_is_refused_because_the_tool_changed(sdk: Address) -> None:
    tool = await tool_named(sdk, "region_of")
    outdated = Tool(tool.name, tool.title, tool.description, {"type": "object"}, tool.annotations, tool.raw)

    refused = await call_tool(sdk, tool=outdated, arguments={"region": "eu"}, request_id=new_request_id())

    assert isinstance(refused, Failed)
    assert (refused.why, refused.code) == ("tools_changed", -32020)


async def test_a_name_beyond_ascii_and_a_streamed_reply_work(sdk: Address) -> None:
    tool = await tool_named(sdk, "größe ✓")

    done = await call_tool(sdk, tool=tool, arguments={}, request_id=new_request_id())

    assert isinstance(done, Completed)
    assert done.result["content"][0]["text"] == "streamed"
    assert json.loads(done.raw)["result"] == done.result


async def test_an_exception_in_a_tool_is_a_completed_call_that_failed(sdk: Address) -> None:
    tool = await tool_named(sdk, "fails")

    done = await call_tool(sdk, tool=tool, arguments={}, request_id=new_request_id())

    assert isinstance(done, Completed)
    assert done.is_error


async def test_a_tool_the_server_does_not_have_is_a_completed_call_that_failed(sdk: Address) -> None:
    unknown = Tool("nothing", None, "", {"type": "object"}, {}, {})

    done = await call_tool(sdk, tool=unknown, arguments={}, request_id=new_request_id())

    assert isinstance(done, Completed)
    assert done.is_error
