"""Markup in every text a person, a model or a server can send is shown as text, pushed and reloaded, here and in the
admin; what is chosen is sent back as it came."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.asking import OPEN_CARD, press
from tests.chatsite.started import Started, manage, serving
from tests.scripted_mcp import Scripted, scripted_mcp
from tests.scripted_openai import scripted_openai

EVIL = "\"><img src=x onerror=alert(1)><script>alert(2)</script>'-alert(3)-'{% debug %}</textarea></option></style>"
TEMPLATE = EVIL + "{{7*7}}"
"""Not for the scripted server, which fills such places itself."""
FORM = {
    "message": EVIL,
    "requestedSchema": {
        "type": "object",
        "properties": {
            EVIL: {"type": "string", "title": EVIL, "description": EVIL, "default": EVIL},
            "one": {"type": "string", "title": EVIL, "enum": [EVIL, "other"]},
            "titled": {"type": "string", "oneOf": [{"const": EVIL, "title": EVIL}, {"const": "x", "title": "y"}]},
            "many": {"type": "array", "items": {"type": "string", "enum": [f"{EVIL}{n}" for n in range(12)]}},
            "long": {"type": "string", "maxLength": 500, "default": EVIL},
        },
        "required": ["one"],
    },
}
TOOLS = [
    {"name": name, "title": EVIL, "description": EVIL, "inputSchema": {"type": "object", "properties": {}}}
    for name in ("ask", "fail", "break")
]
LINK = {"type": "resource_link", "uri": f"javascript:alert(4)//{EVIL}", "name": EVIL}
SERVER = {
    "server": {"name": EVIL, "version": EVIL},
    "tools": TOOLS,
    "calls": {
        "ask": {
            "by": "state",
            "steps": [
                {"ask": {EVIL: FORM}, "explanation": EVIL},
                {"result": {"resultType": "complete", "content": [{"type": "text", "text": EVIL}, LINK]}},
            ],
        },
        "fail": [{"text": EVIL, "is_error": True}],
        "break": [{"error": {"code": -32603, "message": EVIL}}],
    },
}
SAID = f"{TEMPLATE}\n```\n{EVIL}\n```\n[a](javascript:alert(5)) ![b](https://example.test/x.png)"
MODEL = [
    {
        "text": SAID,
        "tool_calls": [{"name": name, "arguments": {TEMPLATE: TEMPLATE}} for name in ("ask", "fail", "break")],
    },
    SAID,
]
PREPARE = f"""
from django.contrib.auth.models import User
from interrupts.models import Tool
Tool.objects.update(asks_by_itself=True)
User.objects.update(first_name={TEMPLATE!r}, last_name={EVIL!r})
"""


@pytest.fixture
def talk(tmp_path: Path, page: Page) -> Iterator[tuple[Started, Scripted]]:
    """A signed-in page of somebody with an awkward name, and the server behind the tools."""
    with scripted_mcp(SERVER) as server, scripted_openai(MODEL) as model:
        variables = {"SAYSO_MODEL": "openai:small", "OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "none"}
        with serving(tmp_path, "--no-samples", **variables) as sayso:
            assert manage(tmp_path, "addserver", "evil", server.url, "--trusted").returncode == 0
            assert manage(tmp_path, "shell", "--no-imports", "-c", PREPARE).returncode == 0
            page.goto(sayso.link)
            page.get_by_role("button", name="Sign in").click()
            yield sayso, server


def nothing_came_alive(page: Page) -> None:
    """No element on the page is one that a text tried to make, and no dialog opened."""
    made = page.evaluate(
        """() => [...document.querySelectorAll("img[onerror], [src=x], script:not([src]), a[href^=javascript]"
        + ", img[src^='https:']")].map(element => element.outerHTML)"""
    )
    assert made == []
    assert "49" not in page.locator("main").inner_text().split()


def test_markup_stays_text_wherever_it_comes_from(talk: tuple[Started, Scripted], page: Page) -> None:
    sayso, server = talk
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.wait_for_load_state("load")
    page.get_by_placeholder("Write to the assistant").fill(TEMPLATE)
    page.keyboard.press("Enter")

    card = page.locator(OPEN_CARD)
    expect(card).to_be_visible()
    expect(card.locator("blockquote").first).to_contain_text("<img src=x onerror=alert(1)>")
    nothing_came_alive(page)
    page.reload()
    expect(card).to_be_visible()
    nothing_came_alive(page)
    for control in ("f1", "f2"):
        card.locator(f"[name={control}]").first.check()
    press(card, "accept")
    expect(page.locator("[data-run][data-status=completed]")).to_be_attached()
    for call in page.locator("[data-tool-call]").all():
        call.locator("summary").click()
        expect(call).to_contain_text("<img src=x onerror=alert(1)>")
    nothing_came_alive(page)

    content = server.calls("ask")[-1]["params"]["inputResponses"][EVIL]["content"]
    assert content == {EVIL: EVIL, "one": EVIL, "titled": EVIL, "long": EVIL}
    for path in admin_pages(page, sayso):
        page.goto(path)
        nothing_came_alive(page)
    assert dialogs == []


def admin_pages(page: Page, sayso: Started) -> list[str]:
    """The lists of the admin, and the first row of each."""
    found = []
    for name in ("interrupt", "run", "toolcall", "thread", "message", "event", "server", "tool", "round"):
        list_page = f"{sayso.address}/admin/interrupts/{name}/"
        if (reply := page.goto(list_page)) is None or reply.status == 404:
            continue
        found.append(list_page)
        row = page.locator("#result_list a[href*='/change/']")
        if row.count():
            found.append(sayso.address + (row.first.get_attribute("href") or ""))
    assert len(found) > 8
    return found
