"""The official SDK's server, with tools that may ask a person in the middle, in every era of the protocol."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.request_state import authenticated_principal
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, ClientCapabilities, InputRequiredResult
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from mcpbridge.authoring.current import running
from mcpbridge.authoring.errors import InputRequiredError, UnsupportedRenderableError
from mcpbridge.authoring.replay import Replay
from mcpbridge.authoring.requests import Question, missing_capability, require_shown
from mcpbridge.authoring.seal import Principal, Seal
from mcpbridge.authoring.sessions import answered_params
from mcpbridge.authoring.typed import require_flat

_MAX_ROUNDS_IN_A_SESSION = 32

type Outcome = CallToolResult | InputRequiredResult


class AskingServer(MCPServer[Any]):
    """An ``MCPServer`` whose tools may use the helpers of ``mcpbridge.authoring``; it takes all that one takes.

    ``seal`` and ``keys`` (each of 32 bytes or more; the first seals, every one reads) protect what a call remembers
    between its rounds; processes that share keys and nonce store serve each other's calls. ``principal`` names who is
    calling, and a state counts for its caller alone; where it gives None the state is bound to nobody.

    A client of revision 2026-07-28 gets the questions as the result of its call and calls again. For an older one the
    server asks in the open session and runs the tool again itself: a tool cannot tell the difference.
    """

    def __init__(
        self,
        name: str,
        *,
        seal: Seal,
        keys: Sequence[bytes],
        principal: Principal | None = authenticated_principal,
        **rest: Any,
    ) -> None:
        self.seal = seal
        super().__init__(name, request_state_security=seal.security(keys, principal=principal), **rest)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> Outcome:
        """Call a tool. Without a context, or with one that has no request, its questions are returned to the caller.

        Raises:
            ToolError: the tool failed, or nobody could be asked.
            MCPError: the state of this round does not count (-32602, the reason says why), the client did not declare
                that it can show the question (-32021), or the tool raised it.
        """
        ctx = context or Context(mcp_server=self, subscriptions=self._subscriptions)
        is_held = ctx.protocol_version is not None and ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS
        outcome = await self._round(name, arguments, ctx)
        rounds = 1
        while is_held and isinstance(outcome, InputRequiredResult):
            if rounds == _MAX_ROUNDS_IN_A_SESSION:
                raise ToolError(f"The tool asked in {rounds} rounds and still asks. Nothing more was done.")
            params = await answered_params(ctx, outcome, name)
            ctx = Context(
                request_context=ctx.request_context,
                mcp_server=self,
                input_params=params,
                subscriptions=self._subscriptions,
            )
            outcome = await self._round(name, arguments, ctx)
            rounds += 1
        return outcome

    async def _round(self, name: str, arguments: dict[str, Any], ctx: Context[Any, Any]) -> Outcome:
        try:
            replay, again = await self._open(ctx)
            return again or await self._run(replay, super().call_tool(name, arguments, ctx))
        except ToolError as error:
            raise _in_this_era(error, ctx) from error.__cause__

    async def _open(self, ctx: Context[Any, Any]) -> tuple[Replay, InputRequiredResult | None]:
        if ctx.request_state is None:
            return Replay.begin(self.seal, ctx), None
        # The nonce store may wait for a disk or a database, so it is asked in a thread.
        replay = await anyio.to_thread.run_sync(Replay.begin, self.seal, ctx)
        return replay, await anyio.to_thread.run_sync(replay.take_answers)

    async def _run(self, replay: Replay, call: Coroutine[Any, Any, Outcome]) -> Outcome:
        token = running.set(replay)
        try:
            outcome = await _run_until_it_asks(replay, call)
        except ToolError as error:
            match error.__cause__:
                case InputRequiredError() as pause:
                    return replay.result([_question(pause)], reason=pause.reason)
            await _settle(replay)
            raise
        finally:
            running.reset(token)
        if isinstance(outcome, InputRequiredResult):
            # What the helpers ask was looked at before; a tool may also build a result by itself.
            require_shown(replay.ctx, (outcome.input_requests or {}).values())
        else:
            await _settle(replay)
        return outcome


async def _settle(replay: Replay) -> None:
    if replay.is_unspent:
        await anyio.to_thread.run_sync(replay.settle)


def _in_this_era(error: ToolError, ctx: Context[Any, Any]) -> ToolError | MCPError:
    """What the client lacks is a protocol error where the protocol has one for it, and a tool error elsewhere."""
    found = [each for each in (error, error.__cause__) if isinstance(each, UnsupportedRenderableError) and each.needs]
    if not found or ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        return error
    return missing_capability(str(found[0]), ClientCapabilities.model_validate(found[0].needs, by_name=False))


def _question(pause: InputRequiredError) -> Question:
    match pause.kind:
        case "sampling":
            return Question(pause.id, "sampling/createMessage", pause.request)
        case "form":
            schema = {"requestedSchema": {"type": "object", "properties": {}}}
            params = {"mode": "form", **schema, **pause.request}
            require_flat(params["requestedSchema"])
            return Question(pause.id, "elicitation/create", params)
        case "url":
            return Question(pause.id, "elicitation/create", {**pause.request, "mode": "url"})


async def _run_until_it_asks(replay: Replay, call: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run the tool to its end, or until it waits for answers; then unwind it and return what it asks."""
    tool = asyncio.ensure_future(call)
    asks = asyncio.ensure_future(replay.asks.wait())
    try:
        await asyncio.wait({tool, asks}, return_when=asyncio.FIRST_COMPLETED)
        if not tool.done():
            await replay.quiet()
        if tool.done():
            return tool.result()
        tool.cancel()
        await asyncio.wait({tool})
        if tool.cancelled():
            return replay.pending()
        # An exception of a `finally` is the tool's own failure; a result means that it caught the pause and went on.
        tool.result()
        raise UnexpectedToolError("The tool caught the pause of its call and went on without an answer.")
    finally:
        asks.cancel()
        replay.release()
        if not tool.done():
            tool.cancel()
            with anyio.CancelScope(shield=True):
                await asyncio.wait({tool})
