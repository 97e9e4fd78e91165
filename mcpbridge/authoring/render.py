"""Questions as one object, the way adapters for agent frameworks hand them over."""

from collections.abc import Mapping
from typing import Any

from mcp.server.mcpserver import Context

from mcpbridge.authoring.answers import Accepted, Cancelled
from mcpbridge.authoring.asks import elicit
from mcpbridge.authoring.errors import UnsupportedRenderableError

_FIELDS = {"kind", "message", "dataSchema", "value", "intent", "id", "explanation"}


async def render(ctx: Context[Any, Any], renderable: Mapping[str, Any]) -> Accepted[Any] | Cancelled:
    """Show ``renderable`` to the person: submitted it is ``Accepted`` with the data, anything else is ``Cancelled``.

    Its fields: ``kind`` (``"form"``, also if it is left out), ``message``, ``dataSchema`` (any JSON Schema; none is a
    bare confirm), ``value`` (proposed, can be changed), ``intent``, ``id``, ``explanation``.

    Raises:
        UnsupportedRenderableError: nobody here can show it; it is never turned into prose.
        Superseded: the run was stopped before the person answered.
    """
    kind = renderable.get("kind", "form")
    if kind != "form":
        raise UnsupportedRenderableError(f"There is no way to show something of the kind {kind!r} to a person.")
    if unknown := renderable.keys() - _FIELDS:
        raise UnsupportedRenderableError(f"A form has no {', '.join(sorted(unknown))}.")
    answer = await elicit(
        ctx,
        str(renderable.get("message", "")),
        renderable.get("dataSchema"),
        id=str(renderable.get("id", "")),
        value=renderable.get("value"),
        allowed_actions=("accept", "cancel"),
        intent=renderable.get("intent"),
        explanation=renderable.get("explanation"),
    )
    return answer if isinstance(answer, Accepted) else Cancelled()
