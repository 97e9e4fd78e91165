"""Large replies of servers: the verbatim text is a file, the row keeps a digest that page and model make do with.

The digest is a result too, with the two ends of its words as its text, so that code which knows no digests reads it.
"""

import asyncio
import logging
from datetime import datetime
from typing import Any

from django.conf import settings

from interrupts import storing, wire
from interrupts.database import in_database
from interrupts.models import Stored, ToolCall
from interrupts.results import Piece, ends, pieces, words

logger = logging.getLogger(__name__)

RESULT_LIMIT: int = getattr(settings, "INTERRUPTS", {}).get("RESULT_CHARACTERS", 40_000)
"""Characters of one result that a model is given; the whole is kept for people."""
WRITE_WITHIN = 60.0
"""Seconds that a reply waits for the storage; a file that comes later is removed as one that nobody needs."""
RESULT_SHOWN = 6_000
"""Characters of one result that a page holds; the whole of it can be downloaded."""
PIECES_NAMED = 100
"""Images, files and links of one large result that its row names."""
STRUCTURE_KEPT = 20_000
"""Characters of structured data that the row of a large result keeps beside its words."""
_LONGEST_ESCAPE = 12
"""Characters of JSON text that one character may become."""


async def keep_reply(came_back: object, *, at: datetime) -> Stored | None:
    """Write a reply that is too large for its row into a file; to be named by the row that records it.

    None when it is not large, and also when the storage fails or does not come to an end: then the row takes it all
    the same, and nothing is lost.
    """
    raw = getattr(came_back, "raw", None) or ""
    if len(raw) * _LONGEST_ESCAPE <= storing.IN_ROW or len(wire.dump(raw)) <= storing.IN_ROW:
        return None
    if storing.storage() is None:
        return None
    data = raw.encode("utf-8", "surrogatepass")
    stored = await in_database(storing.announce, len(data), at=at)
    try:
        async with asyncio.timeout(WRITE_WITHIN):
            await asyncio.to_thread(storing.write, stored, data)
    except storing.StorageFailed:
        return None
    except TimeoutError:
        logger.warning("the storage of files took too long for a reply; its row takes it")
        return None
    return stored


def digest(result: Any) -> str:
    """Return what the row of a large result keeps of it, as JSON text."""
    found = pieces(result)
    text = words(found)
    named = [piece for piece in found if piece.kind not in ("text", "other")][:PIECES_NAMED]
    kept: dict[str, Any] = {
        "content": [{"type": "text", "text": ends(text, max(RESULT_LIMIT, RESULT_SHOWN))}],
        "digest": {"characters": len(text), "pieces": [_noted(piece) for piece in named]},
    }
    data = result.get("structuredContent") if isinstance(result, dict) else None
    if data is not None and len(wire.dump(data)) <= STRUCTURE_KEPT:
        kept["structuredContent"] = data
    return wire.dump(kept)


def _noted(piece: Piece) -> list[Any]:
    about = (piece.words[:1000], piece.media_type[:200], piece.size, piece.address, piece.title, piece.place)
    return [piece.kind, *about]


def words_of(call: ToolCall) -> tuple[str, int]:
    """Return a call's result in words, of a large one its two ends, and how many characters the whole has."""
    result = wire.load(call.result)
    if call.result_in_id:
        return result["content"][0]["text"], result["digest"]["characters"]
    text = words(pieces(result))
    return text, len(text)


def pieces_of(call: ToolCall) -> list[Piece]:
    """Return the pieces of a call's result that are more than text; of a large one without their bytes."""
    result = wire.load(call.result)
    if not call.result_in_id:
        return [piece for piece in pieces(result) if piece.kind not in ("text", "other")]
    return [
        Piece(kind, said, media_type, size=size, address=address, title=title, place=place)
        for kind, said, media_type, size, address, title, place in result["digest"]["pieces"]
    ]


def whole_pieces(call: ToolCall) -> list[Piece]:
    """Return all of a call's result, from its file where it has one. Raises: StorageFailed."""
    return pieces(read_result(call.result_in.name) if call.result_in else wire.load(call.result))


def read_result(name: str) -> Any:
    """Return the result in a stored reply. Raises: StorageFailed."""
    return wire.load(storing.read(name).decode("utf-8", "surrogatepass").removeprefix("\ufeff"))["result"]
