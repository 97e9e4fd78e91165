"""Our client as the conformance suite drives it: one process for each scenario, the server's address as last argument.

The suite names scenario and revision in the environment. A question of a server is answered by saying yes, with the
values it proposes. In revision 2026-07-28 the retry leaves from another process, as it does in the product after a
restart; before that a call lives with its connection, so the same process answers.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import Any

from mcpbridge.client import (
    PROTOCOL_VERSION,
    Address,
    CallRejected,
    HeldCall,
    InputRequired,
    Tool,
    call_tool,
    close_pool,
    find_era,
    list_tools,
    new_request_id,
    read_tool,
)
from tests.conformance.authorizing import Authorizing, follow_redirect

CAPABILITIES: Mapping[str, Any] = {"elicitation": {"form": {}}}
PATIENCE = 30.0


class Peer:
    """The server of a scenario, signed in to as often as it asks for that."""

    def __init__(self, url: str, revision: str) -> None:
        self.address = Address(url)
        self.revision = revision
        self._authorizing = Authorizing(follow_redirect)

    async def tools(self) -> dict[str, Tool]:
        """Find out what the server speaks, and what it offers."""
        if self.revision == PROTOCOL_VERSION:
            await self._signed_in(lambda address: find_era(address, capabilities=CAPABILITIES))
        listed = await self._signed_in(
            lambda address: list_tools(address, era=self.revision, capabilities=CAPABILITIES)
        )
        return {tool.name: tool for tool in listed.tools}

    async def call(self, tool: Tool, arguments: Mapping[str, Any]) -> None:
        """Call a tool, and see its questions through."""
        one = self._call_in_rounds if self.revision == PROTOCOL_VERSION else self._call_held
        await self._signed_in(lambda address: one(address, tool, arguments))

    async def _signed_in[R](self, request: Callable[[Address], Awaitable[R]]) -> R:
        while True:
            try:
                return await request(self.address)
            except CallRejected as refusal:
                if refusal.status not in (401, 403):
                    raise
                headers = await self._authorizing.headers(self.address.url, refusal.challenge)
                self.address = Address(self.address.url, headers)

    async def _call_in_rounds(self, address: Address, tool: Tool, arguments: Mapping[str, Any]) -> None:
        came_back = await call_tool(
            address, tool=tool, arguments=arguments, request_id=new_request_id(), capabilities=CAPABILITIES
        )
        if isinstance(came_back, InputRequired):
            await _resume_elsewhere(address, tool, arguments, came_back)

    async def _call_held(self, address: Address, tool: Tool, arguments: Mapping[str, Any]) -> None:
        held = await HeldCall.begin(
            address,
            era=self.revision,
            tool=tool,
            arguments=arguments,
            request_id=new_request_id(),
            capabilities=CAPABILITIES,
            seconds=PATIENCE,
        )
        try:
            while isinstance(came := await held.next(), InputRequired):
                await held.answer({request.key: accepted(request.params) for request in came.requests})
        finally:
            await held.close()


async def run(peer: Peer, context: Mapping[str, Any]) -> None:
    """Call every usable tool of the server at once, with the arguments the scenario names or with some that fit."""
    tools = await peer.tools()
    wanted = {call["name"]: call["arguments"] for call in context.get("toolCalls", [])}
    await asyncio.gather(*(peer.call(tool, wanted.get(name, _fitting(tool, tools))) for name, tool in tools.items()))


def _fitting(tool: Tool, tools: Mapping[str, Tool]) -> dict[str, Any]:
    """Something for each argument a tool needs; a schema is wanted by the scenario that has one sent back."""
    properties = tool.input_schema.get("properties", {})
    if "schema" in properties:
        return {"schema": next(other.input_schema for name, other in tools.items() if name != tool.name)}
    samples = {"number": 5, "integer": 5, "boolean": True, "array": [], "object": {}}
    return {name: samples.get(properties[name].get("type"), "x") for name in tool.input_schema.get("required", [])}


async def _resume_elsewhere(address: Address, tool: Tool, arguments: Mapping[str, Any], asked: InputRequired) -> None:
    """Hand a paused call to another process, as JSON."""
    paused = {
        "url": address.url,
        "tool": dict(tool.raw),
        "arguments": dict(arguments),
        "state": asked.request_state,
        "requests": [asdict(request) for request in asked.requests],
    }
    command = [sys.executable, "-m", "tests.conformance.client", "--resume"]
    other = await asyncio.create_subprocess_exec(*command, stdin=subprocess.PIPE)
    await other.communicate(json.dumps(paused).encode())
    if other.returncode:
        raise SystemExit(f"the process that resumes ended with {other.returncode}")


async def resume(paused: Mapping[str, Any]) -> None:
    """Send the second round of a call that another process began."""
    tool = read_tool(paused["tool"])
    assert isinstance(tool, Tool)
    await call_tool(
        Address(paused["url"]),
        tool=tool,
        arguments=paused["arguments"],
        request_id=new_request_id(),
        input_responses={request["key"]: accepted(request["params"]) for request in paused["requests"]},
        request_state=paused["state"],
        capabilities=CAPABILITIES,
    )


def accepted(params: Mapping[str, Any]) -> dict[str, Any]:
    """Say yes to a form, with what it proposes."""
    properties = params.get("requestedSchema", {}).get("properties", {})
    content = {name: field["default"] for name, field in properties.items() if "default" in field}
    content |= {name: True for name, field in properties.items() if field.get("type") == "boolean"}
    return {"action": "accept", "content": content}


async def main() -> None:
    try:
        if sys.argv[1:] == ["--resume"]:
            await resume(json.load(sys.stdin))
        else:
            context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
            await run(Peer(sys.argv[-1], os.environ["MCP_CONFORMANCE_PROTOCOL_VERSION"]), context)
    finally:
        await close_pool()


if __name__ == "__main__":
    asyncio.run(main())
