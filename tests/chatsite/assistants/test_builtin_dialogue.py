"""Asking back in chat, and understanding the answer in the next message."""

from typing import Any

from chatsite.assistants import choose
from interrupts.ports import ModelMessage, ReplyEvent, Text, ToolResult, ToolUse
from tests.chatsite.assistants.support import (
    SAMPLES,
    all_events,
    asking,
    assistant,
    calls_of,
    results,
    text_of,
    user,
    uses_of,
)


async def talk(*said: str, tools: Any = SAMPLES) -> list[ReplyEvent]:
    """Say one thing after the other; give the last reply."""
    history: list[ModelMessage] = []
    events: list[ReplyEvent] = []
    for text in said:
        history.append(user(text))
        events = await all_events(choose(""), asking(*history, tools=tools))
        history.append(assistant(text_of(events), *uses_of(events)))
        if uses_of(events):
            history.append(results(*(ToolResult(use.id, use.name, "done") for use in uses_of(events))))
    return events


async def test_a_missing_argument_is_asked_for() -> None:
    events = await talk("drop table")

    assert not uses_of(events)
    assert text_of(events).startswith("Which table?")


async def test_the_answer_in_the_next_message_completes_the_call() -> None:
    assert calls_of(await talk("drop a table", "orders")) == [("drop_table", {"table": "orders"})]


async def test_an_answer_may_name_several_things() -> None:
    assert calls_of(await talk("drop a table", "the tables orders and customers, please")) == [
        ("drop_table", {"table": "orders"}),
        ("drop_table", {"table": "customers"}),
    ]


async def test_one_question_after_the_other_until_nothing_is_missing() -> None:
    assert calls_of(await talk("delete rows from orders", "status", "cancelled")) == [
        ("delete_rows", {"table": "orders", "column": "status", "value": "cancelled"})
    ]


async def test_calls_that_were_complete_wait_for_the_one_that_is_not() -> None:
    assert calls_of(await talk("delete notes.txt and drop a table", "orders")) == [
        ("delete_file", {"path": "notes.txt"}),
        ("drop_table", {"table": "orders"}),
    ]


async def test_an_unclear_answer_is_asked_again_and_can_still_be_given() -> None:
    assert text_of(await talk("drop table", "hmm, all of them")).startswith("Which table?")
    assert calls_of(await talk("drop table", "hmm, all of them", "orders")) == [("drop_table", {"table": "orders"})]


async def test_never_mind_ends_the_matter() -> None:
    events = await talk("drop table", "never mind")

    assert not uses_of(events)
    assert "Nothing was done" in text_of(events)


async def test_after_never_mind_a_bare_name_drops_nothing() -> None:
    assert not uses_of(await talk("drop table", "no", "orders"))


async def test_another_wish_instead_of_an_answer_is_followed() -> None:
    assert calls_of(await talk("drop table", "what tables are there?")) == [("list_tables", {})]


async def test_a_bare_name_long_after_the_question_drops_nothing() -> None:
    assert not uses_of(await talk("drop table", "what tables are there?", "orders"))


async def test_free_text_is_taken_as_it_is_written() -> None:
    assert calls_of(await talk("write notes.txt", 'Don\'t forget: "milk", and bread.')) == [
        ("write_file", {"path": "notes.txt", "content": 'Don\'t forget: "milk", and bread.'})
    ]


async def test_a_verb_that_fits_several_tools_is_asked_about() -> None:
    said = text_of(await talk("delete orders"))

    assert "1. delete_rows (database)" in said
    assert "2. delete_file (files)" in said


async def test_the_tool_meant_can_be_named_by_number_name_or_noun() -> None:
    for answer in ("2", "delete_file", "the file", "files"):
        assert calls_of(await talk("delete orders", answer)) == [("delete_file", {"path": "orders"})]


async def test_a_question_of_somebody_else_is_not_taken_for_our_own() -> None:
    history = (user("drop table"), ModelMessage("assistant", (Text("Which table do you like best?"),)), user("orders"))

    assert not uses_of(await all_events(choose(""), asking(*history)))


async def test_ids_are_different_in_each_turn_of_a_history() -> None:
    history = [user("drop orders and customers")]
    first = uses_of(await all_events(choose(""), asking(*history)))
    history += [assistant("", *first), results(*(ToolResult(use.id, use.name, "ok") for use in first))]

    second = uses_of(await all_events(choose(""), asking(*history, user("drop products"))))

    ids = [use.id for use in (*first, *second)]
    assert len(set(ids)) == 3


async def test_ids_stay_different_when_only_the_end_of_a_history_is_given() -> None:
    old = ToolUse("call_7", "database__list_tables", "{}")
    history = (assistant("", old), results(ToolResult("call_7", old.name, "orders")), user("drop orders"))

    assert [use.id for use in uses_of(await all_events(choose(""), asking(*history)))] == ["call_8"]
