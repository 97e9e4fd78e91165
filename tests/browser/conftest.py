"""A real Chromium, for this package only: Playwright's loop must be gone before other tests run theirs."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.director import Stage

_HOW_TO = (
    "no Chromium: install one (apt-get install chromium-headless-shell, or uv run playwright install chromium), "
    "or name one in CHROMIUM"
)
_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-default-apps", "--no-first-run", "--in-process-gpu",
]  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


def find_chromium(playwrights_own: str) -> str | None:
    """The Chromium to drive: a named one, the system's, or Playwright's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    # The first has no window to think of, and so does the same for a third of the time.
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = (shutil.which(name) for name in names)
    return next(filter(None, found), playwrights_own if Path(playwrights_own).exists() else None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = find_chromium(playwright.chromium.executable_path)
        if chromium is None:
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(_HOW_TO)
        running = playwright.chromium.launch(executable_path=chromium, args=_ARGUMENTS)
        expect.set_options(timeout=20_000)
        yield running
        running.close()


@pytest.fixture(scope="package")
def warm_context(browser: Browser) -> Iterator[BrowserContext]:
    """One for all tests: a new one compiles all scripts anew, which is most of what a short test costs."""
    opened = browser.new_context(viewport={"width": 1200, "height": 800})
    opened.set_default_timeout(20_000)
    yield opened
    opened.close()


@pytest.fixture
def context(request: pytest.FixtureRequest, browser: Browser) -> Iterator[BrowserContext]:
    """A person's browser, signed in nowhere. What stops its clocks is marked ``own_browser``: it goes for good."""
    if request.node.get_closest_marker("own_browser"):
        with closing(browser.new_context(viewport={"width": 1200, "height": 800})) as own:
            yield own
        return
    warm_context: BrowserContext = request.getfixturevalue("warm_context")
    yield warm_context
    for left_open in warm_context.pages:
        left_open.close()
    warm_context.set_offline(False)
    warm_context.unroute_all()
    warm_context.clear_cookies()
    warm_context.clear_permissions()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which an error of a script, or of the security policy, fails the test."""
    opened = context.new_page()
    mistakes: list[str] = []
    opened.on("pageerror", lambda error: mistakes.append(str(error)))
    opened.on(
        "console",
        lambda line: mistakes.append(line.text) if "Content Security Policy" in line.text else None,
    )
    yield opened
    assert mistakes == []


@pytest.fixture(scope="package")
def running_stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Asked for after the browser, so that nothing is started where there is none."""
    stage = Stage(tmp_path_factory.mktemp("stage"))
    stage.start()
    yield stage
    stage.stop()


@pytest.fixture
def stage(running_stage: Stage, context: BrowserContext) -> Stage:
    """A site where the page's person is signed in, and whose rows the test moves."""
    cookie = running_stage.do("sign_in")["sessionid"]
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": running_stage.address}])
    return running_stage
