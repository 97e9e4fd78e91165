"""What went wrong is said in sentences, without asking the database, and alike for pages and htmx."""

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from chatsite import errors


@pytest.fixture
def visitor() -> Client:
    """A browser with a session cookie; tests without the database fixture fail if anything asks for it."""
    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = "abcdefghijklmnopqrstuvwxyz012345"
    return browser


def test_a_page_that_is_not_there(visitor: Client) -> None:
    answer = visitor.get("/nowhere/")

    assert answer.status_code == 404
    assert "There is nothing here" in answer.text


def test_a_host_that_is_not_ours(visitor: Client) -> None:
    answer = visitor.get("/", headers={"Host": "evil.example"})

    assert answer.status_code == 400
    assert "cannot be read" in answer.text


def test_a_form_with_too_many_fields_before_any_view(visitor: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["csrftoken"] = "a" * 32

    answer = strict.post("/threads/", {f"f{number}": "1" for number in range(5001)})

    assert answer.status_code == 413
    assert "too much at once" in answer.text


def test_a_body_that_is_too_large_before_any_view() -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["csrftoken"] = "a" * 32

    answer = strict.post("/threads/", "text=" + "a" * 3_000_000, content_type="application/x-www-form-urlencoded")

    assert answer.status_code == 413


def test_a_form_of_a_page_that_is_too_old() -> None:
    answer = Client(enforce_csrf_checks=True).post("/threads/", {"text": "hello"})

    assert answer.status_code == 403
    assert "Reload the page" in answer.text


@pytest.mark.parametrize("path", ["/nowhere/"])
def test_htmx_gets_the_sentences_without_the_frame(visitor: Client, path: str) -> None:
    answer = visitor.get(path, headers={"HX-Request": "true"})

    assert answer.status_code == 404
    assert "There is nothing here" in answer.text
    assert "<html" not in answer.text


def test_a_mistake_of_ours_has_a_page_that_stands_alone() -> None:
    answer = errors.server_error(RequestFactory().get("/"))

    assert answer.status_code == 500
    assert "Something went wrong here" in answer.text


@pytest.mark.parametrize("view", [errors.permission_denied, errors.page_not_found, errors.bad_request])
def test_error_pages_do_not_repeat_what_was_asked(view: Any) -> None:
    answer: HttpResponse = view(_request("/<script>alert(1)</script>"), Exception("<b>secret</b>"))

    assert "alert(1)" not in answer.text
    assert "secret" not in answer.text


def _request(path: str) -> HttpRequest:
    return RequestFactory().get(path)
