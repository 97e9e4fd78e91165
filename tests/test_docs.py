"""What the texts say is true: links lead somewhere, commands and settings exist, code compiles, no machine is named."""

import ast
import json
import re
import shlex
import socket
import struct
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands, load_command_class

from interrupts.models import Server

ROOT = Path(__file__).parents[1]
TEXTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
SHELLS = ("console", "sh", "bash")
PROGRAMS = {"pip", "uv", "manage.py", "export"}
"""What a command line for everybody may begin with; docs/operation.md, whose commands are run by a test, has more."""
EXAMPLE_NETWORKS = {"10.1.2.0", "127.0.0.0", "10.0.0.0", "172.16.0.0", "192.168.0.0"}
"""What the text on allowed networks names; each begins a network that is everywhere."""
FOR_TESTS_ONLY = {"CRASH_AT"}
"""Keys of INTERRUPTS that nobody is to set in a project."""

every_text = pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())


def blocks(text: Path) -> Iterator[tuple[str, str]]:
    """Every fenced block as (language, content)."""
    yield from re.findall(r"^```(\w*)\n(.*?)^```$", text.read_text(), re.DOTALL | re.MULTILINE)


def prose(text: Path) -> str:
    """The text without its blocks."""
    return re.sub(r"^```.*?^```$", "", text.read_text(), flags=re.DOTALL | re.MULTILINE)


def commands(text: Path) -> Iterator[list[str]]:
    """Every command line of the blocks, and every one that is quoted in a sentence, as words."""
    lines = [line for language, block in blocks(text) if language in SHELLS for line in block.splitlines()]
    lines += re.findall(r"`((?:uv run )?manage\.py [a-z][^`]*|uv (?:sync|run|build) [^`]*)`", prose(text))
    for line in lines:
        for part in re.split(r"\s&&\s", line):
            if words := shlex.split(part, comments=True):
                yield words


def without_uv(words: list[str]) -> list[str]:
    return words[2:] if words[:2] == ["uv", "run"] else words


def links(text: Path) -> Iterator[str]:
    written = prose(text)
    yield from re.findall(r"\]\(([^)\s]+)\)", written)
    yield from re.findall(r'\b(?:src|srcset|href)="([^"]+)"', written)


def anchors(text: Path) -> set[str]:
    """The headings of a text as the links to them name them."""
    headings = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# --- Links -----------------------------------------------------------------------------------------------------------


@every_text
def test_a_link_leads_to_a_file_and_a_heading_that_exist(text: Path) -> None:
    broken = []
    for link in links(text):
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        target = text.parent / path if path else text
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)

    assert broken == []


def test_every_text_can_be_reached_from_the_first_one() -> None:
    reached, new = set(), {TEXTS[0]}
    while new:
        reached |= new
        found = {(text.parent / link.partition("#")[0]).resolve() for text in new for link in links(text)}
        new = {path for path in found if path.suffix == ".md" and path.exists()} - reached

    assert {path.relative_to(ROOT).as_posix() for path in set(TEXTS) - reached} == set()


@every_text
def test_a_file_that_is_named_exists(text: Path) -> None:
    named = re.findall(r"`((?:interrupts|mcpbridge|chatsite|tests|docs)/[\w/.-]+\.\w+)`", prose(text))

    # Templates are named as they are overridden, not as they lie.
    missing = [name for name in named if not (ROOT / name).exists() and not name.endswith((".html", ".css"))]
    assert missing == []
    assert [name for name in named if name.endswith((".html", ".css")) and not _is_in_the_library(name)] == []


def _is_in_the_library(name: str) -> bool:
    return any((ROOT / "interrupts" / kind / name).exists() for kind in ("templates", "static"))


def test_a_function_that_the_design_names_is_where_it_says() -> None:
    lines = [line for line in (ROOT / "docs" / "design.md").read_text().splitlines() if line.startswith("| ")]
    pairs = [pair for line in lines for pair in re.findall(r"`(\w+/\w+\.py)` `(\w+)`", line)]

    assert len(pairs) >= 8
    assert [f"{file} {name}" for file, name in pairs if f"def {name}(" not in (ROOT / file).read_text()] == []


# --- Commands --------------------------------------------------------------------------------------------------------


@every_text
def test_a_command_begins_with_a_program_that_everybody_has(text: Path) -> None:
    assert text.name == "operation.md" or {words[0] for words in commands(text)} <= PROGRAMS


@every_text
def test_a_command_of_manage_py_takes_the_arguments_it_is_given(text: Path) -> None:
    for words in map(without_uv, commands(text)):
        if words[0] == "manage.py":
            name, *arguments = words[1:]
            parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
            # It ends the process, and so the test, on an argument it does not know.
            parser.parse_args(arguments)


@every_text
def test_an_extra_that_is_to_be_installed_exists(text: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]

    wanted = [words[place + 1] for words in commands(text) for place, word in enumerate(words) if word == "--extra"]
    assert set(wanted) <= set(extras)


def test_the_readme_has_the_two_commands_as_they_are_to_be_typed() -> None:
    console = [block.strip() for language, block in blocks(ROOT / "README.md") if language == "console"]

    assert console[:2] == ["pip install uv && uv run manage.py serve", "uv run pytest"]


@every_text
def test_a_variable_that_is_named_is_read(text: Path, settings: Any) -> None:
    named = set(re.findall(r"\b(?:SAYSO|OPENAI)_[A-Z_]*[A-Z]\b|\bDATABASE_URL\b|\bREDIS_URL\b", text.read_text()))
    set_here = {word.partition("=")[0] for words in commands(text) if words[0] == "export" for word in words[1:]}

    assert named | set_here <= settings.ENVIRONMENT.known


# --- Code and numbers ------------------------------------------------------------------------------------------------


@every_text
def test_code_compiles(text: Path) -> None:
    for language, block in blocks(text):
        match language:
            case "python":
                ast.parse(block)
            case "json":
                json.loads(block)


def test_the_keys_of_interrupts_are_those_that_are_read() -> None:
    guide = (ROOT / "docs" / "use-in-django.md").read_text()
    source = "".join(path.read_text() for path in (ROOT / "interrupts").rglob("*.py"))

    read = set(re.findall(r'INTERRUPTS"?(?:, \{\})?\)?(?:\.get\(|\[)"([A-Z_]+)"', source))
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", guide, re.MULTILINE)) == read - FOR_TESTS_ONLY


def test_the_limits_of_a_server_are_those_of_its_row() -> None:
    text = (ROOT / "docs" / "connecting-servers.md").read_text()
    fields = {str(field.verbose_name): field for field in Server._meta.fields}

    lines = re.findall(r"^\| \*([a-z ]+)\* \| .* \| (\d+) \|$", text, re.MULTILINE)
    assert len(lines) == 4
    assert [name for name, default in lines if fields[name].default != int(default)] == []


def test_decisions_are_numbered_listed_and_complete() -> None:
    index = (ROOT / "docs" / "decisions" / "README.md").read_text()
    parts = ["Context", "Decision", "Consequences", "Alternatives refused"]

    assert [int(path.name[:4]) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    for number, path in enumerate(DECISIONS, start=1):
        title, headings = re.findall(r"^#(?!#) (.+)$", path.read_text(), re.MULTILINE)[0], path.read_text()
        assert re.findall(r"^## (.+)$", headings, re.MULTILINE) == parts
        assert f"{number}. [{title.partition('. ')[2]}]({path.name})" in index


def test_the_pictures_of_both_schemes_have_one_size() -> None:
    sizes = {struct.unpack(">II", path.read_bytes()[16:24]) for path in (ROOT / "docs" / "img").glob("question-*.png")}

    assert len(sizes) == 1


# --- Nothing of one machine ------------------------------------------------------------------------------------------


@every_text
def test_nothing_names_a_place_on_one_machine(text: Path) -> None:
    written = text.read_text()

    assert re.findall(r"(?<![\w.])/(?:work|tmp|root|home|Users|private)/\S*", written) == []
    assert socket.gethostname() not in re.split(r"[^\w.-]+", written)
    addresses = set(re.findall(r"\b\d{1,3}(?:\.\d{1,3}){3}\b", written))
    assert addresses <= {"127.0.0.1", "0.0.0.0"} | EXAMPLE_NETWORKS
