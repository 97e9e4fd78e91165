"""Which pages may open a socket: our own, and nobody else's.

Cookies do not tell ports apart, so a page of another program on the same host could open a socket in a person's name if
only the host were compared, as channels' own validator does.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier

from interrupts.origins import is_own_origin

type Application = Callable[[Any, Any, Any], Awaitable[None]]


class OwnOriginOnly:
    """Lets a socket through when its ``Origin`` is the site's public address, or the very host it was opened on."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin1") for name, value in scope.get("headers", [])}
        if is_own_origin(headers.get(b"origin", ""), host=headers.get(b"host", "")):
            await self._application(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)
