"""Plain sentences against the tools that are listed."""

from typing import Any

import pytest

from chatsite.assistants import choose
from tests.chatsite.assistants.support import SAMPLES, all_events, asking, calls_of, text_of, tool, user

DROP_ORDERS = [("drop_table", {"table": "orders"})]
STAGING, PRODUCTION = {"environment": "staging"}, {"environment": "production"}


async def calls(*said: str, tools: Any = SAMPLES) -> list[tuple[str, dict[str, Any]]]:
    return calls_of(await all_events(choose(""), asking(*map(user, said), tools=tools)))


@pytest.mark.parametrize(
    "sentence",
    [
        "drop table orders",
        "Drop the table orders.",
        "DROP TABLE orders;",
        "please drop orders",
        "could you drop the orders table please?",
        "I want you to drop table orders",
        "get rid of the orders table",
        "remove table orders",
        "delete table orders",
        "Hi! Please drop table orders. Thanks!",
        "drop the table named orders from the database",
        "drop table orders now, please",
    ],
)
async def test_one_wish_is_understood_in_many_phrasings(sentence: str) -> None:
    assert await calls(sentence) == DROP_ORDERS


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("delete the file notes.txt", ("delete_file", {"path": "notes.txt"})),
        ("remove notes.txt please", ("delete_file", {"path": "notes.txt"})),
        ("erase the file reports/2026-09.csv", ("delete_file", {"path": "reports/2026-09.csv"})),
        ('delete "my notes.txt"', ("delete_file", {"path": "my notes.txt"})),
        ("read notes.txt", ("read_file", {"path": "notes.txt"})),
        ("what's in notes.txt?", ("read_file", {"path": "notes.txt"})),
        ("what does the file todo.md contain?", ("read_file", {"path": "todo.md"})),
        ("show me the contents of notes.txt", ("read_file", {"path": "notes.txt"})),
        ("list the files", ("list_files", {})),
        ("list files in reports", ("list_files", {"folder": "reports"})),
        ("what is in the reports folder?", ("list_files", {"folder": "reports"})),
        ('write "buy milk" to the file todo.md', ("write_file", {"path": "todo.md", "content": "buy milk"})),
        ("write the milk is empty to notes.txt", ("write_file", {"path": "notes.txt", "content": "the milk is empty"})),
        ("write to notes.txt: hello world", ("write_file", {"path": "notes.txt", "content": "hello world"})),
        (
            "create a file shopping.txt with the content eggs, milk and bread",
            ("write_file", {"path": "shopping.txt", "content": "eggs, milk and bread"}),
        ),
    ],
)
async def test_files_are_listed_read_written_and_deleted(sentence: str, expected: tuple[str, Any]) -> None:
    assert await calls(sentence) == [expected]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("what tables are there?", ("list_tables", {})),
        ("which tables exist", ("list_tables", {})),
        ("tables", ("list_tables", {})),
        ("how many tables are there?", ("list_tables", {})),
        ("describe orders", ("describe_table", {"table": "orders"})),
        ("what columns does orders have?", ("describe_table", {"table": "orders"})),
        ("how many orders are there", ("query", {"sql": 'SELECT COUNT(*) AS "count" FROM "orders"'})),
        ("show the first 5 rows of orders", ("query", {"sql": 'SELECT * FROM "orders" LIMIT 5'})),
        ("show orders", ("query", {"sql": 'SELECT * FROM "orders" LIMIT 20'})),
        ("select * from orders where id = 3", ("query", {"sql": "select * from orders where id = 3"})),
        (
            "delete rows from orders where status is cancelled",
            ("delete_rows", {"table": "orders", "column": "status", "value": "cancelled"}),
        ),
    ],
)
async def test_a_database_is_explored_in_sentences(sentence: str, expected: tuple[str, Any]) -> None:
    assert await calls(sentence) == [expected]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("list services", ("list_services", {})),
        ("what services do you have?", ("list_services", {})),
        ("deploy web", ("deploy", {"service": "web"})),
        ("deploy web to staging", ("deploy", {"service": "web", **STAGING})),
        ("ship web to prod", ("deploy", {"service": "web", **PRODUCTION})),
        ("rollback web", ("rollback", {"service": "web"})),
        ("roll web back", ("rollback", {"service": "web"})),
        ("roll back web in staging", ("rollback", {"service": "web", **STAGING})),
    ],
)
async def test_services_are_deployed_and_rolled_back(sentence: str, expected: tuple[str, Any]) -> None:
    assert await calls(sentence) == [expected]


async def test_several_things_become_several_calls_of_one_turn() -> None:
    assert await calls("drop orders, customers and products") == [
        ("drop_table", {"table": "orders"}),
        ("drop_table", {"table": "customers"}),
        ("drop_table", {"table": "products"}),
    ]


async def test_several_wishes_of_one_message_are_all_called() -> None:
    assert await calls("list the files and drop orders") == [("list_files", {}), *DROP_ORDERS]


async def test_what_is_said_once_holds_for_every_thing_in_the_list() -> None:
    assert await calls("deploy web and api to staging") == [
        ("deploy", {"service": "web", **STAGING}),
        ("deploy", {"service": "api", **STAGING}),
    ]


async def test_each_thing_of_a_list_keeps_its_own_place() -> None:
    assert await calls("deploy web to staging and api to production") == [
        ("deploy", {"service": "web", **STAGING}),
        ("deploy", {"service": "api", **PRODUCTION}),
    ]


async def test_more_than_eight_calls_at_once_are_refused_altogether() -> None:
    events = await all_events(choose(""), asking(user("drop a1, a2, a3, a4, a5, a6, a7, a8 and a9")))

    assert not calls_of(events)
    assert "at most 8" in text_of(events)


async def test_the_same_thing_named_twice_is_called_once() -> None:
    assert await calls("drop orders and orders") == DROP_ORDERS


async def test_tools_of_an_unknown_server_are_understood_by_their_names_and_schemas() -> None:
    tools = (
        tool("mail", "send_message", "Send a message.", {"recipient": "Who gets it", "subject": "What about"}),
        tool("lamp", "setBrightness", "Set the brightness.", {"percent": {"type": "integer"}}),
        tool("tags", "add_tags", "Add tags.", {"tags": {"type": "array", "items": {"type": "string"}}}),
    )

    assert await calls('send a message to vera "lunch"', tools=tools) == [
        ("send_message", {"recipient": "vera", "subject": "lunch"})
    ]
    assert await calls("set the brightness to 40", tools=tools) == [("setBrightness", {"percent": 40})]
    assert await calls("add tags red and blue", tools=tools) == [("add_tags", {"tags": ["red", "blue"]})]
