"""What is used of the official SDK to speak with a process. A module of its own: importing it takes a second."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, TextIO

from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from mcpbridge.client.command import Command


def connect(command: Command, errors: TextIO) -> AbstractAsyncContextManager[tuple[Any, Any]]:
    """The streams from and to a new process. Enter and leave it in one task. Raises: OSError, ValueError."""
    program, *arguments = command.argv
    parameters = StdioServerParameters(
        command=program,
        args=arguments,
        env=dict(command.env),
        cwd=command.cwd,
        # A crooked byte would otherwise end the stream.
        encoding_error_handler="replace",
    )
    return stdio_client(parameters, errlog=errors)


def outgoing(message: Mapping[str, Any]) -> SessionMessage:
    """Raises: ValueError for what the transport could not write, which would end it and every call with it."""
    typed = jsonrpc_message_adapter.validate_python(message, by_name=False)
    typed.model_dump_json(by_alias=True, exclude_unset=True)
    return SessionMessage(typed)


def incoming(item: Any) -> tuple[dict[str, Any], str] | None:
    """A message and its text; None for a line that was none."""
    if not isinstance(item, SessionMessage):
        return None
    message: dict[str, Any] = item.message.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return message, item.message.model_dump_json(by_alias=True, exclude_unset=True)
