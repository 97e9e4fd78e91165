"""Which addresses may be connected to, whatever name or disguise they come in."""

import asyncio
import socket
from ipaddress import ip_address
from typing import Any

import pytest

from mcpbridge.client import Address, close_pool, discover
from mcpbridge.client.errors import ServerUnreachable
from mcpbridge.client.reach import AddressRefused, BadNetwork, Reach
from tests.mcpbridge.client.conftest import Play

INNER = [
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.0.0.5", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "169.254.1.1", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.1", "198.18.0.1", "224.0.0.1",
    "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fd00:ec2::254", "fc00::1", "ff02::1",
    "fec0::1", "::ffff:127.0.0.1", "::ffff:10.0.0.5", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1",
    "2002:7f00:1::1", "2001:0:7f00:1::", "::127.0.0.1", "::ffff:0:7f00:1",
]  # fmt: skip
OUTER = ["93.184.216.34", "172.32.0.1", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]


@pytest.mark.parametrize("address", INNER)
def test_inner_addresses_are_out_of_reach(address: str) -> None:
    assert not Reach().permits(ip_address(address))


@pytest.mark.parametrize("address", OUTER)
def test_the_public_internet_is_in_reach(address: str) -> None:
    assert Reach().permits(ip_address(address))


@pytest.mark.parametrize(
    ("words", "permitted", "refused"),
    [
        (["10.1.2.0/24"], ["10.1.2.9", "::ffff:10.1.2.9"], ["10.1.3.1", "127.0.0.1"]),
        (["private"], ["127.0.0.1", "192.168.7.7", "fd12::1"], ["169.254.169.254", "fd00:ec2::254", "100.64.0.1"]),
        (["0.0.0.0/0", "::/0"], ["10.0.0.1"], ["169.254.169.254", "fd00:ec2::254"]),
        (["169.254.169.254"], ["169.254.169.254"], ["169.254.169.253"]),
    ],
)
def test_networks_can_be_allowed_and_metadata_services_only_by_their_own_name(
    words: list[str], permitted: list[str], refused: list[str]
) -> None:
    reach = Reach.read(words)

    assert all(reach.permits(ip_address(each)) for each in permitted)
    assert not any(reach.permits(ip_address(each)) for each in refused)


@pytest.mark.parametrize("word", ["localhost", "10.0.0.1/8", "10.0.0.0/99", "*"])
def test_what_is_no_network_is_refused_by_name(word: str) -> None:
    with pytest.raises(BadNetwork, match="no network"):
        Reach.read([word])


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Have every name lead to these addresses, other ones each time; returns what was asked for."""
    asked: list[str] = []
    left = list(answers)

    def getaddrinfo(host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}/mcp", "http://0x7f000001:{port}/mcp", "http://127.1:{port}/"])
async def test_a_refused_address_gets_no_connection(play: Play, url: str) -> None:
    server = play({})
    address = Address(url.format(port=server.url.split(":")[2].split("/")[0]), reach=Reach())

    with pytest.raises(AddressRefused, match="ALLOWED_NETWORKS"):
        await discover(address)

    await close_pool()
    assert server.requests() == []


async def test_an_allowed_one_is_reached(play: Play) -> None:
    server = play({})

    await discover(Address(server.url, reach=Reach.read(["127.0.0.0/8"])))
    await close_pool()

    assert len(server.requests()) == 1


async def test_the_address_that_was_checked_is_the_one_connected_to(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = play({})
    port = server.url.split(":")[2].split("/")[0]
    asked = resolving(monkeypatch, ["127.0.0.2"], ["127.0.0.1"])

    # Nothing listens at the first; a second look would lead to the server.
    with pytest.raises(ServerUnreachable):
        await discover(Address(f"http://inner.example.test:{port}/mcp", reach=Reach(("127.0.0.2/32",))))

    await close_pool()
    assert asked.count("inner.example.test") == 1 and server.requests() == []


async def test_of_several_addresses_only_the_permitted_are_tried(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    server = play({})
    port = server.url.split(":")[2].split("/")[0]
    resolving(monkeypatch, ["10.0.0.5", "127.0.0.1"])

    await discover(Address(f"http://inner.example.test:{port}/mcp", reach=Reach(("127.0.0.0/8",))))
    await close_pool()

    assert len(server.requests()) == 1


async def test_a_connection_of_a_server_that_may_is_not_lent_to_one_that_may_not(play: Play) -> None:
    server = play({})
    await discover(Address(server.url))

    with pytest.raises(AddressRefused):
        await discover(Address(server.url, reach=Reach()))

    await close_pool()
    assert len(server.requests()) == 1


async def test_what_would_go_through_a_proxy_is_checked_by_name_before(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = play({})
    monkeypatch.setenv("ALL_PROXY", proxy.url.removesuffix("/mcp"))
    resolving(monkeypatch, ["10.0.0.5"])

    with pytest.raises(AddressRefused, match=r"10\.0\.0\.5"):
        await discover(Address("http://inner.example.test/mcp", reach=Reach()))

    await close_pool()
    assert proxy.requests() == []


def test_a_loop_of_its_own_has_a_pool_of_its_own_for_each_reach(play: Play) -> None:
    server = play({})

    async def session() -> None:
        try:
            await discover(Address(server.url, reach=Reach.read(["private"])))
        finally:
            await close_pool()

    for _ in range(2):
        asyncio.run(session())

    assert len(server.requests()) == 2
