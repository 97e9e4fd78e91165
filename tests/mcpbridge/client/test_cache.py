"""Tool lists are kept as long as they may be, and one fetch serves all who wait."""

import asyncio
from typing import Any

import pytest

from mcpbridge.client import Address, CallRejected, ToolCache
from tests.mcpbridge.client.conftest import Play
from tests.scripted_mcp import Scripted


class Clock:
    """A clock that moves when told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def listing(*names: str, ttl_ms: int | None = None, **step: Any) -> dict[str, Any]:
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
    return {"result": {"tools": tools, **({} if ttl_ms is None else {"ttlMs": ttl_ms})}, **step}


def fetches(server: Scripted) -> int:
    return len(server.requests("tools/list"))


async def names(cache: ToolCache, server: Scripted, **options: Any) -> list[str]:
    return [tool.name for tool in (await cache.tools(Address(server.url), **options)).tools]


async def test_a_list_is_kept_for_the_time_the_server_allows(play: Play) -> None:
    server, clock = play({"answers": {"tools/list": [listing("a", ttl_ms=5000), listing("b", ttl_ms=5000)]}}), Clock()
    cache = ToolCache(clock)

    first = await names(cache, server)
    clock.now += 4.9
    second = await names(cache, server)
    clock.now += 0.2
    third = await names(cache, server)

    assert (first, second, third) == (["a"], ["a"], ["b"])


@pytest.mark.parametrize(("ttl_ms", "later", "expected"), [(0, 0.0, 2), (None, 59.0, 1), (None, 61.0, 2)])
async def test_a_list_without_a_time_is_kept_a_minute_and_one_of_no_time_not_at_all(
    play: Play, ttl_ms: int | None, later: float, expected: int
) -> None:
    server, clock = play({"answers": {"tools/list": [listing("a", ttl_ms=ttl_ms)]}}), Clock()
    cache = ToolCache(clock)

    await names(cache, server)
    clock.now += later
    await names(cache, server)

    assert fetches(server) == expected


@pytest.mark.parametrize(("max_age", "later", "expected"), [(60, 59.0, 1), (60, 61.0, 2), (0, 0.0, 2)])
async def test_the_callers_own_limit_stands_above_the_servers(
    play: Play, max_age: float, later: float, expected: int
) -> None:
    server, clock = play({"answers": {"tools/list": [listing("a", ttl_ms=0)]}}), Clock()
    cache = ToolCache(clock)

    await names(cache, server)
    clock.now += later
    await names(cache, server, max_age=max_age)

    assert fetches(server) == expected


async def test_many_who_ask_at_once_cause_one_fetch(play: Play) -> None:
    server = play({"answers": {"tools/list": [listing("a", ttl_ms=5000)]}})
    cache = ToolCache(Clock())

    lists = await asyncio.gather(*(names(cache, server) for _ in range(50)))

    assert lists == [["a"]] * 50
    assert fetches(server) == 1


async def test_who_wants_a_new_list_does_not_get_one_that_was_already_on_its_way(play: Play) -> None:
    server = play({"answers": {"tools/list": [listing("old", hold="first"), listing("new")]}})
    cache = ToolCache(Clock())
    early = asyncio.create_task(names(cache, server))
    await asyncio.to_thread(server.wait_for_requests, 1)

    late = [asyncio.create_task(names(cache, server, max_age=0)) for _ in range(5)]
    await asyncio.to_thread(server.release, "first")

    assert await early == ["old"]
    assert await asyncio.gather(*late) == [["new"]] * 5
    assert fetches(server) == 2


async def test_one_who_stops_waiting_does_not_take_the_list_from_the_others(play: Play) -> None:
    server = play({"answers": {"tools/list": [listing("a", hold="gate")]}})
    cache = ToolCache(Clock())
    leaving, staying = (asyncio.create_task(names(cache, server)) for _ in range(2))
    await asyncio.to_thread(server.wait_for_requests, 1)

    leaving.cancel()
    await asyncio.to_thread(server.release, "gate")

    assert await staying == ["a"]
    assert leaving.cancelled()
    assert fetches(server) == 1


async def test_a_failure_reaches_all_who_wait_and_is_not_kept(play: Play) -> None:
    refusal = {"error": {"code": -32603, "message": "no"}}
    server = play({"answers": {"tools/list": [refusal, listing("a")]}})
    cache = ToolCache(Clock())

    failures = await asyncio.gather(*(names(cache, server) for _ in range(5)), return_exceptions=True)

    assert [type(failure) for failure in failures] == [CallRejected] * 5
    assert await names(cache, server) == ["a"]
    assert fetches(server) == 2


async def test_lists_of_people_with_other_headers_are_kept_apart(play: Play) -> None:
    server = play({"answers": {"tools/list": [listing("a", ttl_ms=5000), listing("b", ttl_ms=5000)]}})
    cache = ToolCache(Clock())

    lists = [await cache.tools(Address(server.url, {"X-Who": who})) for who in ("me", "you", "me")]

    assert [each.tools[0].name for each in lists] == ["a", "b", "a"]
