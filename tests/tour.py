"""Walks through the product and writes it down: ``uv run python -m tests.tour`` makes docs/tour.md and its pictures.

Starts Sayso in a folder of its own, with the built-in assistant and the sample servers. Each stop is one function: it
goes where its picture is to be taken. A stop is added by writing one more, at its place in the order of this file.
"""

import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import find_chromium
from tests.chatsite.started import Started, serving

DOCS = Path(__file__).parents[1] / "docs"
MOST_BYTES = 150_000
WIDE, PHONE = (1440, 900), (360, 740)
INTRODUCTION = """# A tour

What Sayso looks like, taken from a site that was just started, with its built-in assistant and its sample servers.
`uv run python -m tests.tour` takes these pictures anew.
"""


@dataclass(frozen=True, slots=True)
class Tour:
    """What a stop gets: the page, and the site it walks through."""

    page: Page
    site: Started

    def go(self, path: str) -> None:
        """Open a page of the site."""
        self.page.goto(self.site.address + path)

    def say(self, text: str, *, until: str) -> None:
        """Begin a thread with a message, and wait until its run stands there."""
        self.go("/")
        self.page.locator("#text").fill(text)
        self.page.locator("#text").press("Enter")
        expect(self.page.locator(f"[data-run][data-status={until}]")).to_be_attached(timeout=30_000)


@dataclass(frozen=True, slots=True)
class Stop:
    """One place of the tour: what is written about it, and how its picture is taken."""

    name: str
    title: str
    words: str
    go: Callable[[Tour], None]
    size: tuple[int, int]
    scheme: Literal["light", "dark"]


STOPS: list[Stop] = []


def stop(
    title: str, words: str, *, size: tuple[int, int] = WIDE, scheme: Literal["light", "dark"] = "light"
) -> Callable[[Callable[[Tour], None]], Callable[[Tour], None]]:
    """Make a function a stop, named as it is."""

    def add(go: Callable[[Tour], None]) -> Callable[[Tour], None]:
        STOPS.append(Stop(go.__name__.replace("_", "-"), title, words, go, size, scheme))
        return go

    return add


@stop("Signing in", "The link that `manage.py serve` prints signs in whoever started it, once. Others have a password.")
def sign_in(tour: Tour) -> None:
    tour.page.goto(tour.site.link)


@stop(
    "The first page",
    "Three things to try with what is really connected, and what happens then. Who runs the site sees what is left to "
    "set up.",
)
def first_page(tour: Tour) -> None:
    tour.page.get_by_role("button", name=re.compile("sign in", re.IGNORECASE)).click()
    expect(tour.page.locator(".suggestions li").first).to_be_visible()


@stop("A tool that only reads", "Each call is one quiet line. It opens to what was sent and what came back.")
def a_call(tour: Tour) -> None:
    tour.say("what tables are there?", until="completed")
    tour.page.locator(".items summary").first.click()


@stop(
    "A question",
    "`drop_table` stops and asks. The question is stored: it waits over restarts, for days, on every device. What the "
    "server says is in a box of its own, and a red button means that there is no way back.",
)
def a_question(tour: Tour) -> None:
    tour.say("drop table orders", until="interrupted")
    expect(tour.page.locator("[data-interrupt][data-status=pending] form")).to_be_visible()


@stop("The same at night", "Light and dark follow the system.", scheme="dark")
def at_night(tour: Tour) -> None:
    expect(tour.page.locator("[data-interrupt][data-status=pending] form")).to_be_visible()


@stop("On a phone", "It is the same page, and the same question.", size=PHONE)
def on_a_phone(tour: Tour) -> None:
    tour.page.locator("[data-interrupt][data-status=pending]").scroll_into_view_if_needed()


@stop("Answered", "A no is an answer. The call went on with it, and the card says for ever who decided what, and when.")
def answered(tour: Tour) -> None:
    tour.page.locator("button[value=decline]").click()
    expect(tour.page.locator("[data-interrupt] summary")).to_be_visible()
    expect(tour.page.locator("[data-run][data-status=completed]")).to_be_attached(timeout=30_000)
    tour.page.locator("[data-interrupt] summary").click()


@stop(
    "Another version",
    "The pencil makes a field of your last message. The version before stays within reach, and what its tools did is "
    "said.",
)
def another_version(tour: Tour) -> None:
    tour.page.get_by_role("link", name="Change and send again").click()
    tour.page.get_by_label("Your message").fill("what tables are there?")
    tour.page.get_by_role("button", name="Send again").click()
    expect(tour.page.locator(".versions")).to_contain_text("2 of 2")
    expect(tour.page.locator("[data-run][data-status=completed]")).to_be_attached(timeout=30_000)


@stop("A form", "A tool that needs to know something asks with a form, made from what it says it needs.")
def a_form(tour: Tour) -> None:
    tour.say("deploy web to staging", until="interrupted")


@stop("What waits for you", "All questions in one place, over all threads.")
def inbox(tour: Tour) -> None:
    tour.go("/inbox/")


@stop("Searching", "In all that was said in your threads, and in their titles.")
def searching(tour: Tour) -> None:
    tour.go("/search/?q=orders")


@stop("Tools of a thread", "What the assistant may use here. What is off is neither offered to the model nor called.")
def tools(tour: Tour) -> None:
    tour.page.locator(".found a").first.click()
    tour.page.get_by_role("link", name="Tools").click()


@stop("Settings", "Name, language, time zone, notifications and keyboard, for every device.")
def settings(tour: Tour) -> None:
    tour.go("/settings/")


@stop("In German", "The whole interface is translated. What a server says is always shown in its own words.")
def in_german(tour: Tour) -> None:
    tour.page.get_by_label("Deutsch").check()
    tour.page.locator(".own-settings button[type=submit]").click()
    tour.go("/inbox/")
    tour.page.locator("ol.inbox a").first.click()


@stop("The admin", "Everything that was asked, by whom and of whom, for those who look after the site.")
def admin(tour: Tour) -> None:
    tour.go("/settings/")
    tour.page.get_by_label("English").check()
    tour.page.locator(".own-settings button[type=submit]").click()
    tour.go("/admin/interrupts/interrupt/")


def take(tour: Tour, place: Stop) -> Path:
    """Go to a stop and take its picture; nothing that moves or has the focus is in it."""
    tour.page.set_viewport_size({"width": place.size[0], "height": place.size[1]})
    tour.page.emulate_media(color_scheme=place.scheme, reduced_motion="reduce")
    place.go(tour)
    tour.page.evaluate("document.activeElement.blur()")
    picture = DOCS / "img" / f"tour-{place.name}.png"
    tour.page.screenshot(path=picture, animations="disabled", caret="hide")
    assert picture.stat().st_size < MOST_BYTES, f"{picture.name} has {picture.stat().st_size} bytes"
    return picture


def written(place: Stop) -> str:
    """Return what docs/tour.md says of a stop."""
    return f"\n## {place.title}\n\n{place.words}\n\n![{place.title}](img/tour-{place.name}.png)\n"


def main() -> None:
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sayso-tour-")))
        site = stack.enter_context(serving(data))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=find_chromium(playwright.chromium.executable_path), args=["--no-sandbox", "--disable-gpu"]
        )
        stack.callback(browser.close)
        tour = Tour(browser.new_page(locale="en-GB", timezone_id="Europe/Berlin"), site)
        for place in STOPS:
            sys.stdout.write(f"{take(tour, place)}\n")
        (DOCS / "tour.md").write_text(INTRODUCTION + "".join(map(written, STOPS)))
        site.stop()


if __name__ == "__main__":
    main()
