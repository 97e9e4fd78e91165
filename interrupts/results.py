"""What a tool gave back, block by block: words for the model, and pieces a page can show without trusting them.

See the content types of MCP tool results (server/tools). Nothing is ever fetched because a result names an address.
"""

import base64
import binascii
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from interrupts import wire

SHOWN_TYPES = {
    "image": frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"}),
    "audio": frozenset({"audio/mpeg", "audio/wav", "audio/ogg", "audio/webm", "audio/mp4", "audio/flac"}),
}
"""What a browser may show in its place. Anything else is offered as a file; a picture that holds scripts is none."""

type Kind = Literal["text", "image", "audio", "file", "link", "other"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One block of a result; ``words`` is all the model is given of it."""

    kind: Kind
    words: str
    media_type: str = ""
    data: bytes = b""

    @property
    def shown_as(self) -> str:
        """How a page may show its bytes: image, audio, file; empty when there are none."""
        if not self.data:
            return ""
        return self.kind if self.media_type in SHOWN_TYPES.get(self.kind, ()) else "file"


def pieces(result: Any) -> list[Piece]:
    """Take a tool's result apart. Whatever shape it has, each block becomes a piece and nothing raises."""
    if not isinstance(result, dict):
        return [Piece("text", wire.dump(result))]
    blocks = result.get("content")
    found = [_piece(block) for block in blocks] if isinstance(blocks, list) else []
    if not found and "structuredContent" in result:
        return [Piece("text", wire.dump(result["structuredContent"]))]
    return found


def words(found: Iterable[Piece]) -> str:
    """Return the pieces of a result as the model reads them."""
    return "\n".join(piece.words for piece in found) or "The tool finished and said nothing."


def head_and_tail(text: str, limit: int) -> str:
    """Cut a long text in its middle and say how much was left out; the end of a log is often what matters."""
    if len(text) <= limit:
        return text
    tail = limit // 5
    left_out = len(text) - limit
    return f"{text[: limit - tail]}\n[… {left_out:,} of {len(text):,} characters left out here …]\n{text[-tail:]}"


def _piece(block: Any) -> Piece:
    match block:
        case {"type": "text", "text": str(text)}:
            return Piece("text", wire.storable(text))
        case {"type": "resource", "resource": {"text": str(text)}}:
            return Piece("text", wire.storable(text))
        case {"type": "resource", "resource": {"blob": str(data), **rest}}:
            return _bytes("file", "a file", data, rest.get("mimeType"))
        case {"type": "image", "data": str(data), **rest}:
            return _bytes("image", "an image", data, rest.get("mimeType"))
        case {"type": "audio", "data": str(data), **rest}:
            return _bytes("audio", "a sound", data, rest.get("mimeType"))
        case {"type": "resource_link", "uri": str(uri), **rest}:
            return Piece("link", wire.storable(f"[{' '.join(_about_link(uri, rest))}]"))
        case {"type": str(kind)}:
            return Piece("other", wire.storable(f"[a block of a type that is not known here: {kind[:60]}]"))
    return Piece("other", "[a block without a type]")


def _bytes(kind: Kind, name: str, encoded: str, media_type: Any) -> Piece:
    known = media_type if isinstance(media_type, str) else ""
    of_type = wire.storable(f" of type {known[:60]}") if known else ""
    try:
        data = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return Piece(kind, f"[{name}{of_type}, that could not be read]", known)
    return Piece(kind, f"[{name}{of_type}, of {len(data):,} bytes, not shown to the model]", known, data)


def _about_link(uri: str, about: dict[Any, Any]) -> Iterator[str]:
    yield "a link:"
    for name in ("title", "name"):
        if isinstance(about.get(name), str):
            yield about[name]
            break
    yield uri
    if isinstance(about.get("size"), int):
        yield f"({about['size']:,} bytes)"
