"""The scripted server itself: strict, and able to play a whole conversation by rules."""

import pytest

from chatsite.assistants import choose
from interrupts.ports import ModelFailed, ModelMessage, ToolResult, ToolUse
from tests.chatsite.assistants.support import all_events, asking, assistant, calls_of, results, text_of, user, uses_of
from tests.scripted_openai import Scripted

pytestmark = pytest.mark.usefixtures("pool")

RULES = {
    "mode": "rules",
    "rules": [
        {"after_tool_results": "It says: {results}"},
        {
            "when_last_user_matches": r"drop (?:table )?(\w+)",
            "reply": {"tool_calls": [{"name": "drop_table", "arguments": {"table": "{1}"}}]},
        },
        {"when_last_user_contains": "hello", "reply": "Hello to you."},
    ],
    "otherwise": "What?",
}


async def test_rules_play_a_conversation_of_any_thread(server: Scripted) -> None:
    server.play(RULES)
    model = choose("openai:m", base_url=server.url)
    wish = await all_events(model, asking(user("Drop table orders")))
    use = uses_of(wish)[0]
    told = results(ToolResult(use.id, use.name, "Dropped."))
    report = await all_events(model, asking(user("Drop table orders"), assistant("", use), told))
    other = await all_events(model, asking(user("say hello")))
    unknown = await all_events(model, asking(user("sing")))

    assert calls_of(wish) == [("drop_table", {"table": "orders"})]
    assert text_of(report) == "It says: Dropped."
    assert text_of(other) == "Hello to you."
    assert text_of(unknown) == "What?"


USE = ToolUse("a", "x", "{}")
RESULT = ToolResult("a", "x", "ok")


@pytest.mark.parametrize(
    "history",
    [
        (user("go"), assistant("", USE)),
        (user("go"), assistant("", USE), user("and?")),
        (user("go"), results(RESULT)),
        (user("go"), assistant("", USE), results(RESULT, RESULT)),
        (),
    ],
    ids=["no result", "words before the result", "result without a call", "two results", "nothing"],
)
async def test_a_history_that_strict_providers_refuse_is_refused(
    server: Scripted, history: tuple[ModelMessage, ...]
) -> None:
    server.play(["never"])
    with pytest.raises(ModelFailed, match="HTTP 400"):
        await all_events(choose("openai:m", base_url=server.url), asking(*history))

    assert server.requests()[0]["refused"]


async def test_a_script_that_is_over_says_so(server: Scripted) -> None:
    server.play([])
    with pytest.raises(ModelFailed, match="no more replies"):
        await all_events(choose("openai:m", base_url=server.url), asking(user("go")))


async def test_an_unknown_model_is_refused(server: Scripted) -> None:
    server.play({"models": ["a"], "replies": ["never"]})
    with pytest.raises(ModelFailed, match="does not know the model “b”"):
        await all_events(choose("openai:b", base_url=server.url), asking(user("go")))
