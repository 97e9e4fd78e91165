"""The one-time link signs in once, on the machine itself and nowhere else."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client

from chatsite import signin
from chatsite.signin import OneTimeLinks, Refused, is_loopback

HERE = {"HTTP_HOST": "127.0.0.1:8000", "REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture
def token(ana: Any) -> Iterator[str]:
    yield signin.links.make(ana.pk, now=time.monotonic())
    signin.links.__init__()  # type: ignore[misc]


def _signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_the_button_signs_in(client: Client, token: str) -> None:
    answer = client.post("/accounts/link/", {"token": token}, **HERE)

    assert (answer.status_code, answer["Location"], _signed_in(client)) == (302, "/", True)


def test_looking_at_the_page_changes_nothing(client: Client, token: str) -> None:
    for _ in range(3):
        page = client.get("/accounts/link/", {"token": token}, **HERE)
        assert (page.status_code, _signed_in(client)) == (200, False)

    assert client.post("/accounts/link/", {"token": token}, **HERE).status_code == 302


def test_the_page_is_kept_by_no_cache_and_told_to_no_other_site(client: Client, token: str) -> None:
    page = client.get("/accounts/link/", {"token": token}, **HERE)

    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "same-origin"


def test_the_button_needs_the_token_of_its_own_page(token: str) -> None:
    strict = Client(enforce_csrf_checks=True)

    assert strict.post("/accounts/link/", {"token": token}, **HERE).status_code == 403
    assert not _signed_in(strict)


def test_a_used_link_says_so_and_how_to_get_a_new_one(client: Client, token: str) -> None:
    client.post("/accounts/link/", {"token": token}, **HERE)

    looked = client.get("/accounts/link/", {"token": token}, **HERE)
    pressed = Client().post("/accounts/link/", {"token": token}, **HERE)
    for answer in (looked, pressed):
        assert answer.status_code == 403
        assert "used already" in answer.text
        assert "manage.py serve" in answer.text


@pytest.mark.parametrize("wrong", ["", "x", "é" * 40, "\x00"])
def test_a_wrong_link_is_refused(client: Client, token: str, wrong: str) -> None:
    assert client.get("/accounts/link/", {"token": wrong}, **HERE).status_code == 403
    assert client.post("/accounts/link/", {"token": wrong}, **HERE).status_code == 403


def test_a_person_who_may_no_longer_sign_in_is_refused(client: Client, ana: Any, token: str) -> None:
    type(ana).objects.filter(pk=ana.pk).update(is_active=False)

    assert client.post("/accounts/link/", {"token": token}, **HERE).status_code == 403


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_PROTO": "http"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_HOST": "testserver"},
    ],
)
def test_to_anyone_but_the_machine_itself_there_is_no_link(
    client: Client, token: str, elsewhere: dict[str, str]
) -> None:
    assert client.get("/accounts/link/", {"token": token}, **(HERE | elsewhere)).status_code == 404
    assert client.post("/accounts/link/", {"token": token}, **(HERE | elsewhere)).status_code == 404
    assert not _signed_in(client)


def test_a_site_with_a_public_address_has_no_link(client: Client, token: str, settings: Any) -> None:
    settings.SAYSO_PUBLIC_URL = "http://localhost"

    assert client.post("/accounts/link/", {"token": token}, **HERE).status_code == 404


@pytest.mark.parametrize(
    ("wanted", "leads_to"), [("/inbox/", "/inbox/"), ("https://evil.example/", "/"), ("//evil.example", "/"), ("", "/")]
)
def test_the_button_leads_on_within_this_site_only(client: Client, token: str, wanted: str, leads_to: str) -> None:
    answer = client.post("/accounts/link/", {"token": token, "next": wanted}, **HERE)

    assert answer["Location"] == leads_to


def test_signing_in_gives_the_browser_a_new_session(client: Client, ben: Any, token: str) -> None:
    client.force_login(ben)
    before = client.session.session_key

    client.post("/accounts/link/", {"token": token}, **HERE)

    assert client.session.session_key != before


def test_a_link_lives_for_an_hour() -> None:
    links = OneTimeLinks()
    token = links.make(7, now=0)

    assert links.check(token, now=3600) is None
    assert links.redeem(token, now=3601) is Refused.EXPIRED


def test_a_new_link_puts_the_old_one_out_of_use() -> None:
    links = OneTimeLinks()
    old, new = links.make(7, now=0), links.make(7, now=0)

    assert (links.redeem(old, now=1), links.redeem(new, now=1)) == (Refused.UNKNOWN, 7)


def test_of_many_who_press_at_once_one_is_signed_in() -> None:
    links = OneTimeLinks()
    token = links.make(7, now=0)
    barrier = threading.Barrier(12)

    def press(_: int) -> Any:
        barrier.wait(timeout=10)
        return links.redeem(token, now=1)

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(press, range(12)))

    assert sorted(map(str, answers)) == sorted(["7", *["Refused.USED"] * 11])


def test_the_token_itself_is_not_kept() -> None:
    links = OneTimeLinks()
    token = links.make(7, now=0)

    assert token not in repr(vars(links))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "::1", "[::1]", "::ffff:127.0.0.1"])
def test_addresses_of_the_machine_itself(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "192.0.2.1", "::", "localhost.evil.example", "127.0.0.1.evil.example"])
def test_addresses_of_others(host: str) -> None:
    assert not is_loopback(host)
