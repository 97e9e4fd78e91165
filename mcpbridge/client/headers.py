"""Words of the protocol as HTTP header values, and tool arguments that travel as headers (``x-mcp-header``)."""

import base64
import re
from collections.abc import Iterator, Mapping
from typing import Any

_PLAIN = re.compile(r"[\x20-\x7e]*")
_ENCODED = re.compile(r"=\?base64\?.*\?=")
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_MIRRORED_TYPES = ("string", "integer", "boolean")
# Where schemas stand inside a schema. Values of default, enum, const and examples are data, $ref is never followed.
_ONE_SCHEMA = frozenset(
    {"items", "contains", "unevaluatedItems", "additionalProperties", "propertyNames", "unevaluatedProperties"}
    | {"not", "if", "then", "else", "contentSchema"}
)
_LIST_OF_SCHEMAS = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
_MAP_OF_SCHEMAS = frozenset(("patternProperties", "dependentSchemas", "$defs", "definitions"))

type _Path = tuple[str, ...]


class Unsendable(ValueError):
    """No header can carry this text: it holds half of a surrogate pair."""


def encode_header_value(text: str) -> str:
    """The text itself if it is plain visible ASCII, else ``=?base64?…?=`` around its UTF-8 bytes.

    Raises: Unsendable
    """
    if _PLAIN.fullmatch(text) and text == text.strip() and not _ENCODED.fullmatch(text):
        return text
    try:
        encoded = base64.b64encode(text.encode("utf-8")).decode("ascii")
    except UnicodeEncodeError:
        raise Unsendable(text) from None
    return f"=?base64?{encoded}?="


def why_headers_are_invalid(input_schema: Any) -> str | None:
    """The first reason why the schema's ``x-mcp-header`` annotations cannot be followed; None if they can."""
    seen: set[str] = set()
    for path, schema in _schemas(input_schema):
        if "x-mcp-header" not in schema:
            continue
        header, kind = schema["x-mcp-header"], schema.get("type")
        where = ".".join(path or ())
        if not path:
            return "x-mcp-header stands on something that is not a plain property"
        if not isinstance(header, str) or not _TOKEN.fullmatch(header):
            return f"x-mcp-header of {where!r} cannot be the name of a header"
        if kind not in _MIRRORED_TYPES:
            return f"x-mcp-header of {where!r} needs the type string, integer or boolean"
        if header.lower() in seen:
            return f"x-mcp-header {header!r} is used twice"
        seen.add(header.lower())
    return None


def param_headers(input_schema: Any, arguments: Mapping[str, Any]) -> dict[str, str]:
    """``Mcp-Param-<name>`` for every annotated argument that is present and not null.

    Raises: Unsendable
    """
    headers: dict[str, str] = {}
    for path, schema in _schemas(input_schema):
        header = schema.get("x-mcp-header")
        if not path or not isinstance(header, str):
            continue
        text = _as_text(_value_at(path, arguments))
        if text is not None:
            headers[f"Mcp-Param-{header}"] = encode_header_value(text)
    return headers


def _as_text(value: Any) -> str | None:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case int() | float():
            try:
                return str(value)
            except ValueError:  # an integer of more than 4300 digits: both sides leave it out
                return None
        case _:
            return None


def _value_at(path: _Path, arguments: Any) -> Any:
    value = arguments
    for key in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(key)
    return value


def _schemas(root: Any) -> Iterator[tuple[_Path | None, Mapping[str, Any]]]:
    """Every schema inside the root with its chain of property names; None once something else was crossed."""
    waiting: list[tuple[_Path | None, Any]] = [((), root)]
    while waiting:
        path, schema = waiting.pop()
        if not isinstance(schema, Mapping):
            continue
        yield path, schema
        for keyword, value in schema.items():
            if keyword == "properties" and isinstance(value, Mapping):
                waiting += [(None if path is None else (*path, name), child) for name, child in value.items()]
            elif keyword in _ONE_SCHEMA:
                waiting.append((None, value))
            elif keyword in _LIST_OF_SCHEMAS and isinstance(value, list):
                waiting += [(None, child) for child in value]
            elif keyword in _MAP_OF_SCHEMAS and isinstance(value, Mapping):
                waiting += [(None, child) for child in value.values()]
