"""Words and hints that more than one sample uses."""

from datetime import datetime

from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from mcpbridge.authoring import Accepted, Answer, Cancelled

# For the model: without it some ask the same thing again at once.
FINAL = "This is final: do not ask again unless the person brings it up."

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False)
# The tools never change while a sample runs; without this a host would ask for them before every turn.
TOOLS_KEPT: dict[CacheableMethod, CacheHint] = {"tools/list": CacheHint(ttl_ms=300_000)}


def kept(what: str, answer: Answer) -> str:
    """Say that the person did not agree and that nothing happened."""
    match answer:
        case Cancelled():
            reason = "closed the question without choosing"
        case Accepted():
            reason = "did not say yes"
        case _:
            reason = "said no"
    return f"Kept {what}: the person {reason}. Nothing was changed. {FINAL}"


def counted(number: int, thing: str) -> str:
    """Say a number with its thing: 1 row, 2 rows."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def moment(at: datetime) -> str:
    """Say a time to the second, in UTC."""
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def sendable(text: str, name: str) -> str:
    """Return the argument ``name`` unchanged.

    Raises:
        ToolError: it holds half of a surrogate pair, which no file and no database can store.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ToolError(f'The argument "{name}" is not valid text: it holds half of a surrogate pair.') from error
    return text
