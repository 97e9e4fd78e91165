"""Looking for words in one's own threads, on both databases."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interrupts.fixed_write import update_rows
from interrupts.models import Message, Thread
from interrupts.search_index import put_triggers_up_again
from interrupts.searching import _has, messages_with, terms_of, threads_titled
from interrupts.threads import delete_thread
from tests.support import ScriptedModel, drive, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def found(ana: Any) -> Callable[[str], list[str]]:
    """What Ana finds: the texts of messages, newest first."""
    return lambda query: [Message.objects.get(pk=each.message_id).text for each in messages_with(ana, terms_of(query))]


FINDS = {
    "order": True,
    "ORDERS": True,
    "table ord": True,
    "orders drop": True,
    "rders": False,
    '"drop table"': True,
    '"table drop"': False,
    '"drop tab"': False,
    "drop_table": True,
    "example.com": True,
    "example": True,
    "a/b.txt": True,
    "größe": True,
    "GRÖSSEN": False,
    "12": True,
    "orders nowhere": False,
    "don't": True,
}
NO_WORDS = (
    "", " ", '"', '""', '"""', "*", "AND", "NOT orders", "a OR", "-x", "(", "x:y", "NEAR(", "^", "%", "\\",
    "\x00", "'", "''; --", ":*", "& | !", "<->", "🎉", "\ud800", "\u202e", "x" * 5000, '"a' * 300, "क्षेत्र",
)  # fmt: skip


def test_a_message_is_found_by_beginnings_of_its_words_and_by_what_is_quoted(
    ana: Any, found: Callable[[str], list[str]]
) -> None:
    say(ana, "Drop table orders (12) at www.example.com: don't touch /tmp/a/b.txt, 100% of its Größe")

    assert {query: bool(found(query)) for query in FINDS} == FINDS


def test_no_input_is_an_error(ana: Any, client: Client) -> None:
    client.force_login(ana)
    say(ana, "orders")

    for query in NO_WORDS:
        assert client.get("/search/", {"q": query.encode("utf-8", "replace")}).status_code == 200, query
        messages_with(ana, terms_of(query))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=30))
def test_no_text_whatever_is_an_error(ana: Any, text: str) -> None:
    messages_with(ana, terms_of(text))
    messages_with(ana, terms_of(f'"{text}'))


def test_a_message_that_streams_is_found_when_it_is_whole(ana: Any, found: Callable[[str], list[str]]) -> None:
    run = say(ana, "go")
    row = {"thread": run.thread, "role": "assistant", "run": run, "step": 1, "position": 90, "seq": 90}
    message = Message.objects.create(text="half a wor", status="streaming", created_at=timezone.now(), **row)

    while_it_streams = found("half")
    update_rows(Message, {"pk": message.pk}, text="half a word", status="streaming")
    update_rows(Message, {"pk": message.pk}, text="half a word, whole", status="whole")

    assert (while_it_streams, found("whole")) == ([], ["half a word, whole"])
    assert found("wor") == ["half a word, whole"]


def test_what_a_message_says_no_longer_is_not_found(ana: Any, found: Callable[[str], list[str]]) -> None:
    message = say(ana, "first words").message

    update_rows(Message, {"pk": message.pk}, text="other words")

    assert (found("first"), found("other words")) == ([], ["other words"])
    Message.objects.all().delete()
    assert found("words") == []


def test_only_what_one_may_see_is_found(ana: Any, ben: Any, found: Callable[[str], list[str]]) -> None:
    say(ben, "secret plans")
    deleted = say(ana, "secret wishes").thread
    delete_thread(person=ana, thread=deleted, at=timezone.now())

    assert found("secret") == []
    assert threads_titled(ana, terms_of("secret")) == []


@pytest.mark.django_db(transaction=True)
def test_what_the_assistant_said_is_found_newest_first(ana: Any, client: Client) -> None:
    client.force_login(ana)
    say(ana, "one <b>thing</b>")
    drive(ScriptedModel("Another <i>thing</i>, it is."))

    page = client.get("/search/?q=thing").content.decode()

    shown = re.findall(r'<span class="snippet" dir="auto">(.*?)</span>', page, re.DOTALL)
    assert [text.strip() for text in shown] == [
        "Another &lt;i&gt;<mark>thing</mark>&lt;/i&gt;, it is.",
        "one &lt;b&gt;<mark>thing</mark>&lt;/b&gt;",
    ]
    last = Message.objects.get(role="assistant")
    assert f'href="/threads/{last.thread_id}/?at={last.position}#message-{last.pk}"' in page


def test_a_snippet_shows_the_first_word_that_was_found_in_a_long_message(ana: Any) -> None:
    say(ana, "before " * 500 + "needle " + "after " * 500)

    (snippet,) = [each.snippet for each in messages_with(ana, terms_of("needle"))]

    assert [piece.text for piece in snippet if piece.found] == ["needle"]
    assert sum(len(piece.text) for piece in snippet) < 260
    assert snippet[0].text.startswith("… before") and snippet[-1].text.endswith(" …")


def test_titles_are_found_whatever_their_case_and_pages_go_on(ana: Any, client: Client) -> None:
    client.force_login(ana)
    thread = say(ana, "x").thread
    Thread.objects.filter(pk=thread.pk).update(title="Über Straßen")
    for number in range(21):
        say(ana, f"many {number}", thread=None)

    assert threads_titled(ana, terms_of("über stra")) == [thread.pk]
    assert "In titles" in client.get("/search/?q=ÜBER").content.decode()
    first, second = (client.get(f"/search/?q=many&page={number}").content.decode() for number in (1, 2))
    assert first.count('class="snippet"') == 20 and 'rel="next"' in first
    assert second.count('class="snippet"') == 1 and 'rel="next"' not in second
    assert client.get("/search/?q=many&page=99999999999999999").status_code == 200


def test_the_words_are_looked_up_in_the_index() -> None:
    with CaptureQueriesContext(connection) as captured:
        list(Message.objects.filter(_has(terms_of("orders"))))
    sql = captured.captured_queries[-1]["sql"]

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {sql}")
            assert "on interrupts_search" in str(cursor.fetchall())
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = [line[3] for line in cursor.fetchall()]
            assert any("SCAN interrupts_search VIRTUAL TABLE INDEX" in line for line in plan)
            assert not any(line.startswith("SCAN interrupts_message") for line in plan)


@pytest.mark.django_db(transaction=True)
def test_a_table_made_anew_by_a_migration_is_indexed_on(ana: Any, found: Callable[[str], list[str]]) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite makes tables anew, and loses triggers by it")
    say(ana, "before it")
    with connection.schema_editor() as editor:
        editor._remake_table(Message)
    put_triggers_up_again("default")

    say(ana, "after it")

    assert found("it") == ["after it", "before it"]
