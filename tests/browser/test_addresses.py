"""Addresses a server sends a person to, in a real browser: where it would go, and that only a click goes there."""

import pytest
from playwright.sync_api import Page, Route, expect

from interrupts.addresses import read_address
from tests.browser.director import Stage

ADDRESSES = [
    "https://ok.example.test/a?b=c",
    "https://github.com@evil.example.test/login",
    "https://a:b@c@evil.example.test:8443/",
    "https://evil.example.test\\@github.com/",
    "https:\\\\evil.example.test/",
    "//evil.example.test/x",
    "https://xn--pple-43d.com/",
    "https://раураl.example.test/",
    "https://STRASSE.straße.example.test/",
    "https://e%78ample.test/",
    "https://ｅｘａｍｐｌｅ.test/",
    "http://0x7f000001/",
    "http://017700000001/",
    "http://127.1/",
    "http://[0:0:0:0:0:0:0:1]:3000/",
    "https://ok.example.test./",
    "https://ok_1.example.test/",
    "https://1.2.3.4.5/",
    "https://ok.example.test:99999/",
    "https://ok.exa\tmple.test/",
    "https:///evil.example.test/",
]


@pytest.mark.parametrize("text", ADDRESSES)
def test_the_host_that_is_shown_is_the_one_the_browser_goes_to(page: Page, text: str) -> None:
    found = read_address(text)

    host = page.evaluate("text => { try { return new URL(text, 'https://x').hostname } catch { return '' } }", text)

    assert found.host == host
    assert not found.link or page.evaluate("text => new URL(text).hostname", found.link) == host


def test_only_a_click_opens_it_in_a_new_tab_that_knows_nothing_of_ours(stage: Stage, page: Page) -> None:
    asked: list[dict[str, str]] = []

    def there(route: Route) -> None:
        asked.append(route.request.headers)
        route.fulfill(body="<title>There</title>", content_type="text/html")

    page.context.route("https://ok.example.test/**", there)
    thread = stage.do("open_thread", "Connect")["thread"]
    question = stage.do("send_to", thread, "https://ok.example.test/connect")["question"]
    page.goto(f"{stage.address}/threads/{thread}/")
    expect(page.locator(f"#question-{question} .address")).to_contain_text("It leads to ok.example.test")
    assert asked == []

    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open in a new tab").click()
    opened.value.wait_for_load_state()

    assert len(asked) == 1 and "referer" not in asked[0]
    assert opened.value.evaluate("[window.opener, document.referrer]") == [None, ""]
    page.get_by_role("button", name="I have finished").click()
    expect(page.locator(f"#question-{question}")).to_have_attribute("data-status", "resolved")
    assert stage.do("facts", question)["action"] == "accept"
