"""One round of a tool call."""

from collections.abc import Mapping
from typing import Any

from mcpbridge.client.errors import CallRejected
from mcpbridge.client.exchange import exchange
from mcpbridge.client.headers import Unsendable, param_headers
from mcpbridge.client.outcomes import Completed, Failed, InputRequired
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.replies import read_outcome
from mcpbridge.client.requests import FORMS_ONLY, Request, name_header
from mcpbridge.client.server import Address
from mcpbridge.client.tools import Tool


async def call_tool(
    address: Address,
    *,
    tool: Tool,
    arguments: Mapping[str, Any],
    request_id: str,
    input_responses: Mapping[str, Any] | None = None,
    request_state: str | None = None,
    meta: Mapping[str, Any] | None = None,
    timeout: float = 120.0,  # noqa: ASYNC109 - running out of it has a meaning of its own here: outcome unknown
    capabilities: Mapping[str, Any] = FORMS_ONLY,
    http: HttpClient | None = None,
) -> Completed | InputRequired | Failed:
    """Send exactly one ``tools/call`` request and say what came of it.

    A resume passes the same tool and arguments, the answers, the state exactly as the server gave it (None if it gave
    none) and a new ``request_id``. ``meta`` goes into ``_meta``, beside what the protocol has there. Cancelling closes
    the connection and leaves the outcome unknown.

    Raises: ServerUnreachable (same round again), OutcomeUnknown (a person decides), CallRejected (give up)
    """
    params: dict[str, Any] = {"name": tool.name, "arguments": dict(arguments)}
    if input_responses is not None:
        params["inputResponses"] = dict(input_responses)
    if request_state is not None:
        params["requestState"] = request_state
    if meta:
        params["_meta"] = dict(meta)
    try:
        mirrored = param_headers(tool.input_schema, arguments)
    except Unsendable:
        raise CallRejected(address.shown, "an argument that travels as a header is not valid text") from None
    headers = {**name_header(address, tool.name), **mirrored}
    request = Request(method="tools/call", id=request_id, params=params, capabilities=capabilities, headers=headers)
    reply = await exchange(address, request, seconds=timeout, http=http)
    return read_outcome(address.shown, reply, carried_state=request_state is not None)
