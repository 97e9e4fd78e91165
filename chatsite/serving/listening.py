"""Taking the port before anything else happens, so that a busy one is noticed while nothing has been changed yet."""

import errno
import socket

from chatsite.serving.refusal import CannotServe


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on the first address ``host`` stands for; port 0 takes a free one.

    Who connects from now on waits until the web server takes the connection over.

    Raises: CannotServe.
    """
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise CannotServe(f"{host!r} is no address of this machine; try --host 127.0.0.1.") from None
    family, _, _, _, address = found[0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(512)
    except OSError as error:
        listener.close()
        raise CannotServe(_sentence(error, host, port)) from None
    return listener


def address_of(listener: socket.socket, host: str) -> str:
    """The address people open, in the words the host was given in."""
    name = host.strip("[]")
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}:{listener.getsockname()[1]}"


def _sentence(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} on {host} is in use by another program; stop it or choose another with --port."
        case errno.EACCES:
            return f"port {port} may not be used by this account; choose one above 1023 with --port."
        case errno.EADDRNOTAVAIL:
            return f"{host} is no address of this machine; try --host 127.0.0.1."
        case _:
            return f"cannot listen on {host} port {port}: {error.strerror}."
