"""One JSON-RPC request of revision 2026-07-28 as the bytes and headers that travel."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from mcpbridge.client.command import Place
from mcpbridge.client.errors import CallRejected
from mcpbridge.client.headers import Unsendable, encode_header_value
from mcpbridge.client.jsontext import dump
from mcpbridge.client.server import Address
from mcpbridge.client.transfer import HeaderLines

PROTOCOL_VERSION: Final = "2026-07-28"

FORMS_ONLY: Mapping[str, Any] = {"elicitation": {"form": {}}}
"""The capabilities of a host that can show forms and nothing else."""

try:
    _VERSION = version("sayso")
except PackageNotFoundError:  # a copy of the sources that was never installed
    _VERSION = "0"

CLIENT_INFO = {"name": "sayso", "version": _VERSION}

_FIXED_HEADERS = {
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "User-Agent": f"sayso/{_VERSION}",
    "MCP-Protocol-Version": PROTOCOL_VERSION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is sent, before it is put into words."""

    method: str
    id: str
    params: Mapping[str, Any] = field(default_factory=dict)
    capabilities: Mapping[str, Any] = field(default_factory=lambda: FORMS_ONLY)
    headers: Mapping[str, str] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)

    def message(self, place: Place) -> dict[str, Any]:
        """The JSON-RPC message.

        Raises: CallRejected for params that JSON cannot say.
        """
        meta = {
            **self.meta,
            "io.modelcontextprotocol/protocolVersion": PROTOCOL_VERSION,
            "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
            "io.modelcontextprotocol/clientCapabilities": self.capabilities,
        }
        message = {"jsonrpc": "2.0", "id": self.id, "method": self.method, "params": {**self.params, "_meta": meta}}
        written(place, message)
        return message

    def body(self, address: Address) -> bytes:
        """The JSON-RPC message as it travels. Raises: see ``message``."""
        return written(address, self.message(address))

    def all_headers(self, address: Address) -> list[tuple[bytes, bytes]]:
        """The headers of the address, then those of the protocol; text beyond ASCII goes as UTF-8."""
        return header_lines(address, {**_FIXED_HEADERS, "Mcp-Method": self.method, **self.headers})


def session_headers(address: Address, version: str | None, session_id: str | None, **more: str) -> HeaderLines:
    """The headers of the 2025 era, where version and session are known only once the session stands."""
    fixed = {name: value for name, value in _FIXED_HEADERS.items() if name != "MCP-Protocol-Version"}
    if version is not None:
        fixed["MCP-Protocol-Version"] = version
    if session_id is not None:
        fixed["Mcp-Session-Id"] = session_id
    return header_lines(address, {**fixed, **{name.replace("_", "-"): value for name, value in more.items()}})


def header_lines(address: Address, ours: Mapping[str, str]) -> HeaderLines:
    """The headers of the address, then ours, which count where both have one."""
    lines = {**_without(address.headers, ours), **ours}
    return [(name.encode("ascii"), value.encode("utf-8")) for name, value in lines.items()]


def written(place: Place, message: Any) -> bytes:
    """A JSON-RPC message as it travels.

    Raises: CallRejected for what JSON cannot say.
    """
    try:
        return dump(message).encode("ascii")
    except (ValueError, RecursionError) as error:
        raise CallRejected(place.shown, f"the arguments cannot be written as JSON ({error})") from None


def new_request_id() -> str:
    """An id no other request has, in any process: ids that restart at 1 would collide when a call resumes elsewhere."""
    return str(uuid.uuid4())


def name_header(place: Place, name: str) -> dict[str, str]:
    """``Mcp-Name`` for this name.

    Raises: CallRejected
    """
    try:
        return {"Mcp-Name": encode_header_value(name)}
    except Unsendable:
        raise CallRejected(place.shown, "the name of the tool is not valid text") from None


def _without(headers: Mapping[str, str], others: Mapping[str, str]) -> dict[str, str]:
    taken = {name.lower() for name in others}
    return {name: value for name, value in headers.items() if name.lower() not in taken}
