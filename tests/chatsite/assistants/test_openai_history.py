"""What an OpenAI-compatible server is sent, judged by one that is strict about it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from chatsite.assistants import choose
from interrupts.ports import ModelMessage, ToolResult, ToolSpec, ToolUse
from tests.chatsite.assistants.support import SAMPLES, all_events, asking, assistant, results, user
from tests.scripted_openai import Scripted

pytestmark = pytest.mark.usefixtures("pool")

LIST = ToolUse("a", "database__list_tables", "{}")
DROP = ToolUse("b", "database__drop_table", '{"table": "orders"}')


async def sent(
    server: Scripted, *messages: ModelMessage, tools: Any = SAMPLES, system: str = "", key: str | None = None
) -> dict[str, Any]:
    """Let a strict server answer, and give what it got."""
    server.play(["ok"])
    model = choose("openai:gpt-x", base_url=server.url, api_key=key)
    await all_events(model, asking(*messages, tools=tools, system=system))
    return server.requests()[0]


async def messages_sent(server: Scripted, *messages: ModelMessage, system: str = "") -> list[dict[str, Any]]:
    return (await sent(server, *messages, system=system))["body"]["messages"]


async def test_model_system_words_and_tools_are_sent(server: Scripted) -> None:
    body = (await sent(server, user("hello"), system="Be brief."))["body"]

    assert body["model"] == "gpt-x"
    assert body["stream"] is True
    assert body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "hello"},
    ]
    assert body["tools"][3] == {
        "type": "function",
        "function": {
            "name": "database__drop_table",
            "description": "Remove a whole table with all its rows, for good. (server: database)",
            "parameters": SAMPLES[3].input_schema,
        },
    }


async def test_a_limit_is_sent_where_there_is_one(server: Scripted) -> None:
    server.play(["ok", "ok"])
    model = choose("openai:gpt-x", base_url=server.url, api_key=None)

    await all_events(model, asking(user("hello")))
    await all_events(model, replace(asking(user("hello")), max_tokens=7))

    assert [request["body"].get("max_tokens") for request in server.requests()] == [None, 7]


async def test_results_follow_their_calls_in_order(server: Scripted) -> None:
    history = (
        user("go"),
        assistant("", LIST, DROP),
        results(ToolResult("a", LIST.name, "orders"), ToolResult("b", DROP.name, "Dropped.")),
        assistant("Done."),
        user("thanks"),
    )

    assert (await messages_sent(server, *history))[1:4] == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": LIST.name, "arguments": "{}"}},
                {"id": "b", "type": "function", "function": {"name": DROP.name, "arguments": '{"table": "orders"}'}},
            ],
        },
        {"role": "tool", "tool_call_id": "a", "content": "orders"},
        {"role": "tool", "tool_call_id": "b", "content": "Dropped."},
    ]


async def test_an_error_says_so_in_its_text(server: Scripted) -> None:
    history = (user("go"), assistant("", DROP), results(ToolResult("b", DROP.name, "no such table", is_error=True)))

    assert (await messages_sent(server, *history))[-1]["content"] == "The tool call did not succeed: no such table"


async def test_an_id_used_twice_is_told_apart(server: Scripted) -> None:
    twice = (user("go"), assistant("", LIST, LIST), results(*(ToolResult("a", LIST.name, text) for text in "xy")))

    sent_messages = await messages_sent(server, *twice)

    assert [call["id"] for call in sent_messages[1]["tool_calls"]] == [
        each["tool_call_id"] for each in sent_messages[2:]
    ]
    assert [each["content"] for each in sent_messages[2:]] == ["x", "y"]


async def test_arguments_that_are_no_json_are_wrapped_in_the_history(server: Scripted) -> None:
    broken = ToolUse("a", DROP.name, '{"table": ')
    history = (user("go"), assistant("", broken), results(ToolResult("a", DROP.name, "", is_error=True)))

    arguments = (await messages_sent(server, *history))[1]["tool_calls"][0]["function"]["arguments"]

    assert json.loads(arguments) == {"unreadable_arguments": '{"table": '}


async def test_an_empty_assistant_message_is_left_out(server: Scripted) -> None:
    assert [each["role"] for each in await messages_sent(server, user("a"), assistant(""), user("b"))] == [
        "user",
        "user",
    ]


async def test_text_that_no_server_can_decode_is_mended(server: Scripted) -> None:
    assert (await messages_sent(server, user("a\ud800b \ud83d\ude42")))[0]["content"] == "a\ufffdb 🙂"


async def test_without_tools_none_are_named(server: Scripted) -> None:
    assert "tools" not in (await sent(server, user("go"), tools=()))["body"]


async def test_a_schema_that_is_no_object_schema_is_made_one(server: Scripted) -> None:
    odd = (ToolSpec("t", "t", "s", "", {"$schema": "x"}), ToolSpec("u", "u", "s", "d" * 5000, {"type": "object"}))

    functions = [each["function"] for each in (await sent(server, user("go"), tools=odd))["body"]["tools"]]

    assert [each["parameters"] for each in functions] == [{"type": "object", "properties": {}}] * 2
    assert len(functions[1]["description"]) == 1024


async def test_the_key_is_sent_as_a_bearer_token(server: Scripted) -> None:
    assert (await sent(server, user("go"), key="sk-1"))["authorization"] == "Bearer sk-1"


async def test_local_servers_are_asked_without_a_key(server: Scripted) -> None:
    assert (await sent(server, user("go")))["authorization"] is None


async def test_proxies_of_the_environment_are_not_used(server: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")

    assert (await messages_sent(server, user("go")))[0]["content"] == "go"
