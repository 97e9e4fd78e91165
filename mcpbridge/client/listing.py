"""What a server is and which tools it has."""

import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.client.command import Place
from mcpbridge.client.errors import CallRejected, OutcomeUnknown, WrongEra
from mcpbridge.client.exchange import exchange
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.replies import read_result
from mcpbridge.client.reply import Reply
from mcpbridge.client.requests import FORMS_ONLY, PROTOCOL_VERSION, Request, new_request_id
from mcpbridge.client.session import SESSION_VERSIONS, Session
from mcpbridge.client.tools import ToolList, sort_tools

MAX_PAGES = 100
_LONGEST_TTL_SECONDS = 24 * 60 * 60.0
_SERVER_INFO = "io.modelcontextprotocol/serverInfo"
# What servers that wait for a handshake say to anything else.
_CODES_OF_OLDER = frozenset({-32600, -32601, -32602})
MODERN_CODES = frozenset({-32020, -32021, -32022})


@dataclass(frozen=True, slots=True)
class Discovery:
    """How a server introduces itself; all of it is its own claim. What it leaves out is empty."""

    name: str
    version: str
    protocol_versions: tuple[str, ...]
    instructions: str
    capabilities: Mapping[str, Any]


async def discover(
    place: Place,
    *,
    era: str = PROTOCOL_VERSION,
    timeout: float = 30.0,  # noqa: ASYNC109 - see call_tool
    capabilities: Mapping[str, Any] = FORMS_ONLY,
    http: HttpClient | None = None,
) -> Discovery:
    """Ask a server who it is and whether it speaks the revision that was remembered.

    Raises: ServerUnreachable, OutcomeUnknown, CallRejected (WrongEra for a server of another revision)
    """
    if era in SESSION_VERSIONS:
        session = Session(place, http=http)
        await session.open(era, capabilities)
        await session.close(reusable=True)
        return _read_introduction(session.introduction, session.version)
    request = Request(method="server/discover", id=new_request_id(), capabilities=capabilities)
    try:
        result = read_result(place.shown, await exchange(place, request, seconds=timeout, http=http))
    except CallRejected as refusal:
        raise _explained(refusal) from refusal
    found = _read_discovery(result)
    if found.protocol_versions and PROTOCOL_VERSION not in found.protocol_versions:
        raise WrongEra(
            place.shown, _only_speaks(found.protocol_versions), data={"supported": list(found.protocol_versions)}
        )
    return found


async def list_tools(
    place: Place,
    *,
    era: str = PROTOCOL_VERSION,
    timeout: float = 30.0,  # noqa: ASYNC109 - see call_tool
    capabilities: Mapping[str, Any] = FORMS_ONLY,
    http: HttpClient | None = None,
) -> ToolList:
    """All pages of a server's tools. A broken tool is named and does not take the others along.

    ``timeout`` is for each page. Raises: ServerUnreachable, OutcomeUnknown, CallRejected (WrongEra)
    """
    if era in SESSION_VERSIONS:
        return await _list_in_session(Session(place, http=http), era, timeout, capabilities)

    async def ask(params: Mapping[str, Any]) -> Reply:
        request = Request(method="tools/list", id=new_request_id(), params=params, capabilities=capabilities)
        return await exchange(place, request, seconds=timeout, http=http)

    try:
        return await _all_pages(place.shown, ask)
    except CallRejected as refusal:
        raise _explained(refusal) from refusal


async def _list_in_session(session: Session, era: str, seconds: float, capabilities: Mapping[str, Any]) -> ToolList:
    async def ask(params: Mapping[str, Any]) -> Reply:
        return await session.request("tools/list", params, seconds=seconds)

    try:
        await session.open(era, capabilities)
        listed = await _all_pages(session.server, ask)
    except BaseException:
        await session.close()
        raise
    await session.close(reusable=True)
    return listed


async def _all_pages(server: str, ask: Callable[[Mapping[str, Any]], Awaitable[Reply]]) -> ToolList:
    listed: list[Any] = []
    lifetimes: list[float | None] = []
    cursor: str | None = None
    seen: set[str] = set()
    for _ in range(MAX_PAGES):
        reply = await ask({} if cursor is None else {"cursor": cursor})
        page = read_result(server, reply)
        if not isinstance(page.get("tools"), list):
            raise OutcomeUnknown(server, "its list of tools is not a list", reply.raw)
        listed += page["tools"]
        lifetimes.append(_ttl_seconds(page.get("ttlMs")))
        cursor = page.get("nextCursor")
        if cursor is None:
            usable, broken = sort_tools(listed)
            return ToolList(usable, broken, min((ttl for ttl in lifetimes if ttl is not None), default=None))
        if not isinstance(cursor, str) or cursor in seen:
            raise CallRejected(server, "its list of tools leads back to a page that was already read")
        seen.add(cursor)
    raise CallRejected(server, f"its list of tools has more than {MAX_PAGES} pages")


def _read_introduction(result: Mapping[str, Any], version: str) -> Discovery:
    info = _mapping(result.get("serverInfo"))
    return Discovery(
        name=_text(info.get("title")) or _text(info.get("name")),
        version=_text(info.get("version")),
        protocol_versions=(version,),
        instructions=_text(result.get("instructions")),
        capabilities=_mapping(result.get("capabilities")),
    )


def _read_discovery(result: Mapping[str, Any]) -> Discovery:
    meta = _mapping(result.get("_meta"))
    info = _mapping(meta.get(_SERVER_INFO) or result.get("serverInfo"))
    versions = result.get("supportedVersions")
    return Discovery(
        name=_text(info.get("title")) or _text(info.get("name")),
        version=_text(info.get("version")),
        protocol_versions=tuple(v for v in versions if isinstance(v, str)) if isinstance(versions, list) else (),
        instructions=_text(result.get("instructions")),
        capabilities=_mapping(result.get("capabilities")),
    )


def _explained(refusal: CallRejected) -> CallRejected:
    """A refusal that comes of another revision says so: the server's own words rarely do."""
    supported = _mapping(refusal.data).get("supported")
    if refusal.code == -32022 and isinstance(supported, list):
        message = _only_speaks(tuple(str(version) for version in supported))
    elif _looks_older(refusal):
        message = f"{refusal.message}; it seems to speak an older MCP, or the path of the address is wrong"
    else:
        return refusal
    return refusal.retold(WrongEra, message)


def _looks_older(refusal: CallRejected) -> bool:
    """Every server of our revision knows ``server/discover``; older ones stumble over it in these ways."""
    if refusal.status is None:
        return refusal.code in _CODES_OF_OLDER
    return refusal.status in (400, 404, 405, 406) and refusal.code not in MODERN_CODES


def _only_speaks(versions: tuple[str, ...]) -> str:
    return f"it speaks MCP {', '.join(versions)} only, and {PROTOCOL_VERSION} is needed"


def _ttl_seconds(milliseconds: Any) -> float | None:
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int | float) or not math.isfinite(milliseconds):
        return None
    return min(max(milliseconds / 1000, 0.0), _LONGEST_TTL_SECONDS)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
