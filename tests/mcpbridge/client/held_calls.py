"""Short ways to hold a call in a test."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from mcpbridge.client import Address, HeldCall, InputRequired, Place, new_request_id
from tests.mcpbridge.client.rounds import tool
from tests.scripted_sessions import ScriptedSessions

CAPABILITIES: Mapping[str, Any] = {"elicitation": {"form": {}, "url": {}}, "sampling": {}}


@asynccontextmanager
async def held(
    where: Place | ScriptedSessions, name: str = "drop_at_once", *, seconds: float = 30.0, **options: Any
) -> AsyncIterator[HeldCall]:
    """A call of this tool that was begun, with the arguments a table."""
    call = await HeldCall.begin(
        where if not isinstance(where, ScriptedSessions) else Address(where.url),
        tool=tool(name),
        request_id=new_request_id(),
        seconds=seconds,
        **{"era": "2025-11-25", "arguments": {"table": "orders"}, "capabilities": CAPABILITIES, **options},
    )
    try:
        yield call
    finally:
        await call.close()


async def asked(call: HeldCall) -> InputRequired:
    """The questions that come next."""
    required = await call.next()
    assert isinstance(required, InputRequired), required
    return required


def form(request_id: Any, message: str = "Sure?") -> dict[str, Any]:
    """A question as a server of the 2025 era sends it."""
    schema = {"type": "object", "properties": {"sure": {"type": "boolean"}}}
    params = {"message": message, "requestedSchema": schema}
    return {"id": request_id, "method": "elicitation/create", "params": params}


YES = {"action": "accept", "content": {"sure": True}}
