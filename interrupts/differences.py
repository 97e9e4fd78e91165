"""What changed between two versions of a thing, in lines a person can read."""

from typing import Any

from interrupts import wire
from interrupts.models import Definition, Interrupt, ToolCall

NOT_APPROVED = "An admin has to approve what changed before the tool is called. Until then, going on ends this call."


def of_questions(old: Interrupt, new: Interrupt) -> list[str]:
    """Return what is asked differently now; empty when nothing is."""
    lines = []
    if old.message != new.message:
        lines.append(f"It asked before: {old.message}")
    if (was := _address(old)) != _address(new):
        lines.append(f"It led before to: {was or 'no address'}")
    if new.kind == "sampling" and wire.canonical(wire.load(old.request)) != wire.canonical(wire.load(new.request)):
        lines.append("What it wants a reply to is not the same.")
    lines += _of_schemas(wire.load(old.schema), wire.load(new.schema), "field")
    return lines


def _address(question: Interrupt) -> str:
    """Where a question of kind url leads, in the server's words."""
    url = (wire.load(question.request) or {}).get("params", {}).get("url") if question.kind == "url" else None
    return wire.storable(url) if isinstance(url, str) else ""


def of_call(call: ToolCall) -> list[str]:
    """Return what changed of a call's tool and server since the person was shown them; empty when nothing did.

    A new description alone is not a change on a trusted server; where a sample lies may change with every start.
    """
    tool, lines = call.tool, []
    if tool is None or not (tool.listed and tool.enabled and tool.server.enabled):
        return ["The tool is no longer offered."]
    if tool.proposed:
        return [NOT_APPROVED, *_of_tools(_definition(call.fingerprint), _definition(tool.proposed))]
    if call.server_url != tool.server.url and not tool.server.sample:
        lines.append(f"The server was at {call.server_url} and is now at {tool.server.url}.")
    known = call.contract == tool.contract if tool.server.trusted else call.fingerprint == tool.fingerprint
    return lines if known else lines + _of_tools(_definition(call.fingerprint), wire.load(tool.raw))


def _definition(fingerprint: str) -> dict[str, Any]:
    raw = Definition.objects.filter(pk=fingerprint).values_list("raw", flat=True).first()
    return wire.load(raw) or {}


def _of_tools(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    lines = []
    if old.get("description") != new.get("description"):
        lines.append(f"Its description is now: {new.get('description') or 'none'}")
    lines += _of_schemas(old.get("inputSchema"), new.get("inputSchema"), "argument")
    hints = old.get("annotations") or {}, new.get("annotations") or {}
    for name in sorted({*hints[0], *hints[1]}):
        if hints[0].get(name) != hints[1].get(name):
            lines.append(f"Its hint {name} was {_short(hints[0].get(name))} and is now {_short(hints[1].get(name))}.")
    return lines or ["Its definition changed."]


def _of_schemas(old: Any, new: Any, noun: str) -> list[str]:
    before, after = _properties(old), _properties(new)
    lines = [f"The {noun} {name} is gone." for name in before if name not in after]
    lines += [f"The {noun} {name} is new." for name in after if name not in before]
    lines += [f"The {noun} {name} changed." for name in after if name in before and before[name] != after[name]]
    if not lines and old != new:
        lines.append(f"The rules for the {noun}s changed.")
    return [wire.storable(line) for line in lines]


def _properties(schema: Any) -> dict[str, Any]:
    found = schema.get("properties") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


def _short(value: Any) -> str:
    return "not given" if value is None else wire.dump(value)[:80]
