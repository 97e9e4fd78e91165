"""A server made with the official SDK, as its users would write it, in both eras.

Prints ``READY <address>`` once it listens; with the argument ``stdio`` it is a program to speak with. ``/stateless``
and ``/json`` are the same server in ways in which it cannot ask in the middle of a call, and streams of ``/resumable``
can be taken up again.
"""

import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator
from typing import Annotated

import uvicorn
from mcp.server.caching import CacheHint
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.streamable_http import EventCallback, EventMessage, EventStore
from mcp.shared.exceptions import MCPError, UrlElicitationRequiredError
from mcp_types import (
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    InputRequiredResult,
    JSONRPCMessage,
    SamplingMessage,
    TextContent,
    ToolAnnotations,
)
from pydantic import BaseModel, Field
from starlette.applications import Starlette

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


class Sure(BaseModel):
    """What is asked before something is dropped."""

    sure: bool


@server.tool()
async def drop_at_once(table: str, ctx: Context) -> str:
    """Drop a table, asking while the call is open."""
    await ctx.report_progress(1, 2, "looking")
    await ctx.info(f"About to drop {table}.")
    answer = await ctx.elicit(f"Drop {table}?", Sure)
    if answer.action == "accept" and answer.data.sure:
        dropped.append(table)
        return f"Dropped {table}"
    return f"Kept {table}: {answer.action}"


@server.tool()
async def sign(ctx: Context) -> str:
    """Have something signed elsewhere."""
    answer = await ctx.elicit_url("Sign here.", "https://sign.example/1", "s1")
    return f"signed: {answer.action}"


@server.tool()
async def must_sign(ctx: Context) -> str:
    """Refuse until something is signed elsewhere."""
    raise UrlElicitationRequiredError(
        [ElicitRequestURLParams(message="Sign first.", url="https://sign.example/2", elicitation_id="s2")]
    )


@server.tool()
async def compose(ctx: Context) -> str:
    """Have a model write something."""
    question = SamplingMessage(role="user", content=TextContent(type="text", text="A rhyme on tables?"))
    try:
        written = await ctx.session.create_message(messages=[question], max_tokens=50)
    except MCPError as refusal:
        return f"refused: {refusal.error.message}"
    return f"written: {written.content.text}"


@server.tool()
async def crash() -> str:
    """End the whole process."""
    os._exit(3)


@server.tool()
async def say_to_the_operator(text: str) -> str:
    """Write something to standard error, and say which process this is."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - this is what the tool is for
    return str(os.getpid())


@server.tool()
async def drop_later(table: str, ctx: Context) -> str:
    """Drop a table, asking after the connection was closed: the client is to come back for the question."""
    await ctx.close_sse_stream()
    answer = await ctx.elicit(f"Drop {table}?", Sure)
    return f"{table}: {answer.action}"


class _Events(EventStore):
    """Keeps every event, so that each stream can be taken up again."""

    def __init__(self) -> None:
        self._kept: list[tuple[str, JSONRPCMessage | None]] = []

    async def store_event(self, stream_id: str, message: JSONRPCMessage | None) -> str:
        self._kept.append((stream_id, message))
        return str(len(self._kept))

    async def replay_events_after(self, last_event_id: str, send_callback: EventCallback) -> str | None:
        last = int(last_event_id)
        stream_id = self._kept[last - 1][0]
        for number, (stream, message) in enumerate(self._kept[last:], start=last + 1):
            if stream == stream_id and message is not None:
                await send_callback(EventMessage(message, str(number)))
        return stream_id


def app() -> Starlette:
    """The server in all its ways of being served."""
    served = [
        server.streamable_http_app(),
        server.streamable_http_app(streamable_http_path="/stateless", stateless_http=True),
        server.streamable_http_app(streamable_http_path="/json", json_response=True),
        server.streamable_http_app(streamable_http_path="/resumable", event_store=_Events(), retry_interval=1),
    ]

    @contextlib.asynccontextmanager
    async def run_all(_: Starlette) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            for each in served:
                await stack.enter_async_context(each.router.lifespan_context(each))
            yield

    return Starlette(routes=[route for each in served for route in each.routes], lifespan=run_all)


def main() -> None:
    if sys.argv[1:] == ["stdio"]:
        server.run("stdio")
        return
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app(), log_level="error")
    print(f"READY http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)  # noqa: T201 - whoever started this waits for the line
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
