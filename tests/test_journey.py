"""The product in forty lines: a person chats, a tool asks, the answer resumes the call, the table is really gone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.chatsite.started import serving
from tests.scripted_openai import scripted_openai
from tests.visitor import Visitor

DROP = {"name": "drop_table", "arguments": {"table": "orders"}}
MODEL = {
    "mode": "rules",
    "rules": [
        {"after_tool_results": {"text": "The tool says: {results}"}},
        {"when_last_user_contains": "drop table orders", "reply": {"tool_calls": [DROP]}},
    ],
}


@contextmanager
def chosen(model: str) -> Iterator[dict[str, str]]:
    """The settings that choose a model: the built-in assistant, or one behind HTTP."""
    if model == "built-in":
        yield {}
        return
    with scripted_openai(MODEL) as server:
        yield {"SAYSO_MODEL": "openai:small", "OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "none"}


@pytest.mark.parametrize(("model", "answer", "tables"), [("built-in", "true", 0), ("over HTTP", "false", 1)])
def test_a_table_is_dropped_only_when_the_person_says_so(
    tmp_path: Path, own_database: dict[str, str], model: str, answer: str, tables: int
) -> None:
    with (
        chosen(model) as settings,
        serving(tmp_path, **own_database, **settings) as sayso,
        closing(Visitor(sayso.address)) as ana,
    ):
        ana.sign_in(sayso.link)

        thread = ana.say("drop table orders")
        question = ana.question(thread)
        assert tables_named_orders(tmp_path) == 1
        ana.post(question, action="accept", f0=answer)
        ana.wait_for(thread, r'data-run="\d+"\s+data-status="completed"')

        assert tables_named_orders(tmp_path) == tables


def test_a_decline_keeps_the_table_and_ends_the_matter(tmp_path: Path, own_database: dict[str, str]) -> None:
    with serving(tmp_path, **own_database) as sayso, closing(Visitor(sayso.address)) as ana:
        ana.sign_in(sayso.link)

        thread = ana.say("drop table orders")
        ana.post(ana.question(thread), action="decline")
        ana.wait_for(thread, r'data-run="\d+"\s+data-status="completed"')

        assert tables_named_orders(tmp_path) == 1
        assert 'data-status="pending"' not in ana.page.text


def tables_named_orders(data: Path) -> int:
    with closing(sqlite3.connect(data / "samples" / "shop.sqlite3")) as shop:
        return shop.execute("SELECT count(*) FROM sqlite_master WHERE name = 'orders'").fetchone()[0]
