"""Which round of which call the running tool belongs to. ``AskingServer`` sets it around every tool."""

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver import Context

if TYPE_CHECKING:
    from mcpbridge.authoring.replay import Replay

running: "ContextVar[Replay]" = ContextVar("running")

doing_once: ContextVar[bool] = ContextVar("doing_once", default=False)
"""Whether this is work that is done once: a pause waits for its end, so it cannot pause itself."""


def replay_of(ctx: Context[Any, Any] | None = None) -> "Replay":
    """Return the replay of the running call.

    Raises:
        RuntimeError: the tool is not run by an ``AskingServer``, or ``ctx`` is that of another call.
    """
    replay = running.get(None)
    if replay is None or (ctx is not None and replay.ctx is not ctx):
        raise RuntimeError("This helper asks for the tools of an AskingServer: register the tool on one.")
    return replay


def is_hosted(ctx: Context[Any, Any]) -> bool:
    """Say whether an ``AskingServer`` runs this call, so that a question can be asked in every era."""
    replay = running.get(None)
    return replay is not None and replay.ctx is ctx
