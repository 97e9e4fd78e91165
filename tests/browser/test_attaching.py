"""Files in the composer, at the width of a phone: chosen, dropped, pasted, taken away, refused, sent and seen."""

import base64

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.director import Stage
from tests.interrupts.test_results import PIXEL

PNG = base64.b64decode(PIXEL)
# What a browser makes of files that come with a mouse or a key, which Playwright has no word for.
HAND_OVER = """([kind, name, type, bytes, words]) => {
    const files = new DataTransfer();
    files.items.add(new File([Uint8Array.from(bytes)], name, { type }));
    if (words) files.setData("text/plain", words);
    const how = { bubbles: true, cancelable: true };
    const event = kind === "paste" ? new ClipboardEvent(kind, { ...how, clipboardData: files }) : new DragEvent(kind, { ...how, dataTransfer: files });
    document.querySelector("#text").dispatchEvent(event);
    return event.defaultPrevented;
}"""  # noqa: E501


def payload(name: str, media_type: str, data: bytes) -> FilePayload:
    return {"name": name, "mimeType": media_type, "buffer": data}


def hand_over(page: Page, kind: str, name: str, media_type: str, data: bytes, words: str = "") -> bool:
    return bool(page.evaluate(HAND_OVER, [kind, name, media_type, list(data), words]))


def chosen(page: Page) -> Locator:
    return page.locator("#chosen > li")


def test_files_are_chosen_dropped_pasted_taken_away_refused_sent_and_seen(stage: Stage, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(stage.address)
    with page.expect_file_chooser() as chooser:
        page.get_by_title("Attach files").click()
    chooser.value.set_files([payload("plan.png", "image/png", PNG), payload("notes.md", "text/markdown", b"# hi")])

    # Each way adds to what is there already.
    assert hand_over(page, "dragover", "report.pdf", "application/pdf", b"%PDF-1.7")
    assert hand_over(page, "drop", "report.pdf", "application/pdf", b"%PDF-1.7")
    assert hand_over(page, "paste", "shot.png", "image/png", PNG)
    assert not hand_over(page, "paste", "words.png", "image/png", PNG, words="a cell of a sheet")
    expect(chosen(page).locator("[data-name]")).to_have_text(["plan.png", "notes.md", "report.pdf", "shot.png"])
    expect(chosen(page).locator(".unread:visible")).to_have_count(3)
    expect(chosen(page).locator("canvas:visible")).to_have_count(2)
    assert Axe().run(page).response["violations"] == []

    # Taken away by key; the next one has the focus.
    page.get_by_role("button", name="Do not attach: notes.md").press("Enter")
    expect(page.get_by_role("button", name="Do not attach: report.pdf")).to_be_focused()

    # One too many, and one too large: the rest stays.
    page.locator("#files").evaluate("box => box.dataset.bytes = 100")
    hand_over(page, "drop", "large.txt", "text/plain", b"x" * 101)
    expect(page.locator("#files-problem")).to_contain_text("large.txt: A file can have")
    expect(chosen(page)).to_have_count(3)

    # What the server refuses is kept with the text, so that only the one file has to go.
    hand_over(page, "drop", "cat.png", "image/png", b"MZ\x90\x00 a program")
    page.get_by_role("textbox").fill("Look at these.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#composer > .problem")).to_contain_text("“cat.png” cannot be attached.")
    expect(page.get_by_role("textbox")).to_have_value("Look at these.")
    expect(chosen(page)).to_have_count(4)
    page.get_by_role("button", name="Do not attach: cat.png").click()
    page.get_by_role("button", name="Send").click()

    page.wait_for_url("**/threads/*/")
    expect(page.get_by_role("img", name="plan.png")).to_have_js_property("naturalWidth", 1)
    expect(page.get_by_role("img", name="shot.png")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="report.pdf").click()
    assert download.value.suggested_filename == "report.pdf"
    expect(chosen(page)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).response["violations"] == []


def test_a_busy_thread_keeps_the_files_until_the_message_is_sent(stage: Stage, page: Page) -> None:
    thread = stage.do("open_thread", "a thread")["thread"]
    stage.do("ask", thread, {"type": "object", "properties": {}})
    page.goto(f"{stage.address}/threads/{thread}/")
    page.set_input_files("#files", payload("plan.png", "image/png", PNG))
    # A picture may say enough; with nothing at all the browser says so.
    expect(page.locator("#text")).to_have_js_property("required", False)
    page.get_by_role("button", name="Send", exact=True).click()

    page.get_by_role("button", name="Withdraw it and send this").click()

    expect(page.get_by_role("img", name="plan.png")).to_be_visible()
    expect(page.locator("#text")).to_have_js_property("required", True)
    expect(chosen(page)).to_have_count(0)
    expect(page.locator("#text")).to_have_value("")
