"""One walk over what is done with threads: written anew, seen in other versions, named, pinned, found, deleted."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.director import Stage


def no_violations(page: Page) -> None:
    assert Axe().run(page).response["violations"] == []


def test_a_thread_is_written_anew_named_found_and_deleted(stage: Stage, page: Page) -> None:
    thread = stage.do("open_thread", "A walk")["thread"]
    page.goto(f"{stage.address}/threads/{thread}/")
    composer, said = page.locator("#text"), page.locator(".items .message.user .text")
    composer.fill("first words")
    page.keyboard.press("Enter")
    expect(said).to_have_text(["first words"])
    stage.do("reply", thread, "First reply.")
    expect(page.locator(".message.assistant")).to_have_count(1)
    composer.fill("not sent yet")

    # The message becomes a field in its place; Escape takes it back, and pushes leave it alone.
    page.get_by_role("link", name="Change and send again").click()
    field = page.get_by_label("Your message")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(page.get_by_role("link", name="Change and send again")).to_be_focused()
    page.get_by_role("link", name="Change and send again").click()
    field.fill("second words")
    stage.do("say", thread, "A push meanwhile.", role="note")
    expect(page.locator(".items")).to_contain_text("A push meanwhile.")
    expect(field).to_have_value("second words")
    no_violations(page)
    page.get_by_role("button", name="Send again").click()
    expect(said).to_have_text(["second words"])
    expect(page.locator(".message.assistant", has_text="First reply.")).to_have_count(0)
    expect(composer).to_have_value("not sent yet")

    # While it works the other version is not shown; then it is, and the focus stays with the way back.
    back = page.get_by_role("button", name="Version before")
    back.click()
    expect(page.locator(".versions")).to_contain_text("Stop what is at work first")
    stage.do("reply", thread, "Second reply.")
    expect(page.locator(".message.assistant", has_text="Second reply.")).to_have_count(1)
    back.click()
    expect(said).to_have_text(["first words"])
    expect(page.locator(".items")).to_contain_text("First reply.")
    expect(page.get_by_role("button", name="Next version")).to_be_focused()
    expect(page.locator(".versions")).to_contain_text("1 of 2")
    no_violations(page)
    page.get_by_role("button", name="Reply again").click()
    expect(page.locator(".versions")).to_contain_text("3 of 3")
    expect(said).to_have_text(["first words"])

    # Its name and its place in the list.
    page.get_by_role("link", name="A walk").first.click()
    expect(page.locator("h1", has_text="A walk")).to_be_visible()
    page.locator("#thread-title a").click()
    expect(page.get_by_label("Title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#thread-title a")).to_be_focused()
    page.locator("#thread-title a").click()
    page.get_by_label("Title").fill("Another name")
    page.keyboard.press("Enter")
    expect(page.locator("#thread-title")).to_have_text("Another name")
    expect(page.locator("#threads")).to_contain_text("Another name")
    page.get_by_label("Thread menu").click()
    page.get_by_role("button", name="Pin").click()
    expect(page.locator("#threads li").first).to_contain_text("Pinned: Another name")
    with page.expect_download() as download:
        page.get_by_label("Thread menu").click()
        page.get_by_role("link", name="Export as Markdown").click()
    assert download.value.suggested_filename.endswith(".md")

    # Found, and gone.
    page.get_by_label("Search in your threads").fill('"second rep"')
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Nothing was found.")
    page.get_by_label("Words to look for").fill("second rep")
    page.keyboard.press("Enter")
    expect(page.locator(".found mark")).to_have_text(["Second", "rep"])
    no_violations(page)
    page.locator(".found a").click()
    expect(page).to_have_url(re.compile(f"/threads/{thread}/"))
    elsewhere = page.context.new_page()
    elsewhere.goto(f"{stage.address}/threads/{thread}/")
    page.get_by_label("Thread menu").click()
    page.get_by_role("link", name="Delete").click()
    no_violations(page)
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#threads")).not_to_contain_text("Another name")
    expect(elsewhere.locator("#line")).to_contain_text("not here any more")
