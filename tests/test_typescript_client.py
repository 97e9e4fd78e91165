"""The sample servers driven by the official TypeScript client: the same tools, asked and answered in both eras."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.mcpbridge.samples.support import running
from tests.node import node, npm_install

HERE = Path(__file__).parent / "typescript"
YES, NO, CLOSED = {"action": "accept"}, {"action": "decline"}, {"action": "cancel"}

MODERN, BEFORE = "2026-07-28", "2025-11-25"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """The address of a sample by its name; each is started once and serves both eras."""
    urls: dict[str, str] = {}
    with ExitStack() as stack:

        def start(name: str) -> str:
            if name not in urls:
                urls[name] = stack.enter_context(running(name, tmp_path_factory.mktemp(name))).url
            return urls[name]

        yield start


def drive(url: str, revision: str, *calls: tuple[str, dict[str, Any], dict[str, Any]]) -> list[dict[str, Any]]:
    """Have the client make these calls (tool, arguments, answer), and say what it was asked and told."""
    package = npm_install(HERE) / "@modelcontextprotocol" / "client" / "dist" / "index.mjs"
    wanted = {
        "client": str(package),
        "url": url,
        "revision": revision,
        "calls": [{"tool": tool, "arguments": arguments, "answer": answer} for tool, arguments, answer in calls],
    }
    ended = subprocess.run(
        [node(), str(HERE / "drive.mjs")], input=json.dumps(wanted), capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 0, ended.stderr
    came = json.loads(ended.stdout)
    assert came["revision"] == revision
    told: list[dict[str, Any]] = came["calls"]
    return told


@pytest.mark.parametrize(("revision", "table"), [(MODERN, "orders"), (BEFORE, "products")])
def test_a_table_is_dropped_after_yes_and_kept_after_no_or_without_a_word(
    revision: str, table: str, samples: Callable[[str], str]
) -> None:
    declined, closed, dropped, tables = drive(
        samples("database"),
        revision,
        ("drop_table", {"table": table}, NO),
        ("drop_table", {"table": table}, CLOSED),
        ("drop_table", {"table": table}, YES | {"content": {"confirm": True}}),
        ("list_tables", {}, NO),
    )

    assert [len(call["questions"]) for call in (declined, closed, dropped, tables)] == [1, 1, 1, 0]
    assert declined["questions"][0].startswith(f'Drop the table "{table}" with its ')
    assert declined["text"].startswith(f'Kept the table "{table}": the person said no.')
    assert closed["text"].startswith(f'Kept the table "{table}": ') and closed["text"] != declined["text"]
    assert dropped["text"].startswith(f'Dropped the table "{table}"')
    assert not any(line.startswith(f"{table}:") for line in tables["text"].splitlines())


@pytest.mark.parametrize(("revision", "file"), [(MODERN, "notes.txt"), (BEFORE, "todo.md")])
def test_a_file_goes_when_its_name_is_typed_and_only_then(
    revision: str, file: str, samples: Callable[[str], str]
) -> None:
    wrong, right = drive(
        samples("files"),
        revision,
        ("delete_file", {"path": file}, YES | {"content": {"name": "another.txt"}}),
        ("delete_file", {"path": file}, YES | {"content": {"name": file}}),
    )

    assert wrong["isError"] and f'The typed name is not "{file}"' in wrong["text"]
    assert right["text"].startswith(f'Deleted "{file}"')


@pytest.mark.parametrize(("revision", "environment"), [(MODERN, "staging"), (BEFORE, "production")])
def test_a_form_of_several_fields_decides_what_is_deployed(
    revision: str, environment: str, samples: Callable[[str], str]
) -> None:
    plan = {"environment": environment, "version": "2.4.1", "notes": "after lunch"}

    (deployed,) = drive(samples("deployer"), revision, ("deploy", {"service": "web"}, YES | {"content": plan}))

    assert deployed["questions"][0].startswith("Deploy web: which version, and where?")
    assert deployed["text"].startswith("Deployed") and environment in deployed["text"]
