"""Requests go their whole way on one thread that keeps its connection; static files are served on that way."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix, path

from chatsite.handler import PageHandler


def where(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{threading.current_thread().name.partition('-')[0]} {get_script_prefix()}")


urlpatterns = [path("where/", where)]


# At its end a request looks after the connection of the thread it is on, even when it never used one.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _here(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["site"]


async def get(address: str, root_path: str = "", method: str = "GET", **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(PageHandler(), root_path=root_path)
    async with httpx.AsyncClient(transport=transport, base_url="http://site") as client:
        return await client.request(method, address, headers={name.replace("_", "-"): v for name, v in headers.items()})


async def test_a_view_runs_on_a_thread_of_the_pages_and_knows_where_the_site_is_mounted() -> None:
    answer = await get("/below/where/", root_path="/below")

    assert answer.text == "pages /below/"


async def test_requests_at_once_are_worked_on_at_once() -> None:
    answers = await asyncio.gather(*(get("/where/") for _ in range(20)))

    assert {answer.status_code for answer in answers} == {200}


async def test_a_static_file_comes_with_its_kind_and_the_sites_protecting_headers() -> None:
    answer = await get("/static/sayso.css")

    assert answer.headers["content-type"].startswith("text/css")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "--" in answer.text


async def test_a_static_file_that_the_browser_has_is_not_sent_again() -> None:
    first = await get("/static/sayso.css")

    again = await get("/static/sayso.css", if_modified_since=first.headers["last-modified"])

    assert (again.status_code, again.content) == (304, b"")


async def test_the_head_and_a_part_of_a_static_file_can_be_asked_for() -> None:
    whole = await get("/static/sayso.css")

    head = await get("/static/sayso.css", method="HEAD")
    part = await get("/static/sayso.css", range="bytes=5-9")

    assert (head.content, head.headers["content-length"]) == (b"", whole.headers["content-length"])
    assert (part.status_code, part.content) == (206, whole.content[5:10])


async def test_a_body_larger_than_any_form_is_refused_in_words(settings: Any) -> None:
    settings.SAYSO_BODY_BYTES = 1000
    async with httpx.AsyncClient(transport=httpx.ASGITransport(PageHandler()), base_url="http://site") as client:
        answer = await client.post("/where/", content=b"x" * 1001, headers={"HX-Request": "true"})
        unsaid = await client.post("/where/", content=_pieces(1001), headers={"HX-Request": "true"})
        fits = await client.post("/where/", content=b"x" * 1000)

    assert [answer.status_code, unsaid.status_code, fits.status_code] == [413, 413, 403]
    assert "Shorten it, or attach less" in answer.text and answer.text == unsaid.text


async def _pieces(size: int) -> AsyncIterator[bytes]:
    for _ in range(size):
        yield b"x"
