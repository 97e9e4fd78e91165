"""A server made with the official SDK, as its users would write it; prints ``READY <address>`` once it listens."""

import socket
from typing import Annotated

import uvicorn
from mcp.server.caching import CacheHint
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult, ToolAnnotations
from pydantic import Field

server = MCPServer(
    "sdk-peer",
    version="7",
    instructions="Ask before you drop.",
    cache_hints={"tools/list": CacheHint(ttl_ms=90_000)},
)
dropped: list[str] = []


@server.tool(annotations=ToolAnnotations(destructive_hint=True))
def drop_table(table: str, ctx: Context) -> str | InputRequiredResult:
    """Drop a table, after asking."""
    answer = (ctx.input_responses or {}).get("sure")
    if not isinstance(answer, ElicitResult):
        schema = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}
        params = ElicitRequestFormParams(message=f"Drop {table}?", requested_schema=schema)
        return InputRequiredResult(
            input_requests={"sure": ElicitRequest(params=params)}, request_state=f"about {table} ✓"
        )
    if answer.action == "accept" and answer.content and answer.content["sure"] is True:
        dropped.append(table)
        return f"Dropped {table}, knowing: {ctx.request_state}"
    return f"Kept {table}"


@server.tool(annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True))
def region_of(
    region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})],
    size: Annotated[int, Field(json_schema_extra={"x-mcp-header": "Size"})] = 1,
) -> str:
    """Say the region."""
    return f"{region}/{size}"


@server.tool(name="größe ✓")
async def with_a_name_beyond_ascii(ctx: Context) -> str:
    """Report progress first, which makes the reply an event stream."""
    await ctx.report_progress(1, 2)
    return "streamed"


@server.tool()
def fails() -> str:
    """Fail."""
    raise ValueError("no such thing")


@server.tool()
def how_many_dropped() -> int:
    """Count."""
    return len(dropped)


@server.tool()
async def change_nothing(ctx: Context) -> str:
    """Say that the tools changed."""
    await ctx.notify_tools_changed()
    return "said"


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(server.streamable_http_app(), log_level="error")
    print(f"READY http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)  # noqa: T201 - whoever started this waits for the line
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
