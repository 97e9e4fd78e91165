"""Tools that changed on servers nobody vouches for: they wait here until an admin approves what they have become."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from interrupts import ledger, wire
from interrupts.authority import may_approve_tools
from interrupts.models import Definition, Server, Tool
from interrupts.servers import write_definition
from mcpbridge.client import BrokenTool, read_tool


class MayNotApprove(Exception):
    """This person may not decide what a tool may become."""


class NotAsShown(Exception):
    """The tool changed again, changed back or was approved meanwhile, so nothing was approved now."""


def waiting_tools() -> QuerySet[Tool]:
    """The tools that would be offered, had they not changed."""
    return Tool.objects.filter(proposed_at__isnull=False, enabled=True, listed=True, server__enabled=True)


def proposed_definition(tool: Tool) -> dict[str, Any]:
    """What a tool wants to be, in its server's words; empty when it does not wait for anybody."""
    raw = Definition.objects.filter(pk=tool.proposed).values_list("raw", flat=True).first() if tool.proposed else None
    return wire.load(raw) or {}


def approve_definition(tool_id: int, *, proposed: str, person: Any, at: datetime) -> Tool:
    """Let a tool be used as its server describes it now; ``proposed`` is the fingerprint of what the admin was shown.

    Raises: MayNotApprove, NotAsShown.
    """
    if not may_approve_tools(person):
        raise MayNotApprove(_("Only staff who may change tools can approve what a tool has become."))
    with transaction.atomic():
        server = Server.objects.select_for_update().get(tools=tool_id)
        tool = server.tools.get(pk=tool_id)
        definition = read_tool(proposed_definition(tool))
        if not proposed or tool.proposed != proposed or isinstance(definition, BrokenTool):
            raise NotAsShown
        was = tool.fingerprint
        write_definition(tool, definition, at=at)
        ledger.record_of_tool(tool, "tool.approved", at=at, actor=person, was=was, **{"is": proposed})
    return tool
