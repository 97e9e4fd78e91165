"""The page of a person's own settings: kept with the account, errors at their fields, without JavaScript."""

from typing import Any

import pytest
from django.test import Client

from chatsite.own_settings import settings_form
from interrupts.models import Profile

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in(ana: Any, client: Client) -> Client:
    """Ana's browser."""
    client.force_login(ana)
    return client


def filled(**values: Any) -> dict[str, str]:
    """What the form posts for these values; language and zone as the browser says, where none is named."""
    post: dict[str, str] = {}
    for field in settings_form().fields:
        wanted = values.get(field.key, "")
        if field.choices:
            post[field.name] = next(choice.token for choice in field.choices if choice.value == wanted)
        elif wanted:
            post[field.name] = "true" if wanted is True else wanted
    return post


def test_what_was_set_is_kept_with_the_account_and_shown_again(signed_in: Client, ana: Any) -> None:
    chosen = {"time_zone": "Asia/Tokyo", "notifications": True}
    reply = signed_in.post("/settings/", filled(first_name="Ana", last_name="Lima", email="ana@example.com", **chosen))

    assert (reply.status_code, reply["Location"]) == (302, "/settings/")
    ana.refresh_from_db()
    assert (ana.first_name, ana.last_name, ana.email) == ("Ana", "Lima", "ana@example.com")
    kept = Profile.objects.get(person=ana)
    assert (kept.time_zone, kept.language, kept.notifications, kept.shortcuts) == ("Asia/Tokyo", "", True, False)
    page = signed_in.get("/settings/").content.decode()
    assert "Saved." in page and 'value="Lima"' in page and "selected>Asia/Tokyo</option>" in page
    assert "data-notify" in page and "data-no-shortcuts" in page
    assert "Saved." not in signed_in.get("/settings/").content.decode()


def test_what_does_not_fit_is_said_at_its_field_and_nothing_is_kept(signed_in: Client, ana: Any) -> None:
    reply = signed_in.post("/settings/", filled(first_name="Bea", email="nobody"))

    page = reply.content.decode()
    assert reply.status_code == 422
    assert "Enter an e-mail address such as name@example.com." in page and 'value="nobody"' in page
    ana.refresh_from_db()
    assert ana.first_name == "Ana" and not Profile.objects.exists()


def test_the_page_speaks_the_language_that_was_chosen_whatever_the_browser_says(signed_in: Client) -> None:
    signed_in.post("/settings/", filled(language="de"))

    page = signed_in.get("/settings/", headers={"Accept-Language": "en"}).content.decode()
    assert '<html lang="de" dir="ltr">' in page and "language=de" in page


def test_a_browser_is_spoken_to_in_its_own_language_until_one_is_chosen(signed_in: Client) -> None:
    page = signed_in.get("/settings/", headers={"Accept-Language": "de-AT,de;q=0.9"}).content.decode()

    assert '<html lang="de" dir="ltr">' in page


def test_a_language_the_site_no_longer_speaks_counts_as_none(signed_in: Client, ana: Any) -> None:
    Profile.objects.create(person=ana, language="tlh")

    assert '<html lang="en" dir="ltr">' in signed_in.get("/settings/").content.decode()


def test_the_settings_are_found_in_the_menu_and_the_old_address_works(signed_in: Client) -> None:
    assert '<a href="/settings/">Settings</a>' in signed_in.get("/").content.decode()
    assert signed_in.get("/zone/").status_code == 200
