"""A person's own settings in a browser: notifications only where they are wanted, and only when nobody looks."""

from playwright.sync_api import Page, expect

from tests.browser.director import Stage

FORM = {"type": "object", "properties": {"name": {"type": "string", "title": "Name"}}, "required": ["name"]}
# A browser without windows shows no notices and is never hidden: both are written down and set here instead.
STAND_IN = """
window.told = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { window.told.push("asked"); return (this.permission = "granted"); }
  constructor(words) { window.told.push(words); }
  addEventListener() {}
};
if (sessionStorage.granted) Notification.permission = "granted";
"""


def hide(page: Page) -> None:
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")


def test_a_question_is_told_of_when_it_is_wanted_and_nobody_looks(stage: Stage, page: Page) -> None:
    page.add_init_script(STAND_IN)
    page.goto(f"{stage.address}/settings/")
    assert page.evaluate("told") == [], "the browser asks only because the person clicked"
    page.get_by_label("Tell me when a question waits").check()
    assert page.evaluate("told") == ["asked"]
    page.evaluate("sessionStorage.granted = 'yes'")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_label("Tell me when a question waits")).to_be_checked()

    thread = stage.do("open_thread", "Orders")["thread"]
    page.goto(f"{stage.address}/threads/{thread}/")
    stage.do("ask", thread, FORM)
    expect(page.locator("[data-interrupt][data-status=pending]")).to_have_count(1)
    assert page.evaluate("told") == [], "who looks at the page sees the card"

    other = stage.do("open_thread", "More orders")["thread"]
    page.goto(f"{stage.address}/threads/{other}/")
    hide(page)
    stage.do("ask", other, FORM, text="Is the password hunter2?")
    expect(page.locator("[data-interrupt][data-status=pending]")).to_have_count(1)
    assert page.evaluate("told") == ["A question waits: database empty_table"]

    page.goto(f"{stage.address}/inbox/")
    before = page.locator("#waiting").get_attribute("data-waiting")
    hide(page)
    stage.do("ask", stage.do("open_thread", "Even more")["thread"], FORM)
    expect(page.locator("#waiting")).not_to_have_attribute("data-waiting", before or "")
    assert page.evaluate("told") == ["A question waits for you"]


def test_what_was_chosen_in_german_is_said_in_german_by_what_comes_later(stage: Stage, page: Page) -> None:
    page.goto(f"{stage.address}/settings/")
    page.get_by_label("Deutsch").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()

    thread = stage.do("open_thread", "Bestellungen")["thread"]
    page.goto(f"{stage.address}/threads/{thread}/")
    stage.do("ask", thread, FORM)

    card = page.locator("[data-interrupt][data-status=pending]")
    expect(card.get_by_role("heading", name="database möchte empty_table ausführen")).to_be_visible()
    card.locator("button[value=accept]").click()
    expect(page.locator("[data-error-summary]")).to_contain_text("Noch wurde nichts gesendet. Bitte korrigieren Sie:")
    page.goto(f"{stage.address}/settings/")
    page.get_by_label("Wie der Browser sagt").first.check()
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
