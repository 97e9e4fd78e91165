"""Django's handler of pages, with the whole way through middleware and view on one thread.

Django's own changes threads for each middleware, on a thread and with a database connection made for the one request:
half of what a small page costs. Here a few threads take whole requests, and keep their connections. All our views are
synchronous.
"""

from collections.abc import Awaitable, Callable
from contextvars import copy_context
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections, connection
from django.http import HttpRequest, HttpResponseBase
from django.urls import set_script_prefix

from chatsite.errors import too_much
from interrupts.database import Threads

THREADS = 8
"""Requests worked on at once; others wait. The engine and the sockets have threads of their own."""


class PageHandler(ASGIHandler):
    """An ASGI application for HTTP alone, like the one ``get_asgi_application`` gives."""

    def __init__(self) -> None:
        super().__init__()
        self._threads = Threads("pages", THREADS)

    def close(self) -> None:
        """Let what has begun finish and close the connections. Nothing may be asked of it any more."""
        self._threads.end()

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the synchronous chain, whatever the handler above asks for."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request, without the thread of its own that Django would start for it."""
        if scope["type"] != "http":
            raise ValueError(f"this handles HTTP, not {scope['type']}")
        body = _Body(scope, receive)
        await self.handle(scope, body.receive, send)
        if body.too_large:
            await self.send_response(too_much(self.request_class(scope, BytesIO())), send)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        # In a context of its own, so that nothing a request sets on the thread is met by the next one there.
        return await self._threads.run(copy_context().run, self._respond, request)

    def _respond(self, request: Any) -> HttpResponseBase:
        # Where the site is mounted. Django sets it too, for the thread of the loop.
        set_script_prefix(request.script_name)
        try:
            return self.get_response(request)
        finally:
            # A pooled connection goes back. SQLite's is kept, unless something went wrong with it.
            if connection.vendor != "sqlite" or connection.errors_occurred:
                close_old_connections()


class _Body:
    """What comes of a request, as long as it is not larger than any form of this site.

    Django's own limits leave out files, and are looked at once all of it is on the disk.
    """

    def __init__(self, scope: Any, receive: Callable[[], Awaitable[Any]]) -> None:
        declared = dict(scope["headers"]).get(b"content-length", b"")
        self._receive = receive
        self._came = 0
        self.too_large = len(declared) > 18 or (declared.isdigit() and int(declared) > settings.SAYSO_BODY_BYTES)

    async def receive(self) -> Any:
        """The next piece; once it is too much, what a client that has gone would send: then Django lets go of it."""
        if not self.too_large:
            message = await self._receive()
            self._came += len(message.get("body", b""))
            self.too_large = self._came > settings.SAYSO_BODY_BYTES
        return {"type": "http.disconnect"} if self.too_large else message
