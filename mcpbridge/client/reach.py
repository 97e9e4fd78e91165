"""Which addresses may be connected to: checked when a connection is made, and that very address is connected to.

A name that is looked up twice may lead to two places. Here it is looked up once, every address it has is checked, and
the connection goes to one that passed; the name stays what TLS is checked against.
"""

import asyncio
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

import httpcore

from mcpbridge.errors import BridgeError

type _Ip = IPv4Address | IPv6Address

PRIVATE = ("127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
"""What the word ``private`` stands for: this machine and the usual inner networks."""

# Where clouds hand out the machine's own credentials. No range covers them by the way: each is allowed by its own name.
_METADATA = frozenset(
    map(ip_address, ("169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200", "fd00:ec2::254"))
)
_NAT64 = IPv6Network("64:ff9b::/96")
_6TO4 = IPv6Network("2002::/16")
_UNICAST = IPv6Network("2000::/3")


class AddressRefused(BridgeError):
    """The address leads where this site does not connect to. Nothing was sent."""

    def __init__(self, host: str, found: str) -> None:
        leads = f"{host} is" if host == found else f"{host} leads to {found},"
        super().__init__(
            f"{leads} an address of an inner network or of this machine, which is not to be reached. "
            "Whoever runs this site can allow it (ALLOWED_NETWORKS)."
        )
        self.host = host
        self.found = found


class BadNetwork(BridgeError, ValueError):
    """A network is not written as one."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The public internet, and besides it the networks that are named here, such as ``10.1.2.0/24``."""

    allowed: tuple[str, ...] = ()

    @classmethod
    def read(cls, words: Iterable[str]) -> "Reach":
        """The reach these words describe: networks, single addresses, ``private``.

        Raises: BadNetwork.
        """
        networks: list[str] = []
        for word in words:
            try:
                networks += PRIVATE if word.lower() == "private" else [str(ip_network(word))]
            except ValueError:
                raise BadNetwork(
                    f"{word!r} is no network. Write one such as 10.1.2.0/24, or the word private."
                ) from None
        return cls(tuple(networks))

    def permits(self, address: _Ip) -> bool:
        """Whether this address may be connected to."""
        inner = _carried(address)
        if inner is not None:
            return self.permits(inner)
        for network in map(ip_network, self.allowed):
            if address in network and (address not in _METADATA or network.num_addresses == 1):
                return True
        return address.is_global and not address.is_multicast and address not in _METADATA and not _is_odd(address)


def _carried(address: _Ip) -> IPv4Address | None:
    """The IPv4 address that a gateway makes of an IPv6 one."""
    if not isinstance(address, IPv6Address):
        return None
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped


def _is_odd(address: _Ip) -> bool:
    """What Python calls global and no part of the internet is reached by, or only through somebody's gateway."""
    return isinstance(address, IPv6Address) and (
        address not in _UNICAST or address in _6TO4 or address.teredo is not None
    )


async def permitted_addresses(host: str, port: int, reach: Reach) -> list[str]:
    """The addresses of a host that may be connected to, in the order of the system.

    Raises: AddressRefused when there is none among those it has; OSError when it has none at all.
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    # A zone, as in fe80::1%eth0, is no part of what is checked.
    addresses = [ip_address(str(place[0]).partition("%")[0]) for *_, place in found]
    good = [str(address) for address in dict.fromkeys(addresses) if reach.permits(address)]
    if not good and addresses:
        raise AddressRefused(host, str(addresses[0]))
    return good


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Makes the connections of a pool, to permitted addresses only."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the shape is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Raises: AddressRefused, httpcore.ConnectError, httpcore.ConnectTimeout."""
        try:
            async with asyncio.timeout(timeout):
                addresses = await permitted_addresses(host, port, self._reach)
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(str(error)) from error
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        failure: Exception = httpcore.ConnectError("the name has no address")
        for address in addresses:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def connect_unix_socket(self, path: str, *args: object, **kwargs: object) -> httpcore.AsyncNetworkStream:
        """Raises: AddressRefused, always."""
        raise AddressRefused(path, "a socket of this machine")

    async def sleep(self, seconds: float) -> None:
        """Wait between tries."""
        await self._inner.sleep(seconds)
