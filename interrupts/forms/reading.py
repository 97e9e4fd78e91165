"""From a post to an answer, or to one sentence at each field that needs correcting."""

from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.forms.checking import check_value, problems
from interrupts.forms.choices import choice_at
from interrupts.forms.formats import check_format
from interrupts.forms.jsonbox import read_json
from interrupts.forms.model import MISSING, WHOLE_FORM, Accepted, Field, Form, Invalid, Refused
from interrupts.forms.moments import read_moment, zone_named
from interrupts.forms.number import read_number

_YES = frozenset({"true", "on", "yes"})
_NO = frozenset({"false", "off", "no"})


def read(form: Form, posted: Mapping[str, Sequence[str]], *, zone: tzinfo) -> Accepted | Invalid:
    """Return the answer that ``posted`` gives, valid against the stored schema, or what is wrong with it.

    ``posted`` maps control names to all their values. Local times are read in the zone the page was made with, else in
    ``zone``. Never raises; values reach the answer as they were shown: nothing is stripped, completed or converted,
    except that the CR LF which browsers post for a line end is the line feed that was typed.
    """
    content: dict[str, Any] = {}
    errors: dict[str, str] = {}
    for field in form.fields:
        try:
            value = read_field(field, posted, zone)
        except Refused as refusal:
            errors[field.name] = str(refusal)
            continue
        if value is not MISSING:
            content[field.key] = value
    if form.unanswerable is not None:
        errors = {WHOLE_FORM: form.unanswerable}
    elif form.fields:
        errors = checked(form, content, errors)
    return Invalid(errors, own(form, posted)) if errors else Accepted(content)


def read_field(field: Field, posted: Mapping[str, Sequence[str]], zone: tzinfo) -> Any:
    """Return the value that is posted for one field, MISSING when none is and none has to be.

    Raises: Refused.
    """
    value = _value(field, Post(field.name, posted), zone)
    if value is MISSING and field.required:
        raise Refused(_MISSING_SENTENCES.get(field.control, _("Enter a value.")))
    return value


_MISSING_SENTENCES = {
    "must_tick": gettext_lazy("Tick this box if you agree; if you do not, decline."),
    "yes_no": gettext_lazy("Choose yes or no."),
    "radios": gettext_lazy("Choose one."),
    "select": gettext_lazy("Choose one."),
    "filter_select": gettext_lazy("Choose one."),
    "ticks": gettext_lazy("Choose at least one."),
    "filter_ticks": gettext_lazy("Choose at least one."),
    "integer": gettext_lazy("Enter a whole number."),
    "number": gettext_lazy("Enter a number."),
    "slider": gettext_lazy("Enter a number."),
    "date": gettext_lazy("Enter a date."),
    "date_time": gettext_lazy("Enter a date and a time."),
    "email": gettext_lazy("Enter an e-mail address."),
    "url": gettext_lazy("Enter an address."),
    "lines": gettext_lazy("Enter at least one line."),
}


def checked(form: Form, content: dict[str, Any], errors: dict[str, str]) -> dict[str, str]:
    """Return ``errors`` with what the schema has against the values that could be read."""
    if form.scalar:
        field = form.fields[0]
        sentence = check_value(form.schema, content[field.key]) if field.key in content else None
        return {field.name: sentence, **errors} if sentence else errors
    # Null is for the stored schema to judge: "or null" was taken away from those of the fields.
    effective = {field.key: field.schema for field in form.fields if content.get(field.key, MISSING) is not None}
    found = problems(form.schema, content, effective)
    named = {field.name: found[field.key] for field in form.fields if field.key in found and field.name not in errors}
    # With a field still to be corrected, what the schema says about the whole is mostly a consequence of that.
    whole = {WHOLE_FORM: found[None]} if None in found and not errors and not named else {}
    return {**errors, **named, **whole}


def own(form: Form, posted: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return what is posted for the fields of a form and nothing else."""
    names = {field.name for field in form.fields}
    return {name: tuple(values) for name, values in posted.items() if name.partition("-")[0] in names}


class Post:
    """The posted values of one field: its own, and those of the small controls beside it (``f3-fold``)."""

    def __init__(self, name: str, posted: Mapping[str, Sequence[str]]) -> None:
        self._name = name
        self._posted = posted

    def all(self) -> Sequence[str]:
        """Return every value of the control itself."""
        return self._posted.get(self._name, ())

    def one(self, beside: str = "") -> str:
        """Return the last value, as HTML forms are read everywhere, or an empty text."""
        values = self._posted.get(self._full(beside), ())
        return values[-1] if values else ""

    def text(self) -> str:
        """Return the value with the line ends a person typed. Browsers post CR LF for each."""
        return self.one().replace("\r\n", "\n").replace("\r", "\n")

    def has(self, beside: str = "") -> bool:
        """Say whether the field, or a control beside it, was on the page at all."""
        return self._full(beside) in self._posted

    @property
    def was_there(self) -> bool:
        """Whether the post says anything of the field, drawn as it is or as JSON."""
        return self.has() or self.has("json")

    def _full(self, beside: str) -> str:
        return f"{self._name}-{beside}" if beside else self._name


def _value(field: Field, post: Post, zone: tzinfo) -> Any:
    if post.has("json"):
        return read_json(post.one("json"))
    return _READERS[field.control](field, post, zone)


def _read_tick(field: Field, post: Post, zone: tzinfo) -> Any:
    return True if post.one() in _YES else MISSING


def _read_switch(field: Field, post: Post, zone: tzinfo) -> Any:
    return post.one() in _YES


def _read_yes_no(field: Field, post: Post, zone: tzinfo) -> Any:
    token = post.one()
    if token in _YES:
        return True
    if token in _NO:
        return False
    if token:
        raise Refused(_("Choose yes or no."))
    return MISSING


def _read_choice(field: Field, post: Post, zone: tzinfo) -> Any:
    token = post.one()
    return _chosen(field, token) if token else MISSING


def _chosen(field: Field, token: str) -> Any:
    choice = choice_at(field.choices, token)
    if choice is None:
        raise Refused(_("Choose one of the values that are offered."))
    return choice.value


def _read_choices(field: Field, post: Post, zone: tzinfo) -> Any:
    tokens = {token for token in post.all() if token}
    for token in tokens:
        _chosen(field, token)
    return _list_or_blank(field, [choice.value for choice in field.choices if choice.token in tokens])


def _list_or_blank(field: Field, values: list[Any]) -> Any:
    """Return an empty list only where it says something: where a value is required, or a default was taken away."""
    if values:
        return values
    had_default = field.default is not MISSING and field.default != []
    return [] if (field.required or had_default) and not field.min_items else MISSING


def _read_typed_number(field: Field, post: Post, zone: tzinfo) -> Any:
    text = post.one()
    return read_number(text, whole=field.value_type == "integer") if text.strip() else MISSING


def _read_text(field: Field, post: Post, zone: tzinfo) -> Any:
    text = post.text()
    if text == "":
        return "" if field.required and field.blank_is_a_value and post.has() else MISSING
    if field.control in ("date", "email", "url"):
        check_format(field.format, text)
    return text


def _read_moment(field: Field, post: Post, zone: tzinfo) -> Any:
    text = post.one()
    if not text:
        return MISSING
    return read_moment(text, zone_named(post.one("zone"), zone), fold=post.one("fold"), was=post.one("was"))


def _read_lines(field: Field, post: Post, zone: tzinfo) -> Any:
    values = []
    for number, line in enumerate(post.text().split("\n"), start=1):
        if line == "":
            continue
        try:
            values.append(_line(field, line))
        except Refused as refusal:
            raise Refused(_("Line {number}: {refusal}").format(number=number, refusal=refusal)) from None
    return _list_or_blank(field, values)


def _line(field: Field, line: str) -> Any:
    if field.value_type != "string":
        return read_number(line, whole=field.value_type == "integer")
    items = field.schema.get("items")
    check_format(str(items.get("format", "")) if isinstance(items, dict) else "", line)
    return line


def _read_json_box(field: Field, post: Post, zone: tzinfo) -> Any:
    return read_json(post.one())


type _Reader = Callable[[Field, Post, tzinfo], Any]

_READERS: dict[str, _Reader] = {
    "must_tick": _read_tick,
    "switch": _read_switch,
    "yes_no": _read_yes_no,
    "yes_no_none": _read_yes_no,
    "radios": _read_choice,
    "select": _read_choice,
    "filter_select": _read_choice,
    "ticks": _read_choices,
    "filter_ticks": _read_choices,
    "integer": _read_typed_number,
    "number": _read_typed_number,
    "slider": _read_typed_number,
    "text": _read_text,
    "textarea": _read_text,
    "email": _read_text,
    "url": _read_text,
    "date": _read_text,
    "date_time": _read_moment,
    "lines": _read_lines,
    "json": _read_json_box,
}
