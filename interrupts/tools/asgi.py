"""``/mcp/``: the tools of this site for other programs, in front of the pages."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from interrupts.tools.access import Refused, person_of
from interrupts.tools.declaring import declared
from interrupts.tools.inside import remember
from mcpbridge.sdk import importing

logger = logging.getLogger(__name__)

type Application = Callable[[Any, Any, Any], Awaitable[None]]


class OwnTools:
    """An ASGI application for HTTP: MCP at ``path`` where the project has tools, ``otherwise`` everywhere else."""

    def __init__(self, otherwise: Application, *, path: str = "/mcp/") -> None:
        self._otherwise = otherwise
        self._paths = {path.rstrip("/"), path.rstrip("/") + "/"}
        self._remembered: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"].removeprefix(scope.get("root_path", "").rstrip("/"))
        if scope["type"] != "http" or path not in self._paths or not declared():
            await self._otherwise(scope, receive, send)
            return
        try:
            person = await person_of(scope)
        except Refused as refusal:
            await _refuse(refusal, send)
            return
        await self._see_that_rows_are_there()
        with importing:
            # Imported here, for it brings the SDK's server, which takes long and a site without tools does not need.
            from interrupts.tools.running import running_tools

        await running_tools().handle(person, scope, receive, send, checked=False)

    async def _see_that_rows_are_there(self) -> None:
        """Once, so that an admin finds the tools and can switch them off, also where no engine runs."""
        if self._remembered is None:
            self._remembered = asyncio.create_task(remember())
        try:
            await asyncio.shield(self._remembered)
        except Exception:
            logger.exception("the tools of this site could not be stored")
            self._remembered = None


async def _refuse(refusal: Refused, send: Any) -> None:
    error = {"code": -32600, "message": refusal.sentence}
    body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
