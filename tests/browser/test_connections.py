"""Signing in to a server in a real browser, with the site started anew while the person is away at the other side."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.test_journeys import OPEN_CARD, say, sign_in
from tests.chatsite.started import manage, serving
from tests.scripted_oauth import scripted_oauth


def test_a_person_signs_in_from_the_card_and_comes_back_to_a_site_that_was_started_anew(
    page: Page, tmp_path: Path, migrated_database: dict[str, str]
) -> None:
    with scripted_oauth(page=True) as peer, serving(tmp_path, "--no-samples", **migrated_database) as sayso:
        added = manage(tmp_path, "addserver", "bank", peer.url, "--trusted", "--oauth", **migrated_database)
        assert added.returncode == 0, added.stderr
        sign_in(page, sayso)
        say(page, "/pay")
        page.locator(OPEN_CARD).get_by_role("button", name="Run pay").click()
        card = page.locator(f"{OPEN_CARD}[data-kind=connect]")
        expect(card).to_contain_text("You sign in at 127.0.0.1")
        card.get_by_role("link", name="Connect").click()
        page.get_by_role("button", name="Sign in at 127.0.0.1").click()
        allow = page.get_by_role("link", name="Allow")
        expect(allow).to_be_visible()

        sayso.stop()
        with serving(tmp_path, "--no-samples", "--port", str(sayso.port), **migrated_database) as again:
            allow.click()
            expect(page.locator("[data-run][data-status=completed]")).to_be_attached()
            expect(page.locator("[data-kind=connect]")).to_contain_text("You signed in for pay")
            again.stop()

        assert len(peer.calls()) == 1
