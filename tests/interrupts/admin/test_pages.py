"""Every page of the admin: it is there, it changes nothing by hand, it runs under the site's content policy."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from interrupts.models import Draft, Interrupt
from tests.interrupts.admin import rows

pytestmark = pytest.mark.django_db

SHOWN = (
    *("interrupt", "thread", "run", "toolcall", "round", "event", "server", "tool", "rule", "delivery", "worker"),
    "connection",
)
READ_ONLY = ("interrupt", "thread", "run", "toolcall", "round", "event", "delivery", "worker")


def pages(name: str) -> tuple[str, str]:
    model = next(model for model in admin.site._registry if model._meta.model_name == name)
    return f"/admin/interrupts/{name}/", f"/admin/interrupts/{name}/{model._default_manager.first().pk}/change/"


@pytest.mark.parametrize("name", SHOWN)
def test_list_search_drill_down_and_detail_are_there(office: Client, ana: Any, name: str) -> None:
    rows.one_of_each(ana)
    listed, detail = pages(name)

    replies = [
        office.get(listed),
        office.get(listed, {"q": "orders 7 ana"}),
        office.get(detail),
        office.get(detail.replace("/change/", "/history/")),
    ]

    assert [reply.status_code for reply in replies] == [200, 200, 200, 200]


def test_drafts_are_nobodys_business_but_their_writers() -> None:
    assert not admin.site.is_registered(Draft)


@pytest.mark.parametrize("name", READ_ONLY)
def test_not_even_a_superuser_adds_changes_or_deletes_what_the_engine_writes(
    office: Client, ana: Any, name: str
) -> None:
    rows.one_of_each(ana)
    listed, detail = pages(name)

    replies = [
        office.get(f"{listed}add/"),
        office.post(detail, {"status": "resolved", "title": "x"}),
        office.post(detail.replace("/change/", "/delete/"), {"post": "yes"}),
    ]

    assert [reply.status_code for reply in replies] == [403, 403, 403]
    assert b'name="_save"' not in office.get(detail).content


@pytest.mark.parametrize("name", SHOWN)
def test_staff_without_rights_see_nothing(client: Client, ana: Any, ben: Any, name: str) -> None:
    rows.one_of_each(ana)
    client.force_login(rows.may(ben))
    listed, detail = pages(name)

    assert [client.get(listed).status_code, client.get(detail).status_code] == [403, 403]


@pytest.mark.parametrize("name", SHOWN)
def test_a_longer_list_takes_no_more_queries(office: Client, ana: Any, ben: Any, name: str) -> None:
    rows.one_of_each(ana)
    listed = pages(name)[0]
    few = count_queries(office, listed)

    for number in range(4):
        other = rows.server(f"other-{number}")
        rows.question(ben, of=other, asks=f"Number {number}?")
        rows.Rule.objects.create(effect="deny", tool=rows.tool(other, f"tool-{number}"), person=ben)

    assert count_queries(office, listed) <= few + (1 if name in ("interrupt", "thread") else 0)


def count_queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("name", SHOWN)
def test_pages_run_under_the_content_policy(office: Client, ana: Any, name: str) -> None:
    rows.one_of_each(ana)

    for address in ("/admin/", *pages(name)):
        reply = office.get(address)
        page = reply.content.decode()
        assert "unsafe" not in reply.headers["Content-Security-Policy"]
        assert not re.findall(r"<[^>]*\s(?:style|on[a-z]+)\s*=", page)
        assert "<style" not in page
        assert not re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", page)


def test_text_of_strangers_is_text_on_every_page(office: Client, ana: Any) -> None:
    evil = rows.server("evil", instructions=rows.PAYLOAD, problem=rows.PAYLOAD)
    offered = rows.tool(
        evil,
        rows.PAYLOAD,
        title=rows.PAYLOAD,
        description=rows.PAYLOAD,
        input_schema=f'{{"x": {rows.wire.dump(rows.PAYLOAD)}}}',
    )
    question = rows.question(
        ana, of=evil, tool=offered, asks=rows.PAYLOAD, arguments={rows.PAYLOAD: rows.PAYLOAD}, explanation=rows.PAYLOAD,
        note=rows.PAYLOAD,
    )  # fmt: skip
    rows.Thread.objects.update(title=rows.PAYLOAD)
    rows.ToolCall.objects.update(result=rows.wire.dump({"content": rows.PAYLOAD}), outcome=rows.PAYLOAD)
    rows.Round.objects.update(reply=rows.wire.dump(rows.PAYLOAD))
    rows.Message.objects.update(text=rows.PAYLOAD)
    rows.Rule.objects.create(effect="deny", tool=offered, arguments={rows.PAYLOAD: rows.PAYLOAD}, reason=rows.PAYLOAD)
    named = {"_selected_action": str(question.pk), "action": "decline_questions"}
    addresses = [address for name in SHOWN[:9] for address in pages(name)]

    seen = [office.get(address).content.decode() for address in addresses]
    seen.append(office.post("/admin/interrupts/interrupt/", named).content.decode())

    for page in seen:
        assert "<img src=x" not in page
        assert "<script>alert" not in page
        assert ("&lt;img src=x onerror=alert(1)&gt;" in page) == ("{{7*7}}" in page)
    assert sum("{{7*7}}" in page for page in seen) >= 16


def test_hidden_and_reordering_characters_are_marked(office: Client, ana: Any) -> None:
    question = rows.question(ana, asks="Keep\u202eevil\u202c it?")

    page = office.get(f"/admin/interrupts/interrupt/{question.pk}/change/").content.decode()

    assert "\u202e" not in page
    assert "Keep⟨U+202E⟩evil" in page


def test_the_first_page_names_what_waits_and_leads_there(office: Client, ana: Any) -> None:
    rows.question(ana)
    rows.question(ana)

    page = office.get("/admin/").content.decode()

    assert "Sayso" in page
    assert '<a href="/admin/interrupts/interrupt/?status__exact=pending">2 questions wait</a>' in page
    places = [page.index(f'id="interrupts-{name}"') for name in ("interrupt", "thread", "run", "server", "worker")]
    assert places == sorted(places) and page.index("app-interrupts") < page.index("app-auth")


def test_the_first_page_tells_no_count_to_those_who_may_not_see_questions(client: Client, ana: Any, ben: Any) -> None:
    rows.question(ana)
    client.force_login(rows.may(ben, "view_worker"))

    assert b"question" not in client.get("/admin/").content


def test_one_waiting_question_is_spoken_of_as_one(office: Client, ana: Any) -> None:
    rows.question(ana)

    assert b"1 question waits" in office.get("/admin/").content


def test_no_list_reads_the_big_texts_of_its_rows(office: Client, ana: Any) -> None:
    rows.question(ana)

    with CaptureQueriesContext(connection) as captured:
        office.get("/admin/interrupts/interrupt/")
        office.get("/admin/interrupts/round/")
        office.get("/admin/interrupts/toolcall/")

    read = " ".join(query["sql"].split(" FROM ", 1)[0] for query in captured)
    assert not [name for name in ('"schema"', '"result"', '"reply"', '"request"') if name in read]


def test_questions_are_still_there_after_all_that_looking(office: Client, ana: Any) -> None:
    question = rows.question(ana)
    for name in SHOWN[:8]:
        for address in pages(name):
            office.get(address)

    question.refresh_from_db()
    assert question.status == "pending"
    assert Interrupt.objects.count() == 1
