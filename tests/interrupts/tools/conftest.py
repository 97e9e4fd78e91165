"""The tools of tests/shelf, declared for the length of one test."""

import importlib

import pytest

from interrupts.tools import declaring


def _declared_by(module: str) -> dict[str, declaring.Declared]:
    """What a module declares when it is imported, taken out again: other tests are of sites without tools."""
    before = dict(declaring._declared)
    importlib.import_module(module)
    found = {name: each for name, each in declaring._declared.items() if name not in before}
    declaring._declared.clear()
    declaring._declared.update(before)
    return found


_SHELF = _declared_by("tests.shelf.mcp_tools")


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declaring, "_declared", dict(_SHELF))
