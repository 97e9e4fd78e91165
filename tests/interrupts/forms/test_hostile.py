"""Schemas made to hurt: answers are still checked, in bounded time, and nothing is fetched."""

import socket
from typing import Any

import pytest

from interrupts.forms import Accepted, Form, Invalid, parse, read
from interrupts.forms.patterns import PatternBudget, compiled_pattern
from tests.interrupts.forms.browser import BERLIN


def sent(form: Form, **posted: str) -> Any:
    result = read(form, {name: [text] for name, text in posted.items()}, zone=BERLIN)
    return result.content if isinstance(result, Accepted) else result.errors


def text_form(**more: Any) -> Form:
    return parse({"properties": {"p": {"type": "string", **more}}})


@pytest.mark.parametrize(
    ("pattern", "fits", "refused"),
    [
        (r"^\d{4}$", "2030", "２０３０"),
        (r"^[\w-]+$", "a-b", "ä"),
        (r"^a$", "a", "a\n"),
        (r"^\p{L}+$", "äé", "1"),
        (r"^\u{1F600}\u0041$", "😀A", "A"),
        (r"^[^]$", "x", None),
        (r"^[[&]+$", "[&", "x"),
        (r"^.$", "x", "\u2028"),
        (r"^[\s\S]\S$", "\nx", "\n "),
        (r"^(?:ab){2}(?=c)c$", "ababc", "abc"),
        (r"^(?<year>\d+)\/$", "1/", "1"),
        ("b", "abc", "ac"),
    ],
)
def test_patterns_mean_what_they_mean_in_ecmascript(pattern: str, fits: str, refused: str | None) -> None:
    budget = PatternBudget()

    assert not budget.refuses(pattern, fits)
    assert refused is None or budget.refuses(pattern, refused)


BROKEN_PATTERNS = ["[", "(", "a)", "*", "(?<a>x)(?<a", r"\u{110000}"]
LARGE_PATTERNS = ["(((a{1000}){1000}){1000})", "a{99999999}", "(" * 1000, "(" * 400 + ")" * 400, "x" * 2000]


@pytest.mark.parametrize("pattern", BROKEN_PATTERNS + LARGE_PATTERNS)
def test_a_pattern_that_cannot_be_run_is_a_hint_and_not_enforced(pattern: str) -> None:
    form = text_form(pattern=pattern)

    assert compiled_pattern(pattern) is None or pattern == LARGE_PATTERNS[3]
    assert sent(form, f0="anything") == {"p": "anything"}
    assert pattern[:20] in form.fields[0].hint


def test_explosive_patterns_share_one_small_budget() -> None:
    form = parse({"properties": {f"p{place}": {"type": "string", "pattern": "^(a|aa)+$"} for place in range(20)}})

    # Without a bound one of them takes longer than anybody would wait for this test.
    sent(form, **{f"f{place}": "a" * 60 + "!" for place in range(20)})


def test_explosive_patterns_for_names_are_bounded_too() -> None:
    form = parse(
        {
            "properties": {"a" * 60 + "!": {"type": "string"}},
            "patternProperties": {"^(a|aa)+$": {}},
            "additionalProperties": False,
            "unevaluatedProperties": False,
        }
    )

    sent(form, f0="x")


def test_references_that_double_at_each_step_end() -> None:
    steps: dict[str, Any] = {f"s{place}": {"allOf": [{"$ref": f"#/$defs/s{place + 1}"}] * 2} for place in range(40)}
    form = parse({"properties": {"p": {"$ref": "#/$defs/s0"}}, "$defs": {**steps, "s40": {"type": "string"}}})

    assert form.notes
    assert sent(form, f0='"x"') == {"p": "x"}


@pytest.mark.parametrize(
    "reference", ["http://192.0.2.1/s.json", "https://json-schema.org/draft-07/schema", "file:///etc/hosts"]
)
def test_nothing_is_fetched(reference: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: Any) -> None:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    form = parse({"properties": {"p": {"$ref": reference}, "n": {"type": "integer", "minimum": 3}}})

    assert sent(form, f0="1", f1="5") == {"p": 1, "n": 5}
    assert sent(form, f0="1", f1="2") == {"f1": "Enter 3 or more."}


BROKEN_KEYWORDS = [
    {"maximum": "x"},
    {"multipleOf": 0},
    {"enum": 5},
    {"$ref": 7},
    {"not": 5},
    {"$id": 9},
    {"format": []},
]


@pytest.mark.parametrize("broken", BROKEN_KEYWORDS)
def test_a_broken_keyword_is_passed_over_and_its_neighbours_still_count(broken: dict[str, Any]) -> None:
    form = parse({"properties": {"n": {"type": "integer", "minimum": 3, **broken}}})

    assert sent(form, f0="5") == {"n": 5}
    assert sent(form, f0="2") == {"f0": "Enter 3 or more."}


def test_local_references_inside_a_json_box_are_checked() -> None:
    form = parse(
        {
            "properties": {"tree": {"$ref": "#/$defs/node"}},
            "$defs": {
                "node": {"type": "object", "properties": {"n": {"type": "integer"}, "next": {"$ref": "#/$defs/node"}}}
            },
        }
    )

    assert sent(form, f0='{"n": 1, "next": {"n": 2}}') == {"tree": {"n": 1, "next": {"n": 2}}}
    assert sent(form, f0='{"next": {"n": "x"}}') == {"f0": "next.n: This must be a whole number."}


def test_an_unanswerable_form_is_invalid_whatever_is_posted() -> None:
    form = parse({"properties": {"a": {"type": "string"}}, "required": ["a", "ghost"]})

    assert isinstance(read(form, {"f0": ["x"]}, zone=BERLIN), Invalid)
