"""The server of this site's tools while it runs: one for each event loop, started by its first request.

No lifespan is needed: daphne runs none. What must be entered and left in one task is, in a task of its own.
"""

import asyncio
import logging
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.transport_security import TransportSecuritySettings

from interrupts.tools.declaring import PERSON
from interrupts.tools.server import CHECKED, build
from interrupts.tools.work import Workroom

logger = logging.getLogger(__name__)

GRACE = 5.0
"""Seconds that tools at work are given to finish when the server stops."""


class RunningTools:
    """The server in one event loop."""

    def __init__(self) -> None:
        self._room = Workroom()
        server = build(self._room)
        # Host and Origin are looked at before anything comes here, by Django's own settings.
        server.streamable_http_app(
            max_request_body_size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 2_621_440,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        self._sessions = server.session_manager
        self._leave = asyncio.Event()
        self._entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._owner = asyncio.create_task(self._own(), name="tools of this site")

    async def handle(self, person: Any, scope: Any, receive: Any, send: Any, *, checked: bool) -> None:
        """Answer one request for ``person``; ``checked``: the chat has already decided that the call may run."""
        await asyncio.shield(self._entered)
        # Sessions belong to whoever opened them; the SDK compares this with each request.
        key = "" if person is None else str(person.pk)
        user = AuthenticatedUser(AccessToken(token="", client_id="person", scopes=[], subject=key))
        await self._sessions.handle_request({**scope, PERSON: person, CHECKED: checked, "user": user}, receive, send)

    async def stop(self, grace: float) -> None:
        """Let tools at work finish for so many seconds, then end all sessions."""
        await self._room.close(grace)
        self._leave.set()
        await asyncio.gather(self._owner, return_exceptions=True)

    async def _own(self) -> None:
        try:
            async with self._sessions.run():
                self._entered.set_result(None)
                await self._leave.wait()
        except Exception as error:
            logger.exception("the tools of this site cannot be served")
            if not self._entered.done():
                self._entered.set_exception(error)


_running: WeakKeyDictionary[asyncio.AbstractEventLoop, RunningTools] = WeakKeyDictionary()
_lock = Lock()


def running_tools() -> RunningTools:
    """Return the server of the running event loop; it is started when there is none."""
    loop = asyncio.get_running_loop()
    with _lock:
        found = _running.get(loop)
        if found is None:
            for ended in [other for other in _running if other.is_closed()]:
                del _running[ended]
            found = _running[loop] = RunningTools()
        return found


async def stop(grace: float = GRACE) -> None:
    """Stop the server of the running event loop, if there is one. The next request starts another."""
    with _lock:
        found = _running.pop(asyncio.get_running_loop(), None)
    if found is not None:
        await found.stop(grace)
