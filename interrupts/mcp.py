"""The tools port filled by MCP servers: which tools there are, and one round on the wire."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from interrupts import wire
from interrupts.calls import tool_with_server
from interrupts.database import in_database
from interrupts.fixed_query import FixedQuery
from interrupts.kinds import CAPABILITIES
from interrupts.models import INSIDE, Server, Tool
from interrupts.ports import CallOrder, Outcome, ToolSpec
from interrupts.secrets import UnreadableSecret
from interrupts.servers import address_of, note_problem, store_tools
from interrupts.tools import inside
from interrupts.who import who_meta
from mcpbridge.client import (
    Address,
    CallRejected,
    Discovery,
    ToolCache,
    ToolList,
    call_tool,
    close_pool,
    discover,
)
from mcpbridge.client import Tool as OfferedTool
from mcpbridge.errors import BridgeError

LIST_AGE = 300.0
"""Seconds a tool list is used when its server names no time of its own."""
LIST_PATIENCE = 5.0
"""Seconds a turn waits for a server's list; then it goes on with what is known."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a look at a server brought."""

    discovery: Discovery
    tools: ToolList


async def look_at(address: Address) -> Found:
    """Try a server: who it is and what it offers. Raises: BridgeError."""
    http = inside.client_for() if address.url == INSIDE else None
    return Found(
        await discover(address, capabilities=CAPABILITIES, http=http),
        await ToolCache(time.monotonic, capabilities=CAPABILITIES, http=http).tools(address, max_age=0),
    )


class McpTools:
    """Implements ``interrupts.ports.Tools`` for every enabled Server row. One instance per engine."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._cache = ToolCache(clock, capabilities=CAPABILITIES)
        self._own_tools = ToolCache(clock, capabilities=CAPABILITIES, http=inside.client_for())
        self._knows_own = False
        self._stored: dict[int, ToolList] = {}
        self._limits: dict[tuple[int, int], asyncio.Semaphore] = {}

    async def offered(self) -> tuple[ToolSpec, ...]:
        if not self._knows_own:
            self._knows_own = await in_database(inside.ensure_row) is not None or not inside.declared()
        servers, specs = await in_database(_known)
        changed = await asyncio.gather(*(self._refresh(server, None) for server in servers))
        return (await in_database(_known))[1] if any(changed) else specs

    async def refresh(self, server_id: int, *, max_age: float) -> None:
        server = await in_database(Server.objects.get, pk=server_id)
        await self._refresh(server, max_age)

    async def call(self, order: CallOrder) -> Outcome:
        server, tool, meta = await in_database(_what_to_call, order)
        address = _address(server)
        # By its size too, so that an admin's change counts at once; calls in the air keep the limit they started with.
        async with self._limits.setdefault((server.pk, server.max_parallel), asyncio.Semaphore(server.max_parallel)):
            return await call_tool(
                address,
                tool=tool,
                arguments=order.arguments,
                request_id=order.request_id,
                input_responses=order.input_responses,
                request_state=order.request_state,
                meta=meta,
                timeout=server.call_timeout,
                capabilities=CAPABILITIES,
                http=inside.client_for(order.person_id) if server.is_inside else None,
            )

    async def close(self) -> None:
        await inside.stop()
        await close_pool()

    async def _refresh(self, server: Server, max_age: float | None) -> bool:
        """See that the rows are young enough; says whether that changed them."""
        try:
            async with asyncio.timeout(LIST_PATIENCE):
                cache = self._own_tools if server.is_inside else self._cache
                offered = await cache.tools(_address(server), max_age=max_age)
        except (BridgeError, TimeoutError) as error:
            problem = str(error) or f"It did not list its tools within {LIST_PATIENCE:.0f} seconds."
            await in_database(note_problem, server.pk, problem)
            return False
        if self._stored.get(server.pk) is offered:
            return False
        await in_database(store_tools, server.pk, offered, at=timezone.now())
        self._stored[server.pk] = offered
        return True


def _address(server: Server) -> Address:
    try:
        return address_of(server)
    except UnreadableSecret as error:
        raise CallRejected(server.name, str(error).removesuffix(".")) from error


_SERVERS = FixedQuery(lambda: Server.objects.filter(enabled=True))
_TOOLS = FixedQuery(
    lambda: Tool.objects.filter(enabled=True, listed=True, server__enabled=True).select_related("server")
)


def _known() -> tuple[list[Server], tuple[ToolSpec, ...]]:
    """The enabled servers, and the tools they are known to offer."""
    return _SERVERS.all(), tuple(_spec(row, row.server) for row in _TOOLS.all())


def _spec(tool: Tool, server: Server) -> ToolSpec:
    says_read_only = (wire.load(tool.annotations) or {}).get("readOnlyHint") is True
    return ToolSpec(
        name=tool.alias,
        tool=tool.name,
        server=server.name,
        description=tool.description,
        input_schema=wire.load(tool.input_schema) or {},
        read_only=tool.read_only or (server.trusted and says_read_only),
    )


def _what_to_call(order: CallOrder) -> tuple[Server, OfferedTool, Mapping[str, Any]]:
    row = tool_with_server(order.tool_id)
    if row is None:
        raise Tool.DoesNotExist(order.tool_id)
    tool = OfferedTool(
        name=row.name,
        title=row.title or None,
        description=row.description,
        input_schema=wire.load(row.input_schema) or {},
        annotations=wire.load(row.annotations) or {},
        raw=wire.load(row.raw),
    )
    return row.server, tool, _meta(row.server, tool.name, order)


def _meta(server: Server, tool: str, order: CallOrder) -> Mapping[str, Any]:
    try:
        return who_meta(server, tool, order, at=timezone.now())
    except UnreadableSecret as error:
        raise CallRejected(server.name, str(error).removesuffix(".")) from error
