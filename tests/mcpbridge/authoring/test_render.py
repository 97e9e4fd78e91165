"""Questions as one object, and what happens where nobody can show it."""

from typing import Any

import pytest
from mcp.server.mcpserver import Context

from mcpbridge.authoring import Superseded, UnsupportedRenderableError, render
from mcpbridge.authoring.testing import ERAS, Era, accept, call_tool, cancel, decline, taken_back
from mcpbridge.meta import QUESTIONS_KEY
from tests.mcpbridge.authoring.asking import asking_server
from tests.mcpbridge.authoring.support import connected

every_era = pytest.mark.parametrize("era", ERAS)

ROOM = {
    "kind": "form",
    "id": "room",
    "message": "Which room?",
    "dataSchema": {"type": "object", "properties": {"room": {"type": "string", "enum": ["a", "b"]}}},
    "value": {"room": "b"},
    "intent": "tool_permission",
}


async def book(ctx: Context, kind: str = "form", more: dict[str, Any] | None = None) -> str:
    """Book a room."""
    try:
        return str(await render(ctx, {**ROOM, "kind": kind, **(more or {})}))
    except UnsupportedRenderableError as error:
        return f"cannot be shown: {error}"
    except Superseded:
        return "superseded"


@every_era
@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ({"room": "a"}, "Accepted(content={'room': 'a'}"),
        (accept({}), "Accepted(content={}"),
        (decline(), "Cancelled()"),
        (cancel(), "Cancelled()"),
    ],
)
async def test_submitted_is_data_and_anything_else_is_cancelled(era: Era, reply: Any, said: str) -> None:
    finished = await call_tool(asking_server(book), "book", answers=[reply], era=era)

    assert finished.text.startswith(said)
    field = (finished.asked[0].schema or {})["properties"]["room"]
    assert field == {"type": "string", "enum": ["a", "b"], "default": "b"}


@every_era
async def test_a_kind_that_nobody_can_show_is_a_named_error_and_no_question(era: Era) -> None:
    finished = await call_tool(asking_server(book), "book", {"kind": "chart"}, era=era)

    assert "cannot be shown: There is no way to show something of the kind 'chart'" in finished.text


@every_era
async def test_a_field_that_would_be_lost_is_a_named_error(era: Era) -> None:
    finished = await call_tool(asking_server(book), "book", {"more": {"timeout": 5}}, era=era)

    assert "cannot be shown: A form has no timeout." in finished.text


@every_era
async def test_a_client_that_shows_nothing_is_a_named_error_in_the_tool(era: Era) -> None:
    finished = await call_tool(asking_server(book), "book", can_show=False, era=era)

    assert finished.text.startswith("cannot be shown: This has to be asked first")


async def test_a_question_that_a_session_takes_back_is_superseded() -> None:
    finished = await call_tool(asking_server(book), "book", answers=[taken_back()], era="2025")

    assert finished.text == "superseded"


async def test_intent_and_allowed_actions_reach_a_client_of_2025_with_the_question() -> None:
    finished = await call_tool(asking_server(book), "book", answers=[cancel()], era="2025")

    meta = finished.asked[0].params["_meta"]
    assert meta == {"sayso/intent": "tool_permission", "sayso/allowedActions": ["accept", "cancel"]}


async def test_intent_and_allowed_actions_reach_a_client_of_2026_with_the_result() -> None:
    async with connected(asking_server(book)) as peer:
        asked = await peer.call("book")

    said = {"sayso/intent": "tool_permission", "sayso/allowedActions": ["accept", "cancel"]}
    assert asked["_meta"][QUESTIONS_KEY] == {"room": said}
