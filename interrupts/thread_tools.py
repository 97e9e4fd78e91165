"""Which tools a model may use in one thread: all that are offered, but for those its owner switched off there."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from interrupts import wire
from interrupts.authority import may
from interrupts.fixed_write import update_rows
from interrupts.ledger import change
from interrupts.models import Thread, Tool


class NotYours(Exception):
    """Only the owner of a thread says which tools are used in it."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One tool of a thread and whether it is on; ``alias`` is the name models know it by."""

    alias: str
    tool: Tool
    is_on: bool


def switched_off(thread: Thread) -> frozenset[str]:
    """Return the aliases of the tools that are off in a thread."""
    return frozenset(wire.load(thread.tools_off) or ())


def switches(thread: Thread) -> dict[str, list[Switch]]:
    """Return every tool that could be used, by the name of its server."""
    off, found = switched_off(thread), defaultdict(list)
    rows = Tool.objects.filter(listed=True, enabled=True, server__enabled=True, proposed="").select_related("server")
    for tool in rows.order_by("server__name", "name"):
        found[tool.server.name].append(Switch(tool.alias, tool, tool.alias not in off))
    return dict(found)


def switch_tools(
    thread: Thread, *, person: Any, shown: Collection[str], on: Collection[str], at: datetime
) -> frozenset[str]:
    """Of the tools that were shown, switch on these and off the others; returns what is off by now.

    It counts from the model's next turn on. A tool that was not shown stays as it is.

    Raises: NotYours.
    """
    if not may(person, "write", thread):
        raise NotYours(thread.pk)
    known = set(Tool.objects.filter(alias__in=shown).values_list("alias", flat=True))
    with transaction.atomic(), change(thread.pk, at=at) as c:
        before = switched_off(c.thread)
        off = before - known | (known - set(on))
        if off != before:
            update_rows(Thread, {"pk": thread.pk}, tools_off=wire.dump(sorted(off)) if off else "")
            c.record("thread.tools", "", actor=person, off=sorted(off - before), on=sorted(before - off))
    return off
