"""A call whose server is busy or away: tried again after a pause, for as long as its server may take."""

from datetime import timedelta

from interrupts import wire
from interrupts.calls import move_call
from interrupts.ledger import Change
from interrupts.models import ToolCall
from mcpbridge.client import ServerUnreachable
from mcpbridge.errors import BridgeError

UNREACHED_PAUSES = (1, 2, 5, 15, 60)
"""Seconds between tries while a server cannot be reached; the last one repeats."""
BUSY_PAUSES = (0.25, 0.5, 1, 2, 5, 10, 30, 60)
"""Seconds between tries while a server says "come again"; the last one repeats."""


def come_again(c: Change, call: ToolCall) -> None:
    """The server is busy or waits for something else: send its state again after a growing pause."""
    since = call.waiting_since or c.at
    move_call(c, call, "waiting", why="the server is not ready yet")
    if c.at - since > _time_budget(call):
        sentence = (
            f"{call.server_name} was not ready within the time it has. Whether anything was done is up to that server."
        )
        move_call(c, call, "failed", outcome=sentence)
        return
    wake = c.at + timedelta(seconds=_nth(BUSY_PAUSES, call.pauses))
    move_call(c, call, "ready", wake_at=wake, pauses=call.pauses + 1, waiting_since=since)


def not_sent(c: Change, call: ToolCall, error: BridgeError) -> None:
    """Nothing was sent. A server that is away is tried again for its time budget; one that says no is not."""
    since = call.waiting_since or c.at
    over = c.at - since > _time_budget(call)
    if over or not isinstance(error, ServerUnreachable):
        sentence = f"{call.server_name} could not be used: {error} Nothing was sent and nothing was changed."
        move_call(c, call, "failed", outcome=wire.storable(sentence))
        return
    wake = c.at + timedelta(seconds=_nth(UNREACHED_PAUSES, call.pauses))
    move_call(
        c, call, "ready", why=wire.storable(str(error)), wake_at=wake, pauses=call.pauses + 1, waiting_since=since
    )


def _time_budget(call: ToolCall) -> timedelta:
    return timedelta(seconds=call.server.time_budget if call.server else 0)


def _nth(pauses: tuple[float, ...], number: int) -> float:
    return pauses[min(number, len(pauses) - 1)]
