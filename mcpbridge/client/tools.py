"""The tools a server lists: what is usable of them, what is broken, and how to tell that one has changed."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mcpbridge.client.headers import Unsendable, encode_header_value, why_headers_are_invalid
from mcpbridge.client.jsontext import canonical


@dataclass(frozen=True, slots=True)
class Tool:
    """One usable tool. The hints are the server's own claims; believe them only if the operator trusts the server."""

    name: str
    title: str | None
    description: str
    input_schema: Mapping[str, Any]
    annotations: Mapping[str, Any]
    raw: Mapping[str, Any]

    @property
    def read_only(self) -> bool:
        return self.annotations.get("readOnlyHint") is True

    @property
    def idempotent(self) -> bool:
        return self.annotations.get("idempotentHint") is True

    @property
    def destructive(self) -> bool:
        """True unless the server says otherwise."""
        return not self.read_only and self.annotations.get("destructiveHint") is not False


@dataclass(frozen=True, slots=True)
class BrokenTool:
    """A listed tool that cannot be used, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class ToolList:
    """What a server listed. ``ttl_seconds`` is how long it allows the list to be kept; None if it did not say."""

    tools: tuple[Tool, ...]
    broken: tuple[BrokenTool, ...]
    ttl_seconds: float | None


def fingerprint(tool: Tool) -> str:
    """Changes whenever name, description, input schema or annotations of the tool change."""
    return _digest(
        {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": tool.input_schema,
            "annotations": tool.annotations,
        }
    )


def description_free_fingerprint(tool: Tool) -> str:
    """Like ``fingerprint``, blind to the tool's own description; descriptions inside the schema still count."""
    return _digest({"name": tool.name, "inputSchema": tool.input_schema, "annotations": tool.annotations})


def sort_tools(listed: Iterable[Any]) -> tuple[tuple[Tool, ...], tuple[BrokenTool, ...]]:
    """Usable and broken tools, in the server's order. Of two with one name the first counts; a true copy is dropped."""
    usable: dict[str, Tool] = {}
    broken: list[BrokenTool] = []
    for entry in listed:
        match read_tool(entry):
            case BrokenTool() as failure:
                broken.append(failure)
            case Tool() as tool if tool.name not in usable:
                usable[tool.name] = tool
            case Tool() as tool if canonical(tool.raw) != canonical(usable[tool.name].raw):
                broken.append(BrokenTool(tool.name, "another tool of the list has the same name"))
    return tuple(usable.values()), tuple(broken)


def read_tool(entry: Any) -> Tool | BrokenTool:
    """One entry of a server's list, whatever its shape."""
    if not isinstance(entry, Mapping):
        return BrokenTool("", "it is not an object")
    name = entry.get("name")
    if not isinstance(name, str) or not name:
        return BrokenTool("", "it has no name")
    try:
        encode_header_value(name)
    except Unsendable:
        return BrokenTool(name, "its name is not valid text")
    schema = entry.get("inputSchema")
    schema = {"type": "object"} if schema is None or schema is True else schema
    if why := _why_schema_is_broken(schema) or why_headers_are_invalid(schema):
        return BrokenTool(name, why)
    annotations = _mapping(entry.get("annotations"))
    return Tool(
        name=name,
        title=_text(entry.get("title")) or _text(annotations.get("title")),
        description=_text(entry.get("description")) or "",
        input_schema=schema,
        annotations=annotations,
        raw=entry,
    )


def _why_schema_is_broken(schema: Any) -> str | None:
    """Only what would break every reader; whether each keyword makes sense is for the schema's users to say."""
    if not isinstance(schema, Mapping):
        return "its inputSchema is not an object"
    kind = schema.get("type", "object")
    if kind != "object" and not (isinstance(kind, list) and "object" in kind):
        return "its inputSchema does not describe an object"
    properties = schema.get("properties", {})
    if not isinstance(properties, Mapping) or not all(isinstance(p, Mapping | bool) for p in properties.values()):
        return "the properties of its inputSchema are not schemas"
    required = schema.get("required", [])
    if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
        return "required in its inputSchema is not a list of names"
    return None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _digest(value: Any) -> str:
    return "v1:" + hashlib.sha256(canonical(value).encode("ascii")).hexdigest()
