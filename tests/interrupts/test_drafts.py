"""What a person has typed so far: kept for them alone, shown wherever they open the question, gone when it closes."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts import wire
from interrupts.answers import answer_interrupt, withdraw_interrupt
from interrupts.drafts import DRAFT_LIMIT
from interrupts.models import Draft, Event, Interrupt
from interrupts.runs import post_message, stop_run
from tests.interrupts.test_card import ask

pytestmark = pytest.mark.django_db

FORM = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Name"},
        "api_key": {"type": "string", "default": "from the server"},
        "colours": {"type": "array", "items": {"type": "string", "enum": ["red", "blue"]}, "default": ["red"]},
        "at": {"type": "string", "format": "date-time"},
    },
    "required": ["name"],
}


@pytest.fixture
def question(ana: Any, client: Client) -> Interrupt:
    """An open question of Ana's, who is signed in."""
    client.force_login(ana)
    return ask(ana, schema=FORM)


def keep(client: Client, question: Interrupt, **typed: Any) -> Any:
    return client.post(f"/interrupts/{question.pk}/draft/", typed)


def page(client: Client, question: Interrupt) -> str:
    return client.get(f"/interrupts/{question.pk}/").content.decode()


def kept(question: Interrupt) -> Any:
    return [wire.load(draft.values) for draft in Draft.objects.filter(interrupt=question)]


def test_what_was_typed_is_there_when_the_question_is_opened_elsewhere(
    client: Client, question: Interrupt, ana: Any
) -> None:
    assert keep(client, question, f0="half a na").status_code == 204

    elsewhere = Client()
    elsewhere.force_login(ana)

    assert 'value="half a na"' in page(elsewhere, question)
    assert 'value="half a na"' in elsewhere.get(f"/threads/{question.thread_id}/").content.decode()
    assert "What you typed before is filled in." in page(elsewhere, question)


def test_what_is_typed_later_takes_the_place_of_what_was_kept_before(client: Client, question: Interrupt) -> None:
    keep(client, question, f0="one", f2="1")

    keep(client, question, f0="two")

    assert kept(question) == [{"f0": ["two"]}]
    assert "checked" not in page(client, question)


def test_what_is_kept_need_not_fit(client: Client, question: Interrupt) -> None:
    assert keep(client, question, f2="99", f3="not a time").status_code == 204

    assert 'value="not a time"' in page(client, question)


def test_the_moment_is_kept_with_the_zone_it_was_typed_in(client: Client, question: Interrupt) -> None:
    keep(client, question, f3="2030-05-31T10:00", **{"f3-zone": "Asia/Tokyo"})

    html = page(client, question)

    assert "Time zone: Asia/Tokyo" in html and 'value="2030-05-31T10:00"' in html


def test_a_secret_is_never_kept_and_its_field_shows_what_it_did_before(client: Client, question: Interrupt) -> None:
    keep(client, question, f0="Ana", f1="hunter2", **{"f1-json": '"hunter2"'})

    assert kept(question) == [{"f0": ["Ana"]}]
    assert 'value="from the server"' in page(client, question)


def test_only_what_the_form_has_is_kept(client: Client, question: Interrupt) -> None:
    keep(
        client, question, f0="Ana", f9="x", action="accept", csrfmiddlewaretoken="t", seen="7", **{"f0-" + "x" * 9: "y"}
    )

    assert kept(question) == [{"f0": ["Ana"]}]


def test_a_draft_that_is_too_long_is_refused_and_the_one_before_stays(client: Client, question: Interrupt) -> None:
    keep(client, question, f0="short")

    reply = keep(client, question, f0="x" * DRAFT_LIMIT)

    assert reply.status_code == 413
    assert reply.content.decode().startswith("This has 200,002 characters;")
    assert kept(question) == [{"f0": ["short"]}]


def test_a_post_beyond_the_limit_of_the_site_is_refused_with_a_page(client: Client, question: Interrupt) -> None:
    assert keep(client, question, f0="x" * 3_000_000).status_code == 413


def test_characters_no_database_takes_are_kept(client: Client, question: Interrupt) -> None:
    assert keep(client, question, f0="a\0b").status_code == 204

    assert kept(question) == [{"f0": ["a\0b"]}]


def test_a_draft_is_its_persons_alone(client: Client, question: Interrupt, ben: Any) -> None:
    keep(client, question, f0="mine")
    question.thread.owner = ben
    question.thread.save(update_fields=["owner"])
    other = Client()
    other.force_login(ben)

    reply = keep(other, question, f0="not mine")

    assert reply.status_code == 403
    assert "mine" not in page(other, question)
    assert kept(question) == [{"f0": ["mine"]}]


def close_by_answer(question: Interrupt, person: Any) -> None:
    answer_interrupt(question, person=person, action="decline", content=None, at=timezone.now())


def close_by_withdrawal(question: Interrupt, person: Any) -> None:
    withdraw_interrupt(question, person=person, note="", at=timezone.now())


def close_by_stop(question: Interrupt, person: Any) -> None:
    stop_run(person=person, thread=question.thread, at=timezone.now())


def close_by_message(question: Interrupt, person: Any) -> None:
    post_message(person=person, thread=question.thread, text="else", at=timezone.now(), replace=True)


@pytest.mark.parametrize("close", [close_by_answer, close_by_withdrawal, close_by_stop, close_by_message])
def test_a_draft_is_deleted_when_the_question_closes(client: Client, question: Interrupt, ana: Any, close: Any) -> None:
    keep(client, question, f0="half")

    close(question, ana)

    assert kept(question) == []


def test_a_closed_question_keeps_no_draft_and_says_who_closed_it(client: Client, question: Interrupt, ana: Any) -> None:
    close_by_answer(question, ana)

    reply = keep(client, question, f0="late")

    assert reply.status_code == 409
    assert "already answered by ana" in reply.content.decode()
    assert kept(question) == []


def test_an_answer_that_does_not_fit_is_kept_so_that_leaving_loses_nothing(client: Client, question: Interrupt) -> None:
    reply = client.post(f"/interrupts/{question.pk}/answer/", {"action": "accept", "f0": "", "f3": "tomorrow"})

    assert reply.status_code == 422
    assert 'value="tomorrow"' in page(client, question)


def test_keeping_a_draft_answers_nothing_and_leaves_no_trace_in_the_audit(client: Client, question: Interrupt) -> None:
    before = Event.objects.count()

    keep(client, question, f0="Ana", action="accept")

    assert Interrupt.objects.get(pk=question.pk).status == "pending"
    assert Event.objects.count() == before


def test_a_question_without_fields_has_nothing_to_keep(client: Client, ana: Any) -> None:
    client.force_login(ana)
    question = ask(ana, "approval")

    assert keep(client, question, f0="x").status_code == 204

    assert kept(question) == []
    assert "data-draft" not in page(client, question)


def test_changed_arguments_of_an_approval_are_kept_too(client: Client, ana: Any) -> None:
    client.force_login(ana)
    question = ask(ana, "approval")
    schema, proposed = '{"properties": {"table": {"type": "string"}}}', '{"table": "orders"}'
    Interrupt.objects.filter(pk=question.pk).update(schema=schema, prefill=proposed)

    keep(client, question, f0="invoices", edited="yes")

    assert kept(question) == [{"f0": ["invoices"]}]
    assert 'value="invoices"' in page(client, question)
