"""An MCP server of the 2025 era in its own process: the official SDK's, asking in the middle of open calls.

``with held_peer(folder) as peer`` in tests, or ``python -m tests.held_peer --port N --effects FILE``. It is deaf to
revision 2026-07-28, as servers of its time are. Each act is one fsynced line in FILE before the reply leaves.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import UrlElicitationRequiredError
from mcp_types import ElicitRequestURLParams, ToolAnnotations
from pydantic import BaseModel, Field

ROOT = Path(__file__).parent.parent
READS = ToolAnnotations(read_only_hint=True)
DESTROYS = ToolAnnotations(destructive_hint=True)


class Sure(BaseModel):
    sure: bool = Field(title="Sure?")


class Tools:
    """Tools that ask with ``ctx.elicit`` and friends."""

    def __init__(self, effects: Path) -> None:
        self._effects = effects

    def register(self, server: MCPServer) -> None:
        server.tool(annotations=DESTROYS)(self.act)
        server.tool(annotations=DESTROYS)(self.act_twice)
        server.tool(annotations=DESTROYS)(self.slow)
        server.tool(annotations=READS)(self.look)
        server.tool(annotations=DESTROYS)(self.summarize)
        server.tool(annotations=DESTROYS)(self.visit)
        server.tool(annotations=DESTROYS)(self.impatient)
        server.tool(annotations=DESTROYS)(self.only_members)
        server.tool(annotations=READS)(self.learn)
        self._server = server
        server.tool(annotations=DESTROYS)(self.fickle)

    async def act(self, what: str, ctx: Context[Any, Any]) -> str:
        """Do something that cannot be undone, once the person said so."""
        answer = await ctx.elicit(f"Do {what}?", Sure)
        if answer.action != "accept" or not answer.data.sure:
            return f"Nothing was done about {what} ({answer.action})."
        self._write(what)
        return f"{what} is done."

    async def act_twice(self, what: str, ctx: Context[Any, Any]) -> str:
        """Ask two things, one after the other."""
        first = await ctx.elicit(f"Begin {what}?", Sure)
        second = await ctx.elicit(f"Finish {what}?", Sure)
        if not (first.action == second.action == "accept"):
            return "Nothing was done."
        self._write(what)
        return f"{what} is done."

    async def slow(self, ctx: Context[Any, Any], gate: str = "") -> str:
        """Say how it goes, and end once the file named gate is there."""
        await ctx.report_progress(1, 4, "the first of four")
        await ctx.info("It has begun.")
        await ctx.report_progress(3, 4, "the third of four")
        try:
            while gate and not os.path.exists(gate):  # noqa: ASYNC110, ASYNC240 - another process makes it
                await asyncio.sleep(0.02)
        except asyncio.CancelledError:
            self._write("cancelled")
            raise
        return "slow is done."

    async def look(self, ctx: Context[Any, Any]) -> str:
        """Read something, after asking."""
        answer = await ctx.elicit("Look?", Sure)
        return f"Looked ({answer.action})."

    async def summarize(self, ctx: Context[Any, Any]) -> str:
        """Have a model write something."""
        from mcp_types import SamplingMessage, TextContent

        asked = [SamplingMessage(role="user", content=TextContent(type="text", text="Say it short."))]
        reply = await ctx.session.create_message(messages=asked, max_tokens=100)
        return f"It wrote: {getattr(reply.content, 'text', '')}"

    async def visit(self, ctx: Context[Any, Any]) -> str:
        """Send the person to a web page."""
        answer = await ctx.elicit_url("Sign the paper", "https://sign.example/paper", "paper-1")
        if answer.action != "accept":
            raise ToolError("The paper was not signed.")
        return "The paper is signed."

    async def only_members(self, gate: str) -> str:
        """Refuse until the person has been to a page; that they were there shows in a file."""
        if not os.path.exists(gate):  # noqa: ASYNC240 - see slow
            page = ElicitRequestURLParams(message="Sign in", url="https://sign.example/in", elicitation_id="m1")
            raise UrlElicitationRequiredError([page])
        self._write("let in")
        return "You are in."

    async def learn(self, ctx: Context[Any, Any]) -> str:
        """Have one more tool from now on, and say so."""

        def learned() -> str:
            return "new"

        self._server.add_tool(learned)
        await ctx.session.send_tool_list_changed()
        await ctx.elicit("Seen?", Sure)
        return "One more tool."

    async def impatient(self, ctx: Context[Any, Any]) -> str:
        """Ask, and go on without an answer when none comes at once."""
        try:
            async with asyncio.timeout(0.2):
                await ctx.elicit("Quick?", Sure)
        except TimeoutError:
            return "It went on by itself."
        return "Somebody was quick."

    async def fickle(self, ctx: Context[Any, Any]) -> str:
        """Ask one thing, and another in its place when no answer comes at once."""
        try:
            async with asyncio.timeout(0.2):
                await ctx.elicit("This?", Sure)
        except TimeoutError:
            answer = await ctx.elicit("Or that?", Sure)
            return f"That was answered ({answer.action})."
        return "Somebody was quick."

    def _write(self, what: str) -> None:
        opened = os.open(self._effects, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(opened, (json.dumps(what) + "\n").encode())
            os.fsync(opened)
        finally:
            os.close(opened)


class OfItsTime:
    """Answers requests of a later revision as a server does that never heard of it."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        names = {name for name, _ in scope.get("headers", ())}
        if b"mcp-method" in names:
            await send({"type": "http.response.start", "status": 400, "headers": [(b"content-type", b"text/plain")]})
            await send({"type": "http.response.body", "body": b"Bad Request: missing session"})
            return
        await self._app(scope, receive, send)


class HeldPeer:
    """The peer as tests see it: where it is, what it did, and how it dies."""

    def __init__(self, folder: Path) -> None:
        self.effects_file = folder / "effects.jsonl"
        self._process: subprocess.Popen[str] | None = None
        self._port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/mcp"

    @property
    def effects(self) -> list[str]:
        if not self.effects_file.exists():
            return []
        return [json.loads(line) for line in self.effects_file.read_text().splitlines()]

    def start(self) -> None:
        """Start it, at the same address as before."""
        command = [sys.executable, "-m", "tests.held_peer", "--port", str(self._port), "--effects", self.effects_file]
        self._process = subprocess.Popen(list(map(str, command)), cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        ready = self._process.stdout.readline().split()
        assert ready and ready[0] == "READY", "the peer did not start"
        self._port = int(ready[1])

    def begin_anew(self) -> None:
        """Forget what it did, and start it if it is dead."""
        self.effects_file.unlink(missing_ok=True)
        if self._process is None:
            self.start()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None


@contextmanager
def held_peer(folder: Path) -> Iterator[HeldPeer]:
    """A running peer; it is killed in the end."""
    peer = HeldPeer(folder)
    peer.start()
    try:
        yield peer
    finally:
        peer.kill()


class _Server(uvicorn.Server):
    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets=sockets)
        port = self.servers[0].sockets[0].getsockname()[1]
        sys.stdout.write(f"READY {port}\n")
        sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--effects", type=Path, required=True)
    options = parser.parse_args()
    server = MCPServer("old hand", version="1")
    Tools(options.effects).register(server)
    app = OfItsTime(server.streamable_http_app())
    config = uvicorn.Config(app, port=options.port, log_level="error", timeout_graceful_shutdown=1)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    _Server(config).run()


def _end_with_parent(parent: int) -> None:
    """A test that dies leaves nothing behind."""
    while os.getppid() == parent:
        threading.Event().wait(1)
    os._exit(0)


if __name__ == "__main__":
    main()
