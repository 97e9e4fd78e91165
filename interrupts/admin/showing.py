"""What rows hold, as text for people: JSON made readable, secrets masked, hidden characters marked. No markup here."""

import json
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts import wire
from interrupts.forms import parse_text
from interrupts.forms.text import json_text, looks_secret, visible

MASK = "••••"
LONGEST = 200_000
"""Characters of one text that a page shows."""

_SCHEMAS = frozenset({"requestedSchema", "inputSchema", "outputSchema"})
_NAMED_SCHEMAS = frozenset({"properties", "patternProperties", "$defs", "definitions"})
_SCHEMA_VALUES = frozenset({"default", "const", "enum", "examples", "example"})
_TOO_DEEP = gettext_lazy("It is nested too deeply to be shown.")


def secret_names(schemas: Iterable[str]) -> frozenset[str]:
    """Return the names of the fields that stored schemas mark as secret, by ``writeOnly``, format or title."""
    return frozenset(field.key for schema in schemas if schema for field in parse_text(schema).fields if field.secret)


def masked(value: Any, secret: frozenset[str] = frozenset()) -> Any:
    """Return a copy of a JSON value without what stands under a secret name: one that speaks of it, or is given."""
    if isinstance(value, list):
        return [masked(each, secret) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: _masked_member(name, each, secret) for name, each in value.items()}


def _masked_member(name: str, value: Any, secret: frozenset[str]) -> Any:
    if name in _SCHEMAS:
        return masked_schema(value)
    # A request state is the server's own; whoever holds it may be taken for the one who was asked.
    if (looks_secret(name) or name in secret or name == "requestState") and value not in (None, "", True, False):
        return MASK
    return masked(value, secret)


def masked_schema(value: Any, *, hide: bool = False) -> Any:
    """Return a copy of a JSON Schema without proposed values of secret fields; the fields themselves stay readable."""
    if isinstance(value, list):
        return [masked_schema(each, hide=hide) for each in value]
    if not isinstance(value, dict):
        return value
    shown: dict[str, Any] = {}
    for name, each in value.items():
        if name in _NAMED_SCHEMAS and isinstance(each, dict):
            shown[name] = {key: masked_schema(part, hide=hide or _is_secret(key, part)) for key, part in each.items()}
        elif hide and name in _SCHEMA_VALUES:
            shown[name] = MASK
        else:
            shown[name] = masked_schema(each, hide=hide)
    return shown


def _is_secret(name: str, schema: Any) -> bool:
    if not isinstance(schema, dict):
        return looks_secret(name)
    title = schema.get("title")
    marked = schema.get("format") == "password" or schema.get("writeOnly") is True
    return marked or looks_secret(name, title if isinstance(title, str) else "")


def readable(text: str, *, secret: frozenset[str] = frozenset(), schema: bool = False) -> str:
    """Return stored JSON text as people read it. What is no JSON is shown as it is."""
    if not text:
        return ""
    try:
        value = json.loads(text)
        return shortened(json_text(masked_schema(value) if schema else masked(value, secret), indent=2))
    except ValueError:
        return shortened(visible(text))
    except RecursionError:
        return str(_TOO_DEEP)


def reply(text: str, *, secret: frozenset[str] = frozenset()) -> str:
    """Return a stored reply: readable where it is JSON, else line by line as it came."""
    raw = wire.load(text)
    if not isinstance(raw, str):
        return readable(text, secret=secret)
    lines = raw.splitlines() if raw.lstrip().startswith(("data:", "event:", "id:", ":")) else [raw]
    return shortened("\n".join(_event_line(line, secret) for line in lines))


def _event_line(line: str, secret: frozenset[str]) -> str:
    field, found, rest = line.partition("data:")
    return f"data: {readable(rest.strip(), secret=secret)}" if found and not field else readable(line, secret=secret)


def named_values(arguments: str, *, raw: str = "") -> list[tuple[str, str]]:
    """Return a call's arguments as names and texts; ``raw`` stands in where the model wrote no readable ones."""
    value = wire.load(arguments)
    if not isinstance(value, dict):
        return [("", readable(raw))] if raw.strip() else []
    return [(visible(name), _value_text(each)) for name, each in masked(value).items()]


def _value_text(value: Any) -> str:
    return shortened(visible(value) if isinstance(value, str) else json_text(value, indent=2))


def compact(data: Any) -> str:
    """Return a small JSON value on one line, without braces around it."""
    shown = masked(data)
    if not isinstance(shown, dict):
        return json_text(shown)
    parts = ((name, each) for name, each in shown.items() if each not in ("", None))
    return " · ".join(
        f"{visible(name)}: {visible(each) if isinstance(each, str) else json_text(each)}" for name, each in parts
    )


def shortened(text: str) -> str:
    """Return a text no page chokes on; it says when it was cut."""
    return (
        text
        if len(text) <= LONGEST
        else _("{text}\n… cut here, {length} characters in all").format(
            text=text[:LONGEST], length=format(len(text), ",")
        )
    )


def first_words(text: str, most: int = 80) -> str:
    """Return the beginning of a text as one line."""
    line = " ".join(visible(text[: 4 * most]).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
