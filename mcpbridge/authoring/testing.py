"""Call a tool in a test, with the answers a person would give, on a client of either era.

    finished = await call_tool(server, "drop_table", {"table": "orders"}, answers=[accept()], era="2025")
    assert finished.text == "Dropped orders."

Everything goes through the official client and the protocol, in this process.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mcp.client import Client
from mcp.client.session import ClientRequestContext
from mcp.server.mcpserver import MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    CallToolResult,
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequestParams,
    ElicitRequestURLParams,
    ElicitResult,
    ErrorData,
    TextContent,
)

type Era = Literal["2026-07-28", "2025"]
ERAS: tuple[Era, ...] = ("2026-07-28", "2025")

_MODES = {"2026-07-28": "2026-07-28", "2025": "legacy"}
_MAX_ROUNDS = 64


@dataclass(frozen=True, slots=True)
class Reply:
    """What a person does with a question; made by ``accept`` and its siblings."""

    action: Literal["accept", "decline", "cancel", "taken back"]
    content: Any = None


def accept(content: Any = None) -> Reply:
    """Send the form with ``content``: its fields as a mapping, or the value of its only field. Agree to an address."""
    return Reply("accept", content)


def decline() -> Reply:
    """Say no."""
    return Reply("decline")


def cancel() -> Reply:
    """Close the question without choosing."""
    return Reply("cancel")


def taken_back() -> Reply:
    """Take the question back, as a client does whose run was stopped; only a client of 2025 can say so."""
    return Reply("taken back")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as the client got it. ``schema`` is that of a form, ``url`` that of an address."""

    kind: Literal["form", "url", "sampling"]
    message: str
    schema: Mapping[str, Any] | None = None
    url: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finished:
    """A call that is over, and everything that was asked on the way, in order."""

    result: CallToolResult
    asked: tuple[Asked, ...]

    @property
    def text(self) -> str:
        """The words of the result."""
        return "\n".join(block.text for block in self.result.content if isinstance(block, TextContent))

    @property
    def is_error(self) -> bool:
        """The tool failed."""
        return self.result.is_error


async def call_tool(
    server: MCPServer[Any],
    name: str,
    arguments: Mapping[str, Any] | None = None,
    *,
    answers: Iterable[Any] = (),
    era: Era = "2026-07-28",
    can_show: bool = True,
) -> Finished:
    """Call a tool and give one answer of ``answers`` to each question, in order; a bare value is accepted content.

    For sampling the content is the text that the model says. ``can_show=False`` is a client that declares neither
    elicitation nor sampling.

    Raises:
        AssertionError: more or fewer questions were asked than there are answers, or one fits no form.
        MCPError: the server answered with a protocol error.
    """
    script = _Script([each if isinstance(each, Reply) else accept(each) for each in answers])
    callbacks: dict[str, Any] = {"elicitation_callback": script.elicit, "sampling_callback": script.sample}
    client = Client(server, mode=_MODES[era], input_required_max_rounds=_MAX_ROUNDS, **(callbacks if can_show else {}))
    refused: MCPError | None = None
    async with client:
        try:
            result = await client.call_tool(name, dict(arguments or {}))
        except MCPError as error:
            # Raised in here it would leave the client as a group of groups.
            refused = error
    assert not script.problem, script.problem
    if refused is not None:
        raise refused
    assert not script.left, f"{len(script.left)} of the answers were not asked for: {script.left}"
    return Finished(result, tuple(script.asked))


class _Script:
    def __init__(self, replies: list[Reply]) -> None:
        self.left = replies
        self.asked: list[Asked] = []
        self.problem = ""

    async def elicit(self, _: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult | ErrorData:
        raw = params.model_dump(by_alias=True, mode="json", exclude_none=True)
        if isinstance(params, ElicitRequestURLParams):
            reply = self._next(Asked("url", params.message, url=params.url, params=raw))
            return _elicited(reply, None)
        reply = self._next(Asked("form", params.message, schema=params.requested_schema, params=raw))
        content = None if reply is None else self._filled_in(params.requested_schema, reply.content)
        return _elicited(reply, content)

    async def sample(
        self, _: ClientRequestContext, params: CreateMessageRequestParams
    ) -> CreateMessageResult | ErrorData:
        raw = params.model_dump(by_alias=True, mode="json", exclude_none=True)
        reply = self._next(Asked("sampling", _said(params), params=raw))
        if reply is None or reply.action != "accept":
            return ErrorData(code=INTERNAL_ERROR, message="the person refused")
        return CreateMessageResult(
            role="assistant", model="test", content=TextContent(type="text", text=str(reply.content))
        )

    def _next(self, asked: Asked) -> Reply | None:
        self.asked.append(asked)
        if not self.left:
            self.problem = self.problem or f"There is no answer for this question: {asked}"
            return None
        return self.left.pop(0)

    def _filled_in(self, schema: Mapping[str, Any], content: Any) -> dict[str, Any]:
        if content is None or isinstance(content, Mapping):
            return dict(content or {})
        names = list(schema.get("properties", {}))
        if len(names) != 1:
            self.problem = f"A single value answers a form of one field; this one has {names}."
        return dict.fromkeys(names[:1], content)


def _elicited(reply: Reply | None, content: dict[str, Any] | None) -> ElicitResult | ErrorData:
    match reply:
        case None | Reply(action="taken back"):
            return ErrorData(code=INTERNAL_ERROR, message="the question was taken back")
        case Reply(action="accept"):
            return ElicitResult(action="accept", content=content)
        case Reply(action="decline"):
            return ElicitResult(action="decline")
        case _:
            return ElicitResult(action="cancel")


def _said(params: CreateMessageRequestParams) -> str:
    return "\n".join(message.content.text for message in params.messages if isinstance(message.content, TextContent))
