"""daphne's server, taught to take over a bound socket and to stop without cutting anybody off."""

import asyncio
import socket
from collections.abc import Callable, Iterable
from typing import Any

# First of all Twisted imports: it installs the reactor on an asyncio loop of its own, the loop everything here runs on.
from daphne.server import Server, twisted_loop  # isort:skip
from daphne.http_protocol import WebRequest
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as _installed
from twisted.internet.tcp import Server as Connection

loop: asyncio.AbstractEventLoop = twisted_loop
# Twisted's stubs describe an interface that no object fits.
reactor: Any = _installed
_FRAME = 64 * 1024
_MESSAGE = 16 * 1024 * 1024
"""Bytes. The library holds what we send to the limit for messages, and a card of a long form is large; only what
comes is held to the one for frames."""


class WebServer(Server):
    """Serves an ASGI application on a socket that listens already, until ``stop``."""

    def __init__(self, application: Any, listener: socket.socket, when_up: Callable[[], None]) -> None:
        # An endpoint must be named, or daphne exits. Ours is no endpoint: strings cannot carry an IPv6 socket.
        super().__init__(
            application,
            endpoints=["adopted"],
            signal_handlers=False,
            ready_callable=self._take_over,
            websocket_max_message_size=_MESSAGE,
            websocket_max_frame_size=_FRAME,
            server_name="",
        )
        self.endpoints = []
        self._listener = listener
        self._when_up = when_up
        self._ports: list[Any] = []
        self._changed = asyncio.Event()

    def _take_over(self) -> None:
        self._listener.setblocking(False)
        port = reactor.adoptStreamPort(self._listener.fileno(), self._listener.family, self.http_factory)
        self._listener.close()
        self.listen_success(port)
        self._when_up()

    def listen_success(self, port: Any) -> None:
        self._ports.append(port)
        super().listen_success(port)

    def protocol_disconnected(self, protocol: Any) -> None:
        super().protocol_disconnected(protocol)
        self._changed.set()

    def kill_all_applications(self) -> None:
        """Nothing: ``drop_connections`` has ended them. The inherited one fails on a connection without application."""

    async def stop_accepting(self) -> None:
        """Close the listening socket; connections that exist go on."""
        closing = [port.stopListening().asFuture(loop) for port in self._ports]
        self._ports.clear()
        await asyncio.gather(*closing)

    async def requests_finished(self) -> None:
        """Return when every request that has begun is answered. A socket is no request."""
        while any(isinstance(protocol, WebRequest) for protocol in self._alive()):
            self._changed.clear()
            await self._changed.wait()

    async def drop_connections(self, *, flush_seconds: float) -> None:
        """End all connections: answers in the send buffer still go out, sockets are dropped.

        A socket closed in words (1000) would tell the browser to stay away; a dropped one makes it come back.
        """
        for connection in _connections():
            if isinstance(connection.protocol, WebSocketProtocol):
                connection.abortConnection()
            else:
                connection.loseConnection()
        until = loop.time() + flush_seconds
        # Twisted tells nobody when a connection it did not make for us is gone, so this looks.
        while _connections() and loop.time() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        for connection in _connections():
            connection.abortConnection()
        await _end(self._applications())

    def _alive(self) -> list[Any]:
        return [protocol for protocol, details in self.connections.items() if not details.get("disconnected")]

    def _applications(self) -> list[asyncio.Future[None]]:
        found = (details.get("application_instance") for details in self.connections.values())
        return [application for application in found if application is not None and not application.done()]


def _connections() -> list[Any]:
    return [each for each in {*reactor.getReaders(), *reactor.getWriters()} if isinstance(each, Connection)]


async def _end(applications: Iterable[asyncio.Future[None]]) -> None:
    """Give applications a moment to notice that their connection is gone, then cancel them."""
    pending = set(applications)
    if pending:
        _, pending = await asyncio.wait(pending, timeout=1)
    for application in pending:
        application.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
