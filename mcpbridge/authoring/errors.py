"""What a tool may raise to pause, and what asking may raise in a tool."""

from collections.abc import Mapping
from typing import Any, Literal

from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from mcpbridge.reasons import DEFAULT_REASON, known_reason

type Kind = Literal["form", "url", "sampling"]


class InputRequiredError(Exception):
    """Raise it in a tool to pause the call until ``request`` is answered; any other exception is a tool error.

    ``request`` has the parameters of the protocol: ``message`` and ``requestedSchema`` for a form, ``message`` and
    ``url`` for an address, ``messages`` and ``maxTokens`` for sampling. ``reason`` is shown to the person; an empty or
    a reserved one becomes ``mcp_input``. The tool runs again and finds the answer with ``accepted_content(ctx, id)``.
    """

    def __init__(
        self, kind: Kind, request: Mapping[str, Any], reason: str = DEFAULT_REASON, *, id: str = "input"
    ) -> None:
        super().__init__(kind, request)
        self.kind = kind
        self.request = request
        self.reason = known_reason(reason)
        self.id = id

    def __str__(self) -> str:
        return f"A person has to answer first ({self.kind}, {self.reason})."


class NotAnswered(ToolError):
    """The person said no, or closed the question; ``action`` says which. Uncaught it ends the call as a tool error."""

    def __init__(self, action: Literal["decline", "cancel"]) -> None:
        did = "said no" if action == "decline" else "closed the question without choosing"
        super().__init__(f"The person {did}. Nothing more was done. Do not ask again unless the person brings it up.")
        self.action = action


class Superseded(ToolError):
    """The question was taken back before anybody answered it: the run was stopped, or the client gave up."""

    def __init__(self) -> None:
        super().__init__("The question was taken back before it was answered. Nothing more was done.")


class UnsupportedRenderableError(ToolError):
    """The client cannot show what a tool wants to ask. ``needs`` are the client capabilities that are missing."""

    def __init__(self, sentence: str, needs: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"{sentence} Nothing was changed.")
        self.needs = needs


def refusal(message: str, reason: str) -> MCPError:
    """The protocol error for a state that does not count; ``reason`` is what a program reads."""
    return MCPError(INVALID_PARAMS, message, {"reason": reason})
