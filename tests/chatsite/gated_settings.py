"""The site plus one address that answers when a test lets it; for tests of draining."""

from chatsite.settings import *  # noqa: F403

ROOT_URLCONF = "tests.chatsite.gated_urls"
