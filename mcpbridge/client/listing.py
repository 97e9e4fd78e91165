"""What a server is and which tools it has."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.client.errors import CallRejected, OutcomeUnknown
from mcpbridge.client.exchange import exchange
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.replies import read_result
from mcpbridge.client.requests import FORMS_ONLY, PROTOCOL_VERSION, Request, new_request_id
from mcpbridge.client.server import Address
from mcpbridge.client.tools import ToolList, sort_tools

MAX_PAGES = 100
_LONGEST_TTL_SECONDS = 24 * 60 * 60.0
_SERVER_INFO = "io.modelcontextprotocol/serverInfo"
_METHOD_NOT_FOUND = -32601
_MODERN_CODES = frozenset({-32020, -32021, -32022})


@dataclass(frozen=True, slots=True)
class Discovery:
    """How a server introduces itself; all of it is its own claim. What it leaves out is empty."""

    name: str
    version: str
    protocol_versions: tuple[str, ...]
    instructions: str
    capabilities: Mapping[str, Any]


async def discover(
    address: Address,
    *,
    timeout: float = 30.0,  # noqa: ASYNC109 - see call_tool
    capabilities: Mapping[str, Any] = FORMS_ONLY,
    http: HttpClient | None = None,
) -> Discovery:
    """Ask a server who it is and whether it speaks our revision.

    Raises: ServerUnreachable, OutcomeUnknown, CallRejected (also for a server of an older revision)
    """
    request = Request(method="server/discover", id=new_request_id(), capabilities=capabilities)
    try:
        result = read_result(address.shown, await exchange(address, request, seconds=timeout, http=http))
    except CallRejected as refusal:
        raise _explained(refusal) from refusal
    found = _read_discovery(result)
    if found.protocol_versions and PROTOCOL_VERSION not in found.protocol_versions:
        raise CallRejected(address.shown, _only_speaks(found.protocol_versions))
    return found


async def list_tools(
    address: Address,
    *,
    timeout: float = 30.0,  # noqa: ASYNC109 - see call_tool
    capabilities: Mapping[str, Any] = FORMS_ONLY,
    http: HttpClient | None = None,
) -> ToolList:
    """All pages of a server's tools. A broken tool is named and does not take the others along.

    ``timeout`` is for each page. Raises: ServerUnreachable, OutcomeUnknown, CallRejected
    """
    listed: list[Any] = []
    lifetimes: list[float | None] = []
    cursor: str | None = None
    seen: set[str] = set()
    for _ in range(MAX_PAGES):
        params = {} if cursor is None else {"cursor": cursor}
        request = Request(method="tools/list", id=new_request_id(), params=params, capabilities=capabilities)
        reply = await exchange(address, request, seconds=timeout, http=http)
        page = read_result(address.shown, reply)
        if not isinstance(page.get("tools"), list):
            raise OutcomeUnknown(address.shown, "its list of tools is not a list", reply.raw)
        listed += page["tools"]
        lifetimes.append(_ttl_seconds(page.get("ttlMs")))
        cursor = page.get("nextCursor")
        if cursor is None:
            usable, broken = sort_tools(listed)
            return ToolList(usable, broken, min((ttl for ttl in lifetimes if ttl is not None), default=None))
        if not isinstance(cursor, str) or cursor in seen:
            raise CallRejected(address.shown, "its list of tools leads back to a page that was already read")
        seen.add(cursor)
    raise CallRejected(address.shown, f"its list of tools has more than {MAX_PAGES} pages")


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
    return CallRejected(
        refusal.server,
        message,
        status=refusal.status,
        code=refusal.code,
        data=refusal.data,
        challenge=refusal.challenge,
    )


def _looks_older(refusal: CallRejected) -> bool:
    """Every server of our revision knows ``server/discover``; older ones stumble over it in these ways."""
    if refusal.status is None:
        return refusal.code == _METHOD_NOT_FOUND
    return refusal.status in (400, 404, 405, 406) and refusal.code not in _MODERN_CODES


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
