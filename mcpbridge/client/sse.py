"""Server-sent events, read piece by piece: any line ending, several data lines, comments, ids, a byte order mark."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


_LONGEST_PAUSE_SECONDS = 60.0


@dataclass(slots=True)
class Cursor:
    """How far a stream was read, for one that is taken up again.

    ``last_id`` belongs to the last whole event, None if the server gives no ids; ``pause_seconds`` is how long the
    server wants to be left alone first, None if it does not say.
    """

    last_id: str | None = None
    pause_seconds: float | None = None


class EventReader:
    """Turns the bytes of one event stream into the data of its messages, in order, and moves the cursor along."""

    def __init__(self, cursor: Cursor | None = None) -> None:
        self._cursor = Cursor() if cursor is None else cursor
        self._id: str | None = None
        self._buffer = bytearray()
        self._searched = 0
        self._at_start = True
        self._after_return = False
        self._data: list[str] = []
        self._event = ""

    def feed(self, chunk: bytes) -> Iterator[str]:
        """The data of every message that these bytes complete."""
        self._buffer += chunk
        for line in self._lines():
            yield from self._take(line)

    def finish(self) -> Iterator[str]:
        """The data of a last message whose closing blank line never came: some servers forget it."""
        last_line = bytes(self._buffer)
        self._buffer.clear()
        if last_line:
            yield from self._take(last_line)
        # Whether this event is whole nobody knows, so the cursor stays before it.
        self._id = None
        yield from self._take(b"")

    def _lines(self) -> Iterator[bytes]:
        while end := _LINE_END.search(self._buffer, self._searched):
            line = bytes(self._buffer[: end.start()])
            # The other half of a CRLF that arrived in two pieces ends no line of its own.
            is_second_half = self._after_return and not line and end.group() == b"\n"
            self._after_return = end.group() == b"\r" and end.end() == len(self._buffer)
            del self._buffer[: end.end()]
            self._searched = 0
            if not is_second_half:
                yield line
        self._searched = len(self._buffer)
        if self._buffer:
            self._after_return = False

    def _take(self, line: bytes) -> Iterator[str]:
        if self._at_start:
            line = line.removeprefix(_BYTE_ORDER_MARK)
            self._at_start = False
        if not line:
            if self._id is not None:
                self._cursor.last_id, self._id = self._id or None, None
            if self._data and self._event in ("", "message"):
                yield "\n".join(self._data)
            self._data, self._event = [], ""
            return
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value.decode("utf-8", errors="replace"))
        elif name == b"event":
            self._event = value.decode("utf-8", errors="replace")
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", errors="replace")
        elif name == b"retry" and value.isdigit():
            self._cursor.pause_seconds = min(int(value[:9]) / 1000, _LONGEST_PAUSE_SECONDS)
