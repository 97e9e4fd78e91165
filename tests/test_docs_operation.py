"""docs/operation.md and its examples: what they name exists, what they tell to run works, and a backup is one."""

import configparser
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.db import connection
from django.test import Client

from interrupts.metrics import REGISTRY
from tests.chatsite.started import environment, serving
from tests.interrupts.admin import rows
from tests.visitor import Visitor

ROOT = Path(__file__).resolve().parents[1]
DOC = ROOT / "docs" / "operation.md"
TEXT = DOC.read_text()
EXAMPLES = ROOT / "docs" / "examples"
UNITS = sorted(EXAMPLES.glob("*.service"))
COMPOSE = EXAMPLES / "compose.yaml"


def section(title: str) -> str:
    """What stands between a heading and the next one of its kind or higher."""
    level, _, rest = TEXT.partition(f"# {title}\n")
    hashes = len(level) - len(level.rstrip("#")) + 1
    return re.split(rf"^#{{1,{hashes}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def first_column(text: str) -> set[str]:
    return set(re.findall(r"^\| `([^`]+)`", text, flags=re.MULTILINE))


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, flags=re.DOTALL | re.MULTILINE)


def commands_of(name: str) -> str:
    """The commands of the block that is marked with this name."""
    found = re.search(rf"<!-- run: {re.escape(name)} -->\n```bash\n(.*?)^```", TEXT, flags=re.DOTALL | re.MULTILINE)
    assert found, name
    return found[1]


def run(name: str, **variables: str) -> None:
    """Run a marked block as it stands; ``python`` is the one of the project."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands_of(name)],
        env={**os.environ, "PATH": path, **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def check_command_line(line: str) -> None:
    """Refuse a ``manage.py`` line whose command or options do not exist."""
    words = shlex.split(line, comments=True)
    name, *arguments = words[words.index("manage.py") + 1 :]
    command = load_command_class(get_commands()[name], name)
    command.create_parser("manage.py", name).parse_args(arguments)


# --- The document


@pytest.mark.parametrize("block", blocks("bash"))
def test_every_shell_block_is_shell(block: str) -> None:
    assert subprocess.run(["bash", "-n", "-c", block], capture_output=True, text=True).stderr == ""


@pytest.mark.parametrize(
    "line", [line for block in blocks("bash") for line in block.splitlines() if line.startswith("manage.py")]
)
def test_every_command_of_a_block_exists_with_its_options(line: str) -> None:
    check_command_line(line)


def test_every_file_it_points_to_is_there() -> None:
    linked = re.findall(r"\]\(([^)#:]+)\)", TEXT)

    assert [path for path in linked if not (DOC.parent / path).exists()] == []
    assert {path.name for path in EXAMPLES.iterdir()} == {Path(path).name for path in linked if "examples/" in path}


@pytest.mark.django_db
def test_every_number_of_metrics_is_explained_and_no_other() -> None:
    told = first_column(section("/metrics"))

    families = {family.name: family.type for family in REGISTRY.collect() if family.name.startswith("sayso_")}
    # Without any engine there is nothing to say about when one was last seen.
    names = {name + ("_total" if kind == "counter" else "") for name, kind in families.items()}

    assert told == names | {"sayso_engine_seen_seconds"}


@pytest.mark.django_db
def test_every_field_of_healthz_is_explained_and_no_other(client: Client) -> None:
    assert first_column(section("/healthz")) == set(client.get("/healthz").json())


def test_the_lines_of_the_log_it_explains_are_the_ones_there_are() -> None:
    code = "".join(path.read_text() for room in ("interrupts", "chatsite") for path in (ROOT / room).rglob("*.py"))

    assert [line for line in first_column(section("Logs")) if line not in code] == []


# --- The examples


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_a_unit_starts_a_command_that_exists_and_is_killed_only_after_its_grace(unit: Path) -> None:
    service = read_unit(unit)["Service"]

    check_command_line(service["ExecStart"])
    grace = float(next(iter(re.findall(r"--grace (\d+)", service["ExecStart"])), 10))
    assert float(service["TimeoutStopSec"]) > grace
    assert variables_of(service["Environment"]) <= settings.ENVIRONMENT.known


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_has_nothing_to_say_about_a_unit(unit: Path, tmp_path: Path) -> None:
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text().replace("/opt/sayso", str(tmp_path)))

    ended = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, timeout=60)

    assert (ended.returncode, ended.stderr) == (0, "")


def read_unit(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(path.read_text())
    return parser


def variables_of(line: str) -> set[str]:
    return {word.partition("=")[0] for word in shlex.split(line)} - {"PYTHONUNBUFFERED"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    return found


def test_the_services_start_commands_that_exist(services: dict[str, Any]) -> None:
    started = [service["command"] for service in services.values() if service.get("image") == "sayso"]

    assert len(started) == 3
    for line in started:
        check_command_line(line)


def test_the_services_set_only_variables_that_are_read(services: dict[str, Any]) -> None:
    for service in services.values():
        if service.get("image") == "sayso":
            assert set(service["environment"]) <= settings.ENVIRONMENT.known


def test_the_services_wait_for_services_that_exist_and_keep_their_data_in_volumes(services: dict[str, Any]) -> None:
    awaited = {name for service in services.values() for name in service.get("depends_on", {})}
    kept = [volume for service in services.values() for volume in service.get("volumes", [])]

    assert awaited <= set(services)
    assert {volume.split(":")[0] for volume in kept} == {"database", "files", "certificates"}


def test_the_services_copy_what_is_there_and_nothing_secret(services: dict[str, Any]) -> None:
    recipe = services["migrate"]["build"]["dockerfile_inline"]
    copied = {word for line in re.findall(r"^COPY (.+)$", recipe, flags=re.MULTILINE) for word in line.split()[:-1]}

    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert not copied & {".", "var", ".env"}


def test_the_blocks_for_prometheus_are_yaml() -> None:
    yaml = pytest.importorskip("yaml")

    assert [set(yaml.safe_load(block)) for block in blocks("yaml")] == [{"scrape_configs"}]


# --- Backup and restore


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, Path]:
    backup = tmp_path / "backup"
    backup.mkdir()
    return tmp_path / "old", backup, tmp_path / "new"


def test_a_question_in_a_backup_is_answered_in_the_place_it_is_restored_to(folders: tuple[Path, Path, Path]) -> None:
    old, backup, new = folders
    with serving(old) as sayso, closing(Visitor(sayso.address)) as ana:
        ana.sign_in(sayso.link)
        thread = ana.say("drop table orders", files={"files": ("notes.txt", b"the words of a file")})
        question = ana.question(thread)
        run("backup of SQLite", SAYSO_DATA=str(old), BACKUP=str(backup))
    run("restore of SQLite", SAYSO_DATA=str(new), BACKUP=str(backup))

    with serving(new) as sayso, closing(Visitor(sayso.address)) as ana:
        ana.sign_in(sayso.link)
        assert ana.question(thread) == question
        assert ana.get(ana.wait_for(thread, r'href="(/files/[^"]+)"')[1]).content == b"the words of a file"
        ana.post(question, action="accept", f0="true")
        ana.wait_for(thread, r'data-run="\d+"\s+data-status="completed"')

    assert (tables_named_orders(old), tables_named_orders(new)) == (1, 0)
    assert [path.name for path in (new, *backup.iterdir(), *new.iterdir()) if path.stat().st_mode & 0o077] == []


def tables_named_orders(data: Path) -> int:
    with closing(sqlite3.connect(data / "samples" / "shop.sqlite3")) as shop:
        return shop.execute("SELECT count(*) FROM sqlite_master WHERE name = 'orders'").fetchone()[0]


@pytest.mark.skipif(
    not settings.DATABASES["default"]["ENGINE"].endswith("postgresql") or shutil.which("pg_dump") is None,
    reason="needs DATABASE_URL to name PostgreSQL, and pg_dump",
)
@pytest.mark.django_db(transaction=True)
def test_a_backup_of_postgresql_restores_its_open_questions(ana: Any, tmp_path: Path) -> None:
    question = rows.question(ana)
    here, there = address_of(connection.settings_dict["NAME"]), address_of("test_sayso_restored")
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE IF EXISTS test_sayso_restored")
        cursor.execute("CREATE DATABASE test_sayso_restored")
    try:
        run("backup of PostgreSQL", DATABASE_URL=here, BACKUP=str(tmp_path))
        run("restore of PostgreSQL", DATABASE_URL=there, BACKUP=str(tmp_path))

        asked = subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", READ_QUESTIONS],
            cwd=ROOT,
            env=environment(tmp_path, DATABASE_URL=there),
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (asked.stdout.split(), asked.stderr) == ([str(question.pk), "pending"], "")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP DATABASE test_sayso_restored WITH (FORCE)")


READ_QUESTIONS = "from interrupts.models import Interrupt; print(*Interrupt.objects.values_list('pk', 'status').get())"


def address_of(name: str) -> str:
    found = connection.settings_dict
    password = f":{found['PASSWORD']}" if found["PASSWORD"] else ""
    return f"postgres://{found['USER']}{password}@{found['HOST']}:{found['PORT']}/{name}"
