"""Signing in and out, and changing one's password, with nothing but forms."""

from typing import Any

import pytest
from django.test import Client

PASSWORD = "correct horse battery"


@pytest.fixture
def eve(ana: Any) -> Any:
    """Ana with a password."""
    ana.set_password(PASSWORD)
    ana.save(update_fields=["password"])
    return ana


def test_a_stranger_is_led_to_the_sign_in_page_and_back(client: Client, eve: Any) -> None:
    sent_away = client.get("/accounts/password/")
    assert sent_away["Location"] == "/accounts/login/?next=/accounts/password/"

    answer = client.post("/accounts/login/", {"username": "ana", "password": PASSWORD, "next": "/accounts/password/"})

    assert answer["Location"] == "/accounts/password/"


def test_a_wrong_password_says_so_on_the_same_page(client: Client, eve: Any) -> None:
    answer = client.post("/accounts/login/", {"username": "ana", "password": "wrong"})

    assert "correct username and password" in answer.text
    assert "_auth_user_id" not in client.session


def test_signing_out_needs_a_press_of_a_button(client: Client, ana: Any) -> None:
    client.force_login(ana)

    assert client.get("/accounts/logout/").status_code == 405
    assert client.post("/accounts/logout/")["Location"] == "/accounts/login/"
    assert "_auth_user_id" not in client.session


def test_a_changed_password_is_in_force_and_keeps_this_browser_signed_in(client: Client, eve: Any) -> None:
    client.force_login(eve)
    new = "another staple entirely"

    answer = client.post(
        "/accounts/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new}, follow=True
    )

    eve.refresh_from_db()
    assert eve.check_password(new)
    assert "Password changed" in answer.text


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/link/?token=x"])
def test_account_pages_have_a_title_and_one_heading(client: Client, db: None, path: str) -> None:
    page = client.get(path, headers={"Host": "localhost"}).text

    assert page.count("<h1") == 1
    assert "<title>" in page
