"""axe-core, in Chromium, over what people look at: no violation of any of its rules, in light and in dark."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.director import Stage

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
OTHER_PAGES = [
    "/inbox/", "/", "/interrupts/{}/", "/interrupts/{}/reply/", "/accounts/password/", "/zone/", "/settings/",
    "/threads/all/", "/search/?q=first",
]  # fmt: skip
FORM = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Name", "description": "As in the passport."},
        "size": {"type": "string", "title": "Size", "enum": ["small", "large"]},
        "town": {"type": "string", "title": "Town", "enum": [f"Town {number}" for number in range(50)]},
    },
    "required": ["name"],
}


@pytest.fixture(params=SCHEMES)
def page(page: Page, request: pytest.FixtureRequest) -> Page:
    page.emulate_media(color_scheme=request.param, reduced_motion="reduce")
    return page


def violations(page: Page) -> list[str]:
    """What axe-core finds, a line for each element."""
    return [
        f"{found['id']} ({found['impact']}): {node['target']} {node['html'][:200]}"
        for found in Axe().run(page).response["violations"]
        for node in found["nodes"]
    ]


def asked(stage: Stage, page: Page, *, destructive: bool = False) -> str:
    """Open a thread in which something was said, a question was answered, and two more wait; returns one of them."""
    thread = stage.do("open_thread", "Orders of May")["thread"]
    stage.do("say", thread, "Look at this first.")
    answered, waiting, _ = stage.do("ask", thread, FORM, FORM, FORM, destructive=destructive)["questions"]
    stage.do("answer", answered, "accept", {"name": "Ana"})
    page.goto(f"{stage.address}/threads/{thread}/")
    return str(waiting)


def test_every_control_kind_and_state_in_the_gallery(stage: Stage, page: Page) -> None:
    page.goto(f"{stage.address}/gallery/")

    assert violations(page) == []


def test_an_answer_in_the_gallery_and_what_would_be_sent(stage: Stage, page: Page) -> None:
    page.goto(f"{stage.address}/gallery/confirm/")
    page.locator("button[value=accept]").click()
    page.locator(".example summary").click()

    assert violations(page) == []


def test_a_thread_with_open_cards(stage: Stage, page: Page) -> None:
    asked(stage, page)
    for summary in page.locator(".items summary").all():
        summary.click()

    assert violations(page) == []


def test_a_card_that_has_to_be_corrected(stage: Stage, page: Page) -> None:
    question = asked(stage, page, destructive=True)
    card = page.locator(f'[data-interrupt="{question}"]')
    card.locator("button[value=accept]").click()
    expect(page.locator("[data-error-summary]")).to_be_focused()

    assert violations(page) == []


@pytest.mark.parametrize("path", OTHER_PAGES)
def test_the_other_pages(stage: Stage, page: Page, path: str) -> None:
    question = asked(stage, page)

    page.goto(stage.address + path.format(question))

    assert violations(page) == []


def test_signing_in_to_a_server(stage: Stage, page: Page) -> None:
    stage.do("add_server_with_sign_in", "bank")
    page.goto(f"{stage.address}/connections/")
    found = violations(page)
    page.get_by_role("link", name="Connect bank").click()
    found += violations(page)
    # Nobody listens there, so the sign-in cannot begin.
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("could not be reached")
    found += violations(page)
    page.goto(f"{stage.address}/connections/callback/?state=unknown&code=1")
    expect(page.get_by_role("heading", name="Not connected")).to_be_visible()

    assert found + violations(page) == []


def test_the_small_window_with_its_drawer_open(stage: Stage, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    asked(stage, page)
    page.get_by_role("link", name="Threads and account").click()
    page.locator(".me > summary").click()

    assert violations(page) == []
