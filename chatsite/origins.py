"""Which pages may open a socket: our own, and nobody else's.

Cookies do not tell ports apart, so a page of another program on the same host could open a socket in a person's name if
only the host were compared, as channels' own validator does.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

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


def is_own_origin(origin: str, *, host: str) -> bool:
    """True for an origin that is trusted by name, or equals a ``Host`` this site answers to."""
    if origin.lower() in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    domain, _ = split_domain_port(host)
    answered = bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
    return answered and parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
