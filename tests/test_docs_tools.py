"""docs/writing-tools.md: every example is put together, in the order of the page, and run on a client of each era."""

import re
from pathlib import Path
from typing import Any

import pytest

from mcpbridge.authoring import AskingServer
from mcpbridge.authoring.testing import ERAS, Era, accept, call_tool, cancel, decline

TEXT = (Path(__file__).parents[1] / "docs" / "writing-tools.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the examples of the page define."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "page"}
    for number, example in enumerate(EXAMPLES, start=1):
        exec(compile(example, f"example {number} of writing-tools.md", "exec"), names)
    return names


CALLS: list[tuple[str, dict[str, Any], list[Any], str]] = [
    ("delete_file", {"path": "a"}, ["yes"], "Deleted a."),
    ("delete_file", {"path": "a"}, ["no"], "Kept a."),
    ("drop_table", {"table": "t"}, [accept()], "Dropped t."),
    (
        "drop_table",
        {"table": "t"},
        [cancel()],
        "Kept t. This is final: do not ask again unless the person brings it up.",
    ),
    ("deploy", {"service": "web"}, [{"environment": "production"}], "Deployed web to production."),
    ("deploy", {"service": "web"}, [{"environment": "moon"}, {"environment": "staging"}], "Deployed web to staging."),
    ("deploy", {"service": "web"}, [decline()], "Nothing was deployed: declined."),
    ("book", {"show": "s"}, [accept(), "Ana"], "Booked 7c for Ana."),
    ("book", {"show": "s"}, [decline()], "Nothing was booked."),
    ("plan_trip", {}, ["Kyiv", decline()], "From Kyiv, cheap."),
    ("delete_rows", {"table": "t"}, [True], "Deleted 12 rows of t."),
    ("delete_rows", {"table": "t"}, [False], "Kept the rows of t."),
    ("delete_rows", {"table": "t"}, [decline()], "Kept the rows of t."),
    ("read_calendar", {}, [accept()], "Nothing on Monday."),
    ("pay", {"invoice": "7"}, [accept()], "Paid 7."),
    ("pay", {"invoice": "7"}, [cancel()], "Not paid."),
    ("choose_room", {}, ["blue"], "blue"),
    ("choose_room", {}, [cancel()], "No room."),
]


@pytest.mark.parametrize("era", ERAS)
async def test_every_tool_of_the_page_does_what_it_says(page: dict[str, Any], era: Era) -> None:
    server: AskingServer = page["server"]

    said = [(await call_tool(server, name, given, answers=answers, era=era)).text for name, given, answers, _ in CALLS]

    assert said == [expected for *_, expected in CALLS]


async def test_no_tool_of_the_page_is_left_out(page: dict[str, Any]) -> None:
    assert {tool.name for tool in await page["server"].list_tools()} == {name for name, *_ in CALLS}


async def test_the_test_of_the_page_passes(page: dict[str, Any]) -> None:
    tests = [value for name, value in page.items() if name.startswith("test_")]

    assert len(tests) == 1
    await tests[0]()
