"""May this call run without asking a person first? Fails closed: what is not clearly allowed is asked about."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Q
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.fixed_query import FixedQuery
from interrupts.models import Rule, Tool


@dataclass(frozen=True, slots=True)
class Verdict:
    """``reason`` is a sentence for people: why it is asked about, or why it is refused."""

    effect: Literal["allow", "ask", "deny"]
    reason: str


def verdict(person_id: int, tool: Tool, arguments: Mapping[str, Any], *, now: datetime) -> Verdict:
    """Decide about one call. A standing rule decides first (deny, then ask, then allow), else the server's trust."""
    rules = [rule for rule in _rules(person_id, tool, now) if _matches(rule, arguments)]
    for effect in ("deny", "ask", "allow"):
        for rule in rules:
            if rule.effect == effect:
                return Verdict(
                    effect, rule.reason or _("A standing rule says: {effect}.").format(effect=Rule.Effect(effect).label)
                )
    return _by_trust(tool)


def _by_trust(tool: Tool) -> Verdict:
    if tool.read_only:
        return Verdict("allow", _("An admin marked this tool as read-only."))
    if not tool.server.trusted:
        return Verdict(
            "ask", _("Calls to {name} are asked about, since it is not a trusted server.").format(name=tool.server.name)
        )
    if tool.asks_by_itself:
        return Verdict("allow", _("The tool asks by itself before it acts."))
    if (wire.load(tool.annotations) or {}).get("readOnlyHint") is True:
        return Verdict("allow", _("A trusted server says that this tool changes nothing."))
    return Verdict("ask", _("This tool may change something."))


_RULES = FixedQuery(
    lambda person, tool, server, now: Rule.objects.filter(
        Q(person__isnull=True) | Q(person=person),
        Q(tool=tool) | Q(tool__isnull=True, server=server),
        Q(until__isnull=True) | Q(until__gt=now),
    )
)


def _rules(person_id: int, tool: Tool, now: datetime) -> list[Rule]:
    return _RULES.all(person_id, tool.pk, tool.server_id, now)


def _matches(rule: Rule, arguments: Mapping[str, Any]) -> bool:
    """A rule applies when each value it names is equal, type included: 1 is neither true nor "1"."""
    if not isinstance(rule.arguments, dict):
        return False
    return all(
        name in arguments and wire.canonical(arguments[name]) == wire.canonical(value)
        for name, value in rule.arguments.items()
    )
