"""A form made ready for a page: what each control shows, ticks, names and points at."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.forms.bound import BoundField, Option
from interrupts.forms.choices import token_of
from interrupts.forms.model import MISSING, Field, Form
from interrupts.forms.moments import instant, is_date, offsets_of, shown_moment, zone_name, zone_named
from interrupts.forms.number import number_text
from interrupts.forms.reading import Post
from interrupts.forms.text import json_text, visible

_AS_JSON = gettext_lazy("Shown as JSON, because it holds something a plain box would lose.")
_UNHOLDABLE = re.compile("[\r\x00\ud800-\udfff]")
"""What HTML would change on its way to the page and back."""


def bind(
    form: Form,
    *,
    zone: tzinfo,
    posted: Mapping[str, Sequence[str]] | None = None,
    errors: Mapping[str, str] | None = None,
    prefill: Mapping[str, Any] | None = None,
    prefix: str = "",
    described_by: str = "",
) -> tuple[BoundField, ...]:
    """Return the fields ready for their templates.

    Each shows what was ``posted``, else its value in ``prefill`` (an answer's content: a draft, an old answer, a
    proposal), else the server's default. ``prefix`` makes ids unique on a page with several forms; ``described_by``
    are ids of texts that explain every field. Never raises.
    """
    known = prefill if isinstance(prefill, Mapping) else {}
    return tuple(
        _bound(field, posted, (errors or {}).get(field.name, ""), known, zone, prefix, described_by)
        for field in form.fields
    )


@dataclass(slots=True)
class _Drawn:
    """What one field shows, before ids."""

    control: str
    value: str = ""
    tokens: frozenset[str] = frozenset()
    as_json: bool = False
    input_type: str = "text"
    zone: str = ""
    was: str = ""
    fold: str = ""
    offsets: tuple[str, ...] = ()


def _bound(
    field: Field,
    posted: Mapping[str, Sequence[str]] | None,
    error: str,
    prefill: Mapping[str, Any],
    zone: tzinfo,
    prefix: str,
    described_by: str,
) -> BoundField:
    post = Post(field.name, posted or {})
    # Drafts hold no secrets: a field that looks like one shows what it would without a draft.
    if posted is not None and not (field.secret and not post.was_there):
        drawn = _from_post(field, post, zone)
    else:
        drawn = _from_value(field, prefill.get(field.key, field.default), zone)
    own = f"{prefix}{field.name}"
    options = _options(field, drawn, own)
    offsets = tuple(
        Option(str(place), label, "", f"{own}-fold-{place}", drawn.fold == str(place))
        for place, label in enumerate(drawn.offsets)
    )
    marks = visible(drawn.value)
    marks = marks if marks != drawn.value.replace("\r\n", "\n") else ""
    hint = f"{field.hint} {_AS_JSON}".strip() if drawn.as_json else field.hint
    notes = (("error", error), ("zone", drawn.zone), ("help", field.help), ("hint", hint), ("warning", field.warning))
    described = [f"{own}-{part}" for part, text in (*notes, ("marks", marks)) if text]
    return BoundField(
        field=field,
        control=drawn.control,
        name=f"{field.name}-json" if drawn.as_json else field.name,
        id=own,
        target=options[0].id if options and drawn.control not in _SELECTS else own,
        value=drawn.value,
        options=options,
        error=error,
        describedby=" ".join([*described, *described_by.split()]),
        marks=marks,
        hint=hint,
        checked="true" in drawn.tokens,
        input_type=drawn.input_type,
        zone=drawn.zone,
        was=drawn.was,
        offsets=offsets,
    )


_SELECTS = frozenset({"select", "filter_select"})
_ONE_OF = frozenset({"radios", "select", "filter_select"})
_MANY_OF = frozenset({"ticks", "filter_ticks"})
_BOOLEANS = frozenset({"must_tick", "switch", "yes_no", "yes_no_none"})


def _options(field: Field, drawn: _Drawn, own: str) -> tuple[Option, ...]:
    if drawn.as_json:
        return ()
    offered: list[tuple[str, str, str]] = [(choice.token, choice.label, choice.help) for choice in field.choices]
    if field.control in ("yes_no", "yes_no_none"):
        offered = [("true", _("Yes"), ""), ("false", _("No"), "")]
    if field.control == "yes_no_none" or (field.control == "radios" and not field.required):
        offered.append(("", _("No answer"), ""))
    elif field.control in _SELECTS:
        offered.insert(0, ("", _("Choose one") if field.required else _("No answer"), ""))
    # "No answer" is a choice that is made by not choosing; where an answer is required, nothing stands for it.
    chosen = drawn.tokens or {""}
    return tuple(
        Option(token, label, text, f"{own}-{place}", token in chosen)
        for place, (token, label, text) in enumerate(offered)
    )


def _from_post(field: Field, post: Post, zone: tzinfo) -> _Drawn:
    if post.has("json"):
        return _Drawn("json", value=post.one("json"), as_json=field.control != "json")
    if field.control in _MANY_OF:
        return _Drawn(field.control, tokens=frozenset(post.all()))
    if field.control in _ONE_OF or field.control in _BOOLEANS:
        token = post.one()
        return _Drawn(field.control, tokens=frozenset({_BOOLEAN_WORDS.get(token, token)}) if token else frozenset())
    text = post.text()
    if field.control == "date_time":
        return _moment_from_post(field, post, zone)
    return _boxed(field, text)


_BOOLEAN_WORDS = {"on": "true", "yes": "true", "off": "false", "no": "false"}


def _from_value(field: Field, value: Any, zone: tzinfo) -> _Drawn:
    if field.control in _BOOLEANS:
        return _Drawn(field.control, tokens=frozenset({str(value).lower()}) if isinstance(value, bool) else frozenset())
    if field.control in _ONE_OF or field.control in _MANY_OF:
        values = value if field.control in _MANY_OF and isinstance(value, list) else [value]
        tokens = (token_of(field.choices, each) for each in values if each is not MISSING)
        return _Drawn(field.control, tokens=frozenset(token for token in tokens if token is not None))
    if value is MISSING or value is None:
        value = ""
        if field.control == "json":
            return _Drawn("json")
    text = _typed(field, value)
    if text is None:
        return _Drawn("json", value=json_text(value, indent=2), as_json=field.control != "json")
    if field.control == "date_time":
        return _moment(text, zone)
    return _boxed(field, text)


def _typed(field: Field, value: Any) -> str | None:
    """Return ``value`` as a person would have typed it, or None where typing could not say it."""
    match field.control:
        case "json":
            return None
        case "integer" | "number" | "slider":
            text = number_text(value, whole=field.value_type == "integer")
        case "lines" if isinstance(value, list):
            lines = [each if isinstance(each, str) else number_text(each, whole=False) for each in value]
            if any(line == "" or "\n" in line for line in lines):
                return None
            text = "\n".join(lines)
        case _ if isinstance(value, str):
            text = value
        case _:
            return None
    return None if _UNHOLDABLE.search(text) else text


def _boxed(field: Field, text: str) -> _Drawn:
    """Return a box for ``text``: one line if that can hold it; a date picker only for what it would not blank out."""
    if field.control in ("text", "email", "url", "date") and "\n" in text:
        return _Drawn("textarea", value=text)
    if field.control == "date" and (text == "" or is_date(text)):
        return _Drawn("date", value=text, input_type="date")
    return _Drawn(field.control, value=text)


def _moment(text: str, zone: tzinfo) -> _Drawn:
    shown = shown_moment(text, zone)
    if shown is None:
        kind = "text" if text else "datetime-local"
        if "\n" in text:
            return _Drawn("textarea", value=text)
        return _Drawn("date_time", value=text, input_type=kind, zone=zone_name(zone))
    return _Drawn(
        "date_time",
        value=shown.local,
        input_type="datetime-local",
        zone=zone_name(zone),
        was=text,
        fold=shown.fold,
        offsets=shown.offsets,
    )


def _moment_from_post(field: Field, post: Post, zone: tzinfo) -> _Drawn:
    text, zone = post.text(), zone_named(post.one("zone"), zone)
    if "\n" in text:
        return _Drawn("textarea", value=text)
    is_local = instant(f"{text}Z") is not None or instant(f"{text}:00Z") is not None
    return _Drawn(
        "date_time",
        value=text,
        input_type="datetime-local" if is_local or not text else "text",
        zone=zone_name(zone),
        was=post.one("was"),
        fold=post.one("fold"),
        offsets=offsets_of(text, zone),
    )
