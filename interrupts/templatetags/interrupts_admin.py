"""What the admin's first page adds: ``{% load interrupts_admin %}``."""

from typing import Any

from django import template

from interrupts.changes import waiting_tools
from interrupts.models import Interrupt

register = template.Library()

ORDER = (
    "Interrupt",
    "Thread",
    "Run",
    "ToolCall",
    "Round",
    "Event",
    "Feedback",
    "Server",
    "Tool",
    "Rule",
    "Delivery",
    "Worker",
)
"""Questions first, then what they came from, then what is configured."""


@register.simple_tag
def count_waiting() -> int:
    """Return how many questions wait for an answer, of anybody."""
    return Interrupt.objects.filter(status="pending").count()


@register.simple_tag
def count_changed_tools() -> int:
    """Return how many tools wait for an admin to approve what they have become."""
    return waiting_tools().count()


@register.simple_tag
def questions_first(apps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the admin's apps with this package first and its models in the order of their use."""
    ordered = [{**app, "models": sorted(app["models"], key=_place)} if _is_ours(app) else app for app in apps]
    return sorted(ordered, key=lambda app: not _is_ours(app))


def _is_ours(app: dict[str, Any]) -> bool:
    return app["app_label"] == "interrupts"


def _place(model: dict[str, Any]) -> int:
    name = model["object_name"]
    return ORDER.index(name) if name in ORDER else len(ORDER)
