"""What is typed, and what becomes of it."""

from typing import Any

import pytest

from interrupts.forms import Accepted, Invalid, parse, read
from tests.interrupts.forms.browser import BERLIN, page


def one(schema: Any, *typed: str, required: bool = True) -> Any:
    """Return what one field makes of a post, or the sentence of its error."""
    form = parse({"properties": {"p": schema}, "required": ["p"] if required else []})
    result = read(form, {"f0": typed}, zone=BERLIN)
    return result.content["p"] if isinstance(result, Accepted) else result.errors["f0"]


INTEGER, NUMBER, TEXT = {"type": "integer"}, {"type": "number"}, {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "typed", "sent"),
    [
        (INTEGER, "7", 7),
        (INTEGER, " -7 ", -7),
        (INTEGER, "12345678901234567890123", 12345678901234567890123),
        (NUMBER, "7", 7),
        (NUMBER, "1.50", 1.5),
        (NUMBER, "1e3", 1000.0),
        (NUMBER, "-0.1", -0.1),
    ],
)
def test_a_number_is_sent_as_typed(schema: Any, typed: str, sent: float) -> None:
    found = one(schema, typed)

    assert (type(found), found) == (type(sent), sent)


@pytest.mark.parametrize(
    "typed", ["1,5", "1 000", "1_000", "１２", "3.0", "1e3", "0x10", "+1", "01", "abc", "٣", "1" * 500]
)
def test_what_is_no_whole_number_is_an_error_that_says_what_is_wanted(typed: str) -> None:
    assert one(INTEGER, typed) in ("Enter a whole number such as 3, digits only.", "This number is too long.")


@pytest.mark.parametrize(
    "typed", ["1,5", "1 000", ".5", "5.", "NaN", "Infinity", "1e999", "0.12345678901234567890", "--1"]
)
def test_what_is_no_number_or_cannot_be_sent_exactly_is_an_error(typed: str) -> None:
    assert isinstance(one(NUMBER, typed), str)


@pytest.mark.parametrize(
    ("schema", "typed", "sentence"),
    [
        ({**INTEGER, "minimum": 3}, "2", "Enter 3 or more."),
        ({**INTEGER, "maximum": 3}, "4", "Enter 3 or less."),
        ({**NUMBER, "exclusiveMinimum": 0}, "0", "Enter more than 0."),
        ({**NUMBER, "exclusiveMaximum": 1.5}, "1.5", "Enter less than 1.5."),
        ({**NUMBER, "multipleOf": 0.1}, "0.35", "Enter a multiple of 0.1."),
        ({**TEXT, "minLength": 3}, "ab", "Enter at least 3 characters; there are 2 now."),
        ({**TEXT, "maxLength": 1}, "ab", "Enter at most 1 character; there are 2 now."),
        ({**TEXT, "pattern": "^a+$"}, "b", "This does not have the form the server asks for: ^a+$"),
        ({"type": "array", "items": TEXT, "maxItems": 1}, "a\nb", "Give at most 1; there are 2 now."),
        ({"type": "array", "items": INTEGER}, "1\nx", "Line 2: Enter a whole number such as 3, digits only."),
        ({"type": "array", "items": {**INTEGER, "minimum": 5}}, "7\n1", "Line 2: Enter 5 or more."),
        ({"type": "array", "items": TEXT, "uniqueItems": True}, "a\na", "Give each value once only."),
        ({"type": "object", "properties": {"n": {"minimum": 2}}}, '{"n": 1}', "n: Enter 2 or more."),
        ({"type": "object", "required": ["n"]}, "{}", 'A part named "n" is missing.'),
        ({"type": "object"}, "[]", "This must be an object with named values."),
        ({"enum": ["a", "b"]}, "9", "Choose one of the values that are offered."),
        ({"enum": ["a", "b"]}, "a", "Choose one of the values that are offered."),
        ({"type": "boolean"}, "perhaps", "Choose yes or no."),
        ({"type": "boolean", "const": True}, "", "Tick this box if you agree; if you do not, decline."),
    ],
)
def test_one_clear_sentence_says_what_does_not_fit(schema: Any, typed: str, sentence: str) -> None:
    assert one(schema, typed) == sentence


def test_three_tenths_are_a_multiple_of_a_tenth() -> None:
    assert one({**NUMBER, "multipleOf": 0.1}, "0.3") == 0.3


def test_text_is_sent_as_typed_blanks_kept() -> None:
    assert one(TEXT, "  two  blanks ") == "  two  blanks "


def test_line_ends_of_browsers_are_the_line_feeds_that_were_typed() -> None:
    assert one({**TEXT, "maxLength": 400}, "\r\na\r\n\r\nb\rc") == "\na\n\nb\nc"


def test_a_list_is_one_value_a_line_and_empty_lines_are_nothing() -> None:
    assert one({"type": "array", "items": TEXT}, "a\r\n\r\n b \r\n") == ["a", " b "]


def test_a_list_taken_away_from_its_default_is_sent_as_empty() -> None:
    assert one({"type": "array", "items": TEXT, "default": ["a"]}, "", required=False) == []


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("{", "not JSON yet"),
        ("hello", "double quotes"),
        ('{"a": 1, "a": 2}', "used twice"),
        ("NaN", "no JSON value"),
        ("[1e999]", "too large"),
        ("[" * 65 + "]" * 65, "too deeply"),
        ("[" * 100_000, "too deeply"),
        ("[" + "1" * 5000 + "]", "too long"),
    ],
)
def test_json_that_cannot_be_sent_as_written_is_an_error(typed: str, part: str) -> None:
    assert part in one({}, typed)


EMAIL_FAULTS = ["half", "a@", "@b", "a b@c.d", "a@b@c", " a@b.c", "a@b..c"]
ADDRESS_FAULTS = [
    "x.example",
    "//x.example/a",
    "https://",
    "http:///x",
    "https://x/ä",
    "https://x/a b",
    "https://x/%zz",
]


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("email", ["a@b.example", "a.b+c@localhost", '"a b"@c.example', "é@bücher.example"], EMAIL_FAULTS),
        ("uri", ["https://x.example", "https://x.example/a%20b?c=[d]", "mailto:a@b.c", "urn:isbn:1"], ADDRESS_FAULTS),
        ("date", ["2030-02-28", "0001-01-01"], ["2030-02-30", "28.2.2030", "2030-2-1", "0000-01-01"]),
    ],
)
def test_formats_accept_what_is_right_and_mend_nothing(name: str, good: list[str], bad: list[str]) -> None:
    schema = {"type": "string", "format": name}

    assert [one(schema, text) for text in good] == good
    assert all(one(schema, text) != text for text in bad)


def test_an_unknown_format_is_a_hint_only() -> None:
    assert one({"type": "string", "format": "hostname"}, "anything at all") == "anything at all"


def test_errors_keep_what_was_posted_to_be_shown_again() -> None:
    form = parse({"properties": {"mail": {"type": "string", "format": "email"}, "n": TEXT}})

    result = read(
        form, {"f0": ["half"], "f1": ["kept"], "action": ["accept"], "csrfmiddlewaretoken": ["x"]}, zone=BERLIN
    )

    assert isinstance(result, Invalid)
    assert result.posted == {"f0": ("half",), "f1": ("kept",)}
    assert [control.value for control in page(form, posted=result.posted).controls] == ["half", "kept"]


def test_values_that_do_not_go_together_are_an_error_of_the_whole_form() -> None:
    form = parse({"properties": {"a": TEXT, "b": TEXT}, "dependentRequired": {"a": ["b"]}})

    result = read(form, {"f0": ["x"], "f1": [""]}, zone=BERLIN)

    assert isinstance(result, Invalid)
    assert result.errors == {"form": "These values do not go together for the server."}


def test_two_thousand_values_of_one_field_are_read() -> None:
    values = [f"v{place}" for place in range(2000)]
    form = parse({"properties": {"p": {"type": "array", "items": {"enum": values}}}})

    result = read(form, {"f0": [str(place) for place in range(2000)]}, zone=BERLIN)

    assert isinstance(result, Accepted)
    assert result.content == {"p": values}
