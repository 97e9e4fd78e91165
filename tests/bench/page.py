"""An open page as a program: posts over kept connections, and reads what comes over its socket."""

import asyncio
import os
import re
import struct
import time
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode, urlsplit

from tests.bench.model_server import GREETING, TOKENS
from tests.bench.timing import Timed

PATIENCE = 60.0
_CARD = re.compile(r'data-interrupt="([^"]+)" data-status="pending"')
_RESULT = re.compile(r'data-tool-call="\d+" data-status="completed"')
_REPLY = re.compile(r'data-role="assistant" data-status="whole"(?:(?!</article>).)*' + TOKENS[-1], re.DOTALL)
_FIRST_WORDS = re.compile(r'data-role="assistant" data-status="(?:streaming|whole)"')
_SEEN = re.compile(r'data-seen="(\d+)"')
_RUN_OVER = re.compile(r'data-run="(\d+)" data-status="completed"')


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is signed in."""

    name: str
    session: str
    csrf: str

    @property
    def cookies(self) -> str:
        return f"sessionid={self.session}; csrftoken={self.csrf}"


class Poster:
    """One kept connection for posts; made anew when the server closed it meanwhile."""

    def __init__(self, address: str, person: Person) -> None:
        self._where = urlsplit(address)
        self._person = person
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, **fields: str) -> tuple[int, dict[str, str]]:
        """Post a form as htmx does; returns status and headers."""
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection(self._where.hostname, self._where.port, limit=1 << 24)
        reader, writer = self._streams
        body = urlencode(fields)
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {self._where.netloc}\r\nCookie: {self._person.cookies}\r\n"
            f"X-CSRFToken: {self._person.csrf}\r\nHX-Request: true\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        await reader.readexactly(int(headers["content-length"]))
        return int(first.split()[1]), headers

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


async def start_thread(poster: Poster, text: str) -> str:
    """Post a first message; returns the thread's path."""
    status, headers = await poster.post("/threads/", text=text)
    assert status == 200, status
    return headers["hx-redirect"]


class Page:
    """One thread on one screen."""

    def __init__(self, address: str, person: Person) -> None:
        self._address = address
        self._person = person
        # Two, since a browser does not wait for the reply to one post before it sends the next.
        self._messages, self._answers = Poster(address, person), Poster(address, person)
        self._rest, self._seen, self._run = "", "0", 0

    async def open(self) -> Self:
        """Start a thread with a greeting, wait for the reply, and keep its socket open."""
        self._path = await start_thread(self._messages, GREETING)
        where = urlsplit(self._address)
        self._reader, self._writer = await asyncio.open_connection(where.hostname, where.port, limit=1 << 24)
        self._writer.write(
            f"GET /ws/?thread={self._path.split('/')[2]} HTTP/1.1\r\nHost: {where.netloc}\r\n"
            f"Origin: {self._address}\r\nCookie: {self._person.cookies}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: YmVuY2gtYmVuY2gtYmVuYw==\r\n\r\n".encode()
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head
        await self.end()
        return self

    async def round(self) -> Timed:
        """Say something, answer the question it leads to at once, and read the reply to its end."""
        self._rest = ""
        start = time.perf_counter()
        message = {"text": "drop table orders", "seen": self._seen}
        posted = asyncio.create_task(self._messages.post(f"{self._path}messages/", **message))
        card = await self._until(_CARD)
        question_there = time.perf_counter()
        path = f"/interrupts/{card[1]}/answer/"
        answered = asyncio.create_task(self._answers.post(path, action="accept", f0="true"))
        await self._until(_RESULT)
        result_there = time.perf_counter()
        await self._until(_REPLY)
        end = time.perf_counter()
        assert (await posted)[0] == (await answered)[0] == 200
        return Timed(ask=question_there - start, resume=result_there - question_there, whole=end - start)

    async def told(self, text: str) -> float:
        """Say something and read the reply to its end; returns the seconds to its first words."""
        first = await self.begin(text)
        await self.end()
        return first

    async def begin(self, text: str) -> float:
        """Say something and read the first words of the reply; returns the seconds to them."""
        self._rest = ""
        start = time.perf_counter()
        posted = asyncio.create_task(self._messages.post(f"{self._path}messages/", text=text, seen=self._seen))
        await self._until(_FIRST_WORDS)
        took = time.perf_counter() - start
        assert (await posted)[0] == 200
        return took

    async def end(self) -> None:
        """Read on until a run is over that was not over before: a push may tell of the last one once more."""
        while (number := int((await self._until(_RUN_OVER))[1])) <= self._run:
            pass
        self._run = number

    @property
    def path(self) -> str:
        return self._path

    def close(self) -> None:
        self._messages.close()
        self._answers.close()
        self._writer.close()

    async def _until(self, pattern: re.Pattern[str]) -> re.Match[str]:
        """Read on until the pattern comes; what stands behind it in the same message is looked at next time."""
        async with asyncio.timeout(PATIENCE):
            while True:
                if found := pattern.search(self._rest):
                    self._rest = self._rest[found.end() :]
                    return found
                self._rest = await self._message()
                if seen := _SEEN.search(self._rest):
                    self._seen = seen[1]

    async def _message(self) -> str:
        """The next text from the server, in one frame as daphne sends it; pings are answered."""
        while True:
            first, length = await self._reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack("!H", await self._reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", await self._reader.readexactly(8))
            payload = await self._reader.readexactly(length)
            match first & 0x0F:
                case 1:
                    return payload.decode()
                case 8:
                    raise ConnectionError(f"the socket was closed: {payload!r}")
                case 9:
                    # A client's frames are masked; a mask of zeros changes nothing.
                    self._writer.write(bytes((0x8A, 0x80 | len(payload), 0, 0, 0, 0)) + payload)


def new_csrf() -> str:
    """A token as Django makes them."""
    return os.urandom(16).hex()
