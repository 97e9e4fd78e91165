"""One walk in German: what a page says, what is pushed into it, what an engine writes; and the admin."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from interrupts import wire
from interrupts.database import in_database
from interrupts.models import Interrupt, Message
from interrupts.preferences import keep_preferences
from tests.interrupts.test_card import ask
from tests.interrupts.test_sockets import socket
from tests.support import ScriptedModel, drive, say

pytestmark = pytest.mark.django_db(transaction=True)

GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}


def test_a_question_its_form_and_its_errors(ana: Any) -> None:
    browser = Client(headers=GERMAN)
    browser.force_login(ana)
    question = ask(ana, destructive=True, arguments={"table": "orders"})
    Interrupt.objects.update(created_at=datetime(2025, 12, 1, 9, 30, tzinfo=UTC))

    page = browser.get(f"/interrupts/{question.pk}/").content.decode()
    assert "<em>database</em> möchte <strong>drop_table</strong> ausführen" in page
    assert "wartet, so lange Sie wollen" in page and ">Ablehnen<" in page and "Mit drop_table fortfahren" in page
    assert "1. Dezember 2025" in page
    assert "Really?" in page, "what a server says is never translated"

    page = browser.post(f"/interrupts/{question.pk}/answer/", {"action": "accept"}).content.decode()
    assert "Wählen Sie ja oder nein." in page and "Noch wurde nichts gesendet. Bitte korrigieren Sie:" in page

    browser.post(f"/interrupts/{question.pk}/answer/", {"action": "decline"})
    assert "Abgelehnt von Ihnen: <b>drop_table</b>" in browser.get(f"/interrupts/{question.pk}/").content.decode()
    assert wire.load(Interrupt.objects.get().content or "null") is None


def test_the_pages_around_it_and_the_admin(ana: Any) -> None:
    browser = Client(headers=GERMAN)
    assert "Anmelden" in browser.get("/accounts/login/").content.decode()
    ana.is_staff = ana.is_superuser = True
    ana.save()
    browser.force_login(ana)
    ask(ana)

    assert "Was auf Sie wartet" in browser.get("/inbox/").content.decode()
    assert "1 Frage" in browser.get("/admin/").content.decode()
    listed = browser.get("/admin/interrupts/interrupt/").content.decode()
    assert "wartet" in listed and "Ablehnen …" in listed
    form = browser.get("/admin/interrupts/server/add/").content.decode()
    assert "kurz, wie man es liest: database, tickets" in form
    assert "Hier ist nichts" in browser.get("/nowhere/").content.decode()


async def test_what_is_pushed_speaks_the_language_of_the_page_it_is_pushed_into(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    question = await in_database(ask, ana)

    opened = socket(client, thread=question.thread_id, language="de")
    await opened.connect()
    sent = await opened.receive_from(timeout=5)
    await opened.disconnect()

    assert "<em>database</em> möchte <strong>drop_table</strong> ausführen" in sent


async def test_a_language_that_was_made_up_is_not_spoken(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    question = await in_database(ask, ana)

    opened = socket(client, thread=question.thread_id, language="../../de")
    await opened.connect()
    sent = await opened.receive_from(timeout=5)
    await opened.disconnect()

    assert "<em>database</em> wants to run" in sent


def test_what_an_engine_writes_for_a_person_is_in_the_language_they_chose(ana: Any) -> None:
    keep_preferences(ana, language="de")
    say(ana, "hello")

    drive(ScriptedModel([]))

    assert Message.objects.get(role="note").text.startswith("Das Modell hat eine leere Antwort geschickt.")
