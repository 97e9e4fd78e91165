"""Where a server is and which headers its owner wants sent along."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from mcpbridge.client.reach import Reach
from mcpbridge.errors import BridgeError

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_OURS = frozenset({"accept", "connection", "content-length", "content-type", "host", "transfer-encoding"})


class BadAddress(BridgeError, ValueError):
    """This address or one of its headers can never be used. The sentence names the header, never its value."""


@dataclass(frozen=True, slots=True, repr=False)
class Address:
    """The one URL of a server, with the headers to send to it. Neither repr nor ``shown`` gives a secret away.

    Raises: BadAddress
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    reach: Reach | None = None
    """Where it may lead; None: anywhere."""

    def __post_init__(self) -> None:
        _check_url(self.url)
        for name, value in self.headers.items():
            _check_header(name, value)
        object.__setattr__(self, "headers", dict(self.headers))

    def __hash__(self) -> int:
        return hash((self.url, frozenset(self.headers.items()), self.reach))

    def __repr__(self) -> str:
        return f"Address({self.shown!r}, headers={sorted(self.headers)})"

    @property
    def shown(self) -> str:
        """The URL for people and logs: without user, password, query and fragment."""
        return without_secrets(self.url)


def without_secrets(url: str) -> str:
    """The URL's scheme, host, port and path."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "an unreadable address"
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}" if host else parts.path


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError as error:
        raise BadAddress(f"The address is not a URL: {error}.") from None
    if parts.scheme not in ("http", "https"):
        raise BadAddress("The address must begin with http:// or https://.")
    if not parts.hostname or not port_is_fine or re.search(r"[\x00-\x20\x7f]", url):
        raise BadAddress("The address must name a host, without spaces.")


def _check_header(name: str, value: str) -> None:
    if not _TOKEN.fullmatch(name):
        raise BadAddress(f"{name!r} cannot be the name of a header.")
    if name.lower() in _OURS or name.lower().startswith("mcp-"):
        raise BadAddress(f"The header {name} is set by the protocol itself.")
    if _CONTROL.search(value) or value != value.strip():
        raise BadAddress(f"The header {name} has a line break, a control character or a space at its edge.")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise BadAddress(f"The header {name} is not valid text.")
