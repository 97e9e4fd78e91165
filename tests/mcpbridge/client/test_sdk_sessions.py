"""Held calls against the official SDK's server, over HTTP and as a program."""

from contextlib import AsyncExitStack

import pytest

from mcpbridge.client import (
    Address,
    Command,
    Failed,
    LogLine,
    Place,
    Progress,
    Refusal,
    call_tool,
    discover,
    find_era,
    list_tools,
    new_request_id,
)
from tests.mcpbridge.client.held_calls import YES, asked, held
from tests.mcpbridge.client.rounds import text_of, tool


@pytest.fixture(params=["http", "program"])
def place(request: pytest.FixtureRequest, sdk: Address, sdk_program: Command) -> Place:
    return sdk if request.param == "http" else sdk_program


async def test_a_question_in_the_middle_of_a_call_is_answered_and_the_call_goes_on(place: Place) -> None:
    async with held(place) as call:
        question = await asked(call)
        assert (question.requests[0].kind, question.requests[0].params["message"]) == ("form", "Drop orders?")

        await call.answer({question.requests[0].key: YES})

        assert text_of(await call.next()) == "Dropped orders"


async def test_tools_and_introduction_come_the_older_way_too(sdk: Address) -> None:
    found = await discover(sdk, era="2025-06-18")
    listed = await list_tools(sdk, era="2025-06-18")

    assert (found.name, found.protocol_versions) == ("sdk-peer", ("2025-06-18",))
    assert "drop_at_once" in {each.name for each in listed.tools}


async def test_a_server_of_both_eras_is_spoken_to_in_the_newer_one(sdk: Address) -> None:
    assert await find_era(sdk) == "2026-07-28"


async def test_progress_and_log_lines_of_a_call_of_the_newer_era_are_told(place: Place) -> None:
    told: list[Progress | LogLine] = []

    await call_tool(
        place,
        tool=tool("drop_at_once"),
        arguments={"table": "orders"},
        request_id=new_request_id(),
        on_progress=told.append,
        on_log=told.append,
    )

    assert told == [Progress(1.0, 2.0, "looking"), LogLine("info", None, "About to drop orders.")]


async def test_a_url_must_be_visited_first_is_said_in_both_eras(sdk: Address) -> None:
    async with held(sdk, "must_sign", arguments={}) as call:
        older = await call.next()
    newer = await call_tool(sdk, tool=tool("must_sign"), arguments={}, request_id=new_request_id())

    assert isinstance(older, Failed) and isinstance(newer, Failed)
    assert (older.why, newer.why) == ("input_required_by_url", "input_required_by_url")
    assert older.data["elicitations"][0]["url"] == newer.data["elicitations"][0]["url"] == "https://sign.example/2"


async def test_progress_and_log_lines_of_a_held_call_are_told(sdk: Address) -> None:
    told: list[Progress | LogLine] = []

    async with held(sdk, on_progress=told.append, on_log=told.append) as call:
        await asked(call)

    assert told == [Progress(1.0, 2.0, "looking"), LogLine("info", None, "About to drop orders.")]


async def test_a_decline_reaches_the_tool(sdk: Address) -> None:
    async with held(sdk) as call:
        await asked(call)
        await call.answer({"q1": {"action": "decline"}})

        assert text_of(await call.next()) == "Kept orders: decline"


async def test_a_url_question_comes_as_one(sdk: Address) -> None:
    async with held(sdk, "sign", arguments={}) as call:
        question = await asked(call)
        await call.answer({"q1": {"action": "accept"}})

        assert (question.requests[0].kind, question.requests[0].params["url"]) == ("url", "https://sign.example/1")
        assert text_of(await call.next()) == "signed: accept"


async def test_sampling_is_answered(sdk: Address) -> None:
    async with held(sdk, "compose", arguments={}) as call:
        question = await asked(call)
        content = {"type": "text", "text": "cables"}
        await call.answer({"q1": {"role": "assistant", "content": content, "model": "a person"}})

        assert question.requests[0].kind == "sampling"
        assert text_of(await call.next()) == "written: cables"


async def test_sampling_is_refused(sdk: Address) -> None:
    async with held(sdk, "compose", arguments={}) as call:
        await asked(call)
        await call.answer({"q1": Refusal(-1, "Nobody wants to write this.")})

        assert text_of(await call.next()) == "refused: Nobody wants to write this."


async def test_a_stop_ends_the_call_and_with_it_the_question(sdk: Address) -> None:
    async with held(sdk) as call:
        await asked(call)
        await call.cancel("The person stopped the run.")
        outcome = await call.next()

        assert isinstance(outcome, Failed)
        assert call.open_questions == frozenset()


@pytest.mark.parametrize("way", ["stateless", "json"])
async def test_a_server_that_runs_in_a_way_in_which_it_cannot_ask_says_so_readably(sdk: Address, way: str) -> None:
    async with held(Address(sdk.url.replace("/mcp", f"/{way}"))) as call:
        outcome = await call.next()

    assert isinstance(outcome, Failed)
    assert outcome.sentence.startswith("The server wanted to ask something but runs in a way in which it cannot")


async def test_a_server_that_closes_the_stream_before_it_asks_is_come_back_to(sdk: Address) -> None:
    async with held(Address(sdk.url.replace("/mcp", "/resumable")), "drop_later") as call:
        await asked(call)
        await call.answer({"q1": YES})

        assert text_of(await call.next()) == "orders: accept"


async def test_calls_at_the_same_time_hear_only_their_own_questions(sdk: Address) -> None:
    tables = [f"t{number}" for number in range(10)]
    heard = {}
    async with AsyncExitStack() as stack:
        calls = {table: await stack.enter_async_context(held(sdk, arguments={"table": table})) for table in tables}
        for table, call in calls.items():
            heard[table] = (await asked(call)).requests[0].params["message"]
            await call.answer({"q1": YES})
        done = [text_of(await call.next()) for call in calls.values()]

    assert heard == {table: f"Drop {table}?" for table in tables}
    assert done == [f"Dropped {table}" for table in tables]
