"""Hearing that a server's tools changed: from the SDK's own server, and from one that does it badly."""

from contextlib import aclosing
from typing import Any

import pytest

from mcpbridge.client import (
    Address,
    CallRejected,
    OutcomeUnknown,
    ServerUnreachable,
    call_tool,
    discover,
    list_tools,
    new_request_id,
    offers_tool_changes,
    tool_changes,
)
from tests.mcpbridge.client.conftest import Play

HEARD = (
    '{"jsonrpc":"2.0","method":"notifications/%s","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"%s"}}}'
)
ACKNOWLEDGED, CHANGED = HEARD % ("subscriptions/acknowledged", "{{id}}"), HEARD % ("tools/list_changed", "{{id}}")


def stream(*messages: str, **more: Any) -> dict[str, Any]:
    """A script whose event stream brings these messages and then ends."""
    raw = "".join(f"data: {message}\n\n" for message in messages)
    return {"answers": {"subscriptions/listen": [{"raw": raw, "content_type": "text/event-stream", **more}]}}


async def heard(address: Address) -> int:
    async with aclosing(tool_changes(address)) as changes:
        return len([1 async for _ in changes])


async def test_a_server_that_offers_it_says_so_and_then_tells(sdk: Address) -> None:
    assert offers_tool_changes(await discover(sdk))
    tool = next(tool for tool in (await list_tools(sdk)).tools if tool.name == "change_nothing")

    async with aclosing(tool_changes(sdk)) as changes:
        await anext(changes)
        await call_tool(sdk, tool=tool, arguments={}, request_id=new_request_id())
        await anext(changes)


async def test_a_server_that_does_not_offer_it_is_known_by_what_it_says_of_itself(play: Play) -> None:
    assert not offers_tool_changes(await discover(Address(play({}).url)))


async def test_what_is_not_for_this_subscription_is_not_heard(play: Play) -> None:
    server = play(
        stream(ACKNOWLEDGED, HEARD % ("tools/list_changed", "another"), HEARD % ("message", "{{id}}"), "nonsense")
    )

    assert await heard(Address(server.url)) == 1


async def test_it_ends_when_the_server_says_that_it_ends(play: Play) -> None:
    server = play(stream(ACKNOWLEDGED, '{"jsonrpc":"2.0","id":"{{id}}","result":{}}', CHANGED))

    assert await heard(Address(server.url)) == 1


async def test_a_refusal_says_that_it_is_of_no_use_to_try_again(play: Play) -> None:
    refusal = '{"jsonrpc":"2.0","id":"{{id}}","error":{"code":-32601,"message":"no such method"}}'

    for script in (
        stream(refusal),
        {"answers": {"subscriptions/listen": [{"error": {"code": -32601, "message": "no"}}]}},
    ):
        with pytest.raises(CallRejected):
            await heard(Address(play(script).url))


async def test_a_broken_line_is_told_from_a_server_that_is_away(play: Play) -> None:
    server = play(stream(ACKNOWLEDGED, CHANGED, behaviour="drop_mid_reply"))

    with pytest.raises(OutcomeUnknown):
        await heard(Address(server.url))
    with pytest.raises(ServerUnreachable):
        await heard(Address("http://127.0.0.1:9/mcp"))
