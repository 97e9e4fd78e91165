"""One pool of connections per event loop, shared by every adapter on it."""

import asyncio
from weakref import WeakKeyDictionary

import httpx

_LIMITS = httpx.Limits(max_connections=512, max_keepalive_connections=32, keepalive_expiry=5.0)
_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()


def client_of_this_loop() -> httpx.AsyncClient:
    """Give the running loop's client; it is made at the first call."""
    loop = asyncio.get_running_loop()
    client = _clients.get(loop)
    if client is None or client.is_closed:
        # Proxy variables and .netrc are not read: a key must go to the address in the settings and nowhere else.
        client = httpx.AsyncClient(limits=_LIMITS, trust_env=False, follow_redirects=False)
        _clients[loop] = client
    return client


async def close_pool() -> None:
    """Close the running loop's connections. The next reply opens new ones."""
    client = _clients.pop(asyncio.get_running_loop(), None)
    if client is not None:
        await client.aclose()
