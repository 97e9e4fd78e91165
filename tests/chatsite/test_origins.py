"""Only our own pages open sockets; test_serve.py shows it on the wire."""

from typing import Any

import pytest

from chatsite.origins import is_own_origin


@pytest.mark.parametrize(
    ("origin", "host"),
    [("http://127.0.0.1:8000", "127.0.0.1:8000"), ("http://localhost", "LOCALHOST"), ("http://[::1]:9", "[::1]:9")],
)
def test_the_host_the_socket_was_opened_on_is_our_own(origin: str, host: str) -> None:
    assert is_own_origin(origin, host=host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("", "127.0.0.1:8000"),
        ("null", "127.0.0.1:8000"),
        ("http://evil.example", "127.0.0.1:8000"),
        ("http://127.0.0.1:9000", "127.0.0.1:8000"),
        ("http://localhost:8000", "127.0.0.1:8000"),
        ("file://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://[::1", "[::1"),
        ("http://user@127.0.0.1:8000", "127.0.0.1:8000"),
    ],
)
def test_every_other_origin_is_foreign(origin: str, host: str) -> None:
    assert not is_own_origin(origin, host=host)


def test_a_name_that_merely_resolves_to_us_is_foreign() -> None:
    assert not is_own_origin("http://rebound.example:8000", host="rebound.example:8000")


def test_the_public_address_is_our_own_behind_a_proxy_that_changes_the_host(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://sayso.example"]

    assert is_own_origin("https://sayso.example", host="127.0.0.1:8000")
