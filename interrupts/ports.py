"""What the engine needs from outside, in words of our own: a model that replies, and tools.

A model adapter is any object with one method, ``reply``. It gets a whole ``ModelRequest`` and yields events; it keeps
nothing between calls, since the rows are the memory. The parts are small on purpose: what a provider wants back
untouched (signatures, reasoning blocks) rides in an opaque ``ProviderBlob`` that only the adapter that wrote it reads.
"""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, Protocol

from mcpbridge.client import Completed, Failed, InputRequired


@dataclass(frozen=True, slots=True)
class Text:
    """Words of a person or of a model."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A model's wish to call a tool. ``arguments`` is the raw text as the model wrote it; it may be no JSON at all."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What became of one ToolUse of the assistant message before it: exactly one for each, in the same order."""

    id: str
    name: str
    text: str
    is_error: bool = False
    attachments: "tuple[Attachment, ...]" = ()
    """Images and the like among the result, of kinds the model reads; the text names each."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a person or of a result; of a person's ``media_type`` was found out from ``data``, its bytes."""

    name: str
    media_type: str
    data: bytes = field(repr=False)


type Part = Text | Attachment | ToolUse | ToolResult


@dataclass(frozen=True, slots=True)
class ProviderBlob:
    """What a provider wants back verbatim with its message; ``format`` names the adapter, ``version`` its layout."""

    format: str
    version: int
    data: str


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """One turn of the history: a person's words, a model's words and wishes, or the results of those wishes."""

    role: Literal["user", "assistant", "tool"]
    parts: tuple[Part, ...]
    blob: ProviderBlob | None = None


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool a model may use. ``name`` is unique over all servers; ``tool`` and ``server`` are what people read."""

    name: str
    tool: str
    server: str
    description: str
    input_schema: Mapping[str, Any]
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything a model needs for one reply."""

    system: str
    messages: tuple[ModelMessage, ...]
    tools: tuple[ToolSpec, ...]
    max_tokens: int | None = None
    """The reply may not be longer; None leaves it to the model."""


@dataclass(frozen=True, slots=True)
class TextDelta:
    """The next piece of a reply's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """The next piece of what a model thinks before it replies; shown folded, never part of the reply."""

    text: str


@dataclass(frozen=True, slots=True)
class ArgumentsDelta:
    """The next piece of the arguments of a call that is being written; its whole comes later, as a ToolUse.

    ``index`` is the call's place among those of the reply, from 0.
    """

    index: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event of every reply. ``truncated`` says that the model's output limit cut it short.

    ``tokens_in`` are all that were read, those from the provider's cache (``tokens_cached``) among them; ``cost`` is in
    US dollars. What a provider does not say is None. ``refused`` says that the model would not reply.
    """

    blob: ProviderBlob | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    truncated: bool = False
    tokens_cached: int | None = None
    cost: Decimal | None = None
    refused: bool = False


type ReplyEvent = TextDelta | ReasoningDelta | ArgumentsDelta | ToolUse | Finished


type Outcome = Completed | InputRequired | Failed


type FailureKind = Literal["key", "quota", "overload", "connection", "context", "refusal", "other"]


class ModelFailed(Exception):
    """The model could not reply. ``str(error)`` is one or two sentences a person can act on, without secrets.

    ``retryable`` says that the same request may succeed later (overload, a lost connection), ``retry_after`` in how
    many seconds, where the provider says so. ``kind`` is what went wrong; ``context``: the request was too long.
    """

    def __init__(
        self,
        sentence: str,
        *,
        retryable: bool = False,
        kind: FailureKind = "other",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(sentence)
        self.retryable = retryable
        self.kind = kind
        self.retry_after = retry_after


class Model(Protocol):
    """A language model behind one method.

    An adapter that can only hold a chat, and not write what a server asks for, has ``writes = False``.
    An adapter that keeps connections also has ``async close()``, which an engine awaits when it stops. ``reads`` are
    the media types of attachments it can hand to its model, ``image/*`` style; one without it reads text alone.
    """

    name: str
    """As shown in the page's header, e.g. ``Built-in assistant`` or ``gpt-5``."""

    def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        """Stream one reply: any number of deltas and ToolUse, then exactly one Finished.

        Raises: ModelFailed. Closing the generator early stops the request.
        """
        ...


class Models(Model, Protocol):
    """A model that offers others as well, of which each thread may choose one. By itself it is the default."""

    def named(self, spec: str) -> Model:
        """Return the model of this name. Raises: LookupError, for one that is not offered (any more)."""
        ...


@dataclass(frozen=True, slots=True)
class CallOrder:
    """One tools/call request, as it was committed before it leaves. See mcpbridge.client.call_tool for the fields."""

    call_id: int
    round_id: int
    person_id: int
    """Who acts: the owner of the thread."""
    server_id: int
    tool_id: int
    arguments: Mapping[str, Any]
    request_id: str
    input_responses: Mapping[str, Any] | None
    request_state: str | None
    resumes_hold: bool = False
    """The answers belong to questions that were asked in a connection this engine holds open, and nowhere else."""


class Tools(Protocol):
    """Where tools come from. The filler that comes with this package is ``interrupts.mcp.McpTools``."""

    async def offered(self) -> tuple[ToolSpec, ...]:
        """Return the tools a model may use now. A server that cannot be reached costs its tools, never the turn."""
        ...

    async def refresh(self, server_id: int, *, max_age: float) -> None:
        """See to it that the stored definitions of a server's tools are at most ``max_age`` seconds old.

        A server that does not answer leaves them as they are.
        """
        ...

    async def call(self, order: CallOrder) -> Outcome:
        """Send one round and return what came back.

        Raises: BridgeError. What is none of ServerUnreachable, OutcomeUnknown, HoldLost and SignInNeeded is final, and
        nothing was done.
        """
        ...

    async def tend(self, owner: str, *, now: datetime) -> None:
        """Look after connections in which questions live; called about once a second by the engine named ``owner``."""
        ...

    async def watch(self) -> None:
        """Hear of tools that changed, where that is told, until cancelled."""
        ...

    async def close(self) -> None:
        """Give back what is held: connections, not rows."""
        ...
