"""A reply the model writes, in a real browser: it grows in the card and comes into the form, for the person to send."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.director import Stage


@pytest.fixture
def card(stage: Stage, page: Page) -> Locator:
    thread = stage.do("open_thread", "Sum up")["thread"]
    question = stage.do("want_reply", thread, "Sum up this.")["question"]
    page.goto(f"{stage.address}/threads/{thread}/")
    expect(page.locator("#socket")).to_be_attached()
    return page.locator(f"#question-{question}")


def identity(card: Locator) -> str:
    return (card.get_attribute("data-interrupt") or "").strip()


def test_it_grows_while_the_focus_stays_and_then_stands_in_the_form(stage: Stage, page: Page, card: Locator) -> None:
    question = identity(card)
    card.get_by_role("button", name="Let the model write").click()
    expect(card.locator("[data-writing]")).to_contain_text("The model is about to write")
    card.get_by_role("button", name="Write it myself").focus()

    stage.do("write", question, "It is")
    expect(card.locator("[data-written]")).to_have_text("It is")
    stage.do("write", question, "It is short")
    expect(card.locator("[data-written]")).to_have_text("It is short")
    expect(card.get_by_role("button", name="Write it myself")).to_be_focused()
    stage.do("write", question, "It is short.", True)

    expect(card.get_by_label("Reply")).to_have_value("It is short.")
    card.get_by_label("Reply").fill("It is long.")
    card.get_by_role("button", name="Send this reply").click()
    expect(card).to_have_attribute("data-status", "resolved")
    assert stage.do("facts", question)["content"]["text"] == "It is long."


def test_who_writes_it_themselves_goes_on_where_they_were(stage: Stage, card: Locator) -> None:
    card.get_by_label("Reply").fill("My own")
    card.get_by_role("button", name="Let the model write").click()
    expect(card.get_by_label("Reply")).to_have_count(0)

    card.get_by_role("button", name="Write it myself").click()

    expect(card.get_by_label("Reply")).to_have_value("My own")


def test_what_is_typed_in_another_tab_is_not_taken_away(stage: Stage, page: Page, card: Locator) -> None:
    question = identity(card)
    other = page.context.new_page()
    other.goto(page.url)
    theirs = other.locator(f"#question-{question}")
    theirs.get_by_label("Reply").fill("Typed here")

    card.get_by_role("button", name="Let the model write").click()
    expect(card.locator("[data-writing]")).to_be_visible()
    stage.do("write", question, "It is short.", True)
    expect(card.get_by_label("Reply")).to_have_value("It is short.")

    expect(theirs.get_by_label("Reply")).to_have_value("Typed here")
