"""The shop's database, over the wire, in its own process."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tests.mcpbridge.samples.support import Sample, answered, deeds, question, running, text_of

YES = {"confirm": True}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sample]:
    with running("database", tmp_path_factory.mktemp("database")) as sample:
        yield sample


def run_sql(data: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(data / "shop.sqlite3", timeout=10)) as connection, connection:
        return connection.execute(sql).fetchall()


def make_table(data: Path, name: str, rows: int = 3) -> None:
    run_sql(data, f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, colour TEXT)")
    run_sql(
        data,
        f"INSERT INTO {name} WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})"
        " SELECT i, CASE i % 2 WHEN 0 THEN 'red' ELSE 'blue' END FROM n",
    )


def exists(data: Path, table: str) -> bool:
    return run_sql(data, f"SELECT count(*) FROM sqlite_schema WHERE name = '{table}'") == [(1,)]


def count(data: Path, table: str) -> int:
    return int(run_sql(data, f"SELECT count(*) FROM {table}")[0][0])


def test_the_tools_say_which_of_them_only_read(database: Sample) -> None:
    tools = {tool["name"]: tool for tool in database.rpc("tools/list")["result"]["tools"]}

    reading = {name for name, tool in tools.items() if tool["annotations"]["readOnlyHint"]}
    destroying = {name for name, tool in tools.items() if tool["annotations"].get("destructiveHint")}
    assert reading == {"list_tables", "describe_table", "query"}
    assert destroying == {"drop_table", "delete_rows"}
    assert all(len(tool["description"]) > 40 for tool in tools.values())


def test_a_new_data_folder_holds_a_filled_shop(database: Sample) -> None:
    result = database.call("list_tables", {})

    assert "orders: 60 rows" in text_of(result)
    assert result["structuredContent"]["tables"]["customers"] == 24


def test_a_table_is_described_with_columns_and_rows(database: Sample) -> None:
    text = text_of(database.call("describe_table", {"table": "Orders"}))

    assert text.startswith("orders: 60 rows")
    assert "- customer_id: INTEGER, required" in text


def test_a_query_gives_rows_as_text_and_as_data(database: Sample) -> None:
    result = database.call("query", {"sql": "SELECT id, name FROM customers ORDER BY id LIMIT 2"})

    assert result["structuredContent"]["rows"] == [[1, "Amira Haddad"], [2, "Bruno Keller"]]
    assert "1 | Amira Haddad" in text_of(result)


def test_a_query_shows_no_more_than_two_hundred_rows_and_says_so(database: Sample) -> None:
    result = database.call("query", {"sql": "SELECT a.id FROM orders a, orders b"})

    assert len(result["structuredContent"]["rows"]) == 200
    assert "there are more" in text_of(result)


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("DELETE FROM customers", "Only SELECT"),
        ("DROP TABLE customers", "Only SELECT"),
        ("PRAGMA user_version = 0", "Only SELECT"),
        ("ATTACH DATABASE ':memory:' AS other", "Only SELECT"),
        ("VACUUM", "Only SELECT"),
        ("BEGIN IMMEDIATE", "Only SELECT"),
        ("SELECT 1; DELETE FROM customers", "Only one statement"),
        ("SELECT load_extension('x')", "not authorized"),
        ("WITH gone AS (SELECT 1) DELETE FROM customers", "Only SELECT"),
        ("SELECT * FROM nowhere", "no such table: nowhere"),
        ("SELECT length(randomblob(900000000))", "too big"),
        ("-- nothing", "no query"),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n", "2 seconds"),
    ],
)
def test_a_query_can_do_nothing_but_read_for_a_moment(database: Sample, sql: str, sentence: str) -> None:
    result = database.call("query", {"sql": sql})

    assert result["isError"]
    assert sentence in text_of(result)
    assert count(database.data, "customers") == 24


def test_drop_table_asks_with_table_and_row_count_and_explains(database: Sample) -> None:
    result = database.call("drop_table", {"table": "orders"})

    asked = question(result)
    assert asked["message"] == 'Drop the table "orders" with its 60 rows?'
    assert asked["requestedSchema"]["properties"]["confirm"]["type"] == "boolean"
    assert asked["requestedSchema"]["required"] == ["confirm"]
    assert "no undo" in result["_meta"]["sayso/explanation"]


def test_yes_drops_the_table_and_reports_what_and_when(database: Sample) -> None:
    make_table(database.data, "doomed", rows=5)
    asked = database.call("drop_table", {"table": "doomed"})

    text = text_of(database.call("drop_table", {"table": "doomed"}, **answered(asked, "accept", YES)))

    assert text.startswith('Dropped the table "doomed" with its 5 rows at 2')
    assert not exists(database.data, "doomed")
    (line,) = [line for line in deeds(database.data, "drop_table") if line["table"] == "doomed"]
    assert line["rows"] == 5


@pytest.mark.parametrize(
    ("action", "content"),
    [
        ("decline", None),
        ("cancel", None),
        ("accept", {"confirm": False}),
        ("accept", {"confirm": "true"}),
        ("accept", {"confirm": 1}),
        ("accept", {}),
    ],
)
def test_anything_but_yes_keeps_the_table_and_ends_the_matter(
    database: Sample, action: str, content: dict[str, Any] | None
) -> None:
    name = f"safe_{action}_{len(str(content))}"
    make_table(database.data, name)
    asked = database.call("drop_table", {"table": name})
    refusal = answered(asked, action, content)

    result = database.call("drop_table", {"table": name}, **refusal)

    assert text_of(result).startswith(f'Kept the table "{name}"')
    assert "do not ask again" in text_of(result)
    assert exists(database.data, name)
    assert [line["table"] for line in deeds(database.data, "drop_table refused")].count(name) == 1


def test_a_declined_question_cannot_be_accepted_afterwards(database: Sample) -> None:
    make_table(database.data, "declined_once")
    asked = database.call("drop_table", {"table": "declined_once"})
    database.call("drop_table", {"table": "declined_once"}, **answered(asked, "decline"))

    error = database.refused("drop_table", {"table": "declined_once"}, **answered(asked, "accept", YES))

    assert error["data"]["reason"] == "state_used"
    assert exists(database.data, "declined_once")


def test_the_same_answer_sent_again_is_told_that_it_was_used(database: Sample) -> None:
    make_table(database.data, "twice")
    asked = database.call("drop_table", {"table": "twice"})
    answer = answered(asked, "accept", YES)
    database.call("drop_table", {"table": "twice"}, **answer)
    make_table(database.data, "twice")

    error = database.refused("drop_table", {"table": "twice"}, **answer)

    assert (error["code"], error["data"]["reason"]) == (-32602, "state_used")
    assert exists(database.data, "twice")


@pytest.mark.parametrize("attempt", range(5))
def test_of_two_identical_answers_at_the_same_moment_exactly_one_acts(database: Sample, attempt: int) -> None:
    name = f"raced_{attempt}"
    make_table(database.data, name)
    answer = answered(database.call("drop_table", {"table": name}), "accept", YES)
    barrier = Barrier(4)

    def send(_: int) -> dict[str, Any]:
        barrier.wait()
        return database.rpc("tools/call", name="drop_table", arguments={"table": name}, **answer)

    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(send, range(4)))

    dropped = [reply for reply in replies if "result" in reply]
    reasons = [reply["error"]["data"]["reason"] for reply in replies if "error" in reply]
    assert len(dropped) == 1 and text_of(dropped[0]["result"]).startswith("Dropped")
    assert reasons == ["state_used"] * 3


def test_a_changed_row_count_is_asked_again_and_nothing_is_done(database: Sample) -> None:
    make_table(database.data, "grows", rows=2)
    first = database.call("drop_table", {"table": "grows"})
    run_sql(database.data, "INSERT INTO grows (colour) VALUES ('green')")

    second = database.call("drop_table", {"table": "grows"}, **answered(first, "accept", YES))

    assert question(second)["message"] == 'Drop the table "grows" with its 3 rows?'
    assert exists(database.data, "grows")
    done = database.call("drop_table", {"table": "grows"}, **answered(second, "accept", YES))
    assert text_of(done).startswith('Dropped the table "grows" with its 3 rows')


def test_a_changed_question_can_be_fetched_again_when_its_reply_was_lost(database: Sample) -> None:
    make_table(database.data, "lost_reply", rows=2)
    first = answered(database.call("drop_table", {"table": "lost_reply"}), "accept", YES)
    run_sql(database.data, "INSERT INTO lost_reply (colour) VALUES ('green')")
    database.call("drop_table", {"table": "lost_reply"}, **first)

    again = database.call("drop_table", {"table": "lost_reply"}, **first)

    assert "3 rows" in question(again)["message"]


def test_an_answer_nobody_asked_for_is_asked_about(database: Sample) -> None:
    make_table(database.data, "unasked")

    result = database.call(
        "drop_table",
        {"table": "unasked"},
        inputResponses={"confirm": {"action": "accept", "content": YES}},
    )

    assert "unasked" in question(result)["message"]
    assert exists(database.data, "unasked")


def test_a_state_without_an_answer_is_asked_again(database: Sample) -> None:
    make_table(database.data, "silent")
    asked = database.call("drop_table", {"table": "silent"})

    again = database.call("drop_table", {"table": "silent"}, requestState=asked["requestState"])

    assert question(again) == question(asked)
    assert exists(database.data, "silent")


def test_a_state_is_refused_with_other_arguments_and_by_another_tool(database: Sample) -> None:
    make_table(database.data, "mine")
    make_table(database.data, "yours")
    answer = answered(database.call("drop_table", {"table": "mine"}), "accept", YES)

    other_table = database.refused("drop_table", {"table": "yours"}, **answer)
    other_tool = database.refused("delete_rows", {"table": "mine", "column": "id", "value": "1"}, **answer)

    assert other_table["data"]["reason"] == other_tool["data"]["reason"] == "invalid_request_state"
    assert exists(database.data, "yours")


@pytest.mark.parametrize("forge", [lambda state: state[:-2], lambda state: "nonsense", lambda state: ""])
def test_a_forged_state_is_refused(database: Sample, forge: Any) -> None:
    if not exists(database.data, "forged"):
        make_table(database.data, "forged")
    answer = answered(database.call("drop_table", {"table": "forged"}), "accept", YES)

    error = database.refused(
        "drop_table", {"table": "forged"}, **answer | {"requestState": forge(answer["requestState"])}
    )

    assert (error["code"], error["data"]["reason"]) == (-32602, "invalid_request_state")
    assert exists(database.data, "forged")


def test_an_unknown_table_is_an_error_that_names_the_known_ones_and_no_question(database: Sample) -> None:
    result = database.call("drop_table", {"table": 'or"ders; DROP'})

    assert result["isError"]
    assert 'There is no table "or"ders; DROP"' in text_of(result)
    assert "customers" in text_of(result)


@pytest.mark.parametrize("value", ["red", "blue"])
def test_delete_rows_names_the_number_and_deletes_just_those(database: Sample, value: str) -> None:
    name = f"rows_{value}"
    make_table(database.data, name, rows=7)
    arguments = {"table": name, "column": "colour", "value": value}
    asked = database.call("delete_rows", arguments)
    number = {"red": 3, "blue": 4}[value]

    text = text_of(database.call("delete_rows", arguments, **answered(asked, "accept", YES)))

    assert question(asked)["message"] == f'Delete {number} rows of the table "{name}" where colour is "{value}"?'
    assert text.startswith(f"Deleted {number} rows")
    assert run_sql(database.data, f"SELECT DISTINCT colour <> '{value}' FROM {name}") == [(1,)]


def test_delete_rows_compares_a_number_as_a_number(database: Sample) -> None:
    make_table(database.data, "numbered")

    asked = database.call("delete_rows", {"table": "numbered", "column": "id", "value": 2})

    assert question(asked)["message"] == 'Delete 1 row of the table "numbered" where id is "2"?'


def test_delete_rows_treats_the_value_as_a_value_and_never_as_sql(database: Sample) -> None:
    result = database.call("delete_rows", {"table": "customers", "column": "city", "value": "x' OR '1'='1"})

    assert result["isError"]
    assert "There is no row" in text_of(result)


def test_a_changed_number_of_rows_is_asked_again(database: Sample) -> None:
    make_table(database.data, "shifting", rows=4)
    arguments = {"table": "shifting", "column": "colour", "value": "red"}
    asked = database.call("delete_rows", arguments)
    run_sql(database.data, "INSERT INTO shifting (colour) VALUES ('red')")

    again = database.call("delete_rows", arguments, **answered(asked, "accept", YES))

    assert "Delete 3 rows" in question(again)["message"]
    assert count(database.data, "shifting") == 5


def test_declined_rows_stay(database: Sample) -> None:
    make_table(database.data, "kept_rows", rows=4)
    arguments = {"table": "kept_rows", "column": "colour", "value": "red"}
    asked = database.call("delete_rows", arguments)

    text = text_of(database.call("delete_rows", arguments, **answered(asked, "decline")))

    assert text.startswith("Kept the rows of")
    assert count(database.data, "kept_rows") == 4


@pytest.mark.parametrize("arguments", [{"table": "orders", "column": "colour", "value": "x"}, {"table": "orders"}, {}])
def test_wrong_arguments_are_an_error_for_the_model(database: Sample, arguments: dict[str, Any]) -> None:
    result = database.call("delete_rows", arguments)

    assert result["isError"]
    assert "column" in text_of(result)


def test_text_that_no_database_can_store_is_refused_with_a_sentence(database: Sample) -> None:
    reply = database.rpc(
        "tools/call", name="delete_rows", arguments={"table": "customers", "column": "city", "value": "\ud800"}
    )

    assert "error" in reply or "surrogate" in text_of(reply["result"])


def test_a_client_that_cannot_show_forms_is_told_what_it_lacks(database: Sample) -> None:
    error = database.refused("drop_table", {"table": "orders"}, capabilities={})

    assert error["code"] == -32021
    assert error["data"]["requiredCapabilities"] == {"elicitation": {"form": {}}}


def test_a_question_is_answered_after_a_restart_and_a_dropped_table_stays_away(tmp_path: Path) -> None:
    with running("database", tmp_path) as before:
        asked = before.call("drop_table", {"table": "orders"})
        spent = answered(before.call("drop_table", {"table": "newsletter"}), "accept", YES)
        before.call("drop_table", {"table": "newsletter"}, **spent)

    with running("database", tmp_path) as after:
        tables = text_of(after.call("list_tables", {}))
        text = text_of(after.call("drop_table", {"table": "orders"}, **answered(asked, "accept", YES)))
        error = after.refused("drop_table", {"table": "newsletter"}, **spent)

    assert "orders: 60 rows" in tables and "newsletter" not in tables
    assert text.startswith('Dropped the table "orders" with its 60 rows')
    assert error["data"]["reason"] == "state_used"
