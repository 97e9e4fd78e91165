"""A server with one asking tool in this process, spoken to as a bare 2026-07-28 client does."""

import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from mcp.server.mcpserver import MCPServer

PROTOCOL = "2026-07-28"
KEY = b"k" * 32


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Peer:
    """A client of a server in this process."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def rpc(self, tool: str, *, person: str | None = None, capabilities: Any = None, **params: Any) -> Any:
        """One tools/call; the JSON-RPC reply."""
        params |= {"name": tool, "arguments": params.get("arguments", {})}
        params["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": PROTOCOL,
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}} if capabilities is None else capabilities,
            "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
        }
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": PROTOCOL,
            "Mcp-Method": "tools/call",
            "Mcp-Name": tool,
        }
        body = {"jsonrpc": "2.0", "id": str(uuid.uuid4()), "method": "tools/call", "params": params}
        response = await self._http.post("/mcp", json=body, headers=headers | ({"X-Person": person} if person else {}))
        return json.loads(response.text)

    async def call(self, tool: str, **params: Any) -> Any:
        """One tools/call; its result."""
        reply = await self.rpc(tool, **params)
        assert "result" in reply, reply
        return reply["result"]

    async def reason(self, tool: str, **params: Any) -> Any:
        """One tools/call that is refused; the code and the reason."""
        reply = await self.rpc(tool, **params)
        assert "error" in reply, reply
        return reply["error"]["code"], reply["error"]["data"]["reason"]


@asynccontextmanager
async def connected(server: MCPServer) -> AsyncIterator[Peer]:
    """A client of ``server``."""
    app = server.streamable_http_app()
    transport = httpx.ASGITransport(app)
    async with (
        server.session_manager.run(),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http,
    ):
        yield Peer(http)


def answered(result: Any, action: str = "accept", content: Any = None) -> dict[str, Any]:
    """What goes along with the next round when every question of ``result`` is answered so."""
    answer = {"action": action} if content is None else {"action": action, "content": content}
    return {
        "inputResponses": dict.fromkeys(result["inputRequests"], answer),
        "requestState": result["requestState"],
    }
