"""Random properties, each with an answer that fits it."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

type Property = tuple[dict[str, Any], Any]

ABSENT = object()

_TELLING = st.sampled_from([*"\r\n\x00\t \"'<&>,.", "\r\n", "\ud800", "\u202e", "\ufeff", "\x85", "\u2028", "😀"])
texts = st.lists(st.one_of(_TELLING, st.characters(codec=None, categories=None)), max_size=20).map("".join)
"""Any text JSON can carry, rich in what pages and posts like to change."""

numbers = st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False))
scalars = st.one_of(texts, st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.booleans())
json_values = st.recursive(
    st.one_of(st.none(), scalars),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=8,
)


@st.composite
def typed_texts(draw: st.DrawFn) -> Property:
    # A blank required text is an error by rule, so the answers here are not blank.
    value = draw(texts.filter(bool))
    extra = draw(st.sampled_from([{}, {"maxLength": 400}, {"x-ui": {"widget": "textarea"}}, {"minLength": 1}]))
    return {"type": draw(st.sampled_from(["string", ["string", "null"]])), **extra}, value


@st.composite
def typed_numbers(draw: st.DrawFn) -> Property:
    value = draw(numbers)
    kind = "integer" if isinstance(value, int) else "number"
    bounds = draw(
        st.sampled_from(
            [{}, {"minimum": value}, {"maximum": value}, {"minimum": min(value, -1), "maximum": max(value, 1)}]
        )
    )
    return {"type": kind, **bounds, **draw(st.sampled_from([{}, {"x-ui": {"widget": "slider"}}]))}, value


@st.composite
def picked(draw: st.DrawFn) -> Property:
    values = draw(
        st.lists(
            st.one_of(scalars, json_values.filter(lambda value: value is not None)),
            min_size=1,
            max_size=40,
            unique_by=json.dumps,
        )
    )
    titles = [draw(texts) for _ in values]
    spelling = draw(st.sampled_from(["enum", "enumNames", "oneOf", "anyOf"]))
    # One constant under anyOf is a wrapper like any other; what it wraps is drawn the same way.
    schema: dict[str, Any] = {"enum": values}
    if spelling == "enumNames":
        schema["enumNames"] = titles
    elif spelling in ("oneOf", "anyOf"):
        schema = {"anyOf": [{"const": value, "title": title} for value, title in zip(values, titles, strict=True)]}
    return schema, draw(st.sampled_from(values))


@st.composite
def many_picked(draw: st.DrawFn) -> Property:
    values = draw(st.lists(texts, min_size=1, max_size=30, unique=True))
    chosen = [value for value in values if draw(st.booleans())]
    # An optional list without a default says nothing by being empty: it is absent.
    return {"type": "array", "items": {"type": "string", "enum": values}}, chosen or values[:1]


@st.composite
def typed_lists(draw: st.DrawFn) -> Property:
    kind, values = draw(
        st.sampled_from([("string", texts), ("integer", st.integers()), ("number", numbers)]),
    )
    return {"type": "array", "items": {"type": kind}}, draw(st.lists(values, min_size=1, max_size=6))


@st.composite
def moments(draw: st.DrawFn) -> Property:
    offset = timezone(timedelta(minutes=draw(st.integers(-1439, 1439))))
    moment = draw(st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=st.sampled_from([UTC, offset])))
    text = moment.isoformat(timespec=draw(st.sampled_from(["seconds", "milliseconds", "microseconds"])))
    return {"type": "string", "format": "date-time"}, draw(st.sampled_from([text, text.replace("+00:00", "Z")]))


dates = st.dates().map(lambda day: ({"type": "string", "format": "date"}, day.isoformat()))
booleans = st.booleans().map(lambda value: ({"type": "boolean"}, value))
agreed = st.just(({"type": "boolean", "const": True}, True))
emails = st.sampled_from(["a@b.example", "é@bücher.example", "a+b@c-d.e"]).map(
    lambda text: ({"type": "string", "format": "email"}, text)
)
addresses = st.sampled_from(["https://x.example", "HTTP://X.example/%20?a=1#b", "mailto:a@b.example", "urn:x:y"]).map(
    lambda text: ({"type": "string", "format": "uri"}, text)
)
nested = json_values.filter(lambda value: value is not None).map(lambda value: ({}, value))

properties = st.one_of(
    *(typed_texts(), typed_numbers(), picked(), many_picked(), typed_lists(), moments(), dates, booleans, agreed),
    *(emails, addresses, nested),
)


@st.composite
def questions(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A schema and an answer that is valid against it; some optional properties are left out of the answer."""
    drawn = draw(st.dictionaries(texts, properties, max_size=6))
    required = [key for key in drawn if draw(st.booleans())]
    answer = {key: value for key, (_, value) in drawn.items() if key in required or draw(st.booleans())}
    schema = {"type": "object", "properties": {key: part for key, (part, _) in drawn.items()}, "required": required}
    return schema, answer


_KEYWORDS = st.sampled_from(
    [
        *(
            "type",
            "properties",
            "required",
            "enum",
            "enumNames",
            "const",
            "oneOf",
            "anyOf",
            "allOf",
            "not",
            "if",
            "then",
        ),
        *(
            "$ref",
            "$defs",
            "items",
            "prefixItems",
            "title",
            "description",
            "default",
            "minimum",
            "maximum",
            "multipleOf",
        ),
        *("minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "x-ui", "widget"),
        *(
            "additionalProperties",
            "patternProperties",
            "unevaluatedProperties",
            "$id",
            "$schema",
            "$dynamicRef",
            "a",
            "b",
        ),
    ]
)
_WORDS = st.sampled_from(
    [
        *("string", "integer", "number", "boolean", "array", "object", "null", "date", "date-time", "email", "uri"),
        *("#", "#/", "#/$defs/a", "#/properties/a", "http://x.test/y", "file:///etc/passwd"),
        *("^(a+)+$", "[", "slider", "textarea", "a", "b"),
    ]
)
garbage = st.recursive(
    st.one_of(st.none(), scalars, _WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_KEYWORDS, inner, max_size=5)),
    max_leaves=25,
)
