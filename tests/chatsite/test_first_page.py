"""The page of somebody who has no thread yet, and what those who run the site are told there."""

from typing import Any

import pytest
from django.test import Client

from interrupts.models import Server
from tests.support import say

pytestmark = pytest.mark.django_db


def first_page(client: Client) -> str:
    return client.get("/").content.decode()


def test_it_says_what_happens_then_until_there_is_a_thread(client: Client, ana: Any) -> None:
    Server.objects.create(name="database", url="http://127.0.0.1:9/mcp", sample=True)
    client.force_login(ana)
    assert "What happens then" in first_page(client)

    say(ana, "what tables are there?")

    assert "What happens then" not in first_page(client) and "Try one of these" in first_page(client)


def test_who_runs_the_site_sees_what_is_left_to_set_up(client: Client, ana: Any, settings: Any) -> None:
    client.force_login(ana)
    assert "Make this site your own" not in first_page(client)
    ana.is_staff = True
    ana.save()
    assert "0 of 2 done" in first_page(client)

    Server.objects.create(name="tickets", url="http://127.0.0.1:9/mcp")
    assert "1 of 2 done" in first_page(client) and "Connected: tickets." in first_page(client)

    settings.SAYSO_MODEL = "openai:small"
    assert "Make this site your own" not in first_page(client)
