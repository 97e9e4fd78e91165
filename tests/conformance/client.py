"""Our client as the conformance suite drives it: one process for each scenario, the server's address as last argument.

The suite names the scenario and the revision in the environment. A question of a server is answered by saying yes, with
the values it proposes; the retry then leaves from another process, as it does in the product after a restart.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from mcpbridge.client import (
    PROTOCOL_VERSION,
    Address,
    CallRejected,
    Completed,
    Failed,
    InputRequired,
    Tool,
    call_tool,
    close_pool,
    discover,
    list_tools,
    new_request_id,
    read_tool,
)

UNSUPPORTED_VERSION = -32022
CAPABILITIES: Mapping[str, Any] = {"elicitation": {"form": {}}}

type Outcome = Completed | InputRequired | Failed


async def run(scenario: str, url: str, context: Mapping[str, Any]) -> None:
    """Do what a scenario wants to see done."""
    address = Address(url)
    await _agree(address)
    tools = {tool.name: tool for tool in (await list_tools(address, capabilities=CAPABILITIES)).tools}
    wanted = {call["name"]: call["arguments"] for call in context.get("toolCalls", [])}
    await asyncio.gather(
        *(_call(address, tool, wanted.get(name, _arguments(tool, tools))) for name, tool in tools.items())
    )


async def _agree(address: Address) -> None:
    """Find out whether the server speaks our revision; once more when it only names it as the one it wants."""
    try:
        await discover(address, capabilities=CAPABILITIES)
    except CallRejected as refusal:
        supported = refusal.data.get("supported", []) if isinstance(refusal.data, dict) else []
        if refusal.code != UNSUPPORTED_VERSION or PROTOCOL_VERSION not in supported:
            raise
        await discover(address, capabilities=CAPABILITIES)


def _arguments(tool: Tool, tools: Mapping[str, Tool]) -> dict[str, Any]:
    """Something that fits each argument a tool needs; a schema is wanted by the scenario that has one sent back."""
    properties = tool.input_schema.get("properties", {})
    if "schema" in properties:
        return {"schema": next(other.input_schema for name, other in tools.items() if name != tool.name)}
    samples = {"number": 5, "integer": 5, "boolean": True, "array": [], "object": {}}
    return {name: samples.get(properties[name].get("type"), "x") for name in tool.input_schema.get("required", [])}


async def _call(address: Address, tool: Tool, arguments: Mapping[str, Any]) -> Outcome:
    came_back = await call_tool(
        address, tool=tool, arguments=arguments, request_id=new_request_id(), capabilities=CAPABILITIES
    )
    if isinstance(came_back, InputRequired):
        await _resume_elsewhere(address, tool, arguments, came_back)
    return came_back


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
            context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT", "{}"))
            await run(os.environ["MCP_CONFORMANCE_SCENARIO"], sys.argv[-1], context)
    finally:
        await close_pool()


if __name__ == "__main__":
    asyncio.run(main())
