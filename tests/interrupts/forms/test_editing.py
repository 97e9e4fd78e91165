"""An object that exists is edited: what nobody touches stays as it was, to the byte."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from interrupts.forms import Accepted, Invalid, bind, changed_keys, edit, masked_change, parse
from interrupts.forms.editing import untouched
from tests.interrupts.forms.browser import BERLIN, Page, page
from tests.interrupts.forms.strategies import garbage, json_values, questions, texts

patient = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
TABLE = {
    "type": "object",
    "properties": {
        "table": {"type": "string"},
        "rows": {"type": "integer", "maximum": 10},
        "mode": {"enum": ["soft", "hard"], "default": "hard"},
        "tags": {"type": "array", "items": {"enum": ["a", "b"]}},
        "note": {"type": "string", "default": "by default"},
    },
    "required": ["table"],
}


def opened(schema: Any, proposed: dict[str, Any]) -> Page:
    editor = edit(schema, proposed)
    return page(editor.form, prefill=editor.prefill)


def edited(schema: Any, proposed: dict[str, Any], typed: dict[str, Any]) -> Any:
    """Fill in by property name and post; gives what is sent, or the errors by property name."""
    editor, shown = edit(schema, proposed), opened(schema, proposed)
    names = {field.key: field.name for field in editor.form.fields}
    for key, value in typed.items():
        shown.fill(names[key], value)
    result = editor.read(shown.post(), zone=BERLIN)
    keys = {name: key for key, name in names.items()}
    return result.content if isinstance(result, Accepted) else {keys.get(n, n): s for n, s in result.errors.items()}


@patient
@given(questions())
def test_what_is_known_of_an_untouched_page_is_what_a_browser_posts(
    question: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    schema, answer = question
    form = parse(schema)

    posted = page(form, prefill=answer).post()

    known = untouched(bind(form, zone=BERLIN, prefill=answer))
    assert known == {name: [value.replace("\r\n", "\n") for value in values] for name, values in posted.items()}


@patient
@given(questions())
def test_a_fitting_object_is_shown_in_the_fields_of_its_schema_and_goes_out_as_it_is(
    question: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    schema, proposed = question
    editor = edit(schema, proposed)

    result = editor.read(opened(schema, proposed).post(), zone=BERLIN)

    assert not editor.in_one_box
    assert isinstance(result, Accepted) and json.dumps(result.content) == json.dumps(proposed)


@patient
@given(
    st.one_of(garbage, st.just(TABLE)),
    st.dictionaries(st.one_of(texts, st.sampled_from(["table", "rows", "mode"])), json_values, max_size=4),
)
def test_whatever_is_proposed_under_whatever_schema_goes_out_as_it_is(schema: Any, proposed: dict[str, Any]) -> None:
    result = edit(schema, proposed).read(opened(schema, proposed).post(), zone=BERLIN)

    assert isinstance(result, Accepted) and json.dumps(result.content) == json.dumps(proposed)


def test_only_what_was_touched_changes_and_the_order_stays() -> None:
    proposed = {"rows": 3, "table": "orders", "tags": ["a", "b"]}

    sent = edited(TABLE, proposed, {"rows": "4"})

    assert json.dumps(sent) == '{"rows": 4, "table": "orders", "tags": ["a", "b"]}'


def test_what_was_left_out_is_shown_as_left_out_whatever_its_default() -> None:
    assert edited(TABLE, {"table": "x"}, {"rows": "1"}) == {"table": "x", "rows": 1}
    assert "by default" not in opened(TABLE, {"table": "x"}).html


def test_what_was_left_out_can_be_given_and_what_was_given_left_out() -> None:
    assert edited(TABLE, {"table": "x", "rows": 3}, {"rows": "", "mode": "soft"}) == {"table": "x", "mode": "soft"}


@pytest.mark.parametrize(
    ("typed", "wrong"), [({"rows": "11"}, "rows"), ({"rows": "many"}, "rows"), ({"table": ""}, "table")]
)
def test_an_edit_must_fit_the_schema(typed: dict[str, Any], wrong: str) -> None:
    assert list(edited(TABLE, {"table": "x", "rows": 3}, typed)) == [wrong]


def test_what_did_not_fit_from_the_start_must_be_corrected_once_anything_is_edited() -> None:
    assert list(edited(TABLE, {"table": "x", "rows": 99}, {"table": "y"})) == ["rows"]


@pytest.mark.parametrize(
    ("schema", "proposed"),
    [
        (TABLE, {"table": "x", "more": 1}),
        (TABLE, {"table": "x", "mode": "unheard of"}),
        (TABLE, {"table": "x", "tags": ["a", "c"]}),
        (TABLE, {"table": "x", "tags": ["b", "a"]}),
        ({"type": "object"}, {"a": 1}),
        ({"type": "object", "properties": {}, "required": ["ghost"]}, {}),
        ({"type": "object", "properties": {"a": {"type": "boolean"}}}, {"a": "yes"}),
        (False, {"a": 1}),
        (None, {"a": 1}),
        ({"type": "string"}, {"value": "x"}),
    ],
)
def test_what_the_fields_would_not_show_whole_is_one_box_of_json(schema: Any, proposed: dict[str, Any]) -> None:
    editor = edit(schema, proposed)

    assert editor.in_one_box
    assert json.loads(opened(schema, proposed).of("f0")[0].value) == proposed


@pytest.mark.parametrize("blank", ["", None, []])
def test_a_blank_value_is_a_blank_control(blank: Any) -> None:
    schema = {"properties": {"a": {"type": ["string", "null"]}, "b": {"type": "integer"}}}
    schema["properties"]["a"] |= {"type": "array", "items": {"type": "string"}} if blank == [] else {}

    assert not edit(schema, {"a": blank}).in_one_box
    assert edited(schema, {"a": blank}, {"b": "1"}) == {"a": blank, "b": 1}


def test_a_box_of_json_is_checked_against_the_schema_too() -> None:
    proposed = {"table": "x", "more": 1}

    assert edited(TABLE, proposed, {"value": '{"table": "y", "more": 2}'}) == {"table": "y", "more": 2}
    for text in ('{"table": 7}', "{", "[]", "7", ""):
        assert list(edited(TABLE, proposed, {"value": text})) == ["value"]


def test_a_control_that_was_not_on_the_page_changes_nothing() -> None:
    result = edit(TABLE, {"table": "x", "rows": 3}).read({"f1": ["4"]}, zone=BERLIN)

    assert isinstance(result, Accepted) and result.content == {"table": "x", "rows": 4}


def test_every_tick_taken_away_is_a_change() -> None:
    assert edited(TABLE, {"table": "x", "tags": ["a"]}, {"tags": []}) == {"table": "x"}


def test_a_refused_edit_keeps_what_was_typed() -> None:
    result = edit(TABLE, {"table": "x"}).read({"f0": ["y"], "f1": ["many"], "edited": ["yes"]}, zone=BERLIN)

    assert isinstance(result, Invalid) and result.posted == {"f0": ("y",), "f1": ("many",)}


@given(json_values, json_values)
def test_two_objects_differ_where_their_json_does(one: Any, other: Any) -> None:
    assume(not isinstance(one, float) and not isinstance(other, float))
    before, after = {"same": one, "a": one}, {"same": one, "a": other}

    assert changed_keys(before, before) == []
    if json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True):
        assert changed_keys(before, after) == []


@pytest.mark.parametrize(("before", "after"), [(1, True), (0, False), ("1", 1), ([1], [True]), ({"a": 1}, {"a": "1"})])
def test_values_of_different_types_differ(before: Any, after: Any) -> None:
    assert changed_keys({"x": before}, {"x": after}) == ["x"]


def test_what_changed_is_told_without_secrets() -> None:
    form = parse({"properties": {"pass": {"type": "string", "format": "password"}, "a": {"type": "string"}}})

    told = masked_change(form, {"a": "1", "b": 2, "pass": "old"}, {"a": "2", "pass": "new"})

    assert told == {"changed": {"a": "2", "pass": "••••••"}, "left_out": ["b"]}
