"""What one example of the gallery is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

NO_SCHEMA: Any = object()


@dataclass(frozen=True, slots=True)
class Example:
    """One question. ``posted``: the form as it comes back after this answer; ``draft``: with this typed before.

    ``held``: it lives with an open connection; ``stranded``: that connection was lost.
    """

    slug: str
    title: str
    schema: Any = NO_SCHEMA
    kind: str = "form"
    intent: str = ""
    message: str = "What should it be?"
    explanation: str = ""
    arguments: Mapping[str, Any] = field(default_factory=lambda: {"table": "orders"})
    tool: str = "empty_table"
    server: str = "database"
    destructive: bool = False
    request: Mapping[str, Any] | None = None
    posted: Mapping[str, Sequence[str]] | None = None
    draft: Mapping[str, Sequence[str]] | None = None
    prefill: Mapping[str, Any] | None = None
    differs: Sequence[str] = ()
    status: str = "pending"
    action: str = ""
    content: Mapping[str, Any] | None = None
    note: str = ""
    problem: str = ""
    for_somebody_else: bool = False
    held: bool = False
    stranded: bool = False
    reason: str = "mcp_input"
    siblings: tuple[int, int] = (0, 1)


def form(*required: str, **properties: Any) -> dict[str, Any]:
    """Return the schema of an object."""
    return {"type": "object", "properties": properties, "required": list(required)}


def single(slug: str, title: str, label: str, *, required: bool = False, widget: str = "", **schema: Any) -> Example:
    """A question with a single field."""
    wish = {"x-ui": {"widget": widget}} if widget else {}
    return Example(slug, title, form(*["value"] if required else [], value={"title": label, **schema, **wish}))


TOWNS = [f"Town {number}" for number in range(1, 401)]
