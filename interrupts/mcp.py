"""The tools port filled by MCP servers: which tools there are, and one round on the wire."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.utils import timezone

from interrupts import servers, wire
from interrupts.database import in_database
from interrupts.models import Server, Tool
from interrupts.ports import CallOrder, Outcome, ToolSpec
from interrupts.secrets import UnreadableSecret
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
    return Found(await discover(address), await ToolCache(time.monotonic).tools(address, max_age=0))


class McpTools:
    """Implements ``interrupts.ports.Tools`` for every enabled Server row. One instance per engine."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._cache = ToolCache(clock)
        self._stored: dict[int, ToolList] = {}
        self._limits: dict[tuple[int, int], asyncio.Semaphore] = {}

    async def offered(self) -> tuple[ToolSpec, ...]:
        rows = await in_database(_enabled_servers)
        await asyncio.gather(*(self._refresh(server, None) for server in rows))
        return await in_database(_specs)

    async def refresh(self, server_id: int, *, max_age: float) -> None:
        server = await in_database(Server.objects.get, pk=server_id)
        await self._refresh(server, max_age)

    async def call(self, order: CallOrder) -> Outcome:
        server, tool = await in_database(_server_and_tool, order)
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
                timeout=server.call_timeout,
            )

    async def close(self) -> None:
        await close_pool()

    async def _refresh(self, server: Server, max_age: float | None) -> None:
        try:
            async with asyncio.timeout(LIST_PATIENCE):
                offered = await self._cache.tools(_address(server), max_age=max_age)
        except (BridgeError, TimeoutError) as error:
            problem = str(error) or f"It did not list its tools within {LIST_PATIENCE:.0f} seconds."
            await in_database(servers.note_problem, server.pk, problem)
            return
        if self._stored.get(server.pk) is not offered:
            await in_database(servers.store_tools, server.pk, offered, at=timezone.now())
            self._stored[server.pk] = offered


def _address(server: Server) -> Address:
    try:
        return servers.address_of(server)
    except UnreadableSecret as error:
        raise CallRejected(server.name, str(error).removesuffix(".")) from error


def _enabled_servers() -> list[Server]:
    return list(Server.objects.filter(enabled=True))


def _specs() -> tuple[ToolSpec, ...]:
    rows = Tool.objects.filter(enabled=True, listed=True, server__enabled=True).select_related("server")
    return tuple(
        ToolSpec(
            name=row.alias,
            tool=row.name,
            server=row.server.name,
            description=row.description,
            input_schema=wire.load(row.input_schema) or {},
            read_only=row.read_only
            or (row.server.trusted and (wire.load(row.annotations) or {}).get("readOnlyHint") is True),
        )
        for row in rows
    )


def _server_and_tool(order: CallOrder) -> tuple[Server, OfferedTool]:
    row = Tool.objects.select_related("server").get(pk=order.tool_id)
    tool = OfferedTool(
        name=row.name,
        title=row.title or None,
        description=row.description,
        input_schema=wire.load(row.input_schema) or {},
        annotations=wire.load(row.annotations) or {},
        raw=wire.load(row.raw),
    )
    return row.server, tool
