"""A tool may raise to pause; any other exception is a tool error and never a pause."""

from typing import Any

import pytest
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from mcpbridge.authoring import Accepted, InputRequiredError, Missing, accepted_content
from mcpbridge.authoring.testing import ERAS, Era, accept, call_tool, decline
from mcpbridge.reasons import REASON_KEY
from tests.mcpbridge.authoring.asking import asking_server
from tests.mcpbridge.authoring.support import connected

every_era = pytest.mark.parametrize("era", ERAS)

SIGN_IN = {"message": "Sign in", "url": "https://login.example/"}
PLACE = {"message": "Where?", "requestedSchema": {"type": "object", "properties": {"place": {"type": "string"}}}}
PROMPT = {"messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}], "maxTokens": 5}


def fetch(ctx: Context, kind: str = "form", reason: str = "auth_required") -> str:
    """Fetch what only a person can give."""
    request: Any = {"form": PLACE, "url": SIGN_IN, "sampling": PROMPT}[kind]
    match accepted_content(ctx, "input"):
        case Missing():
            raise InputRequiredError(kind, request, reason)  # type: ignore[arg-type]
        case Accepted(content):
            return f"got {content}"
        case other:
            return f"got nothing: {other}"


@every_era
@pytest.mark.parametrize(
    ("kind", "reply", "said"),
    [
        ("form", {"place": "Kyiv"}, "got {'place': 'Kyiv'}"),
        ("form", decline(), "got nothing: Declined()"),
        ("url", accept(), "got {}"),
        (
            "sampling",
            "hello",
            "got {'role': 'assistant', 'content': {'type': 'text', 'text': 'hello'}, 'model': 'test'}",
        ),
    ],
)
async def test_raising_pauses_and_the_tool_that_is_run_again_reads_the_answer(
    era: Era, kind: str, reply: Any, said: str
) -> None:
    finished = await call_tool(asking_server(fetch), "fetch", {"kind": kind}, answers=[reply], era=era)

    assert [asked.kind for asked in finished.asked] == [kind]
    assert finished.text == said


@pytest.mark.parametrize(
    ("reason", "arrives"),
    [
        ("auth_required", "auth_required"),
        ("two\nlines", "two lines"),
        ("x" * 90, "x" * 60),
        *((ordinary, None) for ordinary in ("", "  ", "mcp_input", "approval", "Outcome_Unknown")),
    ],
)
async def test_the_reason_travels_and_an_empty_or_reserved_one_is_the_ordinary_one(
    reason: str, arrives: str | None
) -> None:
    async with connected(asking_server(fetch)) as peer:
        asked = await peer.call("fetch", arguments={"reason": reason})

    assert (asked.get("_meta") or {}).get(REASON_KEY) == arrives


async def test_the_reason_travels_with_the_question_to_a_client_of_2025() -> None:
    finished = await call_tool(asking_server(fetch), "fetch", answers=[{"place": "x"}], era="2025")

    assert finished.asked[0].params["_meta"] == {REASON_KEY: "auth_required"}


@every_era
@pytest.mark.parametrize("error", [ValueError("secret"), ToolError("known"), RuntimeError(), KeyError("form")])
async def test_any_other_exception_is_a_tool_error_and_asks_nothing(era: Era, error: Exception) -> None:
    def broken(ctx: Context) -> str:
        raise error

    finished = await call_tool(asking_server(broken), "broken", era=era)

    assert finished.is_error
    assert finished.asked == ()
    assert "secret" not in finished.text


async def test_another_exception_raised_because_of_it_is_no_pause() -> None:
    def wrapped(ctx: Context) -> str:
        try:
            raise InputRequiredError("form", PLACE)
        except InputRequiredError as error:
            raise ValueError("something else") from error

    finished = await call_tool(asking_server(wrapped), "wrapped")

    assert finished.is_error
    assert finished.asked == ()
