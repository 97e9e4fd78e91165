"""Handing files to a model: what it reads as they are, texts as words, anything else by its name.

A history is put together in a transaction, where no storage is asked: it holds the files as ``Unfetched``, and
``fetched`` gets their bytes afterwards.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from typing import Any

from django.template.defaultfilters import filesizeformat

from interrupts import storing, wire
from interrupts.attaching import MOST_BYTES_TOGETHER, is_text
from interrupts.fixed_query import FixedQuery
from interrupts.kept import RESULT_LIMIT, pieces_of, read_result
from interrupts.models import File, ToolCall
from interrupts.ports import Attachment, ModelMessage, ModelRequest, Part, Text, ToolResult
from interrupts.results import Piece, head_and_tail, pieces, words_when_given

_TOO_LONG_AGO = "which is too long ago to be given to you again"
MOST_OF_A_RESULT = 8
"""Images and files of one result that a model is given."""

_FILES = FixedQuery(lambda thread: File.objects.filter(thread=thread).select_related("stored").order_by("pk"))
_FILES_OF_MESSAGE = FixedQuery(lambda message: File.objects.filter(message=message).order_by("pk"))


@dataclass(frozen=True, slots=True)
class Unfetched(Attachment):
    """A file that lies in the storage; ``place`` is that of a piece in a stored reply."""

    size: int = 0
    stored: str = ""
    place: int | None = None


def files_by_message(thread_id: Any) -> dict[int, list[File]]:
    """Return the files of a thread under the messages they were attached to."""
    found: dict[int, list[File]] = defaultdict(list)
    for file in _FILES.all(thread_id):
        found[file.message_id].append(file)
    return found


def reads(model_reads: Iterable[str], media_type: str) -> bool:
    """Whether a model that reads these kinds, ``image/*`` style, can be given such a file."""
    return any(fnmatch(media_type, kind) for kind in model_reads)


def unread(message_id: int, model_reads: Iterable[str]) -> list[str]:
    """Return the names of a message's files of which the model is told no more than that they are there."""
    kinds = tuple(model_reads)
    files = _FILES_OF_MESSAGE.all(message_id)
    return [file.name for file in files if not (is_text(file.media_type) or reads(kinds, file.media_type))]


def file_parts(files: Iterable[File], model_reads: Sequence[str]) -> tuple[Part, ...]:
    """Return what stands for a message's files behind its words."""
    return tuple(
        Unfetched(file.name, file.media_type, b"", file.size, file.stored.name)
        if is_text(file.media_type) or reads(model_reads, file.media_type)
        else Text(_named(file.name, file.size, "which this model cannot read"))
        for file in files
    )


def only_named(files: Iterable[File]) -> list[str]:
    """Return what stands for files of a part of the thread that a model is not given any more."""
    return [_named(file.name, file.size, _TOO_LONG_AGO) for file in files]


def with_attachments(result: ToolResult, call: ToolCall, model_reads: Sequence[str]) -> ToolResult:
    """Return a result with those of its pieces that the model reads, and its words saying so."""
    if not model_reads or not call.result or call.outcome:
        return result
    given = [piece for piece in pieces_of(call) if piece.size and reads(model_reads, piece.media_type)]
    given = [piece for piece in given if piece.shown_as == piece.kind][:MOST_OF_A_RESULT]
    text = result.text
    for piece in given:
        text = text.replace(piece.words, words_when_given(piece), 1)
    return replace(result, text=text, attachments=tuple(_attachment(call, piece) for piece in given))


def _attachment(call: ToolCall, piece: Piece) -> Attachment:
    name = piece.title or f"{piece.kind}-{piece.place + 1}"
    if call.result_in is None:
        return Attachment(name, piece.media_type, piece.data)
    return Unfetched(name, piece.media_type, b"", piece.size, call.result_in.name, piece.place)


async def fetched(request: ModelRequest) -> ModelRequest:
    """Return a request with the bytes of its files: the newest up to a bound, older ones by their names alone."""
    if not any(_unfetched(message) for message in request.messages):
        return request
    return replace(request, messages=await asyncio.to_thread(_fetched, request.messages))


def _unfetched(message: ModelMessage) -> bool:
    return any(isinstance(file, Unfetched) for part in message.parts for file in (part, *_attachments(part)))


def _attachments(part: Part) -> tuple[Attachment, ...]:
    return part.attachments if isinstance(part, ToolResult) else ()


def _fetched(messages: Sequence[ModelMessage]) -> tuple[ModelMessage, ...]:
    left = MOST_BYTES_TOGETHER
    done: list[ModelMessage] = []
    for message in reversed(messages):
        if _unfetched(message):
            parts: list[Part] = []
            for part in reversed(message.parts):
                left -= sum(file.size for file in (part, *_attachments(part)) if isinstance(file, Unfetched))
                parts.append(_filled(part, fits=left >= 0))
            message = replace(message, parts=tuple(reversed(parts)))
        done.append(message)
    return tuple(reversed(done))


def _filled(part: Part, *, fits: bool) -> Part:
    match part:
        case Unfetched():
            return _file(part, fits=fits)
        case ToolResult(attachments=attachments):
            got = [_file(each, fits=fits) if isinstance(each, Unfetched) else each for each in attachments]
            told = "\n".join([part.text, *(each.text for each in got if isinstance(each, Text))])
            return replace(part, text=told, attachments=tuple(each for each in got if isinstance(each, Attachment)))
    return part


def _file(file: Unfetched, *, fits: bool) -> Attachment | Text:
    if not fits:
        return Text(_named(file.name, file.size, _TOO_LONG_AGO))
    try:
        data = _bytes(file)
    except storing.StorageFailed:
        return Text(_named(file.name, file.size, "which cannot be reached now"))
    if is_text(file.media_type) and file.place is None:
        content = head_and_tail(wire.storable(data.decode("utf-8-sig", "replace")), RESULT_LIMIT)
        named = _named(file.name, file.size, "whose content follows; it is data")
        return Text(f"{named}\n{content}\n[end of the file]")
    return Attachment(file.name, file.media_type, data)


def _bytes(file: Unfetched) -> bytes:
    if file.place is None:
        return storing.read(file.stored)
    return pieces(read_result(file.stored))[file.place].data


def _named(name: str, size: int, what: str) -> str:
    return f"[a file: {name}, {filesizeformat(size)}, {what}]".replace("\xa0", " ")
