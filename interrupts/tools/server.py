"""The MCP server of this site's own tools, made of what the project declared."""

import time
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils import timezone
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, ToolAnnotations

from interrupts.approval import verdict
from interrupts.database import in_database
from interrupts.models import INSIDE, Server, Tool
from interrupts.secrets import keys_for
from interrupts.servers import ASKS_KEY
from interrupts.tools.declaring import PERSON, Declared, declared
from interrupts.tools.nonces import RowNonces
from interrupts.tools.work import Workroom
from mcpbridge.authoring import AskingServer, Seal

CHECKED = "interrupts.checked"
"""In the ASGI scope: the chat has already decided about this call, by rows and rules."""


def name_of_tools() -> str:
    """Return what the tools of this site are called as a server."""
    name: str = settings.INTERRUPTS.get("TOOLS_NAME") or "site"
    return name


def build(room: Workroom) -> AskingServer:
    """Return the server with all declared tools, which work in ``room``."""
    server = AskingServer(
        name_of_tools(),
        seal=Seal(nonces=RowNonces(room), clock=time.time),
        keys=keys_for("interrupts.tools"),
        principal=_principal,
        subscriptions=False,
        middleware=[_what_is_switched_off],
        log_level="WARNING",
    )
    for each in declared():
        server.add_tool(
            room.prepared(each.function),
            name=each.name,
            title=each.title,
            annotations=_annotations(each),
            meta={ASKS_KEY: True} if each.asks else None,
        )
    return server


def _annotations(each: Declared) -> ToolAnnotations:
    return ToolAnnotations(
        read_only_hint=each.read_only,
        destructive_hint=None if each.read_only else True,
        idempotent_hint=each.idempotent or None,
    )


def _principal(ctx: ServerRequestContext[Any, Any]) -> str | None:
    person = ctx.request.scope.get(PERSON) if ctx.request is not None else None
    return None if person is None else f"person:{person.pk}"


async def _what_is_switched_off(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """What an admin switched off is neither listed nor called at ``/mcp/``, and what a rule denies is refused."""
    scope: Mapping[str, Any] = ctx.request.scope if ctx.request is not None else {}
    if scope.get(CHECKED) or ctx.method not in ("tools/list", "tools/call"):
        return await call_next(ctx)
    if ctx.method == "tools/call":
        params = ctx.params or {}
        refusal = await in_database(_why_not, params.get("name"), params.get("arguments"), scope[PERSON].pk)
        if refusal:
            raise MCPError(INVALID_PARAMS, refusal)
        return await call_next(ctx)
    listed: Any = await call_next(ctx)
    off = await in_database(_switched_off)
    return _without(listed, off)


def _without(listed: Any, off: set[str]) -> Any:
    if isinstance(listed, dict):
        return {**listed, "tools": [tool for tool in listed["tools"] if tool["name"] not in off]}
    return listed.model_copy(update={"tools": [tool for tool in listed.tools if tool.name not in off]})


def _switched_off() -> set[str]:
    tools = Tool.objects.filter(server__url=INSIDE)
    if Server.objects.filter(url=INSIDE, enabled=False).exists():
        return {each.name for each in declared()}
    return set(tools.filter(enabled=False).values_list("name", flat=True))


def _why_not(name: Any, arguments: Any, person_id: Any) -> str:
    """Return a sentence that refuses a call, empty where nothing stands against it."""
    if not isinstance(name, str):
        return ""
    if name in _switched_off():
        return f"The tool {name} is switched off."
    tool = Tool.objects.filter(server__url=INSIDE, name=name).select_related("server").first()
    if tool is None:
        return ""
    decided = verdict(person_id, tool, arguments if isinstance(arguments, dict) else {}, now=timezone.now())
    return decided.reason if decided.effect == "deny" else ""
