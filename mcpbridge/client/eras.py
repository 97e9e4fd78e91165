"""Which revision of MCP a server speaks: found out once and remembered by the caller."""

from collections.abc import Mapping
from typing import Any, Literal, cast

from mcpbridge.client.command import Command, Place
from mcpbridge.client.errors import CallRejected, OutcomeUnknown, ServerUnreachable
from mcpbridge.client.listing import MODERN_CODES, discover
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.processes import shared_processes
from mcpbridge.client.requests import FORMS_ONLY, PROTOCOL_VERSION
from mcpbridge.client.session import SESSION_VERSIONS, Session

type Era = Literal["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
"""A revision. All but the first have sessions, and their calls are held."""

# With these a server says nothing about revisions: who may ask, or when.
_NO_VERDICT = frozenset({401, 402, 403, 413, 421, 429, 431})


def has_sessions(era: str) -> bool:
    """Whether calls of this revision are held calls."""
    return era in SESSION_VERSIONS


async def find_era(
    place: Place,
    *,
    timeout: float = 15.0,  # noqa: ASYNC109 - see call_tool
    capabilities: Mapping[str, Any] = FORMS_ONLY,
    http: HttpClient | None = None,
) -> Era:
    """The newest revision that both sides speak: first a request of the newest is tried, then the handshake.

    A server that does not answer the first within ``timeout`` seconds is taken for one that does not know it.

    Raises: ServerUnreachable, CallRejected (also for a server that wants to know who asks), OutcomeUnknown
    """
    offer = SESSION_VERSIONS[0]
    try:
        await discover(place, timeout=timeout, capabilities=capabilities, http=http)
        return PROTOCOL_VERSION
    except OutcomeUnknown:
        pass
    except ServerUnreachable:
        if not isinstance(place, Command):
            raise
        # A program may end at a request it does not know.
    except CallRejected as refusal:
        supported = _supported(refusal)
        if refusal.code in MODERN_CODES and (supported is None or PROTOCOL_VERSION in supported):
            return PROTOCOL_VERSION
        if refusal.status in _NO_VERDICT:
            raise
        if supported is not None:
            known = [version for version in SESSION_VERSIONS if version in supported]
            if not known:
                raise
            offer = known[0]
    if isinstance(place, Command):
        await shared_processes().drop_shared(place)
    session = Session(place, http=http)
    await session.open(offer, capabilities)
    await session.close(reusable=True)
    return cast(Era, session.version)


def _supported(refusal: CallRejected) -> list[str] | None:
    data = refusal.data if isinstance(refusal.data, Mapping) else {}
    versions = data.get("supported")
    return [version for version in versions if isinstance(version, str)] if isinstance(versions, list) else None
