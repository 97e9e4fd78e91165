"""JSON of strangers as text for people: readable, secrets masked, never an error."""

import pytest

from interrupts import wire
from interrupts.admin.showing import LONGEST, MASK, compact, masked, masked_schema, named_values, readable, reply


def test_json_is_spread_over_lines_in_the_order_it_came() -> None:
    assert readable('{"b":1,"a":"é"}') == '{\n  "b": 1,\n  "a": "é"\n}'


@pytest.mark.parametrize("text", ["", "no json", '{"open": ', "\ud800", "\x00"])
def test_what_is_no_json_is_shown_as_text(text: str) -> None:
    readable(text).encode()


def test_nesting_without_end_is_spoken_of() -> None:
    assert "too deeply" in readable("[" * 100_000 + "]" * 100_000)


def test_endless_texts_are_cut_and_say_so() -> None:
    assert readable(wire.dump("x" * 2 * LONGEST)).endswith("characters in all")


@pytest.mark.parametrize("name", ["password", "api_key", "accessToken", "Client-Secret", "requestState"])
def test_values_under_secret_names_are_masked_at_any_depth(name: str) -> None:
    assert masked({"a": [{name: {"inner": "value"}}]}) == {"a": [{name: MASK}]}


def test_ordinary_values_stay() -> None:
    value = {"table": "orders", "keys": 3, "tokens_in": 12, "state": "open", "password": ""}

    assert masked(value) == value


def test_a_schema_keeps_its_secret_fields_and_loses_what_it_proposes_for_them() -> None:
    schema = {"properties": {"password": {"type": "string", "default": "x"}, "table": {"default": "orders"}}}

    shown = masked_schema(schema)

    assert shown["properties"]["password"] == {"type": "string", "default": MASK}
    assert shown["properties"]["table"] == {"default": "orders"}


def test_proposals_inside_a_secret_field_are_masked_too() -> None:
    schema = {"properties": {"pin": {"anyOf": [{"const": "1234"}, {"items": {"enum": ["5678"]}}]}}}

    assert "1234" not in str(masked_schema(schema)) and "5678" not in str(masked_schema(schema))


def test_a_schema_inside_a_request_is_read_as_a_schema() -> None:
    asked = {"params": {"requestedSchema": {"properties": {"token": {"type": "string", "default": "x"}}}}}

    shown = masked(asked)["params"]["requestedSchema"]["properties"]["token"]

    assert shown == {"type": "string", "default": MASK}


def test_a_reply_in_events_is_masked_line_by_line() -> None:
    raw = 'event: message\ndata: {"result": {"token": "abc", "text": "hello"}}\n\n'

    shown = reply(wire.dump(raw))

    assert "abc" not in shown and "hello" in shown and shown.startswith("event: message\ndata: {")


def test_arguments_that_are_no_object_are_shown_as_the_model_wrote_them() -> None:
    assert named_values("", raw="drop it!") == [("", "drop it!")]
    assert named_values("", raw=" ") == []


def test_compact_data_fits_on_a_line() -> None:
    assert compact({"tool": "pay", "why": "", "n": 3, "password": "x"}) == f"tool: pay · n: 3 · password: {MASK}"
