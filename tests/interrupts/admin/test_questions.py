"""The list and the page of questions."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts import wire
from interrupts.models import Interrupt
from tests.interrupts.admin import rows

pytestmark = pytest.mark.django_db

LIST = "/admin/interrupts/interrupt/"


def listed(client: Client, **query: str) -> list[str]:
    """The messages in the list, from top to bottom."""
    page = client.get(LIST, query).content.decode()
    return re.findall(r'class="field-shown_message"><a [^>]*>([^<]*)<', page)


def page_of(client: Client, question: Interrupt) -> str:
    return client.get(f"{LIST}{question.pk}/change/").content.decode()


def answered(owner: Any, **values: Any) -> Interrupt:
    return rows.question(
        owner, status="resolved", action="accept", answered_by=owner, answered_at=timezone.now(), door="page", **values
    )


def test_what_waits_comes_first_then_the_oldest(office: Client, ana: Any) -> None:
    answered(ana, asks="done", age=90)
    rows.question(ana, asks="young", age=1)
    rows.question(ana, asks="old", age=60)

    assert listed(office) == ["old", "young", "done"]


def test_the_list_says_whose_thread_which_server_which_tool_and_how_long_ago(office: Client, ana: Any) -> None:
    question = rows.question(ana, age=120)

    page = office.get(LIST).content.decode()

    assert 'class="field-owner nowrap">ana<' in page or 'class="field-owner">ana<' in page
    assert "database" in page and "drop_table" in page
    assert re.search(
        rf'<time datetime="{re.escape(question.created_at.isoformat())}" title="[^"]+ UTC">2\xa0hours ago</time>', page
    )


def test_a_long_message_is_shortened_in_the_list_and_whole_on_its_page(office: Client, ana: Any) -> None:
    question = rows.question(ana, asks="word " * 100 + "END")

    assert listed(office)[0].endswith("…") and len(listed(office)[0]) == 80
    assert "END</blockquote>" in page_of(office, question)


@pytest.mark.parametrize(
    "query",
    [
        {"q": "orders"},
        {"q": "ana"},
        {"q": "drop_table"},
        {"q": "database"},
        {"status__exact": "pending"},
        {"kind__exact": "form"},
    ],
)
def test_it_is_found_by_what_is_known_of_it(office: Client, ana: Any, ben: Any, query: dict[str, str]) -> None:
    rows.question(ana, asks="Drop orders?")
    tickets = rows.server("tickets")
    other = rows.question(ben, asks="Close it?", of=tickets, tool=rows.tool(tickets, "close"))
    Interrupt.objects.filter(pk=other.pk).update(status="withdrawn", kind="outcome")

    assert listed(office, **query) == ["Drop orders?"]


def test_it_says_which_questions_live_with_a_connection_and_which_have_lost_it(office: Client, ana: Any) -> None:
    rows.question(ana, asks="signed")
    rows.question(ana, asks="held", held_by="engine-1")
    lost = rows.question(ana, asks="stranded", held_by="engine-1", stranded_at=timezone.now())

    assert listed(office, connection="held") == ["held"]
    assert listed(office, connection="lost") == ["stranded"]
    found = re.findall(r'class="field-connection[^"]*">([^<]*)<', office.get(LIST).content.decode())
    assert found == ["", "held open", "lost"] or found == ["-", "held open", "lost"]
    assert "engine-1" in page_of(office, lost) and "Stranded at" in page_of(office, lost)


def test_it_is_found_by_its_id_its_server_and_its_person(office: Client, ana: Any, ben: Any) -> None:
    mine = rows.question(ana, asks="mine")
    rows.question(ben, asks="other", of=rows.server("tickets"))

    assert listed(office, q=str(mine.pk)) == ["mine"]
    assert listed(office, tool_call__server__id__exact=str(mine.tool_call.server_id)) == ["mine"]
    assert listed(office, asked_of__id__exact=str(ana.pk)) == ["mine"]


def test_it_is_found_by_its_day(office: Client, ana: Any) -> None:
    rows.question(ana, asks="today")
    old = rows.question(ana, asks="long ago")
    Interrupt.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=800))

    now = timezone.now()
    assert listed(office, created_at__year=str(now.year), created_at__month=str(now.month)) == ["today"]


def test_arguments_are_shown_as_names_and_values(office: Client, ana: Any) -> None:
    question = rows.question(ana, arguments={"table": "orders", "limit": 3, "where": {"age": [1]}})

    page = page_of(office, question)

    assert '<th scope="row">table</th><td>orders</td>' in page
    assert '<th scope="row">limit</th><td>3</td>' in page


def test_json_is_folded_and_readable(office: Client, ana: Any) -> None:
    question = answered(ana, content=wire.dump({"sure": True, "note": "é"}))

    page = page_of(office, question)

    assert (
        "<details" in page and "<pre>{\n  &quot;sure&quot;: true,\n  &quot;note&quot;: &quot;é&quot;\n}</pre>" in page
    )


def test_fields_that_speak_of_secrets_are_masked_wherever_they_stand(office: Client, ana: Any) -> None:
    question = answered(
        ana,
        arguments={"api_key": "sk-live", "deep": [{"password": "swordfish"}]},
        content=wire.dump({"password": "opensesame"}),
    )
    rows.Round.objects.update(answers=wire.dump({"q": {"action": "accept", "content": {"password": "opensesame"}}}))

    pages = [page_of(office, question)]
    for name, pk in (("toolcall", question.tool_call_id), ("round", question.round_id), ("run", question.run_id)):
        pages.append(office.get(f"/admin/interrupts/{name}/{pk}/change/").content.decode())

    for secret in ("sk-live", "swordfish", "opensesame", "hunter2", "opaque-state"):
        assert not [page for page in pages if secret in page], secret
    assert "••••" in pages[0]


def test_a_field_its_schema_calls_secret_is_masked_whatever_its_name(office: Client, ana: Any) -> None:
    schema = {"type": "object", "properties": {"word": {"type": "string", "writeOnly": True, "default": "abracadabra"}}}
    question = answered(ana, content=wire.dump({"word": "opensesame"}))
    Interrupt.objects.filter(pk=question.pk).update(schema=wire.dump(schema), request="")

    page = page_of(office, question)

    assert "opensesame" not in page and "abracadabra" not in page
    assert "&quot;word&quot;: &quot;••••&quot;" in page


def test_the_page_leads_to_thread_run_call_and_round(office: Client, ana: Any) -> None:
    question = rows.question(ana)

    page = page_of(office, question)

    for name, pk in (
        ("thread", question.thread_id), ("run", question.run_id), ("toolcall", question.tool_call_id),
        ("round", question.round_id),
    ):  # fmt: skip
        address = f"/admin/interrupts/{name}/{pk}/change/"
        assert f'<a href="{address}">' in page
        assert office.get(address).status_code == 200


def test_the_page_tells_what_happened_to_the_question_and_its_call(office: Client, ana: Any) -> None:
    question = rows.question(ana)
    rows.question(ana)

    page = page_of(office, question)

    kinds = re.findall(r"<td>(call\.\w+|question\.\w+)</td>", page)
    assert kinds == ["call.waiting", "question.asked"]


def test_a_question_of_the_site_itself_needs_no_thread(office: Client, ana: Any) -> None:
    question = Interrupt.objects.create(kind="ask", asked_of=ana, message="Free?", created_at=timezone.now())

    assert listed(office) == ["Free?"]
    assert "Free?" in page_of(office, question)


def test_a_server_address_is_shown_without_what_may_be_secret_in_it(office: Client, ana: Any) -> None:
    question = rows.question(ana)
    Interrupt.objects.filter(pk=question.pk).update(server_url="https://u:pw@host/mcp?key=sk-live")

    page = page_of(office, question)

    assert "https://host/mcp" in page
    assert "sk-live" not in page and "pw@" not in page
