"""Running a sample as a process of its own.

``python -m mcpbridge.samples.NAME --port N [--host H] [--data DIR] [--stop-with-stdin]`` serves MCP over Streamable
HTTP at ``/mcp`` and prints one line to stdout once it answers:

    ready: NAME http://127.0.0.1:8123/mcp

The variable MCP_WHO_KEY, in hex digits, is the key its host signs with who acts; then the log names the person.

SIGTERM or SIGINT ends it within about a second, with code 0. A port that is taken or a folder that cannot be used is
one sentence on stderr and code 1.

``--stop-with-stdin`` is for a parent that starts it as a child: give it a pipe as stdin, keep the other end open and
write nothing. When the parent ends, in whatever way, SIGKILL included, the kernel closes the pipe and the server stops.
It is chosen over watching the parent's process id, which has to poll and is fooled by a launcher in between.
"""

import argparse
import errno
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from mcpbridge.samples.workplace import Workplace, WorkplaceError

WHO_KEY_VARIABLE = "MCP_WHO_KEY"
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_STDIN = 0
_LAST_PORT = 65_535
_GRACE_SECONDS = 1
# A stuck tool thread must not keep the process: past this the process ends without asking anybody.
_LAST_RESORT_SECONDS = 4.0

type Build = Callable[[Workplace], MCPServer]


def main(name: str, build: Build, arguments: Sequence[str] | None = None) -> None:
    """Run the sample ``name``, built by ``build``, until it is told to stop."""
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _leave)
    options = _parser(name).parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format=f"{name}: %(levelname)s %(message)s")
    try:
        listener = _listen(options.host, options.port)
        address = _address(options.host, listener)
        place = Workplace.prepare(name, options.data, address=address, who_keys=_who_keys())
        app = build(place).streamable_http_app(transport_security=_only_from(options.host))
    except (_CannotListen, WorkplaceError) as problem:
        sys.exit(f"{name}: {problem}")
    server = _Server(
        uvicorn.Config(
            app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=_GRACE_SECONDS
        ),
        ready_line=f"ready: {name} {address}",
    )
    if options.stop_with_stdin:
        threading.Thread(target=_stop_with_stdin, args=(server,), daemon=True).start()
    server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """uvicorn, and a line on stdout once it answers."""

    def __init__(self, config: uvicorn.Config, *, ready_line: str) -> None:
        super().__init__(config)
        self._ready_line = ready_line

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        sys.stdout.write(f"{self._ready_line}\n")
        sys.stdout.flush()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        last_resort = threading.Timer(_LAST_RESORT_SECONDS, os._exit, args=(0,))
        last_resort.daemon = True
        last_resort.start()
        await super().shutdown(sockets=sockets)


def _who_keys() -> tuple[bytes, ...]:
    """The key its host signs with who acts; taken out of the environment, where others would find it."""
    text = os.environ.pop(WHO_KEY_VARIABLE, "")
    try:
        return (bytes.fromhex(text),) if text else ()
    except ValueError:
        raise WorkplaceError(f"{WHO_KEY_VARIABLE} is not a key in hex digits.") from None


class _CannotListen(Exception):
    """The address is not to be had; the text is a sentence."""


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m mcpbridge.samples.{name}", description=f"The sample {name}.")
    parser.add_argument("--port", type=int, required=True, help="port to listen on; 0 takes a free one")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--data", type=Path, default=Path("var/samples"), help="data folder (default: %(default)s)")
    parser.add_argument("--stop-with-stdin", action="store_true", help="stop when stdin ends, as it does with a parent")
    return parser


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= _LAST_PORT:
        raise _CannotListen(f"{port} is not a port; it must be between 0 and {_LAST_PORT}.")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sentence = f"Port {port} on {host} is already in use; choose another one with --port."
        else:
            sentence = f"Cannot listen on {host} port {port}: {error.strerror or error}."
        raise _CannotListen(sentence) from error


def _only_from(host: str) -> TransportSecuritySettings:
    """Accept requests addressed to this machine only, so that a web page of somebody else cannot reach the tools."""
    hosts = dict.fromkeys((*_LOOPBACK, f"[{host}]" if ":" in host else host))
    return TransportSecuritySettings(
        allowed_hosts=[f"{name}:*" for name in hosts], allowed_origins=[f"http://{name}:*" for name in hosts]
    )


def _address(host: str, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/mcp"


def _leave(*_: object) -> None:
    # uvicorn stops gracefully and then raises the signal anew; this turns its default, death by signal, into code 0.
    raise SystemExit(0)


def _stop_with_stdin(server: uvicorn.Server) -> None:
    with suppress(OSError):
        while os.read(_STDIN, 4096):
            pass
    server.should_exit = True
