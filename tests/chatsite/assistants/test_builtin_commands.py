"""Exact commands that begin with a slash."""

from typing import Any

import pytest

from chatsite.assistants import choose
from tests.chatsite.assistants.support import SAMPLES, all_events, asking, calls_of, text_of, tool, user, uses_of

NUMBERS = tool(
    "maths",
    "sum",
    "Add.",
    {"count": {"type": "integer"}},
    {"deep": {"type": "object"}, "list": {"type": "array"}, "loud": {"type": "boolean"}, "rate": {"type": "number"}},
)


async def calls(said: str, tools: Any = (*SAMPLES, NUMBERS)) -> list[tuple[str, dict[str, Any]]]:
    return calls_of(await all_events(choose(""), asking(user(said), tools=tools)))


async def words(said: str, tools: Any = (*SAMPLES, NUMBERS)) -> str:
    events = await all_events(choose(""), asking(user(said), tools=tools))
    assert not uses_of(events)
    return text_of(events)


@pytest.mark.parametrize(
    "said",
    [
        "/drop_table table=orders",
        '/drop_table table="orders"',
        "/drop_table orders",
        "/database.drop_table table=orders",
        "/database__drop_table table='orders'",
        "  /drop_table   TABLE=orders  ",
    ],
)
async def test_a_command_calls_its_tool(said: str) -> None:
    assert await calls(said) == [("drop_table", {"table": "orders"})]


async def test_quoted_values_hold_spaces_quotes_and_lines() -> None:
    assert await calls('/write_file path=a.txt content="it\'s \\"ok\\"\n/drop_table orders"') == [
        ("write_file", {"path": "a.txt", "content": 'it\'s "ok"\n/drop_table orders'})
    ]


async def test_values_get_the_types_of_the_schema() -> None:
    assert await calls("""/sum count=3 deep='{"a": [1]}' list=[1,2] loud=yes rate=0.5""") == [
        ("sum", {"count": 3, "deep": {"a": [1]}, "list": [1, 2], "loud": True, "rate": 0.5})
    ]


async def test_each_line_can_be_a_command() -> None:
    assert await calls("/drop_table orders\n/drop_table customers") == [
        ("drop_table", {"table": "orders"}),
        ("drop_table", {"table": "customers"}),
    ]


async def test_a_tool_of_two_servers_must_be_named_with_its_server() -> None:
    twice = (*SAMPLES, tool("archive", "drop_table", "Drop.", {"table": "Name"}))

    assert "/database.drop_table or /archive.drop_table" in await words("/drop_table orders", twice)
    assert await calls("/archive.drop_table orders", twice) == [("drop_table", {"table": "orders"})]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("/nope", "There is no tool “nope”"),
        ("/", "There is no tool “”"),
        ("/drop_table name=orders", "no argument “name”; it takes: table"),
        ("/drop_table orders customers", "takes no further argument for “customers”"),
        ("/drop_table table=a table=b", "given twice"),
        ('/drop_table table="orders', "never closed"),
        ('/drop_table table="orders\\', "never closed"),
        ("/sum count=many", "“count” must be a number"),
        ("/sum count=1 deep=5", "must be JSON"),
        ("/deploy web environment=mars", "one of: staging, production"),
    ],
)
async def test_a_wrong_command_does_nothing_and_says_why(said: str, why: str) -> None:
    assert why in await words(said)


async def test_a_missing_argument_is_asked_for() -> None:
    assert (await words("/drop_table")).startswith("Which table?")
