"""``manage.py addserver``: a server is looked at, told of and stored; bad input gets a sentence."""

import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from interrupts import secrets
from interrupts.models import Server
from tests.scripted_mcp import Scripted, scripted_mcp

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
NOBODY = "http://127.0.0.1:1/mcp"
SCRIPT = {
    "server": {"name": "Bank of Ada", "version": "2.1"},
    "tools": [
        {"name": "pay", "inputSchema": {"type": "object"}},
        {"name": "balance", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
        {"name": "odd", "inputSchema": 7},
    ],
}


@pytest.fixture(scope="module")
def bank() -> Iterator[Scripted]:
    with scripted_mcp(SCRIPT) as server:
        yield server


def addserver(*words: str) -> str:
    out = StringIO()
    call_command("addserver", *words, stdout=out)
    return out.getvalue()


def test_it_tells_what_was_found(bank: Scripted) -> None:
    told = addserver("bank", bank.url)

    assert told.splitlines() == [
        f"Added bank: Bank of Ada 2.1 at {bank.url}, 2 tools, 1 of them read-only by its own word.",
        "  pay",
        "  balance (read-only)",
        "  cannot be used: odd: its inputSchema is not an object",
        "It is not trusted, so a person is asked before each call.",
    ]


def test_it_stores_the_server_with_its_tools(bank: Scripted) -> None:
    addserver("bank", bank.url, "--trusted")

    row = Server.objects.get(name="bank")
    assert (row.url, row.trusted, row.tools.count()) == (bank.url, True, 2)
    assert "odd: its inputSchema is not an object" in row.problem


def test_headers_are_sent_sealed_and_never_told(bank: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.begin_anew(SCRIPT)
    monkeypatch.setenv("BANK_TOKEN", "Bearer sesame")

    told = addserver("bank", bank.url, "--header", "X-Team: blue", "--header-from-env", "Authorization=BANK_TOKEN")

    assert secrets.unseal(Server.objects.get().headers_sealed) == {"X-Team": "blue", "Authorization": "Bearer sesame"}
    assert bank.requests()[0]["headers"]["authorization"] == "Bearer sesame"
    assert "sesame" not in told


def test_a_server_that_does_not_answer_is_not_added() -> None:
    with pytest.raises(CommandError, match=r"cannot be reached(.|\n)*Nothing was added") as refusal:
        addserver("bank", NOBODY)

    assert refusal.value.returncode == 1
    assert not Server.objects.exists()


def test_a_program_that_ends_before_it_answers_is_not_said_to_have_done_something() -> None:
    with pytest.raises(CommandError, match=r"^false gave no usable answer: .*\.\nNothing was added") as refusal:
        addserver("bank", "--stdio", "false")

    assert "unknown" not in str(refusal.value)


def test_it_is_added_anyway_when_that_is_wanted_and_the_exit_code_still_tells() -> None:
    with pytest.raises(CommandError, match="Added bank anyway") as told:
        addserver("bank", NOBODY, "--anyway")

    assert told.value.returncode == 1
    assert "cannot be reached" in Server.objects.get(name="bank").problem


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Bank", NOBODY], "small letters"),
        (["b" * 61, NOBODY], "small letters"),
        (["bank", "localhost:8000"], "http:// or https://"),
        (["bank", "http://[::1/"], "not a URL"),
        (["bank", f"http://host/{'x' * 500}"], "at most 500 characters"),
        (["bank", "https://ana:pa55@host/"], "in a header instead"),
        (["bank", NOBODY, "--header", "pa55word"], "Header 1 is not written as Name: value"),
        (["bank", NOBODY, "--header", "Host: x"], "set by the protocol"),
        (["bank", NOBODY, "--header-from-env", "Authorization"], "NAME=VARIABLE"),
        (["bank", NOBODY, "--header-from-env", "A=NO_SUCH_VARIABLE"], "NO_SUCH_VARIABLE for the header A is empty"),
    ],
)
def test_bad_input_is_refused_before_anything_is_contacted(words: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence) as refusal:
        addserver(*words, "--anyway")

    assert "pa55" not in str(refusal.value)
    assert not Server.objects.exists()


def test_a_name_that_is_taken_is_refused_before_the_server_is_contacted(bank: Scripted) -> None:
    addserver("bank", bank.url)
    bank.begin_anew(SCRIPT)

    with pytest.raises(CommandError, match="already a server named bank"):
        addserver("bank", bank.url)

    assert bank.requests() == []


@pytest.mark.parametrize("words", [["bank"], ["Bank", NOBODY], ["bank", NOBODY]])
def test_on_the_command_line_there_is_a_sentence_and_no_traceback(words: list[str], tmp_path: Path) -> None:
    environment: dict[str, Any] = {
        **os.environ,
        "SAYSO_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "chatsite.settings",
    }
    environment.pop("DATABASE_URL", None)

    done = subprocess.run(
        [sys.executable, "manage.py", "addserver", *words], cwd=ROOT, env=environment, capture_output=True, text=True
    )

    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr and len(done.stderr) > 20
