"""The connections all calls of one event loop share."""

import asyncio
from contextlib import suppress
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ssl import SSLContext
from threading import Lock
from weakref import WeakKeyDictionary

import httpx

from mcpbridge.client.reach import GuardedBackend, Reach, permitted_addresses

type HttpClient = httpx.AsyncClient

# Servers commonly close an idle connection after 5 s. To be the first to let go avoids sending a call into a connection
# that is just being closed, which would end as "outcome unknown".
_KEEP_IDLE_SECONDS = 4.0
_KEEP_IDLE = 100

# A loopback server is never behind a proxy, whatever HTTP_PROXY says.
_LOOPBACK = ("all://127.0.0.1", "all://localhost", "all://[::1]")

# By reach too: a connection that one server may have must not be used for another that may not.
type _Pools = dict[Reach | None, httpx.AsyncClient]

_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, _Pools] = WeakKeyDictionary()
_pools_lock = Lock()


def shared_pool(reach: Reach | None = None) -> httpx.AsyncClient:
    """The one client of the running event loop for this reach. It keeps no cookies and follows no redirects.

    Without a reach it goes anywhere; with one, a connection elsewhere raises AddressRefused.
    """
    loop = asyncio.get_running_loop()
    with _pools_lock:
        pools = _pools.get(loop)
        if pools is None:
            # A loop that ended without close_connections() is kept alive by its own connections.
            for ended in [other for other in _pools if other.is_closed()]:
                del _pools[ended]
            pools = _pools[loop] = {}
        pool = pools.get(reach)
        if pool is None:
            pool = pools[reach] = _new_client() if reach is None else _guarded(_new_client(), reach)
        return pool


async def close_connections() -> None:
    """Close the connections of the running event loop. The next call opens new ones."""
    with _pools_lock:
        pools = _pools.pop(asyncio.get_running_loop(), {})
    for pool in pools.values():
        await pool.aclose()


@cache
def _tls() -> SSLContext:
    """Made once: reading the certificates takes 50 ms, and commands and tests make many short loops."""
    return httpx.create_ssl_context()


def _new_client() -> httpx.AsyncClient:
    # No limit on connections: each open call holds one, and the host decides how many calls are open.
    limits = httpx.Limits(
        max_connections=None, max_keepalive_connections=_KEEP_IDLE, keepalive_expiry=_KEEP_IDLE_SECONDS
    )
    # Cookies would carry one person's session at a server over to the next person's call.
    cookies = CookieJar(policy=DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(
        verify=_tls(), limits=limits, cookies=cookies, follow_redirects=False, mounts=dict.fromkeys(_LOOPBACK)
    )


def _guarded(client: httpx.AsyncClient, reach: Reach) -> httpx.AsyncClient:
    """Have the client connect within its reach only.

    A proxy of the environment makes its connections itself, so what goes there is checked by name before it leaves; a
    name that only the proxy knows is the proxy's to judge.
    """

    async def check(request: httpx.Request) -> None:
        if client._transport_for_url(request.url) is not client._transport:
            with suppress(OSError, UnicodeError):
                await permitted_addresses(request.url.host, request.url.port or 443, reach)

    assert isinstance(client._transport, httpx.AsyncHTTPTransport)
    # httpx has no argument for this; the tests would see it should the name ever change.
    client._transport._pool._network_backend = GuardedBackend(reach)
    client.event_hooks = {"request": [check]}
    return client
