"""``manage.py doctor`` from outside: its lines, its JSON, its exit code; and what only this site can be asked."""

import json
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from chatsite.diagnosis import look_at_data_folder, look_at_model, look_at_settings, versions
from chatsite.environment import Environment
from interrupts.diagnosis import State
from tests.chatsite.started import manage
from tests.migrated import put_migrated_database
from tests.scripted_mcp import scripted_mcp

BANK = {"server": {"name": "First Bank", "version": "3.1"}, "tools": []}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with tables."""
    data = tmp_path_factory.mktemp("data")
    put_migrated_database(data)
    data.chmod(0o700)
    return data


def add_server(data: Path, url: str) -> None:
    added = manage(data, "addserver", "bank", url, "--anyway")
    assert "Added bank" in added.stdout + added.stderr


def forget_servers(data: Path) -> None:
    with closing(sqlite3.connect(data / "sayso.sqlite3")) as database, database:
        database.execute("DELETE FROM interrupts_server")


def test_warnings_alone_are_exit_code_0_and_every_line_says_how_it_is(site: Path) -> None:
    with scripted_mcp(BANK) as bank:
        add_server(site, bank.url)
        ended = manage(site, "doctor", DATABASE_URL="")
    forget_servers(site)

    assert (ended.returncode, ended.stderr) == (0, "")
    *lines, _, summary = ended.stdout.splitlines()
    assert {line.split()[0] for line in lines} == {"ok", "warning"}
    assert any(line.startswith("ok ") and "First Bank 3.1, speaks 2026-07-28" in line for line in lines)
    assert summary == "1 warning."


def test_a_problem_is_exit_code_1(site: Path) -> None:
    add_server(site, "http://127.0.0.1:1/mcp")
    ended = manage(site, "doctor", DATABASE_URL="")
    forget_servers(site)

    assert (ended.returncode, ended.stderr) == (1, "")
    assert ended.stdout.splitlines()[-1] == "1 problem and 1 warning."


def test_json_says_the_same_for_scripts(site: Path) -> None:
    ended = manage(site, "doctor", "--json", DATABASE_URL="")

    told = json.loads(ended.stdout)
    assert (ended.returncode, told["state"]) == (0, "warning")
    by_name = {finding["what"]: finding for finding in told["findings"]}
    assert by_name["tables"] == {"what": "tables", "state": "ok", "text": "up to date", "pending": [], "unknown": []}
    assert by_name["database"]["kind"] == "sqlite"


def test_an_unreachable_database_is_a_line_and_what_needs_it_is_left_out(site: Path) -> None:
    ended = manage(site, "doctor", DATABASE_URL="postgres://root:secret-1@127.0.0.1:1/none")

    assert (ended.returncode, ended.stderr) == (1, "")
    assert "problem  database" in ended.stdout
    assert "engine" not in ended.stdout
    assert "secret-1" not in ended.stdout


def test_settings_that_do_not_go_together_are_lines(settings: Any, db: None) -> None:
    settings.ENVIRONMENT = Environment({"SAYSO_MODLE": "x"})
    settings.SAYSO_PUBLIC_URL, settings.DEBUG = "https://sayso.example", True

    states = {finding.facts["id"]: finding.state for finding in look_at_settings()}

    assert (states["sayso.W001"], states["sayso.E001"]) == (State.WARNING, State.PROBLEM)


def test_settings_without_a_complaint_are_one_line(db: None) -> None:
    assert [finding.text for finding in look_at_settings()] == ["no complaint"]


def test_a_data_folder_others_can_read_is_a_warning(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    closed = look_at_data_folder(tmp_path)
    tmp_path.chmod(0o755)

    assert (closed.state, look_at_data_folder(tmp_path).state) == (State.OK, State.WARNING)


def test_a_data_folder_that_cannot_be_is_a_problem(tmp_path: Path) -> None:
    in_the_way = tmp_path / "data"
    in_the_way.write_text("a file")

    assert look_at_data_folder(in_the_way).state is State.PROBLEM


def test_a_model_is_told_with_its_address_and_without_its_key(settings: Any) -> None:
    settings.SAYSO_MODELS, settings.OPENAI_API_KEY = ("openai:small",), secrets.token_hex()
    settings.OPENAI_BASE_URL = "https://user:word@models.example/v1"

    finding = look_at_model("openai:small")

    assert finding.state is State.OK
    assert finding.text == "small at https://models.example/v1, with a key; not called"
    assert settings.OPENAI_API_KEY not in str(finding)


def test_a_model_that_is_none_is_a_problem() -> None:
    assert look_at_model("gpt-5").state is State.PROBLEM


def test_the_versions_name_what_works_together() -> None:
    assert {"sayso", "python", "django", "mcp", "httpx"} <= versions().facts.keys()
