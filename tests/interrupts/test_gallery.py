"""The form gallery: everything is in it, nothing is stored by it, and only staff find it."""

import html
import json
import re
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

import interrupts
from interrupts.gallery.examples import EXAMPLES
from interrupts.gallery.showing import show
from interrupts.models import Interrupt
from interrupts.states import InterruptStatus
from tests.interrupts.test_card import words

pytestmark = pytest.mark.django_db

FIELDS = Path(interrupts.__file__).parent / "templates" / "interrupts" / "fields"


@pytest.fixture
def staff(client: Client) -> Any:
    """A member of staff, signed in."""
    person = get_user_model().objects.create_user("staff", is_staff=True)
    client.force_login(person)
    return person


def sent(page: str) -> Any:
    found = re.search(r"data-sent>([^<]+)", page)
    return json.loads(html.unescape(found[1])) if found else None


def test_every_control_is_in_it(staff: Any) -> None:
    controls = {path.stem for path in FIELDS.glob("*.html") if not path.stem.startswith("_")} - {"all", "summary"}

    shown = [show(example, staff, UTC, timezone.now()) for example in EXAMPLES.values()]

    assert {field.control for view in shown for field in view.fields} == controls


def test_every_kind_and_every_state_is_in_it() -> None:
    assert {example.kind for example in EXAMPLES.values()} == set(Interrupt.Kind.values)
    assert {example.status for example in EXAMPLES.values()} == set(InterruptStatus.values)


def test_it_shows_every_example_once_and_names_it(staff: Any, client: Client) -> None:
    page = client.get("/gallery/").content.decode()

    assert page.count("data-interrupt=") == len(EXAMPLES)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert all(f'href="#example-{slug}"' in page for slug in EXAMPLES)


def test_its_forms_lead_nowhere_but_to_itself(staff: Any, client: Client) -> None:
    page = client.get("/gallery/").content.decode()

    main = page[page.index("<main") :]
    assert set(re.findall(r'(?:action|hx-post)="([^"]+)"', main)) <= {f"/gallery/{slug}/" for slug in EXAMPLES}
    assert "data-draft=" not in main


def test_an_answer_is_shown_as_it_would_be_sent(staff: Any, client: Client) -> None:
    page = client.post("/gallery/kind-form/", {"action": "accept", "f0": " Ana ", "f1": "7"}).content.decode()

    assert sent(page) == {"action": "accept", "content": {"name": " Ana ", "rows": 7}}
    assert "You answered empty_table (orders)" in words(page)


def test_an_answer_that_does_not_fit_comes_back_as_it_would(staff: Any, client: Client) -> None:
    reply = client.post("/gallery/kind-form/", {"action": "accept", "f0": "", "f1": "1,5"})

    assert reply.status_code == 422
    assert "Nothing was sent yet" in reply.content.decode() and 'value="1,5"' in reply.content.decode()
    assert sent(reply.content.decode()) is None


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_refusal_sends_nothing_else(staff: Any, client: Client, action: str) -> None:
    page = client.post("/gallery/kind-form/", {"action": action, "f0": "Ana"}).content.decode()

    assert sent(page) == {"action": action}


@pytest.mark.parametrize("slug", ["state-refused", "state-answered", "kind-form"])
def test_what_cannot_be_answered_so_is_refused(staff: Any, client: Client, slug: str) -> None:
    reply = client.post(f"/gallery/{slug}/", {"action": "accept" if slug != "kind-form" else "eat"})

    assert reply.status_code == 403
    assert sent(reply.content.decode()) is None


def test_htmx_gets_the_card_and_what_would_be_sent(staff: Any, client: Client) -> None:
    page = client.post("/gallery/confirm/", {"action": "accept"}, headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in page and 'data-status="resolved"' in page
    assert sent(page) == {"action": "accept", "content": {}}


def test_no_row_is_written(staff: Any, client: Client) -> None:
    def rows() -> dict[str, int]:
        return {model.__name__: model.objects.count() for model in apps.get_app_config("interrupts").get_models()}

    before = rows()

    client.get("/gallery/")
    for slug in EXAMPLES:
        client.get(f"/gallery/{slug}/")
        for action in ("accept", "decline", "cancel"):
            client.post(f"/gallery/{slug}/", {"action": action, "f0": "1"})

    assert rows() == before


@pytest.mark.parametrize("path", ["/gallery/", "/gallery/confirm/"])
def test_nobody_but_staff_finds_it(ana: Any, client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
    client.force_login(ana)
    assert client.get(path).status_code == 404
    assert client.post(path, {"action": "accept"}).status_code in (404, 405)
    assert "Form gallery" not in client.get("/").content.decode()


def test_staff_find_it_in_the_menu(staff: Any, client: Client) -> None:
    assert '<a href="/gallery/">Form gallery</a>' in client.get("/").content.decode()


def test_an_example_that_is_not_there_is_not_found(staff: Any, client: Client) -> None:
    assert client.get("/gallery/none/").status_code == 404
