"""How a tool asks: questions as they go over the wire, and whether the client can show them."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    ClientCapabilities,
    CreateMessageRequest,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    FormElicitationCapability,
    InputRequest,
    InputRequiredResult,
    ListRootsRequest,
    MissingRequiredClientCapabilityErrorData,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel

from mcpbridge.authoring.errors import UnsupportedRenderableError
from mcpbridge.authoring.typed import form_schema, proposing
from mcpbridge.meta import ACTIONS_KEY, EXPLANATION_KEY, INTENT_KEY

NO_SESSION = (
    "A person has to be asked first, and this connection has no session in which to ask. On the server, "
    "`stateless_http` and `json_response` have to be off."
)

_ACTIONS = ("accept", "decline", "cancel")


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


@dataclass(frozen=True, slots=True)
class Question:
    """One question as it goes over the wire. ``wrapped`` says that its answer is the one field of a form we made."""

    id: str
    method: str
    params: Mapping[str, Any]
    wrapped: bool = False

    @property
    def print(self) -> str:
        """What it asks, in a short text: an answer counts only for the question with the same one."""
        text = json.dumps([self.method, self.params], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    @property
    def request(self) -> InputRequest:
        """The question as the SDK has it."""
        if self.method == "elicitation/create":
            return ElicitRequest.model_validate({"method": self.method, "params": self.params}, by_name=False)
        return CreateMessageRequest.model_validate({"method": self.method, "params": self.params}, by_name=False)


def form(
    id: str,
    message: str,
    schema: type[BaseModel] | Mapping[str, Any] | None = None,
    *,
    value: Any = None,
    allowed_actions: Iterable[str] | None = None,
    intent: str | None = None,
) -> Question:
    """Ask with a form; without a schema it is a bare yes or no.

    A schema whose root is no object, as ``{"type": "boolean"}``, is asked as a form of one field and answered without
    it. ``value`` is proposed and can be changed. ``allowed_actions`` may leave out decline, cancel is always there.
    The intent ``"tool_permission"`` names the buttons approve and deny, where the client knows it.

    Raises:
        TypeError, ValueError, jsonschema.SchemaError: no such form can be shown.
    """
    requested, wrapped = form_schema({} if schema is None else schema)
    if value is not None:
        requested = proposing(requested, value, wrapped=wrapped)
    meta: dict[str, Any] = {} if intent is None else {INTENT_KEY: intent}
    if allowed_actions is not None:
        meta[ACTIONS_KEY] = _known_actions(allowed_actions)
    params = {"mode": "form", "message": message, "requestedSchema": requested, **({"_meta": meta} if meta else {})}
    return Question(id, "elicitation/create", params, wrapped)


def url(id: str, message: str, url: str) -> Question:
    """Ask the person to visit an address; accepted means that they agreed to, not that it is done."""
    return Question(id, "elicitation/create", {"mode": "url", "message": message, "url": url})


def sampling(
    id: str,
    messages: str | Sequence[Mapping[str, Any]],
    *,
    max_tokens: int,
    system_prompt: str | None = None,
) -> Question:
    """Ask the client's model; the answer's content is the whole message result."""
    if isinstance(messages, str):
        messages = [{"role": "user", "content": {"type": "text", "text": messages}}]
    params: dict[str, Any] = {"messages": list(messages), "maxTokens": max_tokens}
    if system_prompt is not None:
        params["systemPrompt"] = system_prompt
    return Question(id, "sampling/createMessage", params)


def forms_result(forms: Mapping[str, Form], *, state: str, explanation: str | None = None) -> InputRequiredResult:
    """Build the result that asks ``forms``, each under its key, and carries ``state`` and an explanation."""
    requests = {
        key: ElicitRequest(params=ElicitRequestFormParams(message=form.message, requested_schema=form.schema))
        for key, form in forms.items()
    }
    meta = {EXPLANATION_KEY: explanation} if explanation else None
    return InputRequiredResult(input_requests=dict(requests), request_state=state, _meta=meta)


def require_shown(ctx: Context[Any, Any], requests: Iterable[InputRequest]) -> None:
    """Refuse a client that could not show one of ``requests``; a caller in this process shows what it gets.

    Raises:
        UnsupportedRenderableError: it names what the client or the connection lacks.
    """
    if ctx.protocol_version is None:
        return
    if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS and not ctx.session.can_send_request:
        raise UnsupportedRenderableError(NO_SESSION)
    can = ctx.client_capabilities or ClientCapabilities()
    for request in requests:
        what, needs = _what_it_needs(can, request)
        if needs is not None:
            raise UnsupportedRenderableError(
                f"This has to be asked first, and this client did not declare that it can: {what}.", needs
            )


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
    if not _shows_forms(ctx.client_capabilities or ClientCapabilities()):
        needed = ClientCapabilities(elicitation=ElicitationCapability(form=FormElicitationCapability()))
        raise missing_capability(
            "A person has to be asked first, and this client did not declare form elicitation.", needed
        )


def missing_capability(message: str, needed: ClientCapabilities) -> MCPError:
    """The protocol error that names what the client would have to declare."""
    data = MissingRequiredClientCapabilityErrorData(required_capabilities=needed)
    return MCPError(
        MISSING_REQUIRED_CLIENT_CAPABILITY, message, data.model_dump(by_alias=True, mode="json", exclude_none=True)
    )


def _shows_forms(can: ClientCapabilities) -> bool:
    # A bare `elicitation: {}` is the older way to say "forms"; only url mode alone does not show them.
    return can.elicitation is not None and (can.elicitation.form is not None or can.elicitation.url is None)


def _what_it_needs(can: ClientCapabilities, request: InputRequest) -> tuple[str, dict[str, Any] | None]:
    match request:
        case ElicitRequest(params=ElicitRequestFormParams()):
            return "show a form", None if _shows_forms(can) else {"elicitation": {"form": {}}}
        case ElicitRequest():
            shows = can.elicitation is not None and can.elicitation.url is not None
            return "open an address", None if shows else {"elicitation": {"url": {}}}
        case ListRootsRequest():
            return "name its roots", None if can.roots is not None else {"roots": {}}
        case _:
            return "ask its model", None if can.sampling is not None else {"sampling": {}}


def _known_actions(wanted: Iterable[str]) -> list[str]:
    chosen = {"accept", "cancel", *wanted}
    if unknown := chosen - set(_ACTIONS):
        raise ValueError(f"There is no action {', '.join(sorted(unknown))}; there are {', '.join(_ACTIONS)}.")
    return [action for action in _ACTIONS if action in chosen]
