"""Tools and conversations to try the assistants on."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from interrupts.ports import (
    Finished,
    Model,
    ModelFailed,
    ModelMessage,
    ModelRequest,
    ReplyEvent,
    Text,
    TextDelta,
    ToolResult,
    ToolSpec,
    ToolUse,
)


def tool(
    server: str, name: str, description: str, required: Mapping[str, Any], optional: Mapping[str, Any] | None = None
) -> ToolSpec:
    """Give a tool as an MCP server lists it; properties given as text are strings with that description."""
    properties = {
        key: {"type": "string", "description": value} if isinstance(value, str) else value
        for key, value in {**required, **(optional or {})}.items()
    }
    schema = {"type": "object", "properties": properties, "required": list(required)}
    read_only = name.startswith(("list", "describe", "read", "query", "get"))
    return ToolSpec(f"{server}__{name}", name, server, description, schema, read_only)


_ENVIRONMENT = {"anyOf": [{"enum": ["staging", "production"], "type": "string"}, {"type": "null"}], "default": None}
TABLE = "Name of the table, for example orders"
SAMPLES = (
    tool("database", "list_tables", "List the tables of the shop's database with the number of rows in each.", {}),
    tool("database", "describe_table", "Describe one table: its columns with type.", {"table": TABLE}),
    tool("database", "query", "Read from the database with one SELECT statement.", {"sql": "One SELECT statement"}),
    tool("database", "drop_table", "Remove a whole table with all its rows, for good.", {"table": TABLE}),
    tool(
        "database",
        "delete_rows",
        "Delete all rows of a table where one column has one value, for good.",
        {"table": TABLE, "column": "Name of the column to compare", "value": "The value to look for, as text"},
    ),
    tool("files", "list_files", "List the files and folders in one folder.", {}, {"folder": "Folder to list"}),
    tool("files", "read_file", "Read a text file.", {"path": "Path of the file below the folder"}),
    tool(
        "files",
        "write_file",
        "Write a text file.",
        {"path": "Path of the file below the folder", "content": "The whole new text of the file"},
    ),
    tool("files", "delete_file", "Delete a file for good.", {"path": "Path of the file below the folder"}),
    tool("deployer", "list_services", "List the services: which version runs where.", {}),
    tool(
        "deployer",
        "deploy",
        "Deploy a version of a service.",
        {"service": "Name of the service, for example web"},
        {"environment": _ENVIRONMENT},
    ),
    tool(
        "deployer",
        "rollback",
        "Bring back the version of a service that ran before the present one.",
        {"service": "Name of the service, for example web"},
        {"environment": {"enum": ["staging", "production"], "type": "string", "default": "production"}},
    ),
)


def user(text: str) -> ModelMessage:
    """Something a person said."""
    return ModelMessage("user", (Text(text),))


def assistant(text: str = "", *uses: ToolUse) -> ModelMessage:
    """Something a model said and wished."""
    return ModelMessage("assistant", ((Text(text),) if text else ()) + uses)


def results(*parts: ToolResult) -> ModelMessage:
    """What became of the wishes."""
    return ModelMessage("tool", parts)


def asking(*messages: ModelMessage, tools: Sequence[ToolSpec] = SAMPLES, system: str = "") -> ModelRequest:
    """The request of one turn."""
    return ModelRequest(system, tuple(messages), tuple(tools))


async def all_events(model: Model, request: ModelRequest) -> list[ReplyEvent]:
    """Everything a reply consists of."""
    return [event async for event in model.reply(request)]


async def until_failure(model: Model) -> tuple[list[ReplyEvent], ModelFailed]:
    """What came of a reply that breaks, and how it is told."""
    came: list[ReplyEvent] = []
    try:
        async for event in model.reply(asking(user("go"))):
            came.append(event)
    except ModelFailed as failed:
        return came, failed
    raise AssertionError("the reply did not break")


def text_of(events: Sequence[ReplyEvent]) -> str:
    """The words of a reply."""
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def uses_of(events: Sequence[ReplyEvent]) -> list[ToolUse]:
    """The tool calls of a reply."""
    return [event for event in events if isinstance(event, ToolUse)]


def calls_of(events: Sequence[ReplyEvent]) -> list[tuple[str, dict[str, Any]]]:
    """The tool calls of a reply as names and arguments."""
    return [(use.name.partition("__")[2], json.loads(use.arguments)) for use in uses_of(events)]


def ends_once(events: Sequence[ReplyEvent]) -> bool:
    """Whether the reply ends as the port promises."""
    return sum(isinstance(event, Finished) for event in events) == 1 and isinstance(events[-1], Finished)
