"""One round of a tool call."""

from collections.abc import Callable, Mapping
from typing import Any

from mcpbridge.client.command import Place
from mcpbridge.client.errors import CallRejected, WrongEra
from mcpbridge.client.exchange import exchange
from mcpbridge.client.headers import Unsendable, param_headers
from mcpbridge.client.outcomes import Completed, Failed, InputRequired
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.replies import read_outcome
from mcpbridge.client.reports import LogLine, Progress, Reports
from mcpbridge.client.requests import FORMS_ONLY, Request, name_header
from mcpbridge.client.tools import Tool
from mcpbridge.client.wording import clipped

_LOG_LEVEL = "io.modelcontextprotocol/logLevel"


async def call_tool(
    place: Place,
    *,
    tool: Tool,
    arguments: Mapping[str, Any],
    request_id: str,
    input_responses: Mapping[str, Any] | None = None,
    request_state: str | None = None,
    meta: Mapping[str, Any] | None = None,
    timeout: float = 120.0,  # noqa: ASYNC109 - running out of it has a meaning of its own here: outcome unknown
    capabilities: Mapping[str, Any] = FORMS_ONLY,
    on_progress: Callable[[Progress], None] | None = None,
    on_log: Callable[[LogLine], None] | None = None,
    http: HttpClient | None = None,
) -> Completed | InputRequired | Failed:
    """Send exactly one ``tools/call`` request of revision 2026-07-28 and say what came of it.

    A resume passes the same tool and arguments, the answers, the state exactly as the server gave it (None if it gave
    none) and a new ``request_id``. ``meta`` goes into ``_meta``, beside what the protocol has there. Cancelling closes
    the connection and leaves the outcome unknown. ``on_progress`` and ``on_log`` hear what the server reports
    meanwhile; they must neither wait nor raise.

    Raises: ServerUnreachable (same round again), OutcomeUnknown (a person decides), CallRejected (give up; WrongEra if
    the server no longer speaks this revision), AddressRefused (give up: nothing was sent)
    """
    params: dict[str, Any] = {"name": tool.name, "arguments": dict(arguments)}
    if input_responses is not None:
        params["inputResponses"] = dict(input_responses)
    if request_state is not None:
        params["requestState"] = request_state
    try:
        mirrored = param_headers(tool.input_schema, arguments)
    except Unsendable:
        raise CallRejected(place.shown, "an argument that travels as a header is not valid text") from None
    reports = Reports(request_id, on_progress, on_log)
    headers = {**name_header(place, tool.name), **mirrored}
    request = Request(
        method="tools/call",
        id=request_id,
        params=params,
        capabilities=capabilities,
        headers=headers,
        meta={**(meta or {}), **reports.meta, **({} if on_log is None else {_LOG_LEVEL: "info"})},
    )
    try:
        reply = await exchange(place, request, seconds=timeout, http=http, listener=reports.take)
    except CallRejected as refusal:
        if _misses_a_session(refusal.status, refusal.message):
            raise refusal.retold(WrongEra, refusal.message) from refusal
        raise
    error = reply.message.get("error")
    if isinstance(error, dict) and _misses_a_session(reply.status, error.get("message")):
        raise WrongEra(place.shown, clipped(error["message"]), status=reply.status)
    return read_outcome(place.shown, reply, carried_state=request_state is not None)


def _misses_a_session(status: int | None, message: object) -> bool:
    """How servers with sessions refuse a request that names none; those of this revision have no such word."""
    return status in (400, 404) and isinstance(message, str) and "session" in message.lower()
