"""What went wrong for others, as forms: filled in as a person would, read as we send it."""

from typing import Any

import pytest

from interrupts.forms import Accepted, Form, Invalid, parse
from tests.interrupts.forms.browser import answer, page


def form(properties: dict[str, Any], *required: str) -> Form:
    return parse({"type": "object", "properties": properties, "required": list(required)})


def content(form: Form, typed: dict[str, Any]) -> Any:
    result = answer(form, typed)
    return result.content if isinstance(result, Accepted) else result.errors


def wrong(form: Form, typed: dict[str, Any]) -> list[str]:
    """Return the properties an error is shown at."""
    result = answer(form, typed)
    assert isinstance(result, Invalid)
    keys = {field.name: field.key for field in form.fields}
    return [keys[name] for name in result.errors]


SPELLINGS = form(
    {
        "plain": {"type": "string", "enum": ["csv", "json"]},
        "legacy": {"type": "string", "enum": ["eu", "us"], "enumNames": ["Europe", "United States"]},
        "titled": {"type": "string", "oneOf": [{"const": "p1", "title": "Low"}, {"const": "p2", "title": "High"}]},
        "many": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["a", "b", "c"]}},
        "named": {
            "type": "array",
            "items": {"anyOf": [{"const": "f1", "title": "Tuna"}, {"const": "f2", "title": "Trout"}]},
        },
    },
    *("plain", "legacy", "titled", "many"),
)


def test_every_spelling_of_a_choice_shows_labels_and_sends_values() -> None:
    typed = {"plain": "json", "legacy": "United States", "titled": "High", "many": ["b"], "named": ["Tuna", "Trout"]}

    sent = content(SPELLINGS, typed)

    assert sent == {"plain": "json", "legacy": "us", "titled": "p2", "many": ["b"], "named": ["f1", "f2"]}


def test_more_ticks_than_allowed_are_an_error_at_their_field() -> None:
    typed = {"plain": "json", "legacy": "Europe", "titled": "Low", "many": ["a", "b", "c"]}

    assert wrong(SPELLINGS, typed) == ["many"]


def test_a_form_without_properties_is_accepted_with_an_empty_object() -> None:
    assert content(parse({"type": "object", "properties": {}}), {}) == {}


ODD_NAMES = ["a[b][]", "x/y~z", "first name", 'it\'s "x" <y>', "100%&=+", "名前", "é", "e\u0301", "", "__proto__"]
ODD = form(
    {"db.max_conn": {"type": "string", "enum": ["0", "1"], "default": "1"}}
    | {name: {"type": "string"} for name in ODD_NAMES},
    "名前",
)


def test_odd_property_names_come_back_as_they_are_and_in_their_order() -> None:
    typed = {"db.max_conn": "0"} | {name: str(place) for place, name in enumerate(ODD_NAMES)}

    sent = content(ODD, typed)

    assert list(sent.items()) == list(typed.items())


def test_an_error_stands_at_the_field_with_the_odd_name() -> None:
    assert wrong(ODD, {}) == ["名前"]


YES_NO = form(
    {
        "notify": {"type": "boolean"},
        "force": {"type": "boolean", "default": False},
        "agree": {"const": True, "type": "boolean"},
    },
    *("notify", "force"),
)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ({"notify": False, "force": False}, {"notify": False, "force": False}),
        ({"notify": True}, {"notify": True, "force": False}),
        ({"notify": True, "force": True, "agree": True}, {"notify": True, "force": True, "agree": True}),
    ],
)
def test_a_required_yes_or_no_takes_no_for_an_answer(typed: dict[str, Any], sent: dict[str, Any]) -> None:
    assert content(YES_NO, typed) == sent


@pytest.mark.parametrize("count", [2, 12, 40])
def test_nothing_is_chosen_until_a_person_chooses(count: int) -> None:
    choice = form({"env": {"type": "string", "enum": [f"v{place}" for place in range(count)]}}, "env")

    assert wrong(choice, {}) == ["env"]
    assert content(choice, {"env": "v1"}) == {"env": "v1"}


@pytest.mark.parametrize(
    "schema", [None, {}, {"type": "object"}, {"type": "object", "properties": None}, True, 5, "x", []]
)
def test_a_missing_or_empty_schema_is_a_bare_confirmation(schema: Any) -> None:
    bare = parse(schema)

    assert (bare.fields, bare.unanswerable, content(bare, {})) == ((), None, {})


def test_a_bare_boolean_is_one_yes_or_no_sent_as_value_with_a_note() -> None:
    scalar = parse({"type": "boolean"})

    assert (scalar.scalar, len(scalar.notes)) == (True, 1)
    assert content(scalar, {"value": False}) == {"value": False}
    assert wrong(scalar, {}) == ["value"]


def test_a_schema_that_forgets_to_say_object_is_drawn_all_the_same() -> None:
    assert content(parse({"properties": {"a": {"type": "string"}}}), {"a": "x"}) == {"a": "x"}


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"type": "object", "properties": {}, "required": ["ghost"]},
        {"type": "object", "properties": {"ghost": False}, "required": ["ghost"]},
    ],
)
def test_a_form_nobody_can_answer_says_why_and_accepts_nothing(schema: Any) -> None:
    ghost = parse(schema)

    assert ghost.unanswerable
    assert content(ghost, {}) == {"form": ghost.unanswerable}


def test_sixty_fields_and_long_lists_keep_their_order_and_all_their_values() -> None:
    properties: dict[str, Any] = {f"f{place:02}": {"type": "string"} for place in range(60)}
    properties["big"] = {"type": "string", "enum": [f"v{place:03}" for place in range(400)]}
    properties["huge"] = {"type": "array", "items": {"type": "string", "enum": [f"h{place}" for place in range(1100)]}}
    big = form(properties)
    typed: dict[str, Any] = {f"f{place:02}": "x" for place in range(60)}
    typed |= {"big": "v399", "huge": [f"h{place}" for place in range(1100)]}

    assert list(content(big, typed).items()) == list(typed.items())


def test_a_field_without_a_title_shows_its_name() -> None:
    assert "F07" in page(form({"f07": {"type": "string", "description": "only this"}})).html


REGION = form(
    {
        "region": {"type": "integer", "oneOf": [{"const": 7, "title": "North"}, {"const": 8, "title": "South"}]},
        "level": {"type": "number", "enum": [0, 0.5, 1]},
    },
    *("region", "level"),
)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ({"region": "North", "level": "0"}, {"region": 7, "level": 0}),
        ({"region": "South", "level": "0.5"}, {"region": 8, "level": 0.5}),
    ],
)
def test_a_numeric_choice_keeps_its_type(typed: dict[str, Any], sent: dict[str, Any]) -> None:
    found = content(REGION, typed)

    assert [(type(value), value) for value in found.values()] == [(type(value), value) for value in sent.values()]


FILTER = form(
    {
        "q": {"type": "string"},
        "owner": {"type": "string", "format": "email"},
        "since": {"type": "string", "format": "date"},
        "at": {"type": "string", "format": "date-time"},
        "max": {"type": "integer", "minimum": 1},
        "state": {"type": "string", "enum": ["open", "shut"]},
        "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        "site": {"type": "string", "format": "uri"},
        "code": {"type": "string", "minLength": 3},
        "lines": {"type": "array", "items": {"type": "string"}},
        "nullable": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None},
        "anything": {},
        "sure": {"type": "boolean"},
    },
    "q",
)


def test_an_optional_field_never_touched_is_absent() -> None:
    assert content(FILTER, {"q": "x"}) == {"q": "x"}


def test_an_optional_field_cleared_is_absent() -> None:
    blank = dict.fromkeys(("owner", "since", "at", "max", "site", "code", "lines", "nullable", "anything"), "")

    assert content(FILTER, {"q": "x", "state": "No answer", "sure": "No answer", **blank}) == {"q": "x"}


FALSY = form(
    {
        "offset": {"type": "integer", "minimum": 0},
        "count": {"type": "integer"},
        "on": {"type": "boolean"},
        "filter": {"type": "string"},
        "empty": {"type": "string", "minLength": 0},
        "proposed": {"type": "string", "default": ""},
        "none": {"type": "array", "items": {"enum": ["a", "b"]}},
    },
    *("offset", "on", "filter", "empty", "proposed", "none"),
)


def test_zero_false_and_empty_survive_and_an_untouched_number_is_absent() -> None:
    sent = content(FALSY, {"offset": "0", "on": False, "filter": "a"})

    assert sent == {"offset": 0, "on": False, "filter": "a", "empty": "", "proposed": "", "none": []}


def test_a_required_text_left_blank_is_an_error_unless_the_schema_means_blank() -> None:
    assert wrong(FALSY, {"offset": "0", "on": False}) == ["filter"]


def test_a_required_number_left_blank_is_an_error() -> None:
    assert wrong(FALSY, {"on": True, "filter": "a"}) == ["offset"]


def test_half_an_address_is_an_error_at_its_field() -> None:
    assert wrong(form({"email": {"type": "string", "format": "email"}}, "email"), {"email": "half"}) == ["email"]


PAYLOAD = "\"><img src=x onerror=alert(1)><script>alert(2)</script>'-alert(3)-'{{7*7}}{%debug%}</textarea></option>"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "title": PAYLOAD, "description": PAYLOAD, "default": PAYLOAD},
        {"type": "string", "maxLength": 1000, "default": PAYLOAD},
        {"type": "string", "enum": [PAYLOAD, "b"], "default": PAYLOAD},
        {"type": "string", "enum": [PAYLOAD, *map(str, range(10))], "default": PAYLOAD},
        {"type": "array", "items": {"type": "string"}, "default": [PAYLOAD]},
        {"type": "object", "default": {PAYLOAD: PAYLOAD}},
    ],
)
def test_markup_from_a_server_is_text_and_comes_back_exact(schema: dict[str, Any]) -> None:
    hostile = form({PAYLOAD: schema}, PAYLOAD)

    assert "<img" not in page(hostile).html
    assert content(hostile, {}) == {PAYLOAD: schema["default"]}
