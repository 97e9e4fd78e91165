"""The time zone of a person: first taken from their browser, kept with their account, changed by themselves."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from interrupts import wire
from interrupts.models import Interrupt, Profile
from interrupts.zones import zone_form
from tests.interrupts.test_card import ask

pytestmark = pytest.mark.django_db

MOMENT = {"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}}


@pytest.fixture
def question(ana: Any, client: Client) -> Interrupt:
    """An open question for a moment, asked of Ana, who is signed in."""
    client.force_login(ana)
    return ask(ana, schema=MOMENT)


def browser_in(client: Client, zone: str) -> None:
    client.cookies["timezone"] = zone


def page(client: Client, question: Interrupt) -> str:
    return client.get(f"/interrupts/{question.pk}/").content.decode()


def choose(client: Client, zone: str) -> Any:
    (field,) = zone_form().fields
    token = next((choice.token for choice in field.choices if choice.value == zone), zone)
    return client.post("/zone/", {"f0": token})


def test_without_any_word_of_the_browser_the_zone_is_the_sites(client: Client, question: Interrupt) -> None:
    assert f"Time zone: {settings.TIME_ZONE}" in page(client, question)
    assert not Profile.objects.exists()


def test_the_zone_is_first_taken_from_the_browser_and_then_stays(client: Client, question: Interrupt) -> None:
    browser_in(client, "Asia/Tokyo")
    assert "Time zone: Asia/Tokyo" in page(client, question)

    browser_in(client, "Europe/Berlin")

    assert "Time zone: Asia/Tokyo" in page(client, question)


@pytest.mark.parametrize("zone", ["Mars/Base", "../../etc/passwd", "", "x" * 5000])
def test_what_is_no_zone_is_not_kept(client: Client, question: Interrupt, zone: str) -> None:
    browser_in(client, zone)

    assert f"Time zone: {settings.TIME_ZONE}" in page(client, question)
    assert not Profile.objects.exists()


def test_a_zone_that_was_chosen_is_meant_by_what_is_typed(client: Client, question: Interrupt) -> None:
    browser_in(client, "Asia/Tokyo")

    assert choose(client, "America/New_York").status_code == 302

    assert "Time zone: America/New_York" in page(client, question)
    client.post(f"/interrupts/{question.pk}/answer/", {"action": "accept", "f0": "2030-07-01T09:00"})
    assert wire.load(Interrupt.objects.get(pk=question.pk).content) == {"at": "2030-07-01T09:00:00-04:00"}


def test_the_page_offers_the_zone_that_is_kept(client: Client, question: Interrupt) -> None:
    choose(client, "America/New_York")

    assert "selected>America/New_York</option>" in client.get("/zone/").content.decode()


def test_a_zone_that_does_not_exist_is_refused(client: Client, question: Interrupt) -> None:
    reply = choose(client, "99999")

    assert reply.status_code == 422
    assert "Choose one of the values that are offered." in reply.content.decode()
    assert not Profile.objects.exists()
