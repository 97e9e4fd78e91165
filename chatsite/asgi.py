"""The ASGI application: pages, the socket, and the engine's life under servers that announce theirs (lifespan)."""

import asyncio
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django import setup
from django.urls import re_path

# Before anything that imports models.
setup(set_prefix=False)

from chatsite.handler import PageHandler  # noqa: E402
from chatsite.lifespan import lifespan  # noqa: E402
from chatsite.origins import OwnOriginOnly  # noqa: E402
from interrupts import push  # noqa: E402
from interrupts.routing import websocket_urlpatterns  # noqa: E402
from interrupts.tools.asgi import OwnTools  # noqa: E402

pages = PageHandler()
# Without the last entry a made-up address would raise inside the server and fill the log.
_sockets = URLRouter([*websocket_urlpatterns, re_path("", WebsocketDenier.as_asgi())])
_router = ProtocolTypeRouter(
    {
        "http": OwnTools(pages),
        "websocket": OwnOriginOnly(AuthMiddlewareStack(_sockets)),
        "lifespan": lifespan,
    }
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve one connection; the loop it comes in on is the one pushes are delivered on."""
    push.bind(asyncio.get_running_loop())
    await _router(scope, receive, send)
    if scope["type"] == "lifespan":
        await asyncio.to_thread(pages.close)
