"""What an open page does with what arrives: from its socket, from its own posts, from other screens."""

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.director import Stage

NOTES = {"type": "object", "properties": {"notes": {"type": "string", "title": "Notes"}}}
APPLY = "html => import('/static/interrupts/live/upsert.js').then(live => live.apply(html))"


@pytest.fixture
def thread(stage: Stage, page: Page) -> str:
    """An empty thread that the page shows, its line open."""
    made = stage.do("open_thread", "a thread")["thread"]
    visit(page, stage, made)
    return made


def visit(page: Page, stage: Stage, thread: str) -> None:
    """Open a thread and wait for its socket."""
    with page.expect_websocket() as socket:
        page.goto(f"{stage.address}/threads/{thread}/")
    socket.value.wait_for_event("framereceived")


def card(page: Page, question: str) -> Locator:
    return page.locator(f'[data-interrupt="{question}"]')


def test_what_is_pushed_appears_once_and_in_order(stage: Stage, page: Page, thread: str) -> None:
    stage.do("say", thread, "one")
    stage.do("ask", thread, NOTES)
    stage.do("say", thread, "two")

    expect(page.locator("[data-items] > [data-position]")).to_have_count(5)
    positions = page.locator("[data-items] > *").evaluate_all("all => all.map(one => Number(one.dataset.position))")
    assert positions == sorted(positions)


def test_a_fragment_that_comes_late_fills_its_gap_and_one_that_is_old_changes_nothing(
    stage: Stage, page: Page, thread: str
) -> None:
    for text in ("one", "two", "three"):
        stage.do("say", thread, text)
    expect(page.locator(".message .text")).to_have_text(["one", "two", "three"])
    second = page.locator(".message").nth(1)
    old = second.evaluate("element => element.outerHTML")
    second.evaluate("element => element.remove()")

    page.evaluate(APPLY, old)
    page.evaluate(APPLY, old.replace("two", "older than what is shown"))

    expect(page.locator(".message .text")).to_have_text(["one", "two", "three"])


def test_a_form_that_is_being_filled_in_survives_pushes(stage: Stage, page: Page, thread: str) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]
    box = page.get_by_label("Notes")
    box.fill("half a sen")
    box.evaluate("element => element.setSelectionRange(4, 4)")

    stage.do("renew", question)
    stage.do("say", thread, "news from below")

    expect(page.get_by_text("news from below")).to_be_visible()
    expect(box).to_be_focused()
    expect(box).to_have_value("half a sen")
    assert box.evaluate("element => element.selectionStart") == 4


def test_what_was_typed_into_a_question_answered_elsewhere_is_offered_back(
    stage: Stage, page: Page, thread: str
) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]
    page.get_by_label("Notes").fill("a long thought")

    stage.do("answer", question, "decline")

    expect(card(page, question)).to_have_attribute("data-status", "resolved")
    expect(page.locator(".typed-back")).to_contain_text("a long thought")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator(".typed-back")).to_have_count(0)


def test_an_untouched_question_answered_elsewhere_just_closes(stage: Stage, page: Page, thread: str) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]
    expect(card(page, question)).to_be_visible()

    stage.do("answer", question, "cancel")

    expect(card(page, question)).to_contain_text("You cancelled empty_table (orders)")
    expect(page.locator(".typed-back")).to_have_count(0)


def test_an_answer_that_came_second_says_so_and_gives_the_text_back(
    stage: Stage, page: Page, context: BrowserContext, thread: str
) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]
    page.get_by_label("Notes").fill("too late")
    held: list[Route] = []
    page.route("**/answer/", lambda route: held.append(route))
    page.locator("button[value=accept]").click()
    page.wait_for_function("document.querySelector('form[data-sending]')")

    stage.do("answer", question, "decline")
    held[0].continue_()

    expect(card(page, question).locator(".problem")).to_contain_text("already answered by ana")
    expect(page.locator(".typed-back")).to_contain_text("too late")
    assert stage.do("facts", question)["action"] == "decline"


def test_an_invalid_answer_keeps_the_input_and_moves_the_focus_to_what_is_wrong(
    stage: Stage, page: Page, thread: str
) -> None:
    (question,) = stage.do("ask", thread, {**NOTES, "required": ["notes"]})["questions"]

    page.locator("button[value=accept]").click()

    expect(page.locator("[data-error-summary]")).to_be_focused()
    assert stage.do("facts", question)["status"] == "pending"
    page.get_by_label("Notes").fill("now with a text")
    page.locator("button[value=accept]").click()
    expect(card(page, question)).to_contain_text("You answered empty_table (orders) – Notes: now with a text")
    assert stage.do("facts", question)["content"] == {"notes": "now with a text"}


def test_each_open_card_of_a_reply_tells_how_many_are_answered(stage: Stage, page: Page, thread: str) -> None:
    first, second = stage.do("ask", thread, NOTES, NOTES)["questions"]
    expect(card(page, second)).to_contain_text("0 of 2 answered")

    card(page, first).locator("button[value=accept]").click()

    expect(card(page, second)).to_contain_text("1 of 2 answered")


def test_text_that_streams_grows_under_a_selection(stage: Stage, page: Page, thread: str) -> None:
    message = stage.do("say", thread, "The first", status="streaming")["message"]
    expect(page.locator(".message .text")).to_have_text("The first")
    words = page.locator(".message .text p")
    words.evaluate("({firstChild: text}) => getSelection().setBaseAndExtent(text, 4, text, 9)")

    stage.do("rewrite", message, "The first words, and more", "whole")

    expect(page.locator(".message .text")).to_have_text("The first words, and more")
    assert page.evaluate("String(getSelection())") == "first"


def test_thoughts_and_a_call_in_writing_stay_open_while_they_grow_and_the_call_goes(
    stage: Stage, page: Page, thread: str
) -> None:
    message = stage.do("say", thread, "", status="streaming")["message"]
    call = '[{"tool": "pay", "characters": %s, "end": "{"}]'
    stage.do("rewrite", message, "", "streaming", reasoning="She wants", writing=call % 1)
    for summary in (page.get_by_text("Thinking"), page.get_by_text("Writing the call of pay: 1 character")):
        summary.click()

    stage.do("rewrite", message, "Yes.", "streaming", reasoning="She wants to pay.", writing=call % 9)

    expect(page.locator(".writing-call[open]")).to_contain_text("9 characters")
    expect(page.locator(".reasoning[open] .inside")).to_have_text("She wants to pay.")
    stage.do("rewrite", message, "Yes.", "whole", reasoning="She wants to pay.", writing="")
    expect(page.locator(".writing-call")).to_have_count(0)
    expect(page.locator(".reasoning[open] summary")).to_have_text("Thoughts")


def test_who_reads_further_up_is_not_moved_and_is_told_of_a_question(stage: Stage, page: Page, thread: str) -> None:
    stage.do("say", thread, "\n".join(f"line {number}" for number in range(200)))
    expect(page.get_by_text("line 199")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 100)")

    (question,) = stage.do("ask", thread, NOTES)["questions"]

    expect(page.get_by_role("button", name="A question waits below")).to_be_visible()
    assert page.evaluate("scrollY") == 100
    expect(page.locator("#announcer")).to_contain_text("A question waits for you")
    page.get_by_role("button", name="A question waits below").click()
    expect(card(page, question).locator("h2")).to_be_focused()


def test_the_title_counts_what_waits(stage: Stage, page: Page, thread: str) -> None:
    before = int(page.locator("#waiting").get_attribute("data-waiting") or 0)

    (question,) = stage.do("ask", thread, NOTES)["questions"]
    expect(page).to_have_title(f"({before + 1}) a thread – Sayso")
    card(page, question).locator("button[value=decline]").click()

    expect(page.locator("#waiting")).to_have_attribute("data-waiting", str(before))
    assert not page.title().startswith(f"({before + 1})")


def test_a_lost_line_is_said_and_heals_with_what_was_missed(stage: Stage, page: Page, thread: str) -> None:
    stage.do("say", thread, "before")
    expect(page.get_by_text("before")).to_be_visible()

    stage.stop()

    expect(page.locator("#line")).to_have_text("Offline – reconnecting")
    stage.start()
    stage.do("say", thread, "missed")
    expect(page.get_by_text("missed")).to_be_visible()
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator(".message .text")).to_have_text(["before", "missed"])


def test_a_post_that_does_not_arrive_keeps_the_text_and_can_be_sent_again(
    stage: Stage, page: Page, thread: str
) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]
    page.get_by_label("Notes").fill("kept")
    page.route("**/answer/", lambda route: route.abort())
    page.locator("button[value=accept]").click()
    expect(page.locator(".sending")).to_contain_text("Could not reach the site. Nothing was lost; try again.")
    expect(page.get_by_label("Notes")).to_have_value("kept")

    page.unroute("**/answer/")
    page.locator("button[value=accept]").click()

    expect(card(page, question)).to_have_attribute("data-status", "resolved")
    assert stage.do("facts", question)["content"] == {"notes": "kept"}


def test_signed_out_meanwhile_the_text_stays_and_is_sent_after_signing_in_elsewhere(
    stage: Stage, page: Page, context: BrowserContext, thread: str
) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]
    page.get_by_label("Notes").fill("kept")
    stage.do("sign_out")
    expect(page.locator("#line")).to_contain_text("You are signed out here")
    page.locator("button[value=accept]").click()
    expect(page.locator(".sending")).to_contain_text("You are signed out, so nothing was sent")
    assert stage.do("facts", question)["status"] == "pending"

    # Signing in gives the browser a new session and a new token; this page's own token is then too old.
    cookie = stage.do("sign_in")["sessionid"]
    context.clear_cookies()
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": stage.address}])
    other = context.new_page()
    other.goto(f"{stage.address}/")
    page.locator("button[value=accept]").click()

    expect(card(page, question)).to_have_attribute("data-status", "resolved")
    assert stage.do("facts", question)["content"] == {"notes": "kept"}


def test_a_message_while_a_question_is_open_is_kept_and_points_at_the_question(
    stage: Stage, page: Page, thread: str
) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]
    expect(card(page, question)).to_be_visible()
    page.locator("#text").fill("something else")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="a question waits for your answer")).to_have_attribute(
        "href", f"#question-{question}"
    )
    expect(page.locator("#text")).to_have_value("something else")

    page.get_by_role("button", name="Withdraw it and send this").click()

    expect(card(page, question)).to_have_attribute("data-status", "withdrawn")
    expect(page.locator("#text")).to_have_value("")
    expect(page.locator("[data-role=user] .text").last).to_have_text("something else")


def test_stopping_leaves_what_is_being_written_alone(stage: Stage, page: Page, thread: str) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]
    page.locator("#text").fill("half a message")

    page.get_by_role("button", name="Stop").click()

    expect(card(page, question)).to_have_attribute("data-status", "withdrawn")
    expect(page.locator("#text")).to_have_value("half a message")
    expect(page.locator("#run")).to_have_attribute("data-status", "cancelled")


def test_enter_in_a_field_accepts(stage: Stage, page: Page, thread: str) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]

    page.get_by_label("Notes").fill("by key")
    page.keyboard.press("Enter")

    expect(card(page, question)).to_have_attribute("data-status", "resolved")
    assert stage.do("facts", question)["content"] == {"notes": "by key"}


def test_enter_in_a_field_does_nothing_where_it_cannot_be_undone(stage: Stage, page: Page, thread: str) -> None:
    (question,) = stage.do("ask", thread, NOTES, destructive=True)["questions"]
    page.get_by_label("Notes").fill("by key")
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)

    page.keyboard.press("Enter")
    card(page, question).get_by_role("button", name="Cancel").click()

    expect(card(page, question)).to_contain_text("You cancelled drop_table")
    assert len(posts) == 1


def test_nothing_scrolls_sideways_on_a_small_phone(stage: Stage, page: Page, thread: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    endless = "endless" * 60

    stage.do("say", thread, endless, role="user")
    (question,) = stage.do("ask", thread, {**NOTES, "required": ["notes"]}, text=endless, table=endless)["questions"]

    expect(card(page, question)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_question_from_code_shows_in_the_open_inbox_and_closes_on_its_own_page(
    stage: Stage, page: Page, context: BrowserContext
) -> None:
    with page.expect_websocket() as socket:
        page.goto(f"{stage.address}/inbox/")
    socket.value.wait_for_event("framereceived")

    question = stage.do("ask_from_code", "Refund Bob?", NOTES)["question"]
    expect(page.get_by_text("Refund Bob?")).to_be_visible()
    alone = context.new_page()
    alone.goto(f"{stage.address}/interrupts/{question}/")
    alone.get_by_label("Notes").fill("half a thought")
    stage.do("answer", question, "decline")

    expect(card(alone, question)).to_have_attribute("data-status", "resolved")
    expect(alone.locator(".typed-back")).to_contain_text("half a thought")
    expect(page.get_by_text("Refund Bob?")).to_have_count(0)


def test_a_press_is_sent_once(stage: Stage, page: Page, thread: str) -> None:
    (question,) = stage.do("ask", thread, NOTES)["questions"]
    held: list[Route] = []
    page.route("**/answer/", lambda route: held.append(route))

    card(page, question).get_by_role("button", name="Decline").click()
    expect(card(page, question).get_by_role("button", name="Decline")).to_have_attribute("aria-busy", "true")
    card(page, question).get_by_role("button", name="Cancel").click()
    held[0].continue_()

    expect(card(page, question)).to_contain_text("You declined")
    assert len(held) == 1
