"""A small HTTP/1.1 server with kept connections: what the bench's peers stand on, so that they cost next to nothing."""

import asyncio
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paced:
    """The events of a stream, with a pause behind each."""

    events: Iterable[bytes]
    pause: float


type Reply = bytes | Iterable[bytes] | Paced
"""One JSON body, or the events of a stream."""
type Handler = Callable[[bytes], Reply]

_STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


class _Conversation(asyncio.Protocol):
    """One connection. It takes the next request when the last one is answered."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._buffer = b""
        self._streaming: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        length = _content_length(head)
        if not found or len(rest) < length:
            return
        self._buffer = rest[length:]
        reply = self._handler(rest[:length])
        if isinstance(reply, bytes):
            self._transport.write(
                b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b"
                % (len(reply), reply)
            )
        else:
            paced = reply if isinstance(reply, Paced) else Paced(reply, 0)
            self._streaming = asyncio.get_running_loop().create_task(self._stream(paced.events, paced.pause))

    async def _stream(self, events: Iterable[bytes], pause: float) -> None:
        """Each event leaves by itself, as tokens do."""
        self._transport.write(_STREAM)
        for event in events:
            self._transport.write(b"%x\r\n%b\r\n" % (len(event), event))
            await asyncio.sleep(pause)
        self._transport.write(b"0\r\n\r\n")


def _content_length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def serve(handler: Handler) -> None:
    """Listen on a free port of this machine, print it, and serve until killed."""
    asyncio.run(_serve(handler))


async def _serve(handler: Handler) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Conversation(handler), "127.0.0.1", 0, backlog=1000)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()
