"""How it is found out which revision a server speaks."""

import pytest

from mcpbridge.client import Address, CallRejected, ServerUnreachable, WrongEra, discover, find_era, list_tools
from tests.mcpbridge.client.conftest import Play, PlaySession
from tests.mcpbridge.client.rounds import call, one_step


@pytest.mark.parametrize("version", ["2025-11-25", "2025-06-18", "2025-03-26"])
async def test_a_server_of_the_2025_era_is_recognised_with_the_revision_it_chose(
    play_session: PlaySession, version: str
) -> None:
    server = play_session({"version": version})

    assert await find_era(Address(server.url)) == version
    assert len(server.verbs("DELETE")) == 1


async def test_a_server_of_2026_is_recognised_without_a_handshake(play: Play) -> None:
    server = play({})

    assert await find_era(Address(server.url)) == "2026-07-28"
    assert [entry["method"] for entry in server.requests()] == ["server/discover"]


async def test_an_error_that_only_a_server_of_2026_knows_is_recognised(play: Play) -> None:
    needs = {"code": -32021, "message": "no", "data": {"requiredCapabilities": {"sampling": {}}}}
    server = play({"answers": {"server/discover": [{"status": 400, "error": needs}]}})

    assert await find_era(Address(server.url)) == "2026-07-28"


async def test_a_server_that_speaks_none_of_our_revisions_says_which_it_speaks(play: Play) -> None:
    other = {"code": -32022, "message": "no", "data": {"supported": ["2031-01-01"]}}
    server = play({"answers": {"server/discover": [{"status": 400, "error": other}]}})

    with pytest.raises(CallRejected, match="2031-01-01"):
        await find_era(Address(server.url))


async def test_a_server_that_wants_to_know_who_asks_is_not_judged(play: Play) -> None:
    server = play({"answers": {"server/discover": [{"status": 401, "headers": {"www-authenticate": "Bearer"}}]}})

    with pytest.raises(CallRejected) as rejected:
        await find_era(Address(server.url))

    assert (rejected.value.status, rejected.value.challenge) == (401, "Bearer")
    assert len(server.requests()) == 1


async def test_a_page_that_is_no_server_is_refused_readably(play: Play) -> None:
    address = Address(play({}).url.replace("/mcp", "/elsewhere"))

    with pytest.raises(CallRejected, match="perhaps its path is wrong"):
        await find_era(address)


async def test_a_server_that_is_away_is_not_judged(unused_address: Address) -> None:
    with pytest.raises(ServerUnreachable):
        await find_era(unused_address)


@pytest.mark.parametrize("status", [400, 404])
async def test_a_call_of_a_remembered_revision_that_is_too_new_is_noticed_and_nothing_ran(
    play: Play, status: int
) -> None:
    error = {"code": -32000, "message": "No valid session ID provided"}

    with pytest.raises(WrongEra, match="session"):
        await call(play(one_step({"status": status, "error": error})))


async def test_a_remembered_revision_that_is_too_new_is_noticed(play_session: PlaySession) -> None:
    address = Address(play_session({}).url)

    with pytest.raises(WrongEra):
        await list_tools(address)
    with pytest.raises(WrongEra):
        await discover(address)


async def test_a_remembered_revision_that_is_too_old_is_noticed(play: Play) -> None:
    address = Address(play({}).url)

    with pytest.raises(WrongEra):
        await list_tools(address, era="2025-11-25")
    with pytest.raises(WrongEra):
        await discover(address, era="2025-11-25")
