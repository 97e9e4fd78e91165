"""The built-in assistant changes nothing unless an order says so beyond doubt."""

import pytest

from chatsite.assistants import choose
from interrupts.ports import ToolUse
from tests.chatsite.assistants.support import SAMPLES, all_events, asking, text_of, user, uses_of

READ_ONLY = {spec.name for spec in SAMPLES if spec.read_only}
VAGUE = [
    "orders",
    "orders?",
    "do you drop tables?",
    "don't drop orders",
    "don’t drop orders",
    "do not drop orders, please",
    "please don't delete the file notes.txt",
    "never delete notes.txt",
    "what happens if I delete notes.txt?",
    "what would happen if you dropped table orders",
    "can you drop tables?",
    "can I drop orders?",
    "should I drop orders?",
    "which table should I drop?",
    "will you drop orders?",
    "did you drop orders?",
    "how do I drop a table?",
    "tell me how to drop a table",
    "drop orders?",
    "drop all tables",
    "drop everything",
    "drop all tables except orders",
    "drop everything but orders",
    "drop orders or customers",
    "drop the old orders",
    "drop orders tomorrow",
    "drop table orders cascade",
    "drop table if exists orders",
    "if it is empty, drop orders",
    "drop orders when it is empty",
    'she said "drop table orders"',
    '"drop table orders"',
    "she told me to drop table orders",
    "I dropped orders",
    "you dropped orders!",
    "orders should be dropped",
    "dropping orders is dangerous",
    "drop it",
    "drop that table",
    "drop no table",
    "delete orders",
    "remove orders",
    "clear the orders table",
    "truncate orders",
    "Drop orders. Just kidding.",
    "Drop orders. Paint the house.",
    "the drop of orders is bad",
    "undo the deploy of web",
    "deploy web tomorrow",
]


async def changes(*said: str) -> list[ToolUse]:
    events = await all_events(choose(""), asking(*map(user, said)))
    assert text_of(events)
    return [use for use in uses_of(events) if use.name not in READ_ONLY]


@pytest.mark.parametrize("sentence", VAGUE)
async def test_a_vague_sentence_changes_nothing(sentence: str) -> None:
    assert await changes(sentence) == []


async def test_one_wish_that_is_not_understood_holds_back_the_others() -> None:
    events = await all_events(choose(""), asking(user("drop orders and delete the moon.")))

    assert not uses_of(events)


async def test_a_question_about_a_tool_is_answered_by_explaining_it() -> None:
    said = text_of(await all_events(choose(""), asking(user("what happens if I delete notes.txt?"))))

    assert "I did nothing" in said
    assert "delete_file (files): Delete a file for good." in said


async def test_words_that_found_no_place_are_named() -> None:
    said = text_of(await all_events(choose(""), asking(user("drop orders tomorrow"))))

    assert "“tomorrow”" in said


async def test_the_word_that_may_turn_an_order_round_is_named() -> None:
    said = text_of(await all_events(choose(""), asking(user("please don't drop orders"))))

    assert "with “don't” in the sentence I cannot be sure" in said


async def test_a_thing_without_a_verb_is_asked_about() -> None:
    said = text_of(await all_events(choose(""), asking(user("orders"))))

    assert "What shall I do with “orders”?" in said


async def test_an_old_order_is_not_carried_out_again_by_a_new_message() -> None:
    assert await changes("drop table orders", "thanks") == []
