"""docs/operation.md lists what there is: no setting, option or check more or less."""

import re
from pathlib import Path
from typing import Any

from django.core.management import load_command_class

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "operation.md").read_text()


def _first_column(pattern: str) -> set[str]:
    return set(re.findall(rf"^\| `?({pattern})`? \|", TEXT, flags=re.MULTILINE))


def test_every_variable_that_is_read_is_listed_and_no_other(settings: Any) -> None:
    assert _first_column("[A-Z_]{4,}") == settings.ENVIRONMENT.known


def test_every_option_of_serve_is_listed_and_no_other() -> None:
    parser = load_command_class("chatsite", "serve").create_parser("manage.py", "serve")
    django_own = load_command_class("django.core", "check").create_parser("manage.py", "check")
    own = set(parser._option_string_actions) - set(django_own._option_string_actions)

    assert _first_column("--[a-z-]+") == own


def test_every_check_is_listed_and_no_other() -> None:
    source = (ROOT / "chatsite" / "checks.py").read_text()

    assert _first_column(r"sayso\.[EW]\d+") == set(re.findall(r"sayso\.[EW]\d+", source))
