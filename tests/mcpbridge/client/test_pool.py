"""One pool of connections for each event loop, which carries nothing from one call over to another."""

import asyncio

import pytest

from mcpbridge.client import Address, close_pool, list_tools, shared_pool
from tests.mcpbridge.client.conftest import Play
from tests.mcpbridge.client.rounds import call, one_step, text_of


async def test_the_calls_of_a_loop_share_one_pool() -> None:
    assert shared_pool() is shared_pool()


async def test_a_closed_pool_is_replaced() -> None:
    before = shared_pool()

    await close_pool()

    assert before.is_closed
    assert not shared_pool().is_closed


def test_every_loop_has_its_own_pool(play: Play) -> None:
    server = play(one_step({"text": "ok"}))

    async def session() -> tuple[int, str]:
        try:
            return id(shared_pool()), text_of(await call(server))
        finally:
            await close_pool()

    assert [asyncio.run(session())[1] for _ in range(3)] == ["ok"] * 3


async def test_closing_without_a_pool_is_fine() -> None:
    await close_pool()
    await close_pool()


async def test_cookies_are_not_kept(play: Play) -> None:
    server = play(one_step({"headers": {"set-cookie": "session=of-somebody; Path=/"}}))

    await call(server)
    await call(server)

    assert "cookie" not in server.calls()[1]["headers"]


async def test_a_loopback_server_is_never_asked_through_a_proxy(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)

    assert text_of(await call(play(one_step({"text": "direct"})))) == "direct"


async def test_a_hundred_calls_at_once_do_not_wait_for_each_other(play: Play) -> None:
    server = play(one_step({"text": "{{arguments.n}}", "hold": "all"}))
    running = [asyncio.create_task(call(server, {"n": str(n)})) for n in range(100)]

    await asyncio.to_thread(server.wait_for_calls, 100)
    await asyncio.to_thread(server.release, "all")

    assert [text_of(each) for each in await asyncio.gather(*running)] == [str(n) for n in range(100)]


async def test_a_client_of_the_callers_own_may_be_used(play: Play) -> None:
    server = play({"tools": []})
    own = shared_pool()

    assert (await list_tools(Address(server.url), http=own)).tools == ()
