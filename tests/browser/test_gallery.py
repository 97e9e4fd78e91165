"""Every control as a person uses it, in the gallery: what would be sent is what was shown."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from interrupts.gallery.controls import CONTROLS
from tests.browser.director import Stage

type Use = Callable[[Locator], Any]

CANNOT_BE_ANSWERED = {"unanswerable"}
USES: dict[str, tuple[Use, Any]] = {
    "must-tick": (lambda card: card.get_by_label("I have read it").check(), {"value": True}),
    "yes-no": (lambda card: card.get_by_label("No").check(), {"value": False}),
    "switch": (lambda card: card.get_by_label("Keep a copy").uncheck(), {"value": False}),
    "yes-no-none": (lambda card: card.get_by_label("Yes").check(), {"value": True}),
    "radios": (lambda card: card.get_by_label("Medium").check(), {"value": "M"}),
    "radios-numbers": (lambda card: card.get_by_label("0").check(), {"value": 0}),
    "select": (lambda card: card.get_by_label("Town").select_option(label="Town 7"), {"value": "Town 7"}),
    "filter-select": (lambda card: card.get_by_role("combobox").select_option(label="Town 399"), {"value": "Town 399"}),
    "ticks": (lambda card: card.get_by_label("green").check(), {"value": ["green"]}),
    "filter-ticks": (lambda card: card.get_by_label("Town 1", exact=True).check(), {"value": [0]}),
    "integer": (lambda card: card.get_by_label("Rows").fill("35"), {"value": 35}),
    "number": (lambda card: card.get_by_label("Weight").fill("0.10"), {"value": 0.1}),
    "slider": (lambda card: card.get_by_role("textbox").fill("4"), {"value": 4}),
    "text": (lambda card: card.get_by_label("Name").fill("Ben  "), {"value": "Ben  "}),
    "textarea": (lambda card: card.get_by_label("Notes").fill("\n one\n\ntwo"), {"value": "\n one\n\ntwo"}),
    "code": (lambda card: None, {"value": "SELECT *\nFROM orders;\n"}),
    "email": (lambda card: card.get_by_label("Send to").fill("ana@example.org"), {"value": "ana@example.org"}),
    "url": (lambda card: card.get_by_label("Address").fill("https://x.example"), {"value": "https://x.example"}),
    "date": (lambda card: card.get_by_label("Day").fill("2030-02-28"), {"value": "2030-02-28"}),
    "date-time": (
        lambda card: card.get_by_label("Start").fill("2030-05-31T09:30"),
        {"value": "2030-05-31T09:30:00+00:00"},
    ),
    "lines": (lambda card: card.get_by_label("Names").fill("Ana\n Ben"), {"value": ["Ana", " Ben"]}),
    "number-lines": (lambda card: card.get_by_label("Numbers").fill("7\n0"), {"value": [7, 0]}),
    "json": (lambda card: card.get_by_label("Options").fill('{"deep": true}'), {"value": {"deep": True}}),
    "nullable": (lambda card: None, {}),
    "secret": (lambda card: card.get_by_label("API key").fill("k"), {"value": "k"}),
    "confirm": (lambda card: None, {}),
    "no-schema": (lambda card: None, {}),
    "root-boolean": (lambda card: card.get_by_label("No").check(), {"value": False}),
}


@pytest.fixture(scope="module")
def plain(browser: Browser, running_stage: Stage) -> Iterator[Page]:
    """A page without JavaScript, its person signed in."""
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(10_000)
    cookie = running_stage.do("sign_in")["sessionid"]
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": running_stage.address}])
    yield context.new_page()
    context.close()


def sent(page: Page) -> Any:
    """What would be sent, once it is shown."""
    box = page.locator("[data-sent]:not(:empty)")
    expect(box).to_be_visible()
    return json.loads(box.inner_text())


def test_no_control_is_left_out() -> None:
    assert set(USES) == {example.slug for example in CONTROLS} - CANNOT_BE_ANSWERED


@pytest.mark.parametrize("slug", USES)
def test_what_is_entered_without_javascript_is_what_is_sent(running_stage: Stage, plain: Page, slug: str) -> None:
    use, content = USES[slug]
    plain.goto(f"{running_stage.address}/gallery/{slug}/")
    card = plain.locator("[data-interrupt]")

    use(card)
    card.locator("button[value=accept]").click()

    assert sent(plain) == {"action": "accept", "content": content}


@pytest.mark.parametrize(
    "slug", [f"kind-{kind}" for kind in ("form", "irreversible", "approval", "outcome", "changed")]
)
def test_what_is_declined_without_javascript_sends_nothing_else(running_stage: Stage, plain: Page, slug: str) -> None:
    plain.goto(f"{running_stage.address}/gallery/{slug}/")

    plain.locator("button[value=decline]").click()

    assert sent(plain) == {"action": "decline"}


def test_with_javascript_the_card_closes_in_its_place_and_says_the_same(stage: Stage, page: Page) -> None:
    page.goto(f"{stage.address}/gallery/kind-form/")
    page.get_by_label("Name").fill("Ana")

    page.locator("button[value=accept]").click()

    assert sent(page) == {"action": "accept", "content": {"name": "Ana"}}
    expect(page.locator("[data-interrupt]")).to_have_attribute("data-status", "resolved")


def test_one_of_four_hundred_is_found_and_sent_by_keyboard_alone(stage: Stage, page: Page) -> None:
    page.goto(f"{stage.address}/gallery/filter-select/")
    expect(page.locator("main").get_by_role("searchbox")).to_be_visible()
    page.locator("[data-interrupt] h2").focus()

    tab_to(page, page.locator("main").get_by_role("searchbox"))
    page.keyboard.type("town 399")
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox")).to_be_focused()
    tab_to(page, page.locator("button[value=accept]"))
    page.keyboard.press("Enter")

    assert sent(page) == {"action": "accept", "content": {"value": "Town 399"}}


def test_ticks_of_a_long_list_are_set_and_sent_by_keyboard_alone(stage: Stage, page: Page) -> None:
    page.goto(f"{stage.address}/gallery/filter-ticks/")
    expect(page.locator("main").get_by_role("searchbox")).to_be_visible()
    page.locator("[data-interrupt] h2").focus()

    tab_to(page, page.locator("main").get_by_role("searchbox"))
    page.keyboard.type("town 39")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    tab_to(page, page.locator("button[value=accept]"))
    page.keyboard.press("Space")

    assert sent(page) == {"action": "accept", "content": {"value": [38]}}


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus, as a person does."""
    for _ in range(20):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab never led to {wanted}")


def test_nothing_of_the_gallery_scrolls_sideways_on_a_small_phone(stage: Stage, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})

    page.goto(f"{stage.address}/gallery/")

    assert page.evaluate("document.documentElement.scrollWidth") == 320
