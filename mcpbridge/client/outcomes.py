"""What one ``tools/call`` round may come to, as values. Which one it is, ``resultType`` alone decides."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mcpbridge.client.wording import clipped
from mcpbridge.meta import ACTIONS_KEY, INTENT_KEY
from mcpbridge.reasons import DEFAULT_REASON

type RequestKind = Literal["form", "url", "sampling", "roots", "unknown"]
type Refusal = Literal[
    "call_refused", "state_refused", "state_used", "tools_changed", "input_required_by_url", "cannot_ask"
]


@dataclass(frozen=True, slots=True)
class Completed:
    """The call is over. ``raw`` is the whole JSON-RPC reply as it was received."""

    result: Mapping[str, Any]
    raw: str

    @property
    def is_error(self) -> bool:
        """The tool itself says that it failed."""
        return self.result.get("isError") is True


@dataclass(frozen=True, slots=True)
class InputRequest:
    """One thing the server wants to know. ``params`` is untrusted and may lack anything, ``requestedSchema`` too.

    ``besides`` is what our own servers say about a question that the protocol has no field for.
    """

    key: str
    method: str
    params: Mapping[str, Any]
    besides: Mapping[str, Any] = field(default_factory=dict)

    def beside(self, name: str) -> Any:
        """What is said beside the question under ``name``: by the reply that brought it, or in its own ``_meta``."""
        meta = self.params.get("_meta")
        return self.besides.get(name, meta.get(name) if isinstance(meta, Mapping) else None)

    @property
    def intent(self) -> str:
        """``"tool_permission"`` where the server names the buttons approve and deny, else empty."""
        return "tool_permission" if self.beside(INTENT_KEY) == "tool_permission" else ""

    @property
    def allowed_actions(self) -> tuple[str, ...]:
        """What a person may do with it: a server may leave out decline, unless it asks for a permission."""
        wanted = self.beside(ACTIONS_KEY)
        without = isinstance(wanted, list) and "decline" not in wanted and not self.intent
        return ("accept", "cancel") if without else ("accept", "decline", "cancel")

    @property
    def kind(self) -> RequestKind:
        match self.method, self.params.get("mode"):
            case "elicitation/create", None | "form":
                return "form"
            case "elicitation/create", "url":
                return "url"
            case "sampling/createMessage", _:
                return "sampling"
            case "roots/list", _:
                return "roots"
            case _:
                return "unknown"


@dataclass(frozen=True, slots=True)
class InputRequired:
    """The server wants the same call again, with all these requests answered and ``request_state`` as it is here.

    ``requests`` is in the server's order and may be empty: then only the state goes back. ``request_state`` None means
    that none goes back; an empty text is a state like any other. ``reason`` is one line of the server's.
    """

    requests: tuple[InputRequest, ...]
    request_state: str | None
    explanation: str | None
    raw: str
    reason: str = DEFAULT_REASON


_SENTENCES: dict[Refusal, str] = {
    "call_refused": "The server refused the call",
    "state_refused": "The server no longer accepts the state that belongs to this question",
    "state_used": "The server has already used the state that belongs to this question",
    "tools_changed": "The tool is not what it was when it was listed",
    "input_required_by_url": "The server wants something done at a web address first",
    "cannot_ask": "The server wanted to ask something but runs in a way in which it cannot, such as without sessions",
}


@dataclass(frozen=True, slots=True)
class Failed:
    """The server replied with a JSON-RPC error. ``message`` and ``data`` are its own words, untrusted."""

    why: Refusal
    code: int
    message: str
    data: Any
    raw: str

    @property
    def sentence(self) -> str:
        """What happened, for a person and for a model."""
        said = clipped(self.message)
        details = [f"code {self.code}", *self._details()]
        return _SENTENCES[self.why] + (f": {said}" if said else "") + f" ({', '.join(details)})."

    def _details(self) -> list[str]:
        data = self.data if isinstance(self.data, Mapping) else {}
        match self.code, data:
            case -32021, {"requiredCapabilities": Mapping() as needed} if needed:
                return [f"it needs {clipped(', '.join(needed))}"]
            case -32022, {"supported": list() as versions} if versions:
                return [f"it speaks {clipped(', '.join(map(str, versions)))}"]
            case _:
                return []
