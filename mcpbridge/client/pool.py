"""The connections all calls of one event loop share."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ssl import SSLContext
from threading import Lock
from weakref import WeakKeyDictionary

import httpx

type HttpClient = httpx.AsyncClient

# Servers commonly close an idle connection after 5 s. To be the first to let go avoids sending a call into a connection
# that is just being closed, which would end as "outcome unknown".
_KEEP_IDLE_SECONDS = 4.0
_KEEP_IDLE = 100

# A loopback server is never behind a proxy, whatever HTTP_PROXY says.
_LOOPBACK = ("all://127.0.0.1", "all://localhost", "all://[::1]")

_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()
_pools_lock = Lock()


def shared_pool() -> httpx.AsyncClient:
    """The one client of the running event loop. It keeps no cookies and follows no redirects."""
    loop = asyncio.get_running_loop()
    with _pools_lock:
        pool = _pools.get(loop)
        if pool is None:
            # A loop that ended without close_pool() is kept alive by its own connections.
            for ended in [other for other in _pools if other.is_closed()]:
                del _pools[ended]
            pool = _pools[loop] = _new_client()
        return pool


async def close_pool() -> None:
    """Close the connections of the running event loop. The next call opens new ones."""
    with _pools_lock:
        pool = _pools.pop(asyncio.get_running_loop(), None)
    if pool is not None:
        await pool.aclose()


def inside_client(application: Callable[..., Awaitable[None]]) -> httpx.AsyncClient:
    """Return a client whose every request goes to an ASGI application in this process, whatever its address.

    What the application raises becomes a reply of status 500. It opens nothing, so it need not be closed.
    """
    return httpx.AsyncClient(transport=httpx.ASGITransport(application, raise_app_exceptions=False))


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
