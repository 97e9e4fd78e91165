"""How a tool asks: form requests in an ``InputRequiredResult``, with an explanation for the person."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    ClientCapabilities,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    FormElicitationCapability,
    InputRequiredResult,
    MissingRequiredClientCapabilityErrorData,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

# The protocol has no place for an explanation next to a question.
EXPLANATION_KEY = "sayso/explanation"


@dataclass(frozen=True, slots=True)
class Form:
    """One form: the question and, by name, the JSON Schema of each field. Without fields it is a bare confirm."""

    message: str
    properties: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    required: tuple[str, ...] = ()

    @property
    def schema(self) -> dict[str, Any]:
        """The requested schema of this form."""
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {name: dict(field) for name, field in self.properties.items()},
        }
        if self.required:
            schema["required"] = list(self.required)
        return schema


def input_required(forms: Mapping[str, Form], *, state: str, explanation: str | None = None) -> InputRequiredResult:
    """Build the result that asks ``forms``, each under its key, and carries ``state`` and an explanation."""
    requests = {
        key: ElicitRequest(params=ElicitRequestFormParams(message=form.message, requested_schema=form.schema))
        for key, form in forms.items()
    }
    meta = {EXPLANATION_KEY: explanation} if explanation else None
    return InputRequiredResult(input_requests=dict(requests), request_state=state, _meta=meta)


def require_forms(ctx: Context[Any, Any]) -> None:
    """Refuse a client that could not show the form, before anything depends on it.

    Raises:
        ToolError: the protocol version of this connection has no ``input_required`` result.
        MCPError: the client did not declare that it shows forms (-32021 with ``requiredCapabilities``).
    """
    if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        raise ToolError(
            "A person has to be asked first, and this connection cannot carry the question: "
            f"it speaks MCP {ctx.protocol_version}, and {MODERN_PROTOCOL_VERSIONS[0]} is needed. Nothing was changed."
        )
    elicitation = ctx.client_capabilities.elicitation if ctx.client_capabilities else None
    # A bare `elicitation: {}` is the older way to say "forms"; only url mode alone does not show them.
    if elicitation is None or (elicitation.form is None and elicitation.url is not None):
        needed = ClientCapabilities(elicitation=ElicitationCapability(form=FormElicitationCapability()))
        data = MissingRequiredClientCapabilityErrorData(required_capabilities=needed)
        raise MCPError(
            MISSING_REQUIRED_CLIENT_CAPABILITY,
            "A person has to be asked first, and this client did not declare form elicitation.",
            data.model_dump(by_alias=True, mode="json", exclude_none=True),
        )
