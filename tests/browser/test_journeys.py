"""The main job in a real browser, against the real product with its sample servers."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.chatsite.started import Started, manage, serving
from tests.databases import fresh_database
from tests.migrated import put_migrated_database
from tests.scripted_mcp import scripted_mcp

OPEN_CARD = "[data-interrupt][data-status=pending]"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def start(data: Path, page: Page, migrated_database: dict[str, str]) -> Iterator[Callable[..., Started]]:
    """Start the product, and start it again, on the same data. Asked for after the page, so nothing starts in vain."""
    with ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(serving(data, *arguments, **migrated_database))


@dataclass(frozen=True)
class Standing:
    """One running product for all journeys after which it is as before, and the cookies of a person signed in."""

    started: Started
    data: Path
    variables: dict[str, str]
    cookies: Any

    def has_table(self, name: str) -> bool:
        return has_table(self.data, name)


@pytest.fixture(scope="module")
def standing(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standing]:
    data = tmp_path_factory.mktemp("standing")
    with fresh_database(migrated=True) as variables:
        if not variables:
            put_migrated_database(data)
        with serving(data, **variables) as started, closing(browser.new_context()) as first:
            sign_in(first.new_page(), started)
            yield Standing(started, data, variables, first.cookies())


@pytest.fixture
def sayso(standing: Standing, page: Page) -> Standing:
    """The running product, with the page signed in."""
    page.context.add_cookies(standing.cookies)
    page.goto(standing.started.address)
    return standing


def sign_in(page: Page, started: Started) -> None:
    page.goto(started.link)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_placeholder("Write to the assistant")).to_be_visible()


def say(page: Page, text: str) -> None:
    page.wait_for_load_state("load")
    page.get_by_placeholder("Write to the assistant").fill(text)
    page.keyboard.press("Enter")


def ended(page: Page) -> None:
    expect(page.locator("[data-run][data-status=completed]")).to_be_attached()


def has_table(data: Path, name: str) -> bool:
    with closing(sqlite3.connect(data / "samples" / "shop.sqlite3")) as shop:
        return bool(shop.execute("SELECT count(*) FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0])


def test_a_card_appears_by_itself_and_its_answer_drops_the_table(
    start: Callable[..., Started], page: Page, data: Path
) -> None:
    sign_in(page, start())
    say(page, "drop table orders")
    card = page.locator(OPEN_CARD)
    expect(card).to_contain_text("Drop the table")
    assert has_table(data, "orders")

    card.get_by_label("Yes").check()
    card.get_by_role("button", name="Go on with drop_table").click()
    ended(page)

    assert not has_table(data, "orders")
    expect(page.locator("[data-interrupt][data-status=resolved]")).to_contain_text("drop_table")
    expect(page.locator("[data-role=assistant]").last).to_contain_text("60 rows")


def test_a_decline_in_the_browser_keeps_the_table(sayso: Standing, page: Page) -> None:
    say(page, "drop table orders")

    page.locator(OPEN_CARD).get_by_role("button", name="Decline").click()
    ended(page)

    assert sayso.has_table("orders")
    expect(page.locator("[data-interrupt][data-status=resolved]")).to_contain_text("declined")


def test_every_open_tab_shows_the_question_and_its_end(sayso: Standing, page: Page, context: BrowserContext) -> None:
    other = context.new_page()
    say(page, "drop table orders")
    expect(page.locator(OPEN_CARD)).to_be_visible()
    other.goto(page.url)
    home = context.new_page()
    home.goto(sayso.started.address)
    expect(home).to_have_title(re.compile(r"^\(1\) "))

    other.locator(OPEN_CARD).get_by_role("button", name="Decline").click()

    expect(page.locator("[data-interrupt][data-status=resolved]")).to_be_visible()
    expect(page.locator(OPEN_CARD)).to_have_count(0)
    expect(home).to_have_title(re.compile(r"^[^(]"))


def snapshot(page: Page) -> list[str]:
    """Ids and words of everything in the conversation, in the order of the page; not how long ago it was."""
    words = """each => {
        const copy = each.cloneNode(true);
        copy.querySelectorAll("time").forEach(time => time.remove());
        return each.id + " " + copy.textContent.replace(/\\s+/g, " ");
    }"""
    return page.locator("[data-position]").evaluate_all(f"all => all.map({words})")


def test_a_reload_shows_the_same_page_with_the_question_open(sayso: Standing, page: Page) -> None:
    say(page, "drop table newsletter")
    expect(page.locator(OPEN_CARD)).to_be_visible()
    before = snapshot(page)

    page.reload()

    assert snapshot(page) == before
    page.locator(OPEN_CARD).get_by_label("Yes").check()
    page.locator(OPEN_CARD).get_by_role("button", name="Go on with drop_table").click()
    ended(page)
    assert not sayso.has_table("newsletter")


def test_a_question_outlives_the_server_and_the_page_heals_by_itself(
    start: Callable[..., Started], page: Page, data: Path
) -> None:
    first = start()
    sign_in(page, first)
    say(page, "drop table orders")
    expect(page.locator(OPEN_CARD)).to_be_visible()
    before, question = snapshot(page), page.locator(OPEN_CARD).get_attribute("id")

    first.process.kill()
    first.wait()
    expect(page.get_by_text("Offline")).to_be_visible()
    start("--port", str(first.port))
    expect(page.get_by_text("Offline")).to_be_hidden()

    assert snapshot(page) == before
    assert page.locator(OPEN_CARD).get_attribute("id") == question
    page.locator(OPEN_CARD).get_by_label("Yes").check()
    page.locator(OPEN_CARD).get_by_role("button", name="Go on with drop_table").click()
    ended(page)
    assert not has_table(data, "orders")


def test_another_browser_shows_the_same_after_a_restart_and_what_it_answers_closes_here(
    start: Callable[..., Started], page: Page, data: Path, browser: Browser
) -> None:
    first = start()
    sign_in(page, first)
    say(page, "drop table orders")
    expect(page.locator(OPEN_CARD)).to_be_visible()
    before = snapshot(page)

    first.process.kill()
    first.wait()
    second = start("--port", str(first.port))
    with closing(browser.new_context()) as elsewhere:
        other = elsewhere.new_page()
        sign_in(other, second)
        other.goto(page.url)
        assert snapshot(other) == before
        other.locator(OPEN_CARD).get_by_label("Yes").check()
        other.locator(OPEN_CARD).get_by_role("button", name="Go on with drop_table").click()
        ended(other)

    expect(page.locator("[data-interrupt][data-status=resolved]")).to_be_visible()
    assert not has_table(data, "orders")


def test_each_question_of_a_call_that_asks_again_shows_by_itself_and_stays_closed_once_answered(
    sayso: Standing, page: Page
) -> None:
    yes = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
    number = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    asked = [("First?", yes), ("Second?", number), ("First?", yes)]
    steps = [{"ask": {"q": {"message": message, "requestedSchema": schema}}} for message, schema in asked]
    tool = {"name": "interview", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
    with scripted_mcp({"tools": [tool], "calls": {"interview": [*steps, {"text": "fin"}]}}) as server:
        assert manage(sayso.data, "addserver", "quiz", server.url, "--trusted", **sayso.variables).returncode == 0
        say(page, "/interview")
        for place, (message, schema) in enumerate(asked):
            card = page.locator("[data-interrupt]").nth(place)
            expect(card.and_(page.locator(OPEN_CARD))).to_contain_text(message)
            expect(page.locator(OPEN_CARD)).to_have_count(1)
            if schema is yes:
                card.get_by_label("Yes").check()
            else:
                card.get_by_role("textbox").fill("7")
            card.get_by_role("button", name="Go on with interview").click()
        ended(page)
        live = snapshot(page)
        page.reload()

        assert len(server.calls()) == 4
    assert snapshot(page) == live
    cards = page.locator("[data-interrupt]")
    expect(cards).to_have_count(3)
    assert cards.evaluate_all("all => all.map(each => each.dataset.status)") == ["resolved"] * 3
    expect(page.locator("[data-tool-call]")).to_have_count(1)


def test_everything_but_liveness_works_without_javascript(
    start: Callable[..., Started], page: Page, data: Path, browser: object
) -> None:
    started = start()
    plain_context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    with closing(plain_context):
        plain = plain_context.new_page()
        plain.goto(started.link)
        plain.get_by_role("button", name="Sign in").click()
        plain.get_by_placeholder("Write to the assistant").fill("delete the file notes.txt")
        plain.get_by_role("button", name="Send").click()
        card = plain.locator(OPEN_CARD)
        expect(card).to_be_visible(timeout=15_000)
        card.get_by_role("textbox").fill("notes.txt")
        card.locator("button[value=accept]:not([disabled])").last.click()
        expect(plain.locator("[data-run][data-status=completed]")).to_be_attached(timeout=15_000)

    assert not (data / "samples" / "files" / "notes.txt").exists()


def test_a_message_beside_an_open_question_offers_to_withdraw_it(sayso: Standing, page: Page) -> None:
    say(page, "drop table orders")
    expect(page.locator(OPEN_CARD)).to_be_visible()

    say(page, "what tables are there?")
    page.get_by_role("button", name="Withdraw it and send this").click()
    ended(page)

    expect(page.locator("[data-interrupt][data-status=withdrawn]")).to_have_count(1)
    expect(page.locator("[data-role=assistant]").last).to_contain_text("orders")
    assert sayso.has_table("orders")


def test_stop_ends_what_waits(sayso: Standing, page: Page) -> None:
    say(page, "drop orders and invoices")
    expect(page.locator(OPEN_CARD)).to_have_count(2)

    page.get_by_role("button", name="Stop").click()

    expect(page.locator(OPEN_CARD)).to_have_count(0)
    expect(page.locator("[data-run][data-status=cancelled]")).to_be_attached()
    assert sayso.has_table("orders")


def test_the_form_of_a_deployment_sends_what_it_shows(sayso: Standing, page: Page) -> None:
    say(page, "deploy web to staging")
    card = page.locator(OPEN_CARD)
    expect(card.get_by_label("staging")).to_be_checked()

    card.get_by_label("2.4.1").check()
    card.get_by_label("Notes").fill("first line\nsecond line")
    card.locator("button[value=accept]:not([disabled])").last.click()
    ended(page)

    assert '"2.4.1"' in (sayso.data / "samples" / "deployer.json").read_text()
