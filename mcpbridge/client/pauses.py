"""A paused call as a value: what is asked, and all that is needed to go on, to be kept anywhere for any time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from mcpbridge.client.calling import call_tool
from mcpbridge.client.command import Place
from mcpbridge.client.jsontext import dump, parse
from mcpbridge.client.outcomes import Completed, Failed, InputRequest, InputRequired, RequestKind
from mcpbridge.client.pool import HttpClient
from mcpbridge.client.requests import FORMS_ONLY, new_request_id
from mcpbridge.client.tools import Tool, read_tool
from mcpbridge.reasons import known_reason

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Pause:
    """A call of ``tool`` that waits for answers. It holds no connection: whoever has it may go on with it."""

    tool: Tool
    arguments: Mapping[str, Any]
    asked: InputRequired

    @property
    def requests(self) -> tuple[InputRequest, ...]:
        """Everything that is asked, in the server's order; it may be empty, then one only calls again."""
        return self.asked.requests

    @property
    def kind(self) -> RequestKind | None:
        """The kind of the first request: form, url, sampling, or one that we do not know."""
        return self.requests[0].kind if self.requests else None

    @property
    def request(self) -> Mapping[str, Any]:
        """The parameters of the first request."""
        return self.requests[0].params if self.requests else {}

    @property
    def reason(self) -> str:
        """Why the server asks, ``mcp_input`` unless it says otherwise."""
        return self.asked.reason

    async def resume(
        self,
        place: Place,
        input_responses: Mapping[str, Any] | None,
        *,
        capabilities: Mapping[str, Any] = FORMS_ONLY,
        http: HttpClient | None = None,
    ) -> "Completed | Pause | Failed":
        """Send the same call again with one answer for each request, by its key, as the protocol writes answers.

        A pause is good for one resume: of a second one the server says that its state was used.

        Raises: ValueError for answers that leave a request out; what ``call_tool`` raises
        """
        left_out = {request.key for request in self.requests} - set(input_responses or {})
        if left_out:
            raise ValueError(f"There is no answer for {', '.join(sorted(left_out))}.")
        outcome = await call_tool(
            place,
            tool=self.tool,
            arguments=self.arguments,
            request_id=new_request_id(),
            input_responses=input_responses,
            request_state=self.asked.request_state,
            capabilities=capabilities,
            http=http,
        )
        return Pause(self.tool, self.arguments, outcome) if isinstance(outcome, InputRequired) else outcome

    def to_json(self) -> str:
        """The pause as ASCII JSON text."""
        asked = self.asked
        return dump(
            {
                "v": _VERSION,
                "tool": self.tool.raw,
                "arguments": self.arguments,
                "requests": [[each.key, each.method, each.params, each.besides] for each in asked.requests],
                "state": asked.request_state,
                "explanation": asked.explanation,
                "reason": asked.reason,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The pause that ``to_json`` wrote down; the reply's own text is not kept.

        Raises: ValueError for any other text
        """
        match parse(text):
            case {
                "v": version,
                "tool": entry,
                "arguments": dict(arguments),
                "requests": list(requests),
                "state": str() | None as state,
                "explanation": str() | None as explanation,
                "reason": reason,
            } if version == _VERSION:
                tool = read_tool(entry)
                if isinstance(tool, Tool):
                    asked = tuple(InputRequest(*each) for each in requests)
                    return cls(tool, arguments, InputRequired(asked, state, explanation, "", known_reason(reason)))
        raise ValueError("This text is no pause of a call.")
