"""The rooms and which way imports point; the size of modules; what no template may hold."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("chatsite", "interrupts", "mcpbridge")
MAY_IMPORT = {
    "chatsite": {"chatsite", "interrupts", "mcpbridge"},
    "interrupts": {"interrupts", "mcpbridge"},
    "mcpbridge": {"mcpbridge"},
}
NOT_IN_MCPBRIDGE = {"django", "channels", "daphne", "asgiref", "django_htmx"}
HTTPX_BELONGS_IN = (
    "mcpbridge/client/inside.py",
    "mcpbridge/client/pool.py",
    "mcpbridge/client/exchange.py",
    "mcpbridge/client/streamable.py",
    "mcpbridge/client/transfer.py",
    "mcpbridge/client/oauth/fetching.py",
    "chatsite/assistants/openai/",
)
LONGEST_MODULE = 300
UNSAFE = re.compile(r"\|\s*safe\b|\|\s*safeseq\b|autoescape\s+off|mark_safe|SafeString|SafeText|__html__|html_safe")
INLINE = re.compile(r"<[^>]*\s(?:style|on[a-z]+)\s*=|<style\b|<script(?![^>]*\ssrc=)|javascript:", re.IGNORECASE)
MAY_ADD_MARKUP = "chatsite/templatetags/chat_text.py"
"""Shows Markdown: what it lets pass unescaped was made and cleaned by chatsite.markdown."""
FIRST_WORD = re.compile(r"\s*\{#.+#\}")


@dataclass(frozen=True)
class Import:
    """One import statement: what it names, where it stands, and whether that is inside a function."""

    module: str
    line: int
    inside: bool


def modules(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def templates() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*.html") if path.relative_to(ROOT).parts[0] in ("templates", *ROOMS))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[Import]:
    """Every import of a file, relative ones made absolute."""
    yield from _imports_in(ast.parse(path.read_text()), path, inside=False)


def _imports_in(node: ast.AST, path: Path, *, inside: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import(names=names):
                yield from (Import(name.name, child.lineno, inside) for name in names)
            case ast.ImportFrom(module=module, level=level, names=names):
                start = _package(path, level) if level else ""
                base = ".".join(part for part in (start, module) if part)
                yield from (Import(f"{base}.{name.name}", child.lineno, inside) for name in names)
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _imports_in(child, path, inside=inside or is_function)


def _package(path: Path, level: int) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts[:-level])


def comments(path: Path) -> set[int]:
    """The lines of a file that hold a comment."""
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
    return {token.start[0] for token in tokens if token.type == tokenize.COMMENT}


def is_of(found: Import, package: str) -> bool:
    return found.module == package or found.module.startswith(f"{package}.")


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_from_the_site_to_the_library_to_the_bridge(room: str) -> None:
    wrong = [
        f"{named(path)}:{found.line} imports {found.module}"
        for path in modules(room)
        for found in imports(path)
        if found.module.split(".")[0] in {*ROOMS, "tests"} - MAY_IMPORT[room]
    ]

    assert wrong == []


def test_the_library_does_not_name_the_site_in_a_text_either() -> None:
    wrong = [
        f"{named(path)}:{node.lineno}"
        for path in modules("interrupts", "mcpbridge")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"\bchatsite\b", node.value)
    ]

    assert wrong == []


def test_the_bridge_knows_no_django() -> None:
    wrong = [
        f"{named(path)}:{found.line} imports {found.module}"
        for path in modules("mcpbridge")
        for found in imports(path)
        if found.module.split(".")[0] in NOT_IN_MCPBRIDGE
    ]

    assert wrong == []


def test_requests_leave_only_where_they_belong() -> None:
    wrong = [
        f"{named(path)}:{found.line}"
        for path in modules(*ROOMS)
        for found in imports(path)
        if is_of(found, "httpx") and not named(path).startswith(HTTPX_BELONGS_IN)
    ]

    assert wrong == []


def test_an_import_inside_a_function_says_why() -> None:
    wrong = []
    for path in modules(*ROOMS):
        explained = comments(path)
        for found in imports(path):
            if found.inside and not explained & {found.line, *_lines_just_above(path, found.line)}:
                wrong.append(f"{named(path)}:{found.line} imports {found.module}")

    assert wrong == []


def _lines_just_above(path: Path, line: int) -> Iterator[int]:
    """The line above an import, and on upwards while imports or nothing stands there."""
    lines = path.read_text().splitlines()
    while line > 1:
        line -= 1
        yield line
        if lines[line - 1].strip() and not lines[line - 1].strip().startswith(("import ", "from ", "#")):
            return


def test_no_module_outgrows_what_one_can_hold_in_mind() -> None:
    written = [path for path in modules(*ROOMS) if path.parent.name != "migrations"]
    lengths = {named(path): len(path.read_text().splitlines()) for path in written}

    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_nothing_escapes_escaping() -> None:
    files = [path for path in [*modules(*ROOMS), *templates()] if named(path) != MAY_ADD_MARKUP]

    assert [named(path) for path in files if UNSAFE.search(_without_template_comments(path.read_text()))] == []


def test_no_template_needs_more_than_the_content_policy_allows() -> None:
    assert [named(path) for path in templates() if INLINE.search(_without_template_comments(path.read_text()))] == []


def _without_template_comments(text: str) -> str:
    return re.sub(r"\{#.*?#\}", "", text)


def test_every_template_begins_with_the_contract_of_its_names() -> None:
    wrong = []
    for path in templates():
        first, second, *_ = [*path.read_text().splitlines(), "", ""]
        contract = second if first.lstrip().startswith("{% extends") and not FIRST_WORD.search(first) else first
        if not FIRST_WORD.match(contract):
            wrong.append(named(path))

    assert wrong == []


def test_there_is_something_to_look_at() -> None:
    assert len(modules(*ROOMS)) > 100
    assert len(templates()) > 20


@pytest.mark.parametrize(
    ("text", "caught"),
    [
        ("{{ text|safe }}", UNSAFE),
        ("{{ text | safe }}", UNSAFE),
        ("{% autoescape off %}", UNSAFE),
        ("return mark_safe(text)", UNSAFE),
        ('<p style="color: red">', INLINE),
        ('<button\n  onclick="go()">', INLINE),
        ("<script>go()</script>", INLINE),
        ('<a href="javascript:go()">', INLINE),
    ],
)
def test_the_patterns_catch_what_they_are_for(text: str, caught: re.Pattern[str]) -> None:
    assert caught.search(text)


@pytest.mark.parametrize(
    "text", ['<script src="/x.js" defer></script>', '<option value="one">', "{{ text|safer }}", '<td class="only">']
)
def test_the_patterns_let_pass_what_is_harmless(text: str) -> None:
    assert not UNSAFE.search(text) and not INLINE.search(text)
