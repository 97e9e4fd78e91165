"""Settings that do not go together are found by ``manage.py check``, each under an id of its own."""

import secrets
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks

from chatsite.environment import Environment
from tests.chatsite.started import manage

# Some of Django's own checks ask the database what it can do.
pytestmark = pytest.mark.django_db


def _ids() -> set[str]:
    return {str(message.id) for message in run_checks() if str(message.id).startswith("sayso.")}


def test_the_settings_of_the_tests_are_fine() -> None:
    assert _ids() == set()


def test_an_unknown_variable_is_a_warning(settings: Any) -> None:
    settings.ENVIRONMENT = Environment({"SAYSO_MODLE": "x"})

    assert _ids() == {"sayso.W001"}


def test_debug_on_a_public_site_is_an_error(settings: Any) -> None:
    settings.SAYSO_PUBLIC_URL, settings.DEBUG = "https://sayso.example", True

    assert _ids() == {"sayso.E001"}


def test_a_public_site_without_encryption_is_a_warning(settings: Any) -> None:
    settings.SAYSO_PUBLIC_URL = "http://sayso.example"

    assert _ids() == {"sayso.W002"}


@pytest.mark.parametrize("model", ["gpt-5", "openai", "openai:", "builtin:x"])
def test_a_model_that_is_none_is_an_error(settings: Any, model: str) -> None:
    settings.SAYSO_MODEL = model

    assert _ids() == {"sayso.E002"}


def test_a_model_of_openai_without_a_key_is_an_error(settings: Any) -> None:
    settings.SAYSO_MODEL, settings.OPENAI_API_KEY = "openai:gpt-5", ""

    assert _ids() == {"sayso.E003"}


def test_a_model_on_ones_own_machine_needs_no_key(settings: Any) -> None:
    settings.SAYSO_MODEL, settings.OPENAI_BASE_URL = "openai:llama", "http://127.0.0.1:11434/v1"

    assert _ids() == set()


def test_each_model_of_the_menu_is_looked_at(settings: Any) -> None:
    settings.SAYSO_MODELS = ("builtin", "mistral:small", "openai:" + "x" * 100)
    settings.OPENAI_BASE_URL = "http://127.0.0.1:11434/v1"

    assert _ids() == {"sayso.E002", "sayso.E004"}


def test_fields_of_the_request_that_are_ours_are_a_warning(settings: Any) -> None:
    settings.SAYSO_EXTRA_BODY = {"top_k": 1, "stream": False}

    assert _ids() == {"sayso.W004"}


def test_an_engine_elsewhere_without_redis_is_a_warning(settings: Any) -> None:
    settings.SAYSO_ENGINE, settings.REDIS_URL = "none", ""

    assert _ids() == {"sayso.W003"}


def test_the_documented_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    ended = manage(
        tmp_path,
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        SAYSO_PUBLIC_URL="https://sayso.example.org",
        SAYSO_KEYS=secrets.token_urlsafe(48),
    )

    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_misspelt_variable_is_named_by_the_command(tmp_path: Path) -> None:
    ended = manage(tmp_path, "check", SAYSO_PUBLIC_URI="x")

    assert "(sayso.W001) The environment variable SAYSO_PUBLIC_URI is set, and nothing reads it." in ended.stderr
    assert "Did you mean SAYSO_PUBLIC_URL?" in ended.stderr


def test_short_keys_are_refused_without_being_shown(tmp_path: Path) -> None:
    ended = manage(tmp_path, "check", SAYSO_KEYS="hunter2")

    assert (ended.returncode, ended.stderr.count("\n"), "hunter2" in ended.stderr) == (1, 1, False)
