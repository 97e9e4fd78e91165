"""What changed between two versions of a thing, in lines a person can read."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts import wire
from interrupts.models import Definition, Interrupt, ToolCall

NOT_APPROVED = gettext_lazy(
    "An admin has to approve what changed before the tool is called. Until then, going on ends this call."
)


class _Sentences(NamedTuple):
    """What is said of the parts of a schema: a word put into a sentence does not fit in every language."""

    gone: Any
    new: Any
    changed: Any
    rules: Any


_FIELDS = _Sentences(
    gettext_lazy("The field {name} is gone."),
    gettext_lazy("The field {name} is new."),
    gettext_lazy("The field {name} changed."),
    gettext_lazy("The rules for the fields changed."),
)
_ARGUMENTS = _Sentences(
    gettext_lazy("The argument {name} is gone."),
    gettext_lazy("The argument {name} is new."),
    gettext_lazy("The argument {name} changed."),
    gettext_lazy("The rules for the arguments changed."),
)


def of_questions(old: Interrupt, new: Interrupt) -> list[str]:
    """Return what is asked differently now; empty when nothing is."""
    lines = []
    if old.message != new.message:
        lines.append(_("It asked before: {message}").format(message=old.message))
    if (was := _address(old)) != _address(new):
        lines.append(_("It led before to: {address}").format(address=was or _("no address")))
    if new.kind == "sampling" and wire.canonical(wire.load(old.request)) != wire.canonical(wire.load(new.request)):
        lines.append(_("What it wants a reply to is not the same."))
    lines += _of_schemas(wire.load(old.schema), wire.load(new.schema), _FIELDS)
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
        return [_("The tool is no longer offered.")]
    if tool.proposed:
        return [str(NOT_APPROVED), *_of_tools(_definition(call.fingerprint), _definition(tool.proposed))]
    if call.server_url != tool.server.url and not tool.server.sample:
        lines.append(
            _("The server was at {server_url} and is now at {url}.").format(
                server_url=call.server_url, url=tool.server.url
            )
        )
    known = call.contract == tool.contract if tool.server.trusted else call.fingerprint == tool.fingerprint
    return lines if known else lines + _of_tools(_definition(call.fingerprint), wire.load(tool.raw))


def _definition(fingerprint: str) -> dict[str, Any]:
    raw = Definition.objects.filter(pk=fingerprint).values_list("raw", flat=True).first()
    return wire.load(raw) or {}


def _of_tools(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    lines = []
    if old.get("description") != new.get("description"):
        lines.append(_("Its description is now: {description}").format(description=new.get("description") or _("none")))
    lines += _of_schemas(old.get("inputSchema"), new.get("inputSchema"), _ARGUMENTS)
    hints = old.get("annotations") or {}, new.get("annotations") or {}
    for name in sorted({*hints[0], *hints[1]}):
        if hints[0].get(name) != hints[1].get(name):
            lines.append(
                _("Its hint {name} was {before} and is now {after}.").format(
                    name=name, before=_short(hints[0].get(name)), after=_short(hints[1].get(name))
                )
            )
    return lines or [_("Its definition changed.")]


def _of_schemas(old: Any, new: Any, said: "_Sentences") -> list[str]:
    before, after = _properties(old), _properties(new)
    lines = [str(said.gone).format(name=name) for name in before if name not in after]
    lines += [str(said.new).format(name=name) for name in after if name not in before]
    changed = (name for name in after if name in before and before[name] != after[name])
    lines += [str(said.changed).format(name=name) for name in changed]
    if not lines and old != new:
        lines.append(str(said.rules))
    return [wire.storable(line) for line in lines]


def _properties(schema: Any) -> dict[str, Any]:
    found = schema.get("properties") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


def _short(value: Any) -> str:
    return _("not given") if value is None else wire.dump(value)[:80]
