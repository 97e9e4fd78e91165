"""One round is one request, formed exactly as the protocol wants it."""

import asyncio
import uuid
from typing import Any

import pytest

from mcpbridge.client import Address, CallRejected, InputRequired, call_tool, new_request_id
from tests.mcpbridge.client.conftest import Play
from tests.mcpbridge.client.rounds import call, one_step, text_of, tool

STATES = [
    "plain",
    "",
    " ",
    "ünïcode ✓ 🙂",
    '"quotes" \\ and\nlines\r\n',
    "\x00\x1f",
    "\ud800 half a pair",
    "x" * 100_000,
]


@pytest.mark.parametrize("state", STATES, ids=range(len(STATES)))
async def test_a_state_comes_back_exactly_as_it_was_given(play: Play, state: str) -> None:
    server = play({"calls": {"drop_table": {"by": "state", "steps": [{"ask": {"sure": {}}, "state": state}, {}]}}})
    asked = await call(server)
    assert isinstance(asked, InputRequired)

    await call(server, answers={"sure": {"action": "decline"}}, state=asked.request_state)

    assert server.calls()[1]["params"]["requestState"] == state


async def test_no_state_goes_back_when_none_came(play: Play) -> None:
    server = play(one_step({"ask": {"sure": {}}, "state": False}))
    asked = await call(server)
    assert isinstance(asked, InputRequired)

    await call(server, answers={"sure": {"action": "decline"}}, state=asked.request_state)

    assert "requestState" not in server.calls()[1]["params"]


async def test_a_resume_is_the_same_call_with_the_answers_and_another_id(play: Play) -> None:
    server = play({"calls": {"drop_table": {"by": "state", "steps": [{"ask": {"sure": {}}}, {"text": "gone"}]}}})
    answers = {"sure": {"action": "accept", "content": {"sure": True}}, "why": {"action": "cancel"}}
    asked = await call(server, {"table": "orders"})
    assert isinstance(asked, InputRequired)

    done = await call(server, {"table": "orders"}, answers=answers, state=asked.request_state)

    first, second = server.calls()
    assert text_of(done) == "gone"
    assert first["id"] != second["id"]
    assert second["params"].pop("inputResponses") == answers
    assert second["params"].pop("requestState") == asked.request_state
    assert second["params"] == first["params"]
    assert "inputResponses" not in first["params"]


async def test_three_calls_of_one_tool_at_once_keep_their_states_apart(play: Play) -> None:
    steps = [{"ask": {"sure": {}}}, {"text": "dropped {{arguments.table}}"}]
    server = play({"calls": {"drop_table": {"by": "state", "single_use": True, "steps": steps}}})
    tables = ["a", "b", "c"]
    asked = await asyncio.gather(*(call(server, {"table": table}) for table in tables))

    done = await asyncio.gather(
        *(
            call(server, {"table": table}, answers={"sure": {"action": "accept"}}, state=question.request_state)
            for table, question in zip(tables, asked, strict=True)
            if isinstance(question, InputRequired)
        )
    )

    assert [text_of(each) for each in done] == ["dropped a", "dropped b", "dropped c"]
    assert len({each["id"] for each in server.calls()}) == 6


def test_request_ids_are_uuids_of_their_own() -> None:
    ids = {new_request_id() for _ in range(1000)}

    assert len(ids) == 1000
    assert {uuid.UUID(each).version for each in ids} == {4}


async def test_the_given_id_is_the_id_on_the_wire(play: Play) -> None:
    server = play(one_step({"text": "{{id}}"}))

    done = await call_tool(Address(server.url), tool=tool(), arguments={}, request_id="my-very-own")

    assert text_of(done) == "my-very-own"


async def test_the_envelope_names_the_revision_the_client_and_what_it_can_show(play: Play) -> None:
    server = play(one_step({}))

    await call(server)

    [sent] = server.calls()
    meta = sent["params"]["_meta"]
    assert meta["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
    assert meta["io.modelcontextprotocol/clientInfo"]["name"] == "sayso"
    assert meta["io.modelcontextprotocol/clientCapabilities"] == {"elicitation": {"form": {}}}
    assert sent["headers"]["accept"] == "application/json, text/event-stream"
    assert sent["headers"]["content-type"] == "application/json"
    assert sent["headers"]["mcp-protocol-version"] == "2026-07-28"
    assert sent["headers"]["mcp-method"] == "tools/call"
    assert sent["headers"]["mcp-name"] == "drop_table"


async def test_other_capabilities_may_be_declared(play: Play) -> None:
    server = play(one_step({}))
    can: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}, "sampling": {}}

    await call_tool(Address(server.url), tool=tool(), arguments={}, request_id="1", capabilities=can)

    assert server.calls()[0]["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] == can


async def test_headers_of_the_address_are_sent_and_never_replace_ours(play: Play) -> None:
    server = play(one_step({}))
    address = Address(server.url, {"Authorization": "Bearer grüße", "user-agent": "mine"})

    await call_tool(address, tool=tool(), arguments={}, request_id="1")

    lines = [(name.lower(), value) for name, value in server.calls()[0]["header_lines"]]
    assert ("authorization", "Bearer grüße".encode().decode("latin-1")) in lines
    assert [value for name, value in lines if name == "user-agent"] != ["mine"]
    assert len({name for name, _ in lines}) == len(lines)


async def test_arguments_arrive_as_they_were_given(play: Play) -> None:
    server = play(one_step({}))
    arguments: dict[str, Any] = {"z": 1, "a": [None, True, 1.5, 10**30, {"": "\ud83d"}], "ü": "🙂", "e": {}}

    await call(server, arguments)

    assert server.calls()[0]["params"]["arguments"] == arguments
    assert list(server.calls()[0]["params"]["arguments"]) == ["z", "a", "ü", "e"]


@pytest.mark.parametrize("crooked", [float("nan"), float("inf")])
async def test_arguments_that_json_cannot_say_are_rejected_before_anything_is_sent(play: Play, crooked: float) -> None:
    server = play(one_step({}))

    with pytest.raises(CallRejected, match="cannot be written as JSON") as rejected:
        await call(server, {"number": crooked})

    assert (rejected.value.status, rejected.value.code) == (None, None)
    assert server.calls() == []


async def test_arguments_nested_beyond_reason_are_rejected_before_anything_is_sent(play: Play) -> None:
    server = play(one_step({}))
    nested: dict[str, Any] = {}
    for _ in range(200_000):
        nested = {"in": nested}

    with pytest.raises(CallRejected):
        await call(server, nested)

    assert server.calls() == []
