"""The two small scripts beside the fields, in a real browser: comforts by keyboard, and nothing lost without them."""

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser, BrowserContext, Page, expect

from interrupts.forms import Accepted, bind, parse, read

BERLIN = ZoneInfo("Europe/Berlin")
SCRIPTS = [Path("interrupts/static/interrupts") / name for name in ("filter.js", "fields.js")]
ENTRIES = """() => [...new FormData(document.querySelector("form"))].map(([name, value]) => [name, value])"""

FORM = parse(
    {
        "properties": {
            "city": {"type": "string", "enum": [*(f"Town {place}" for place in range(400)), "Zürich"]},
            "tags": {"type": "array", "items": {"type": "string", "enum": [f"tag{place}" for place in range(30)]}},
            "level": {"type": "integer", "minimum": 0, "maximum": 10, "x-ui": {"widget": "slider"}},
            "json": {"type": "object"},
            "day": {"type": "string", "format": "date"},
            "at": {"type": "string", "format": "date-time", "default": "2030-07-31T09:30:00.5-05:00"},
            "notes": {"type": "string", "maxLength": 500, "default": "\n\nfirst\nlast\n"},
            "odd": {"type": "string", "default": " a\u202e\tb "},
        }
    }
)


def opened(page: Page) -> Page:
    """Show the form, then let the scripts come after it, as they do for a card that arrives later."""
    fields = render_to_string("interrupts/fields/all.html", {"fields": bind(FORM, zone=BERLIN)})
    page.set_content(f"<!doctype html><meta charset=utf-8><form novalidate>{fields}<button>Send</button></form>")
    return page


def answer(page: Page) -> Any:
    """Read what this browser would post."""
    posted: dict[str, list[str]] = {}
    for name, value in page.evaluate(ENTRIES):
        posted.setdefault(name, []).append(value.replace("\n", "\r\n"))
    result = read(FORM, posted, zone=BERLIN)
    assert isinstance(result, Accepted), result
    return result.content


@pytest.fixture
def scripted(page: Page) -> Page:
    opened(page)
    for script in SCRIPTS:
        page.add_script_tag(path=script)
    return page


PREFILLED = {"at": "2030-07-31T09:30:00.5-05:00", "notes": "\n\nfirst\nlast\n", "odd": " a\u202e\tb "}


def test_a_real_browser_posts_the_proposed_values_unchanged(scripted: Page) -> None:
    assert answer(scripted) == PREFILLED


def test_without_scripts_every_control_is_there_and_the_comforts_are_not(browser: Browser) -> None:
    context: BrowserContext = browser.new_context(java_script_enabled=False)
    page = opened(context.new_page())

    expect(page.locator("#f0 option")).to_have_count(402)
    expect(page.get_by_role("searchbox")).to_have_count(0)
    expect(page.get_by_role("slider")).to_have_count(0)
    page.locator("#f0").select_option(label="Zürich")

    context.close()


def test_a_long_list_is_narrowed_and_chosen_from_by_keyboard_alone(scripted: Page) -> None:
    scripted.get_by_role("searchbox", name="Narrow down: City").focus()

    scripted.keyboard.type("zurich")
    expect(scripted.get_by_role("status").first).to_have_text("1 of 401 shown")
    scripted.keyboard.press("Enter")

    expect(scripted.locator("#f0")).to_be_focused()
    assert answer(scripted)["city"] == "Zürich"


def test_what_is_chosen_stays_in_a_list_narrowed_to_something_else(scripted: Page) -> None:
    scripted.locator("#f0").select_option(label="Town 7")
    search = scripted.get_by_role("searchbox", name="Narrow down: City")

    search.fill("zurich")
    expect(scripted.locator("#f0 option")).to_have_text(["No answer", "Town 7", "Zürich"])
    assert answer(scripted)["city"] == "Town 7"
    search.press("Escape")

    expect(scripted.locator("#f0 option")).to_have_count(402)


def test_ticks_that_are_narrowed_away_are_still_sent(scripted: Page) -> None:
    scripted.get_by_label("tag3", exact=True).check()
    scripted.get_by_role("searchbox", name="Narrow down: Tags").fill("tag29")

    expect(scripted.get_by_label("tag3", exact=True)).to_be_visible()
    expect(scripted.get_by_label("tag4", exact=True)).to_be_hidden()
    scripted.keyboard.press("Enter")
    scripted.keyboard.press("Space")

    assert answer(scripted)["tags"] == ["tag3", "tag29"]


def test_a_slider_says_nothing_until_it_is_moved(scripted: Page) -> None:
    assert "level" not in answer(scripted)

    scripted.get_by_role("slider").focus()
    scripted.keyboard.press("Home")
    scripted.keyboard.press("ArrowRight")

    assert answer(scripted)["level"] == 1


def test_a_json_box_tells_while_typing(scripted: Page) -> None:
    box = scripted.get_by_label("Json")

    box.fill('{"a": ')
    expect(scripted.locator("[data-json-check]")).to_contain_text("Not JSON yet")
    box.fill('{"a": 1}')

    expect(scripted.locator("[data-json-check]")).to_be_hidden()
    assert answer(scripted)["json"] == {"a": 1}


def test_date_pickers_take_what_a_person_picks(scripted: Page) -> None:
    scripted.get_by_label("Day").fill("2030-05-31")
    scripted.get_by_label("At").fill("2030-12-24T18:00")

    assert {**answer(scripted)} == {**PREFILLED, "day": "2030-05-31", "at": "2030-12-24T18:00:00+01:00"}


def test_a_field_that_arrives_later_gets_its_comforts_too(page: Page) -> None:
    page.set_content("<!doctype html><main></main>")
    for script in SCRIPTS:
        page.add_script_tag(path=script)
    fields = render_to_string("interrupts/fields/all.html", {"fields": bind(FORM, zone=BERLIN)})

    page.evaluate("html => { document.querySelector('main').innerHTML = html }", fields)

    expect(page.get_by_role("searchbox")).to_have_count(2)
    expect(page.get_by_role("slider")).to_have_count(1)
