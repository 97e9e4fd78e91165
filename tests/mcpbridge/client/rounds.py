"""Short ways to make a call in a test."""

import json
from collections.abc import Mapping
from typing import Any

from mcpbridge.client import Address, Completed, Failed, InputRequired, Tool, call_tool, new_request_id, read_tool
from tests.scripted_mcp import Scripted


def tool(name: str = "drop_table", **fields: Any) -> Tool:
    """A tool as ``list_tools`` would give it."""
    made = read_tool({"name": name, "inputSchema": {"type": "object"}, **fields})
    assert isinstance(made, Tool)
    return made


async def call(
    server: Scripted,
    arguments: Mapping[str, Any] | None = None,
    *,
    using: Tool | None = None,
    answers: Mapping[str, Any] | None = None,
    state: str | None = None,
    within: float = 30.0,
) -> Completed | InputRequired | Failed:
    """One round of ``drop_table`` or of another tool."""
    return await call_tool(
        Address(server.url),
        tool=using or tool(),
        arguments=arguments or {},
        request_id=new_request_id(),
        input_responses=answers,
        request_state=state,
        timeout=within,
    )


def one_step(step: Mapping[str, Any]) -> dict[str, Any]:
    """A script in which ``drop_table`` does this one thing."""
    return {"calls": {"drop_table": [step]}}


def one_result(result: Any) -> dict[str, Any]:
    """A script in which ``drop_table`` gives this one result."""
    return one_step({"result": result})


def text_of(done: Completed | InputRequired | Failed) -> str:
    """The text of a completed call."""
    assert isinstance(done, Completed), done
    return str(done.result["content"][0]["text"])


def bytes_of(message: Any) -> str:
    """A JSON-RPC message as script text, answering the request it meets."""
    return json.dumps({"jsonrpc": "2.0", "id": "{{id}}", **message})
