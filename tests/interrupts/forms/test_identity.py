"""What is shown is what is sent: for any schema, any answer, through the very templates."""

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from interrupts.forms import Accepted, bind, parse, parse_text, read, shown_lines
from tests.interrupts.forms.browser import BERLIN, page
from tests.interrupts.forms.strategies import garbage, json_values, questions, texts

patient = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@patient
@given(questions())
def test_an_answer_that_is_shown_and_posted_is_sent_unchanged(question: tuple[dict[str, Any], dict[str, Any]]) -> None:
    schema, answer = question
    form = parse(schema)

    result = read(form, page(form, prefill=answer).post(), zone=BERLIN)

    assert isinstance(result, Accepted), result
    assert json.dumps(result.content) == json.dumps(_ordered(answer, schema))


@patient
@given(questions())
def test_a_proposed_default_that_is_accepted_is_sent_unchanged(question: tuple[dict[str, Any], dict[str, Any]]) -> None:
    schema, answer = question
    for key, value in answer.items():
        schema["properties"][key] = {**schema["properties"][key], "default": value}
    form = parse(schema)

    result = read(form, page(form).post(), zone=BERLIN)

    assert isinstance(result, Accepted), result
    assert json.dumps(result.content) == json.dumps(_ordered(answer, schema))


@patient
@given(questions(), st.data())
def test_whatever_is_accepted_is_valid_against_the_schema(
    question: tuple[dict[str, Any], dict[str, Any]], data: st.DataObject
) -> None:
    schema, answer = question
    form = parse(schema)
    opened = page(form, prefill=answer)
    for control in opened.controls:
        if data.draw(st.booleans()):
            control.on = data.draw(st.booleans())
            if control.kind in ("text", "textarea"):
                control.value = data.draw(st.sampled_from(["", "1", "-2.5", "x", "[1]", "null", "2030-01-01"]))

    result = read(form, opened.post(), zone=BERLIN)

    if isinstance(result, Accepted):
        Draft202012Validator(schema).validate(result.content)


@patient
@given(questions())
def test_a_refused_post_is_shown_again_as_it_was(question: tuple[dict[str, Any], dict[str, Any]]) -> None:
    schema, answer = question
    form = parse(schema)
    post = page(form, prefill=answer).post()

    again = page(form, posted=post, errors={"f0": "Something."}).post()

    assert again == post


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(garbage, st.dictionaries(texts, json_values, max_size=3), st.data())
@example({"properties": {"a": {"minimum": "x", "type": "integer"}}}, {"a": 1}, None)
@example({"$ref": "#"}, {}, None)
def test_no_schema_a_server_can_send_makes_anything_raise(
    schema: Any, prefill: dict[str, Any], data: st.DataObject | None
) -> None:
    form = parse(schema)
    posted: dict[str, Sequence[str]] = page(form, prefill=prefill).post()
    if data is not None:
        for name in posted:
            posted[name] = data.draw(st.lists(texts.filter(_is_encodable), max_size=2))

    result = read(form, posted, zone=BERLIN)
    page(form, posted=posted, errors={} if isinstance(result, Accepted) else result.errors)

    assert isinstance(shown_lines(form, prefill), tuple)


@given(st.one_of(texts, st.none(), st.just("[" * 100_000), st.just('{"a": 1e999}')))
def test_no_stored_text_makes_parsing_raise(text: str | None) -> None:
    assert bind(parse_text(text), zone=BERLIN) is not None


def test_one_stored_text_is_parsed_once() -> None:
    text = '{"type": "object", "properties": {"only-here": {}}}'

    assert parse_text(text) is parse_text(text)


def _ordered(answer: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    return {key: answer[key] for key in schema["properties"] if key in answer}


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
