"""The tools port filled by MCP servers: which tools there are, and one round on the wire."""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from interrupts import wire
from interrupts.alone import close_connections
from interrupts.calls import tool_with_server
from interrupts.database import in_database
from interrupts.fixed_query import FixedQuery
from interrupts.heard import Listener
from interrupts.holding import Holding
from interrupts.kinds import CAPABILITIES
from interrupts.listening import Listening
from interrupts.models import INSIDE, Server, Tool
from interrupts.ports import CallOrder, Outcome, ToolSpec
from interrupts.rereading import Rereading
from interrupts.secrets import UnreadableSecret
from interrupts.servers import note_problem, place_of, remember_era, store_tools
from interrupts.signed_calls import call_signed_in, listing_place
from interrupts.tools import inside
from interrupts.who import who_meta
from mcpbridge.client import (
    PROTOCOL_VERSION,
    Address,
    CallRejected,
    Discovery,
    Failed,
    Place,
    ToolCache,
    ToolList,
    WrongEra,
    call_tool,
    discover,
    find_era,
    list_tools,
)
from mcpbridge.client import Tool as OfferedTool
from mcpbridge.errors import BridgeError

PERSON_LIST_AGE = 60.0
"""Seconds a list that only the acting person may see is used at the moment of a call."""
LIST_PATIENCE = 5.0
"""Seconds a turn waits for a server's list; then it goes on with what is known."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a look at a server brought."""

    era: str
    discovery: Discovery
    tools: ToolList


async def look_at(place: Place) -> Found:
    """Try a server: which era it is of, who it is and what it offers. Raises: BridgeError."""
    http = inside.client_for() if isinstance(place, Address) and place.url == INSIDE else None
    era = await find_era(place, capabilities=CAPABILITIES, http=http)
    return Found(
        era,
        await discover(place, era=era, capabilities=CAPABILITIES, http=http),
        await list_tools(place, era=era, capabilities=CAPABILITIES, http=http),
    )


class McpTools:
    """Implements ``interrupts.ports.Tools`` for every enabled Server row. One instance per engine."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._cache = ToolCache(clock, capabilities=CAPABILITIES)
        self._own_tools = ToolCache(clock, capabilities=CAPABILITIES, http=inside.client_for())
        self._knows_own = False
        self._stored: dict[int, ToolList] = {}
        self._limits: dict[tuple[int, int], asyncio.Semaphore] = {}
        self._rereading = Rereading(self.read_anew)
        self._holding = Holding(self._rereading.soon)

    async def offered(self) -> tuple[ToolSpec, ...]:
        if not self._knows_own:
            self._knows_own = await in_database(inside.ensure_row) is not None or not inside.declared()
        servers, specs = await in_database(_known)
        changed = await asyncio.gather(*(self._refresh(server, None) for server in servers))
        return (await in_database(_known))[1] if any(changed) else specs

    async def refresh(self, server_id: int, *, max_age: float) -> None:
        server = await in_database(Server.objects.get, pk=server_id)
        await self._refresh(server, max_age)

    async def watch(self) -> None:
        """Hear of changed tools from the servers that tell, until cancelled."""
        await Listening(to_listen_to, self._rereading.soon, _as_whom_to_listen).run()

    async def read_anew(self, server_id: int) -> None:
        """Read the list of a server that said, in whatever way, that its tools changed."""
        await self.refresh(server_id, max_age=0)

    async def _is_as_before(self, server: Server, order: CallOrder, tool: OfferedTool) -> bool:
        """Look at a list that only the acting person's sign-in opens; nobody could before it was known who acts."""
        if not server.lists_by_person:
            return True
        if not await self._refresh(server, PERSON_LIST_AGE, order.person_id):
            return True
        return await in_database(_is_still, order.tool_id, tool.raw)

    async def call(self, order: CallOrder) -> Outcome:
        server, tool, meta = await in_database(_what_to_call, order)
        if not await self._is_as_before(server, order, tool):
            return Failed(why="tools_changed", code=0, message="", data=None, raw="")

        async def send(place: Place) -> Outcome:
            if server.asks_in_the_call:
                return await self._holding.call(order, server, place, tool, meta)
            return await _send_round(order, server, place, tool, meta)

        # By its size too, so that an admin's change counts at once; calls in the air keep the limit they started with.
        async with self._limits.setdefault((server.pk, server.max_parallel), asyncio.Semaphore(server.max_parallel)):
            return await call_signed_in(server, order.person_id, _place(server), send)

    async def tend(self, owner: str, *, now: datetime) -> None:
        await self._holding.tend(owner, now=now)

    async def close(self) -> None:
        await self._holding.close()
        await self._rereading.close()
        await close_connections()

    async def _listed(self, server: Server, place: Place, max_age: float | None) -> ToolList:
        """Return what a server lists, in the revision it is known to speak; found out when that is not so."""
        if server.is_inside:
            return await self._own_tools.tools(place, max_age=max_age)
        try:
            return await self._cache.tools(place, max_age=max_age, era=server.era or PROTOCOL_VERSION)
        except WrongEra:
            era = await find_era(place, capabilities=CAPABILITIES)
            await in_database(remember_era, server.pk, era)
            return await self._cache.tools(place, max_age=max_age, era=era)

    async def _refresh(self, server: Server, max_age: float | None, person_id: int | None = None) -> bool:
        """See that the rows are young enough; says whether that changed them."""
        try:
            async with asyncio.timeout(LIST_PATIENCE):
                place = await listing_place(server, _place(server), person_id)
                if place is None:
                    return False
                offered = await self._listed(server, place, max_age)
        except (BridgeError, TimeoutError) as error:
            problem = str(error) or f"It did not list its tools within {LIST_PATIENCE:.0f} seconds."
            await in_database(note_problem, server.pk, problem)
            return False
        if self._stored.get(server.pk) is offered:
            return False
        await in_database(store_tools, server.pk, offered, at=timezone.now())
        self._stored[server.pk] = offered
        return True


def _place(server: Server) -> Place:
    try:
        return place_of(server)
    except UnreadableSecret as error:
        raise CallRejected(server.name, str(error).removesuffix(".")) from error


async def _send_round(
    order: CallOrder, server: Server, place: Place, tool: OfferedTool, meta: Mapping[str, Any]
) -> Outcome:
    listener = Listener(order.call_id)
    try:
        return await call_tool(
            place,
            tool=tool,
            arguments=order.arguments,
            request_id=order.request_id,
            input_responses=order.input_responses,
            request_state=order.request_state,
            meta=meta,
            timeout=server.call_timeout,
            capabilities=CAPABILITIES,
            on_progress=listener.progress,
            on_log=listener.log,
            http=inside.client_for(order.person_id) if server.is_inside else None,
        )
    finally:
        await listener.finish()


_SERVERS = FixedQuery(lambda: Server.objects.filter(enabled=True))
_TOOLS = FixedQuery(
    lambda: Tool.objects.filter(enabled=True, listed=True, server__enabled=True, proposed="").select_related("server")
)


def to_listen_to() -> dict[int, Address]:
    """Where the servers are that may tell of changes. The samples of this site only change with it."""
    found = {}
    for server in _SERVERS.all():
        if not (server.sample or server.is_inside or server.asks_in_the_call):
            with suppress(BridgeError):
                place = _place(server)
                if isinstance(place, Address):
                    found[server.pk] = place
    return found


async def _as_whom_to_listen(server_id: int, address: Address) -> Address | None:
    """The address with the token that all share, where a server wants one; None when it only knows single people."""
    server = await in_database(Server.objects.get, pk=server_id)
    place = await listing_place(server, address, None)
    return place if isinstance(place, Address) else None


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


def _is_still(tool_id: int, definition: Mapping[str, Any]) -> bool:
    """A tool is what it was, and nothing it has become waits for an admin."""
    row = tool_with_server(tool_id)
    return row is not None and not row.proposed and bool(wire.load(row.raw) == definition)


def _meta(server: Server, tool: str, order: CallOrder) -> Mapping[str, Any]:
    try:
        return who_meta(server, tool, order, at=timezone.now())
    except UnreadableSecret as error:
        raise CallRejected(server.name, str(error).removesuffix(".")) from error
