"""Work that is done once though its tool is run again in every round."""

import asyncio
from typing import Any

import pytest
from mcp.server.mcpserver import Context

from mcpbridge.authoring import confirm, once
from mcpbridge.authoring.testing import ERAS, Era, accept, call_tool
from tests.mcpbridge.authoring.asking import asking_server

every_era = pytest.mark.parametrize("era", ERAS)


@every_era
async def test_it_is_done_in_the_first_round_and_its_result_is_there_in_the_later_ones(era: Era) -> None:
    done: list[str] = []

    async def book(ctx: Context) -> str:
        async def reserve() -> dict[str, Any]:
            done.append("reserved")
            return {"number": len(done), "seats": ["1a", None]}

        seats = await once(ctx, "reserve", reserve)
        price = await once(ctx, "price", lambda: 12.5)
        await confirm(ctx, f"Take {seats['seats'][0]} for {price}?")
        await confirm(ctx, "Surely?")
        return str(seats)

    finished = await call_tool(asking_server(book), "book", answers=[accept(), accept()], era=era)

    assert finished.text == "{'number': 1, 'seats': ['1a', None]}"
    assert finished.asked[0].message == "Take 1a for 12.5?"
    assert done == ["reserved"]


@every_era
async def test_a_decorated_function_is_done_once_for_each_set_of_arguments(era: Era) -> None:
    done: list[str] = []

    @once
    async def reserve(ctx: Context, room: str, *, nights: int = 1) -> str:
        done.append(f"{room}/{nights}")
        return room.upper()

    async def book(ctx: Context) -> str:
        rooms = [await reserve(ctx, "a"), await reserve(ctx, "b"), await reserve(ctx, "a", nights=2)]
        await confirm(ctx, "Sure?")
        return "".join(rooms)

    finished = await call_tool(asking_server(book), "book", answers=[accept()], era=era)

    assert finished.text == "ABA"
    assert done == ["a/1", "b/1", "a/2"]


@every_era
async def test_a_pause_waits_until_it_is_finished(era: Era) -> None:
    done: list[str] = []

    async def book(ctx: Context) -> str:
        async def slowly() -> str:
            done.append("begun")
            for _ in range(50):
                await asyncio.sleep(0)
            done.append("reserved")
            return "seat"

        sure, seat = await asyncio.gather(confirm(ctx, "Sure?", id="sure"), once(ctx, "slow", slowly))
        return f"{sure} {seat}"

    finished = await call_tool(asking_server(book), "book", answers=[accept()], era=era)

    assert finished.text == "True seat"
    assert done == ["begun", "reserved"]


async def test_two_that_come_to_it_at_the_same_time_share_the_result() -> None:
    done: list[str] = []

    async def book(ctx: Context) -> str:
        async def slowly() -> int:
            await asyncio.sleep(0)
            done.append("reserved")
            return len(done)

        return str(await asyncio.gather(once(ctx, "one", slowly), once(ctx, "one", slowly)))

    assert (await call_tool(asking_server(book), "book")).text == "[1, 1]"


@pytest.mark.parametrize("result", ["x" * 8192, object(), float("nan")])
async def test_what_cannot_be_kept_is_refused(result: Any) -> None:
    async def book(ctx: Context) -> str:
        with pytest.raises(ValueError, match="cannot be kept"):
            await once(ctx, "much", lambda: result)
        return "refused"

    assert (await call_tool(asking_server(book), "book")).text == "refused"


async def test_work_that_asks_is_a_fault_of_the_tool_and_hangs_nobody() -> None:
    async def book(ctx: Context) -> str:
        return str(await once(ctx, "asks", lambda: confirm(ctx, "Sure?")))

    finished = await call_tool(asking_server(book), "book")

    assert finished.is_error
    assert finished.asked == ()
