"""Takes the pictures of the README from the product itself: ``uv run python -m tests.screenshot``.

Starts Sayso in a folder of its own, signs in by the link, asks for something that cannot be undone, and takes the page
with the open question, in light and dark, into ``docs/img/``.
"""

import re
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import find_chromium
from tests.chatsite.started import serving

PICTURES = Path(__file__).parents[1] / "docs" / "img"
WIDTH, HEIGHT = 1080, 760
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def talk(page: Page, address: str) -> None:
    """Leave a finished thread, one that waits, and the one of the picture, with its question open."""
    for text in ("what tables are there?", "deploy web to staging", "drop table orders"):
        page.goto(address)
        page.get_by_role("textbox").fill(text)
        page.get_by_role("textbox").press("Enter")
        ready = "completed" if text.endswith("?") else "interrupted"
        expect(page.locator(f"[data-run][data-status={ready}]")).to_be_attached(timeout=30_000)
    expect(page.locator("[data-interrupt][data-status=pending] form")).to_be_visible()


def take(page: Page, scheme: Literal["light", "dark"]) -> Path:
    """Take what the window shows; nothing that moves or has the focus is in it."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate("document.activeElement.blur()")
    picture = PICTURES / f"question-{scheme}.png"
    page.screenshot(path=picture, animations="disabled", caret="hide")
    return picture


def main() -> None:
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sayso-picture-")))
        sayso = stack.enter_context(serving(data))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=find_chromium(playwright.chromium.executable_path), args=["--no-sandbox", "--disable-gpu"]
        )
        stack.callback(browser.close)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=1.5)
        page.goto(sayso.link)
        page.get_by_role("button", name=re.compile("sign in", re.IGNORECASE)).click()
        talk(page, sayso.address)
        PICTURES.mkdir(parents=True, exist_ok=True)
        for scheme in SCHEMES:
            sys.stdout.write(f"{take(page, scheme)}\n")
        sayso.stop()


if __name__ == "__main__":
    main()
