"""What a tool gave back, block by block: words for the model, and pieces a page can show without trusting them.

See the content types of MCP tool results (server/tools). Nothing is ever fetched because a result names an address.
"""

import base64
import binascii
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import regex

from interrupts import wire

SHOWN_TYPES = {
    "image": frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"}),
    "audio": frozenset({"audio/mpeg", "audio/wav", "audio/ogg", "audio/webm", "audio/mp4", "audio/flac"}),
}
"""What a browser may show in its place. Anything else is offered as a file; a picture that holds scripts is none."""

_NOT_SHOWN = ", not shown to the model"
_ADDRESS = 2000

type Kind = Literal["text", "image", "audio", "file", "link", "other"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One block of a result, the ``place``-th; ``words`` is all that a model is given which reads text alone.

    ``size`` are its bytes, also where ``data`` lies elsewhere; ``address`` is where a link leads, ``title`` its name.
    """

    kind: Kind
    words: str
    media_type: str = ""
    data: bytes = field(default=b"", repr=False)
    size: int = 0
    address: str = ""
    title: str = ""
    place: int = 0

    @property
    def shown_as(self) -> str:
        """How a page may show its bytes: image, audio, file; empty when there are none."""
        return shown_as(self.kind, self.media_type) if self.size else ""


def shown_as(kind: str, media_type: str) -> str:
    """How a page may show bytes of a stranger: as an image or a sound where browsers do so safely, else as a file."""
    return kind if media_type in SHOWN_TYPES.get(kind, ()) else "file"


def pieces(result: Any) -> list[Piece]:
    """Take a tool's result apart. Whatever shape it has, each block becomes a piece and nothing raises."""
    if not isinstance(result, dict):
        return [Piece("text", wire.dump(result))]
    blocks = result.get("content")
    blocks = blocks if isinstance(blocks, list) else []
    found = [replace(_piece(block), place=place) for place, block in enumerate(blocks)]
    if not found and "structuredContent" in result:
        return [Piece("text", wire.dump(result["structuredContent"]))]
    return found


def words(found: Iterable[Piece]) -> str:
    """Return the pieces of a result as the model reads them."""
    return "\n".join(piece.words for piece in found) or "The tool finished and said nothing."


def head_and_tail(text: str, limit: int, *, of: int | None = None) -> str:
    """Cut a long text in its middle and say how much was left out; the end of a log is often what matters.

    ``of`` are the characters of the whole, where ``text`` is only its two ends, put together by ``ends``.
    """
    whole = len(text) if of is None else of
    if whole <= limit:
        return text
    head, tail = _ends(text, min(limit, len(text)))
    left_out = whole - len(head) - len(tail)
    return f"{head}\n[… {left_out:,} of {whole:,} characters left out here …]\n{tail}"


def ends(text: str, limit: int) -> str:
    """The two ends of a long text without what was between them: all that cuts within the limit can need."""
    return text if len(text) <= limit else "".join(_ends(text, limit))


def _ends(text: str, limit: int) -> tuple[str, str]:
    """Head and tail, four to one. What a person sees as one sign is not cut in two."""
    head, tail = limit - limit // 5, len(text) - limit // 5
    return text[: _between_signs(text, head, down=True)], text[_between_signs(text, tail, down=False) :]


def _between_signs(text: str, place: int, *, down: bool) -> int:
    """The nearest place before or after ``place`` where a sign ends: an emoji may be many characters."""
    start = max(place - _LONGEST_SIGN, 0)
    borders = [start, *(start + sign.end() for sign in _SIGN.finditer(text[start : place + _LONGEST_SIGN]))]
    return max(b for b in borders if b <= place) if down else min(b for b in borders if b >= place)


_SIGN = regex.compile(r"\X")
_LONGEST_SIGN = 64


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
            said = wire.storable(f"[{' '.join(_about_link(uri, rest))}]")
            return Piece("link", said, address=wire.storable(uri[:_ADDRESS]), title=wire.storable(_title(rest)))
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
    return Piece(kind, f"[{name}{of_type}, of {len(data):,} bytes{_NOT_SHOWN}]", known, data, len(data))


def words_on_page(piece: Piece) -> str:
    """What stands for a piece in the text that people read: to them it is shown."""
    return piece.words.replace(_NOT_SHOWN, "")


def words_when_given(piece: Piece) -> str:
    """What stands for a piece in the text for a model that is given the piece itself."""
    return piece.words.removesuffix(f"{_NOT_SHOWN}]") + ", attached]"


def _title(about: dict[Any, Any]) -> str:
    named = (about.get(name) for name in ("title", "name"))
    return next((each for each in named if isinstance(each, str) and each), "")[:200]


def _about_link(uri: str, about: dict[Any, Any]) -> Iterator[str]:
    yield "a link:"
    if title := _title(about):
        yield title
    yield uri
    if isinstance(about.get("size"), int):
        yield f"({about['size']:,} bytes)"
