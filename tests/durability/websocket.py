"""A page's socket as a browser opens it: the handshake and the text frames of RFC 6455, no more."""

import base64
import os
import re
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager


class PageSocket:
    """An open socket; ``read_until`` gives what came up to the text that was looked for."""

    def __init__(self, connection: socket.socket) -> None:
        self._stream = connection.makefile("rb")
        self._unread = ""

    def read_until(self, pattern: str) -> str:
        """Read on until it is shown; the connection's own timeout bounds the wait.

        One message may tell of several changes, so what stands behind the found text is read the next time.
        """
        while (found := re.search(pattern, self._unread)) is None:
            self._unread = self._message()
        text, self._unread = self._unread, self._unread[found.end() :]
        return text

    def _message(self) -> str:
        pieces = b""
        while True:
            first, second = self._stream.read(2)
            length = second & 127
            if length > 125:
                size, code = (2, "!H") if length == 126 else (8, "!Q")
                (length,) = struct.unpack(code, self._stream.read(size))
            payload = self._stream.read(length)
            kind = first & 15
            if kind == 8:
                raise ConnectionError(f"the socket was closed: {payload!r}")
            if kind in (0, 1):
                pieces += payload
                if first & 128:
                    return pieces.decode()

    def close(self) -> None:
        self._stream.close()


@contextmanager
def page_socket(port: int, path: str, session: str, *, patience: float = 30) -> Iterator[PageSocket]:
    """Open ``path`` on this machine with a session's cookie. Servers do not mask what they send, so none is read so."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: sessionid={session}",
    )
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as connection:
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += connection.recv(1) or b"\r\n\r\n"
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode())
        opened = PageSocket(connection)
        try:
            yield opened
        finally:
            opened.close()
