"""State that a client carries and only we can read, that lives for weeks and counts once.

The official SDK does the cryptography: its boundary encrypts the state, and binds it to the tool, a digest of the
arguments, the server and the principal. What it lacks is here: a life judged by the caller's clock, and single use.

When a state is spent. A round that was answered spends it at the last moment before it acts, or when it ends without
acting (declined, refused, failed). A round that asks again spends nothing: if that reply is lost, the client sends the
same answers again and is asked again. So of two identical rounds exactly one acts, and "already used" proves that an
earlier send arrived.
"""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import TracebackType
from typing import Any, Self

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.request_state import RequestStateSecurity, authenticated_principal
from mcp.shared.exceptions import MCPError
from mcp_types import InputRequiredResult

from mcpbridge.authoring.answers import Answer, Missing, answer_of_round
from mcpbridge.authoring.current import is_hosted
from mcpbridge.authoring.errors import refusal
from mcpbridge.authoring.nonces import NonceStore
from mcpbridge.authoring.requests import Form, forms_result, require_forms

THIRTY_DAYS = timedelta(days=30)

type Clock = Callable[[], float]
type Principal = Callable[[ServerRequestContext[Any, Any]], str | None]

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Seal:
    """How long the states of one server live, where spent ones are remembered, and who reads the time."""

    nonces: NonceStore
    clock: Clock
    life: timedelta = THIRTY_DAYS

    def security(
        self, keys: Sequence[bytes], *, principal: Principal | None = authenticated_principal
    ) -> RequestStateSecurity:
        """Return the policy to give to ``MCPServer``: the first key seals, every key reads.

        ``principal`` names who is calling; where it gives None the state is bound to nobody.
        """
        return RequestStateSecurity(keys=keys, ttl=self.life.total_seconds(), bind_principal=principal)

    def open(self, ctx: Context[Any, Any]) -> "Round":
        """Begin one round of a tool call; use it as a context manager around the whole tool.

        Raises:
            MCPError: -32602 with reason ``invalid_request_state`` (not ours, expired) or ``state_used``.
        """
        if ctx.request_state is None:
            return Round(self, ctx, None)
        state = _read(ctx.request_state)
        if not self.clock() < state.until:
            raise refusal("Invalid or expired requestState", "invalid_request_state")
        if self.nonces.is_spent(state.nonce):
            raise _already_used()
        return Round(self, ctx, state)

    def new_state(self, keep: Mapping[str, Any]) -> str:
        """Return the text of a fresh state that keeps ``keep``, before the boundary of the SDK encrypts it."""
        until = self.clock() + self.life.total_seconds()
        return _State(nonce=secrets.token_urlsafe(16), until=until, kept=keep).text()


@dataclass(frozen=True, slots=True)
class _State:
    nonce: str
    until: float
    kept: Mapping[str, Any]

    def text(self) -> str:
        return json.dumps({"v": _VERSION, "nonce": self.nonce, "until": self.until, "kept": dict(self.kept)})


class Round:
    """One round of a tool that asks: what the state kept, what was answered, and the one moment it may act."""

    def __init__(self, seal: Seal, ctx: Context[Any, Any], state: _State | None) -> None:
        self._seal = seal
        self._ctx = ctx
        self._state = state
        self._settled = False

    @property
    def kept(self) -> Mapping[str, Any] | None:
        """What was kept with the question, or None while nothing was asked."""
        return self._state.kept if self._state else None

    def answer(self, key: str) -> Answer:
        """Return the answer to the question ``key``; one that came without our state was never asked for."""
        return answer_of_round(self._ctx, key) if self._state else Missing()

    def ask(
        self, forms: Mapping[str, Form], *, keep: Mapping[str, Any], explanation: str | None = None
    ) -> InputRequiredResult:
        """Ask ``forms`` and keep ``keep`` for the next round; a round that was answered may ask anew.

        Raises:
            MCPError: the state of this round was used by another one meanwhile, or the client cannot show forms.
            ToolError: the client speaks a protocol version that cannot carry the question.
        """
        # Looked up only now: whoever sees another round's work in the data also sees its spent nonce.
        if self._state and self._seal.nonces.is_spent(self._state.nonce):
            raise _already_used()
        # An AskingServer looks itself, and asks in the open session where the protocol is older.
        if not is_hosted(self._ctx):
            require_forms(self._ctx)
        return forms_result(forms, state=self._seal.new_state(keep), explanation=explanation)

    def settle(self) -> None:
        """End the matter: call it as the last thing before acting, and before saying that nothing will be done.

        Raises:
            MCPError: -32602 with reason ``state_used``: an identical round came first, so this one must not act.
        """
        if self._state is None:
            raise RuntimeError("a round that was not asked about has nothing to settle")
        if not self._seal.nonces.spend(self._state.nonce, until=self._state.until, now=self._seal.clock()):
            raise _already_used()
        self._settled = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """End an answered matter whose tool failed, so that the twin of a round that acted says "already used"."""
        if isinstance(error, ToolError) and self._state is not None and not self._settled and self._ctx.input_responses:
            self.settle()


def _read(text: str) -> _State:
    """Read the state back; the SDK has proven that this server wrote it, other helpers may have been the writer."""
    try:
        match json.loads(text):
            case {"v": version, "nonce": str(nonce), "until": int() | float() as until, "kept": dict(kept)} if (
                version == _VERSION
            ):
                return _State(nonce, until, kept)
    except ValueError:
        pass
    raise refusal("Invalid or expired requestState", "invalid_request_state")


def _already_used() -> MCPError:
    return refusal("This requestState was used before: an earlier answer arrived", "state_used")
