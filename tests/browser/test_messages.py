"""Replies on an open page: how they grow, what can be done with them, and how a long thread is read."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.director import Stage
from tests.browser.test_accessibility import violations
from tests.browser.test_live import visit

CODE = "```python\n" + "\n".join(f"value_{number} = {number}  # {'long ' * 50}" for number in range(20)) + "\n```"
REPLY = f"""## What I found

Some **words**, a [link](https://docs.example.org/) and `code`.

- one
- two, with *more*

| order | total |
|---|--:|
| 1001 | 12.50 |

{CODE}

That is $x_1$ all."""
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) window.shifted += shift.value;
  }).observe({ type: "layout-shift", buffered: false });
}"""


@pytest.fixture
def thread(stage: Stage, page: Page) -> str:
    """An empty thread that the page shows, its line open."""
    made = stage.do("open_thread", "a thread")["thread"]
    visit(page, stage, made)
    return str(made)


def growing(text: str, *, by: int) -> list[str]:
    return [text[:end] for end in range(by, len(text), by)]


def test_a_reply_grows_without_a_jump_and_ends_as_it_would_have_been_loaded(
    stage: Stage, page: Page, thread: str
) -> None:
    stage.do("say_many", thread, 10)
    expect(page.get_by_text("assistant 9")).to_be_in_viewport()
    page.evaluate(SHIFTS)
    message = stage.do("say", thread, "#", status="streaming")["message"]
    reply = page.locator(f"#message-{message}")
    expect(reply).to_be_visible()

    for text in growing(REPLY, by=97):
        stage.do("rewrite", message, text, "streaming")
    stage.do("rewrite", message, REPLY, "whole")
    expect(reply).to_have_attribute("data-status", "whole")
    expect(reply.get_by_role("button", name="Good reply")).to_be_in_viewport()

    assert page.evaluate("window.shifted") < 0.1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    grown = reply.locator("[data-text]").inner_html()
    page.reload()
    assert reply.locator("[data-text]").inner_html() == grown


def test_what_is_scrolled_and_selected_in_a_reply_stays_while_it_grows(stage: Stage, page: Page, thread: str) -> None:
    message = stage.do("say", thread, f"Some words.\n\n{CODE}", status="streaming")["message"]
    code = page.locator(f"#message-{message} pre")
    code.evaluate(
        "element => { element.scrollLeft = 200; getSelection().selectAllChildren(element.querySelector('.c-n')); }"
    )

    stage.do("rewrite", message, f"Some words.\n\n{CODE}\n\nAnd then some", "streaming")

    expect(page.get_by_text("And then some")).to_be_visible()
    assert code.evaluate("element => element.scrollLeft") == 200
    assert page.evaluate("String(getSelection())") == "value_0"


def test_code_and_whole_replies_are_copied(stage: Stage, page: Page, context: BrowserContext, thread: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=stage.address)
    stage.do("say", thread, "It is **so**:\n\n```\na < b\n```")

    page.locator("[data-copy-code]").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "a < b\n"
    page.locator("[data-copy-from]").click()
    expect(page.locator("[data-copy-from][data-copied]")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "It is **so**:\n\n```\na < b\n```"


def test_a_rating_is_pressed_in_place_and_keeps_the_focus(stage: Stage, page: Page, thread: str) -> None:
    stage.do("say", thread, "Is this good?")
    good = page.get_by_role("button", name="Good reply")

    good.press("Enter")

    expect(good).to_have_attribute("aria-pressed", "true")
    expect(good).to_be_focused()
    assert violations(page) == []
    good.press("Enter")
    expect(good).to_have_attribute("aria-pressed", "false")


def test_a_long_thread_is_read_upwards_without_losing_the_place(stage: Stage, page: Page) -> None:
    thread = stage.do("open_thread", "long")["thread"]
    stage.do("say_many", thread, 70)
    # The last message is the one that can be changed; an earlier part of the thread has none such.
    change = page.get_by_role("link", name="Change and send again")
    page.goto(f"{stage.address}/threads/{thread}/?at=3")
    expect(page.get_by_role("link", name="Go to the newest")).to_be_visible()
    expect(change).to_have_count(0)
    visit(page, stage, thread)
    expect(change).to_have_count(1)
    oldest = page.locator("[data-items] > *").first
    expect(oldest).to_contain_text("user 40")

    # What changes further up than the page goes has no place on it.
    stage.do("touch", thread, "assistant 3")
    stage.do("say", thread, "news")
    expect(page.get_by_text("news")).to_be_visible()
    expect(oldest).to_contain_text("user 40")

    page.evaluate("scrollTo(0, 0)")
    place = page.get_by_text("user 40", exact=True)
    before = place.bounding_box()
    page.get_by_role("link", name="Show earlier").click()
    expect(oldest).to_contain_text("user 10")
    after = place.bounding_box()
    assert before is not None and after is not None and abs(before["y"] - after["y"]) < 2
    expect(page.get_by_role("link", name="Show earlier")).to_be_focused()
    page.get_by_role("link", name="Show earlier").click()
    expect(oldest).to_contain_text("user 0")
    expect(page.get_by_role("link", name="Show earlier")).to_have_count(0)
    positions = page.locator("[data-items] > *").evaluate_all("all => all.map(one => Number(one.dataset.position))")
    assert len(positions) == 141 and positions == sorted(positions)


def test_who_is_not_at_the_bottom_is_told_how_much_is_new_and_gets_there_by_key(
    stage: Stage, page: Page, thread: str
) -> None:
    stage.do("say_many", thread, 20)
    expect(page.get_by_text("assistant 19")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0); document.activeElement.blur()")

    message = stage.do("say", thread, "a", status="streaming")["message"]
    stage.do("rewrite", message, "a reply", "whole")
    stage.do("say", thread, "and more", role="user")

    expect(page.get_by_role("button", name="Jump to newest · 2 new")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("j")
    expect(page.get_by_text("and more")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Jump to newest")).to_be_hidden()


def test_keys_lead_about_but_never_while_one_writes(stage: Stage, page: Page, thread: str) -> None:
    first, second = stage.do("ask", thread, {"type": "object"}, {"type": "object"})["questions"]
    expect(page.locator(f"#question-{second}")).to_be_visible()
    page.evaluate("document.activeElement.blur()")

    for question in (first, second, first):
        page.keyboard.press("q")
        expect(page.locator(f"#question-{question} h2")).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.type("nqjx?")
    expect(page.locator("#text")).to_have_value("nqjx?")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_contain_text("Go to the next question")
    assert violations(page) == []
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.locator(".me > summary").click()
    page.get_by_role("link", name="Connections").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".me")).not_to_have_attribute("open", "")
    expect(page.locator(".me > summary")).to_be_focused()
    page.evaluate("document.body.dataset.noShortcuts = ''")
    page.keyboard.press("c")
    expect(page.locator("#text")).not_to_be_focused()
    page.evaluate("delete document.body.dataset.noShortcuts")
    page.keyboard.press("x")
    expect(page.locator("#run")).to_have_attribute("data-status", "cancelled")
    page.keyboard.press("n")
    expect(page).to_have_url(f"{stage.address}/")
