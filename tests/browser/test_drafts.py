"""What a person types into a question's form goes with them: to another tab, another device, over a reload."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.director import Stage

KEPT = "Kept as a draft."
HIDE = """
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
"""
FORM = {
    "type": "object",
    "properties": {
        "notes": {"type": "string", "title": "Notes"},
        "api_key": {"type": "string", "title": "Key"},
        "size": {"type": "string", "title": "Size", "enum": ["small", "large"]},
        "colours": {"type": "array", "title": "Colours", "items": {"type": "string", "enum": ["red", "blue"]}},
    },
}


@pytest.fixture
def thread(stage: Stage, page: Page) -> str:
    """An empty thread that the page shows, its line open."""
    made = stage.do("open_thread", "a thread")["thread"]
    with page.expect_websocket() as socket:
        page.goto(f"{stage.address}/threads/{made}/")
    socket.value.wait_for_event("framereceived")
    return str(made)


@pytest.fixture
def question(stage: Stage, page: Page, thread: str) -> str:
    """A question whose card came over the socket."""
    (made,) = stage.do("ask", thread, FORM)["questions"]
    expect(card(page, made)).to_be_visible()
    return str(made)


def card(page: Page, question: str) -> Locator:
    return page.locator(f'[data-interrupt="{question}"]')


def stop_time(page: Page) -> None:
    """Have no timer of the page fire any more."""
    page.clock.install(time=0)
    page.clock.pause_at(1_000)


def kept(page: Page) -> None:
    expect(page.locator("[data-draft-state]")).to_contain_text(KEPT)


def test_another_tab_goes_on_with_what_was_typed(
    stage: Stage, page: Page, context: BrowserContext, thread: str, question: str
) -> None:
    page.get_by_label("Notes").press_sequentially("half a sen")
    page.get_by_label("large").check()
    page.get_by_label("blue").check()
    kept(page)

    other = context.new_page()
    other.goto(f"{stage.address}/interrupts/{question}/")

    expect(other.get_by_label("Notes")).to_have_value("half a sen")
    expect(other.get_by_label("large")).to_be_checked()
    expect(other.get_by_label("blue")).to_be_checked()
    expect(other.get_by_label("red")).not_to_be_checked()
    other.get_by_label("Notes").press("End")
    other.get_by_label("Notes").press_sequentially("tence")
    other.locator("button[value=accept]").click()
    expect(card(page, question)).to_have_attribute("data-status", "resolved")
    assert stage.do("facts", question)["content"] == {"notes": "half a sentence", "size": "large", "colours": ["blue"]}


@pytest.mark.own_browser
def test_turning_away_keeps_at_once_what_was_typed(stage: Stage, page: Page, question: str) -> None:
    stop_time(page)
    page.get_by_label("Notes").fill("no time passed")

    with page.expect_response("**/draft/") as reply:
        page.locator("#text").focus()

    assert reply.value.status == 204
    kept(page)


@pytest.mark.parametrize("leave", [HIDE, "dispatchEvent(new PageTransitionEvent('pagehide'))"])
@pytest.mark.own_browser
def test_leaving_the_page_keeps_at_once_what_was_typed(stage: Stage, page: Page, question: str, leave: str) -> None:
    stop_time(page)
    page.get_by_label("Notes").fill("no time passed")

    with page.expect_response("**/draft/") as reply:
        page.evaluate(leave)

    assert reply.value.status == 204


def test_a_secret_does_not_leave_the_page_by_a_draft(stage: Stage, page: Page, question: str) -> None:
    with page.expect_request("**/draft/") as draft:
        page.get_by_label("Key", exact=True).fill("hunter2")
        page.get_by_label("Notes").fill("public")
        page.locator("#text").focus()

    assert draft.value.post_data == "f0=public&f2="


def test_pushes_leave_a_form_with_a_draft_alone(stage: Stage, page: Page, thread: str, question: str) -> None:
    box = page.get_by_label("Notes")
    page.get_by_label("large").check()
    box.fill("half a sen")
    box.evaluate("element => element.setSelectionRange(4, 4)")
    kept(page)

    stage.do("keep", question, {"f0": ["typed on the phone"]})
    stage.do("renew", question)
    stage.do("say", thread, "news from below")

    expect(page.get_by_text("news from below")).to_be_visible()
    expect(box).to_be_focused()
    expect(box).to_have_value("half a sen")
    expect(page.get_by_label("large")).to_be_checked()
    assert box.evaluate("element => element.selectionStart") == 4


def test_a_draft_is_offered_back_when_the_question_is_answered_elsewhere(
    stage: Stage, page: Page, question: str
) -> None:
    stage.do("keep", question, {"f0": ["a long thought"]})
    page.reload()
    expect(page.get_by_label("Notes")).to_have_value("a long thought")

    stage.do("answer", question, "decline")

    expect(page.locator(".typed-back")).to_contain_text("a long thought")


def test_too_long_a_draft_is_said_and_the_answer_can_still_be_sent(stage: Stage, page: Page, question: str) -> None:
    page.get_by_label("Notes").fill("x" * 200_001)
    page.locator("#text").focus()
    expect(page.locator("[data-draft-state]")).to_contain_text("too long to be kept")

    page.locator("button[value=accept]").click()

    expect(card(page, question)).to_have_attribute("data-status", "resolved")
    assert len(stage.do("facts", question)["content"]["notes"]) == 200_001


def test_input_that_could_not_be_kept_is_kept_when_the_line_is_back(
    stage: Stage, page: Page, context: BrowserContext, question: str
) -> None:
    context.set_offline(True)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/draft/")):
        page.get_by_label("Notes").fill("in the tunnel")
        page.locator("#text").focus()

    with page.expect_response("**/draft/") as reply:
        context.set_offline(False)

    assert reply.value.status == 204


def test_without_javascript_the_draft_of_another_device_is_filled_in(
    stage: Stage, page: Page, browser: Browser, question: str
) -> None:
    page.get_by_label("Notes").fill("from the desk")
    kept(page)
    plain = browser.new_context(java_script_enabled=False)
    plain.add_cookies(page.context.cookies())
    phone = plain.new_page()

    phone.goto(f"{stage.address}/interrupts/{question}/")

    expect(phone.get_by_label("Notes")).to_have_value("from the desk")
    plain.close()
