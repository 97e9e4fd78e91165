"""An AskingServer of a test, and a client that stays bare: for what the helpers for tests hide."""

from collections.abc import Callable
from typing import Any

from mcpbridge.authoring import AskingServer, MemoryNonces, NonceStore, Seal
from tests.mcpbridge.authoring.support import KEY, Clock


def asking_server(
    *tools: Callable[..., Any], clock: Clock | None = None, nonces: NonceStore | None = None, **more: Any
) -> AskingServer:
    """A server with these tools, whose state lives in memory."""
    seal = Seal(nonces=nonces if nonces is not None else MemoryNonces(), clock=clock or Clock())
    server = AskingServer("asking", seal=seal, **{"keys": [KEY], "log_level": "CRITICAL", **more})
    for tool in tools:
        server.add_tool(tool)
    return server
