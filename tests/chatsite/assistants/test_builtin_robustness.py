"""Whatever anybody writes or lists: a reply, in bounded time, and no exception."""

import asyncio
import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatsite.assistants import choose
from interrupts.ports import ModelMessage, ReplyEvent, Text, ToolResult, ToolSpec, ToolUse
from tests.chatsite.assistants.support import SAMPLES, all_events, asking, assistant, ends_once, results, user, uses_of

_SPICE = (
    "drop delete table orders notes.txt and , . ? ! \" ' “ ” ` / = : /drop_table table= where is to staging don't if"
    " write read how many rows the all 5 1.2.3 please can you ( ) [ { \\ roll back"
)
SPICE = [*_SPICE.split(), "\n", "\ud800", "\x00"]
ANY_TEXT = st.one_of(
    st.text(), st.lists(st.sampled_from(SPICE)).map(" ".join), st.lists(st.sampled_from(SPICE)).map("".join)
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
SCHEMAS = st.one_of(
    st.dictionaries(st.text(max_size=6), JSON, max_size=4),
    st.fixed_dictionaries({"properties": JSON, "required": JSON, "$defs": JSON}),
    st.fixed_dictionaries(
        {
            "properties": st.dictionaries(
                st.sampled_from(["table", "path", "x", ""]),
                st.fixed_dictionaries({"type": JSON, "enum": JSON, "anyOf": JSON, "$ref": JSON, "description": JSON}),
            ),
            "required": st.lists(st.sampled_from(["table", "path", "x", "gone"])),
        }
    ),
)
NAMES = st.one_of(st.text(max_size=20), st.sampled_from(["drop_table", "query", "list_files", "_", "rollBack"]))
TOOLS = st.lists(st.builds(ToolSpec, NAMES, NAMES, NAMES, st.text(), SCHEMAS, st.booleans()), max_size=4)
PARTS = st.one_of(
    st.builds(Text, ANY_TEXT),
    st.builds(ToolUse, st.text(max_size=8), NAMES, ANY_TEXT | JSON.map(json.dumps)),
    st.builds(ToolResult, st.text(max_size=8), NAMES, ANY_TEXT | JSON.map(json.dumps), st.booleans()),
)
MESSAGES = st.lists(
    st.builds(ModelMessage, st.sampled_from(["user", "assistant", "tool"]), st.lists(PARTS, max_size=3).map(tuple)),
    max_size=5,
)


def reply(*messages: ModelMessage, tools: Any = SAMPLES) -> list[ReplyEvent]:
    return asyncio.run(all_events(choose(""), asking(*messages, tools=tools)))


@settings(deadline=None, max_examples=40)
@given(st.lists(ANY_TEXT, min_size=1, max_size=3))
def test_any_text_gets_a_reply(said: list[str]) -> None:
    assert ends_once(reply(*map(user, said)))


@settings(deadline=None, max_examples=25)
@given(MESSAGES, TOOLS)
def test_any_history_and_any_tools_get_a_reply(messages: list[ModelMessage], tools: list[ToolSpec]) -> None:
    assert ends_once(reply(*messages, tools=tools))


@settings(deadline=None, max_examples=25)
@given(st.lists(ANY_TEXT, min_size=1, max_size=3))
def test_the_same_request_gets_the_same_reply(said: list[str]) -> None:
    assert reply(*map(user, said)) == reply(*map(user, said))


@settings(deadline=None, max_examples=25)
@given(ANY_TEXT)
def test_after_results_nothing_is_called(text: str) -> None:
    use = ToolUse("call_1", "database__drop_table", text)
    events = reply(user(text), assistant(text, use), results(ToolResult("call_1", use.name, text)))

    assert not uses_of(events)


@settings(deadline=None, max_examples=40)
@given(ANY_TEXT)
def test_calls_have_their_required_arguments(text: str) -> None:
    required = {spec.name: set(spec.input_schema["required"]) for spec in SAMPLES}

    assert all(required[use.name] <= set(json.loads(use.arguments)) for use in uses_of(reply(user(text))))


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "drop orders and ",
        '"',
        "'a ",
        "“",
        "/",
        "/drop_table ",
        "a=[",
        "x=[[",
        '/drop_table table="',
        "{",
        "\n",
        ". ",
        "how many ",
    ],
)
@pytest.mark.parametrize("lead", ["", "/drop_table table="])
def test_a_megabyte_is_answered_in_bounded_time(unit: str, lead: str) -> None:
    text = lead + unit * (1_000_000 // len(unit))
    began = time.process_time()

    events = reply(user(text), assistant("", ToolUse("a", "b", text)), results(ToolResult("a", "b", text)), user(text))

    assert ends_once(events)
    assert time.process_time() - began < 5
