"""Asking in the open session of a 2025-era client: the requests go to the client while its call waits."""

from collections.abc import Mapping
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    CallToolRequestParams,
    CreateMessageRequest,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestURLParams,
    ElicitResult,
    InputRequest,
    InputRequiredResult,
    InputResponse,
    ListRootsResult,
)
from pydantic import ValidationError

from mcpbridge.authoring.errors import UnsupportedRenderableError
from mcpbridge.authoring.judging import SUPERSEDED_KEY
from mcpbridge.authoring.requests import NO_SESSION
from mcpbridge.meta import EXPLANATION_KEY
from mcpbridge.reasons import REASON_KEY


async def answered_params(ctx: Context[Any, Any], asking: InputRequiredResult, name: str) -> CallToolRequestParams:
    """Ask everything that ``asking`` asks, one after the other, and return what a newer client would send then.

    Raises:
        ToolError: the connection cannot carry a question, or the client gave no answer that can be read.
    """
    responses: dict[str, InputResponse] = {}
    for key, request in (asking.input_requests or {}).items():
        responses[key] = await _ask(
            ctx, _in_the_words_of_the_era(request, asking.meta or {}, f"{ctx.request_id}/{key}")
        )
    return CallToolRequestParams(name=name, input_responses=responses, request_state=asking.request_state)


async def _ask(ctx: Context[Any, Any], request: InputRequest) -> InputResponse:
    is_elicitation = isinstance(request, ElicitRequest)
    expected: Any = ElicitResult if is_elicitation else ListRootsResult
    if isinstance(request, CreateMessageRequest):
        expected = CreateMessageResult
    metadata = ServerMessageMetadata(related_request_id=ctx.request_id)
    try:
        response: InputResponse = await ctx.session.send_request(request, expected, metadata=metadata)
        return response
    except NoBackChannelError as error:
        raise UnsupportedRenderableError(NO_SESSION) from error
    except ValidationError as error:
        raise ToolError("The client's answer to the question cannot be read. Nothing more was done.") from error
    except MCPError as error:
        if is_elicitation:
            # The tool hears of it where it asked.
            return ElicitResult(action="cancel", _meta={SUPERSEDED_KEY: True})
        raise ToolError(f"The client refused what the tool asked of it: {error}. Nothing more was done.") from error


def _in_the_words_of_the_era(request: InputRequest, meta: Mapping[str, Any], unique: str) -> InputRequest:
    """The explanation has no place of its own here, so it follows the message; an address has an id."""
    if not isinstance(request, ElicitRequest):
        return request
    params = request.params
    changes: dict[str, Any] = {}
    if explanation := meta.get(EXPLANATION_KEY):
        changes["message"] = f"{params.message}\n\n{explanation}"
    if reason := meta.get(REASON_KEY):
        changes["meta"] = {**(params.meta or {}), REASON_KEY: reason}
    if isinstance(params, ElicitRequestURLParams) and params.elicitation_id is None:
        changes["elicitation_id"] = unique
    return ElicitRequest(params=params.model_copy(update=changes))
