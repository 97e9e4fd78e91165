"""From the bytes of a reply to the JSON documents in it, be they server-sent events or one plain body."""

import codecs
import json
from typing import Any

DONE = "[DONE]"
MOST_BYTES = 16 * 1024 * 1024
"""A reply larger than this is not read to its end: no model writes so much, and memory is shared."""

type Document = dict[str, Any] | str


class UnreadableReply(Exception):
    """The bytes are not what a chat completions server sends."""


class ReplyTooLarge(UnreadableReply):
    """The reply goes on beyond any size a model writes."""


class DocumentReader:
    """Takes the bytes of one reply as they come; gives each JSON object in it, and ``DONE`` where the server says so.

    Understands CRLF, CR and LF, comments, events without the blank line, several data lines for one document, and a
    body that is one plain JSON document.
    """

    def __init__(self) -> None:
        self._lines = _Lines()
        self._data: list[str] = []
        self._plain: list[str] | None = None

    def feed(self, chunk: bytes) -> list[Document]:
        """Give the documents that this chunk completes. Raises: UnreadableReply."""
        return [found for line in self._lines.feed(chunk) for found in self._take(line)]

    def end(self) -> list[Document]:
        """Give what the end of the reply completes. Raises: UnreadableReply."""
        found = [found for line in self._lines.end() for found in self._take(line)]
        return found + (self._assembled() if self._plain is None else _assembled(self._plain))

    def _take(self, line: str) -> list[Document]:
        if self._plain is not None:
            self._plain.append(line)
        elif not line.strip():
            return self._assembled()
        elif line.startswith("data:"):
            data = line[5:].strip()
            found = None if self._data else _parsed(data)
            if found is not None:
                return [found]
            self._data.append(data)
        elif line.startswith("{") and not self._data:
            self._plain = [line]
        elif not line.startswith((":", "event:", "id:", "retry:")):
            raise UnreadableReply
        return []

    def _assembled(self) -> list[Document]:
        data, self._data = self._data, []
        return _assembled(data)


class _Lines:
    """Cuts bytes into lines ended by LF, CRLF or CR."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._held: list[str] = []
        self._bytes = 0

    def feed(self, chunk: bytes) -> list[str]:
        self._bytes += len(chunk)
        if self._bytes > MOST_BYTES:
            raise ReplyTooLarge
        self._held.append(self._decoder.decode(chunk))
        if b"\n" not in chunk and b"\r" not in chunk and not (len(self._held) > 1 and self._held[-2].endswith("\r")):
            return []
        text = "".join(self._held)
        # A CR at the very end waits: its LF may be on the way.
        waiting = "\r" if text.endswith("\r") else ""
        *whole, rest = _split(text.removesuffix("\r"))
        self._held = [rest + waiting]
        return whole

    def end(self) -> list[str]:
        return _split("".join((*self._held, self._decoder.decode(b"", final=True))))


def _split(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _assembled(lines: list[str]) -> list[Document]:
    if not any(lines):
        return []
    found = _parsed("\n".join(lines))
    if found is None:
        raise UnreadableReply
    return [found]


def _parsed(text: str) -> Document | None:
    if text == DONE:
        return DONE
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None
