"""Questions of a scripted server, asked and filled in by label in a real page; what arrives is read at the server."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

OPEN_CARD = "[data-interrupt][data-status=pending]"
NOT_THERE: Any = object()
"""In place of a schema: the server sends none."""


def script_of(schemas: Mapping[str, Any]) -> dict[str, Any]:
    """One tool per schema: its first reply asks, its second is done."""
    return {
        "tools": [{"name": name, "inputSchema": {"type": "object", "properties": {}}} for name in schemas],
        "calls": {name: {"by": "state", "steps": [_ask(schema), {"text": "ok"}]} for name, schema in schemas.items()},
    }


def _ask(schema: Any) -> dict[str, Any]:
    form = {"message": "Please fill this in."}
    return {"ask": {"q": form if schema is NOT_THERE else form | {"requestedSchema": schema}}}


def open_question(page: Page, address: str, tool: str) -> Locator:
    """Have the assistant call a tool in a thread of its own; returns the card that appears."""
    page.goto(address)
    page.get_by_placeholder("Write to the assistant").fill(f"/{tool}")
    page.keyboard.press("Enter")
    card = page.locator(OPEN_CARD)
    expect(card).to_be_visible()
    return card


def fill(card: Locator, schema: Any, typed: Mapping[str, Any]) -> None:
    """Enter what a person would: text as typed, picks by their label; what is not named is not touched."""
    for place, name in enumerate(names_of(schema)):
        if name in typed:
            _fill(card, f"f{place}", typed[name])


def names_of(schema: Any) -> list[str]:
    """The names under which a form's fields are sent; one that asks for a single value sends it as ``value``."""
    if schema is NOT_THERE:
        return []
    return list(schema.get("properties") or {}) if "properties" in schema else ["value"]


def _fill(card: Locator, control: str, value: Any) -> None:
    first = card.locator(f"[name={control}]").first
    field = card.locator(".field").filter(has=card.page.locator(f"[name={control}]"))
    if first.get_attribute("role") == "switch" or (isinstance(value, bool) and _kind(first) == "checkbox"):
        first.set_checked(value)
    elif isinstance(value, bool):
        field.get_by_label("Yes" if value else "No", exact=True).check()
    elif isinstance(value, list):
        for each in value:
            field.get_by_label(each, exact=True).check()
    elif _kind(first) == "radio":
        field.get_by_label(value, exact=True).check()
    elif first.evaluate("element => element.localName") == "select":
        first.select_option(label=value)
    else:
        first.fill(value)


def _kind(control: Locator) -> str | None:
    return control.get_attribute("type")


def press(card: Locator, action: str) -> None:
    card.locator(f"button[name=action][value={action}]").click()
