"""Which control a property gets, what stands beside it, and what its template promises."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from interrupts.forms import Field, bind, parse, read, shown_lines
from tests.interrupts.forms.browser import BERLIN, page

TEMPLATES = Path("interrupts/templates/interrupts/fields")


def field(schema: Any, *, required: bool = False, key: str = "p") -> Field:
    return parse({"properties": {key: schema}, "required": [key] if required else []}).fields[0]


def values(count: int) -> dict[str, Any]:
    return {"type": "string", "enum": [f"v{place}" for place in range(count)]}


@pytest.mark.parametrize(
    ("schema", "required", "control"),
    [
        ({"type": "boolean", "const": True}, True, "must_tick"),
        ({"type": "boolean", "enum": [True]}, True, "must_tick"),
        ({"type": "boolean"}, True, "yes_no"),
        ({"type": "boolean", "default": False}, True, "switch"),
        ({"type": "boolean", "default": True}, False, "switch"),
        ({"type": "boolean", "default": True, "x-ui": {"widget": "radio"}}, False, "yes_no"),
        ({"type": "boolean"}, False, "yes_no_none"),
        (
            {"type": "boolean", "oneOf": [{"const": True, "title": "Do it"}, {"const": False, "title": "Leave it"}]},
            True,
            "radios",
        ),
        (values(5), True, "radios"),
        (values(6), True, "select"),
        (values(25), True, "select"),
        (values(26), True, "filter_select"),
        ({**values(20), "x-ui": {"widget": "radio"}}, True, "radios"),
        ({**values(2), "x-ui": {"widget": "select"}}, True, "select"),
        ({"const": "only"}, True, "radios"),
        (values(2001), True, "text"),
        ({"type": "array", "items": values(10)}, False, "ticks"),
        ({"type": "array", "items": values(11)}, False, "filter_ticks"),
        ({"type": "array", "items": values(2), "minItems": 3}, False, "lines"),
        ({"type": "array", "items": {"$ref": "#/$defs/none"}}, False, "json"),
        ({"type": "array", "items": {"type": "string"}}, False, "lines"),
        ({"type": "array", "items": {"type": ["integer", "null"]}}, False, "lines"),
        ({"type": "array", "items": {"type": "object"}}, False, "json"),
        ({"type": "array"}, False, "json"),
        ({"type": "integer"}, False, "integer"),
        ({"type": "number"}, False, "number"),
        ({"type": ["integer", "number"]}, False, "number"),
        ({"type": "integer", "minimum": 0, "maximum": 9, "x-ui": {"widget": "slider"}}, False, "slider"),
        ({"type": "integer", "minimum": 0, "x-ui": {"widget": "slider"}}, False, "integer"),
        ({"type": "string", "format": "date"}, False, "date"),
        ({"type": "string", "format": "date-time"}, False, "date_time"),
        ({"type": "string", "format": "email"}, False, "email"),
        ({"type": "string", "format": "uri"}, False, "url"),
        ({"type": "string", "format": "hostname"}, False, "text"),
        ({"type": "string", "x-ui": {"widget": "textarea"}}, False, "textarea"),
        ({"type": "string", "x-ui": {"widget": "code"}}, False, "textarea"),
        ({"type": "string", "maxLength": 201}, False, "textarea"),
        ({"type": "string", "maxLength": 200}, False, "text"),
        ({"type": "string", "default": "two\nlines"}, False, "textarea"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, False, "integer"),
        ({"oneOf": [{"type": "null"}, {"type": "string", "format": "date"}]}, False, "date"),
        ({"type": ["string", "null"], "enum": ["a", None]}, False, "radios"),
        ({"$ref": "#/properties/p2"}, False, "json"),
        ({"allOf": [{"type": "string"}], "title": "T"}, False, "text"),
        ({"type": "object", "properties": {"x": {"type": "string"}}}, False, "json"),
        ({"type": ["string", "integer"]}, False, "json"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, False, "json"),
        ({}, False, "json"),
        (True, False, "json"),
        ("string", False, "json"),
    ],
)
def test_the_first_matching_row_of_the_table_decides(schema: Any, required: bool, control: str) -> None:
    assert field(schema, required=required).control == control


def test_references_into_the_schema_are_followed_and_titles_beside_them_win() -> None:
    form = parse(
        {
            "properties": {"level": {"$ref": "#/$defs/a~1b", "title": "Mine"}},
            "$defs": {"a/b": {"type": "integer", "title": "Theirs", "minimum": 2}},
        }
    )

    assert [(each.control, each.label, each.minimum) for each in form.fields] == [("integer", "Mine", 2)]


@pytest.mark.parametrize("reference", ["http://x.test/s", "file:///etc/passwd", "#/nowhere", "#/properties/p"])
def test_a_reference_that_leads_nowhere_is_a_json_box_with_a_note(reference: str) -> None:
    form = parse({"properties": {"p": {"$ref": reference}}})

    assert (form.fields[0].control, len(form.notes)) == ("json", 1)


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("apiKey", "Api key"),
        ("user_name", "User name"),
        ("userID", "User ID"),
        ("f07", "F07"),
        ("db.max_conn", "db.max_conn"),
        ("名前", "名前"),
        ("", "Unnamed field"),
        ("a\u202eb", "a⟨U+202E⟩b"),
    ],
)
def test_a_name_becomes_a_label(key: str, label: str) -> None:
    assert field({"type": "string"}, key=key).label == label


def test_equal_labels_of_different_values_are_told_apart() -> None:
    labels = [choice.label for choice in field({"enum": [1, "1", True, "Yes", 1.0]}).choices]

    assert labels == ["1 (1)", '1 ("1")', "Yes (true)", 'Yes ("Yes")', "1.0"]


@pytest.mark.parametrize(
    ("schema", "hint"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 9}, "Whole number. From 1 to 9."),
        ({"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5}, "More than 0. A multiple of 0.5."),
        ({"type": "string", "minLength": 2, "maxLength": 2}, "2 characters."),
        ({"type": "string", "pattern": "^a+$"}, "Pattern: ^a+$"),
        ({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1, "maxItems": 2}, "Choose 1 to 2."),
    ],
)
def test_bounds_are_said_before_they_are_broken(schema: Any, hint: str) -> None:
    assert field(schema).hint == hint


@pytest.mark.parametrize(
    ("key", "schema", "secret"),
    [
        ("password", {"type": "string"}, True),
        ("apiKey", {"type": "string"}, True),
        ("x", {"type": "string", "title": "Your access token"}, True),
        ("PIN", {"type": "integer"}, True),
        ("x", {"type": "string", "format": "password"}, True),
        ("max_tokens", {"type": "integer"}, False),
        ("spinner", {"type": "string"}, False),
        ("secret", {"type": "boolean"}, False),
    ],
)
def test_what_looks_like_a_secret_carries_a_warning(key: str, schema: Any, secret: bool) -> None:
    found = field(schema, key=key)

    assert (found.secret, bool(found.warning)) == (secret, secret)


def test_a_default_of_the_wrong_kind_is_left_out_with_a_note() -> None:
    form = parse({"properties": {"p": {"type": "integer", "default": "many"}}})

    assert (form.notes, page(form).of("f0")[0].value) == (
        ("P: The server's default does not fit and is left out.",),
        "",
    )


def test_more_fields_than_can_be_shown_are_refused_with_the_reason() -> None:
    assert "501" in str(parse({"properties": {f"p{place}": {} for place in range(501)}}).unanswerable)


def test_an_answer_is_told_in_labels_with_secrets_masked() -> None:
    form = parse(
        {
            "properties": {
                "where": {"oneOf": [{"const": "p1", "title": "Here"}]},
                "many": {"type": "array", "items": {"enum": ["a", "b"], "enumNames": ["A!", "B!"]}},
                "password": {"type": "string"},
                "sure": {"type": "boolean"},
                "left": {"type": "string"},
            }
        }
    )

    lines = shown_lines(
        form, {"where": "p1", "many": ["a", "b"], "password": "hunter2", "sure": False, "more": "\u202e"}
    )

    assert [(line.label, line.value) for line in lines] == [
        ("Where", "Here"),
        ("Many", "A!, B!"),
        ("Password", "••••••"),
        ("Sure", "No"),
        ("More", "⟨U+202E⟩"),
    ]


EVERY_CONTROL = {
    "agree": {"const": True, "type": "boolean"},
    "flag": {"type": "boolean", "default": True},
    "sure": {"type": "boolean"},
    "few": values(3),
    "some": values(9),
    "lots": values(30),
    "ticks": {"type": "array", "items": values(3)},
    "more": {"type": "array", "items": values(30)},
    "whole": {"type": "integer"},
    "any": {"type": "number"},
    "slide": {"type": "number", "minimum": 0, "maximum": 1, "x-ui": {"widget": "slider"}},
    "text": {"type": "string"},
    "long": {"type": "string", "maxLength": 999},
    "day": {"type": "string", "format": "date"},
    "time": {"type": "string", "format": "date-time", "default": "2030-10-27T02:30:00+01:00"},
    "mail": {"type": "string", "format": "email"},
    "site": {"type": "string", "format": "uri"},
    "list": {"type": "array", "items": {"type": "string"}},
    "json": {"type": "object"},
    "yes": {"type": "boolean", "default": True, "x-ui": {"widget": "radio"}},
}
DESCRIBED = {key: {"description": "Help.", **part} for key, part in EVERY_CONTROL.items()}
GALLERY = parse({"properties": DESCRIBED, "required": list(EVERY_CONTROL)})
ERRORS = {each.name: "Something is wrong." for each in GALLERY.fields}


def test_the_gallery_of_these_tests_has_every_control() -> None:
    partials = {path.stem for path in TEMPLATES.glob("*.html") if not path.stem.startswith("_")}

    assert {each.control for each in GALLERY.fields} | {"yes_no_none"} == partials - {"all", "summary"}


def test_every_control_has_help_and_error_tied_to_it() -> None:
    html = page(GALLERY, errors=ERRORS, prefix="q-").html
    ids = set(re.findall(r' id="([^"]+)"', html))

    for each in bind(GALLERY, zone=BERLIN, errors=ERRORS, prefix="q-"):
        described = each.describedby.split()
        assert {f"q-{each.field.name}-error", f"q-{each.field.name}-help"} <= set(described)
        assert f'aria-describedby="{each.describedby}"' in html
        assert {*described, each.target} <= ids


def test_every_label_leads_to_a_control_and_no_id_is_used_twice() -> None:
    html = page(GALLERY, errors=ERRORS).html
    ids = re.findall(r' id="([^"]+)"', html)

    assert set(re.findall(r'<label for="([^"]+)"', html)) <= set(ids)
    assert len(ids) == len(set(ids))


def test_no_partial_carries_script_style_or_a_rule_that_would_block_a_decline() -> None:
    html = page(GALLERY, errors=ERRORS).html

    assert not re.search(
        r"<script|<style| style=| on[a-z]+=| required[ >=]| pattern=| maxlength=| step=\"\d+\" required", html
    )


def test_every_partial_names_its_variables_on_its_first_line() -> None:
    first_lines = [path.read_text().splitlines()[0] for path in TEMPLATES.glob("*.html")]

    assert all(line.startswith("{# ") and "Variables: field" in line for line in first_lines)


def test_the_summary_links_to_each_field_in_error() -> None:
    fields = bind(GALLERY, zone=BERLIN, errors={"f3": "Choose one."}, prefix="q-")

    html = render_to_string("interrupts/fields/summary.html", {"fields": fields, "errors": {"form": "Not together."}})

    assert '<a href="#q-f3-0">' in html
    assert html.count("<li>") == 2


def test_what_was_posted_wins_over_prefill_and_prefill_over_the_default() -> None:
    form = parse({"properties": {"p": {"type": "string", "default": "default"}}})

    prefill, posted = {"p": "pre"}, {"f0": ["posted"]}

    shown = [
        bind(form, zone=BERLIN)[0].value,
        bind(form, zone=BERLIN, prefill=prefill)[0].value,
        bind(form, zone=BERLIN, prefill=prefill, posted=posted)[0].value,
    ]

    assert shown == ["default", "pre", "posted"]


def test_hidden_characters_of_a_value_are_shown_beside_its_box() -> None:
    form = parse({"properties": {"p": {"type": "string", "default": "user\u202etxt.exe"}}})

    assert "user⟨U+202E⟩txt.exe" in page(form).html
    assert read(form, page(form).post(), zone=BERLIN).content == {"p": "user\u202etxt.exe"}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "value", ["a\r\nb", "a\rb", "\x00", "\ud800", "\n\nleading", "trailing\n", " \t\x85\u2028\ufeff"]
)
@pytest.mark.parametrize("schema", [{"type": "string"}, {"type": "string", "maxLength": 500}])
def test_a_value_a_plain_box_would_change_comes_back_unchanged(schema: Any, value: str) -> None:
    form = parse({"properties": {"p": schema}})

    result = read(form, page(form, prefill={"p": value}).post(), zone=BERLIN)

    assert result.content == {"p": value}  # type: ignore[union-attr]
