"""Requests to an ASGI application in this process, as they would go over the network: what comes is read as it comes.

httpx brings a transport for this too, which gives nothing out before the application has finished; what a tool reports
on its way would all be seen at its end.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any

import httpx

type Application = Callable[..., Awaitable[None]]
type Message = MutableMapping[str, Any]

logger = logging.getLogger(__name__)


def inside_client(application: Application) -> httpx.AsyncClient:
    """Return a client whose every request goes to ``application``, whatever its address; it need not be closed.

    What the application raises before it replies becomes a reply of status 500. A request that is given up has the
    application cancelled, and ends when that has.
    """
    return httpx.AsyncClient(transport=_Inside(application))


class _Inside(httpx.AsyncBaseTransport):
    def __init__(self, application: Application) -> None:
        self._application = application

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        reply = _Reply(self._application, _scope(request), await request.aread())
        try:
            start = await reply.next() or {"status": 500}
        except BaseException:
            await reply.aclose()
            raise
        return httpx.Response(start["status"], headers=start.get("headers", []), stream=reply)


class _Reply(httpx.AsyncByteStream):
    """The application at work on one request, and what it has sent so far."""

    def __init__(self, application: Application, scope: Message, body: bytes) -> None:
        self._sent: asyncio.Queue[Message | None] = asyncio.Queue()
        self._body: bytes | None = body
        self._work = asyncio.create_task(self._run(application, scope))

    async def next(self) -> Message | None:
        """Return the next thing that the application sends, None when it has ended."""
        return await self._sent.get()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (message := await self._sent.get()) is not None:
            yield message.get("body", b"")
            if not message.get("more_body", False):
                return

    async def aclose(self) -> None:
        self._work.cancel()
        await asyncio.wait({self._work})

    async def _run(self, application: Application, scope: Message) -> None:
        try:
            await application(scope, self._receive, self._sent.put)
        except Exception:
            logger.exception("a request inside this process failed")
        finally:
            self._sent.put_nowait(None)

    async def _receive(self) -> Message:
        body, self._body = self._body, None
        if body is None:
            # Nobody goes away in silence here: who gives up cancels.
            await asyncio.Event().wait()
        return {"type": "http.request", "body": body, "more_body": False}


def _scope(request: httpx.Request) -> Message:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.url.scheme,
        "path": request.url.path,
        "raw_path": request.url.raw_path.partition(b"?")[0],
        "query_string": request.url.query,
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "server": (request.url.host, request.url.port),
        "client": ("127.0.0.1", 0),
    }
