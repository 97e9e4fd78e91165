"""Editing an object that exists already: what nobody touches stays exactly as it was, and what changed can be told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.forms.binding import bind
from interrupts.forms.bound import BoundField
from interrupts.forms.checking import problems
from interrupts.forms.model import MISSING, Accepted, Field, Form, Invalid, Refused
from interrupts.forms.parse import parse
from interrupts.forms.reading import checked, own, read_field
from interrupts.forms.text import looks_secret

_WHOLE = "value"
_ONE_BOX = {"properties": {_WHOLE: {"title": gettext_lazy("As JSON")}}, "required": [_WHOLE]}
_MASK = "••••••"
# Browsers post nothing for these when nothing is chosen; any other control that is not posted was not on the page.
_SAY_NOTHING_BY_ABSENCE = frozenset({"must_tick", "switch", "ticks", "filter_ticks"})


@dataclass(frozen=True, slots=True)
class Editor:
    """A form in which ``proposed`` can be edited; ``in_one_box`` when that is a single box of JSON."""

    form: Form
    schema: Any
    proposed: Mapping[str, Any]
    in_one_box: bool = False

    @property
    def prefill(self) -> Mapping[str, Any]:
        """What ``bind`` takes to show the object as it was proposed."""
        return {_WHOLE: self.proposed} if self.in_one_box else self.proposed

    def read(self, posted: Mapping[str, Sequence[str]], *, zone: tzinfo) -> Accepted | Invalid:
        """Return the object as edited, valid against the schema, or what is wrong with it.

        Untouched it is ``proposed`` itself, unchecked: it is for whoever made it to have got it right.
        """
        content, errors = self._edited(posted, zone)
        if not errors and not changed_keys(self.proposed, content):
            return Accepted(dict(self.proposed))
        if self.in_one_box:
            found = {} if errors else problems(self.schema, content, {})
            errors |= dict(zip([self.form.fields[0].name], found.values(), strict=False))
        else:
            errors = checked(self.form, content, errors)
        return Invalid(errors, own(self.form, posted)) if errors else Accepted(content)

    def _edited(self, posted: Mapping[str, Sequence[str]], zone: tzinfo) -> tuple[dict[str, Any], dict[str, str]]:
        shown = untouched(bind(self.form, zone=zone, prefill=self.prefill))
        content, errors = dict(self.prefill), dict[str, str]()
        for field in self.form.fields:
            before, now = _of(field.name, shown), _of(field.name, posted)
            if now == before or (not now and field.control not in _SAY_NOTHING_BY_ABSENCE):
                continue
            try:
                value = read_field(field, posted, zone)
            except Refused as refusal:
                errors[field.name] = str(refusal)
                continue
            if value is MISSING:
                content.pop(field.key, None)
            elif field.key not in content or not _alike(value, content[field.key]):
                content[field.key] = value
        if not self.in_one_box:
            return content, errors
        whole = content[_WHOLE]
        if not isinstance(whole, dict):
            return {}, {self.form.fields[0].name: _("This must be one JSON object, in braces.")}
        return whole, errors


def edit(schema: Any, proposed: Mapping[str, Any]) -> Editor:
    """Return a form made of ``schema``, or one box of JSON where that form would not show all of ``proposed``."""
    form = parse(_without_defaults(schema))
    form = replace(form, fields=tuple(replace(field, warning="") for field in form.fields))
    if form.unanswerable is None and not form.scalar and _shows_all(form, proposed):
        return Editor(form, schema, proposed)
    return Editor(parse(_ONE_BOX), schema, proposed, in_one_box=True)


def _without_defaults(schema: Any) -> Any:
    """A property that was left out is shown as left out: its default is for the server to fill in."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return schema
    bare = {
        key: {word: value for word, value in part.items() if word != "default"} if isinstance(part, dict) else part
        for key, part in properties.items()
    }
    return {**schema, "properties": bare}


def _shows_all(form: Form, proposed: Mapping[str, Any]) -> bool:
    """Say whether the untouched form reads back as every value that was proposed."""
    if not proposed.keys() <= {field.key for field in form.fields}:
        return False
    post = untouched(bind(form, zone=UTC, prefill=proposed))
    return all(field.key not in proposed or _reads_as(field, post, proposed[field.key]) for field in form.fields)


def _reads_as(field: Field, post: Mapping[str, Sequence[str]], value: Any) -> bool:
    try:
        read = read_field(field, post, UTC)
    except Refused:
        read = MISSING
    # Nothing is shown as nothing; left alone it is still sent as it was proposed.
    return _alike(read, value) or (read is MISSING and value in ("", [], None))


def untouched(fields: Sequence[BoundField]) -> dict[str, list[str]]:
    """Return what a browser posts for these fields when nobody touches them."""
    post: dict[str, list[str]] = {}
    for field in fields:
        match field.control:
            case "must_tick" | "switch":
                values = ["true"] if field.checked else []
            case "select" | "filter_select":
                values = list(field.chosen) or [field.options[0].token]
            case "radios" | "yes_no" | "yes_no_none" | "ticks" | "filter_ticks":
                values = list(field.chosen)
            case _:
                values = [field.value]
        if values:
            post[field.name] = values
        if field.control == "date_time":
            post[f"{field.name}-zone"] = [field.zone]
            post |= {f"{field.name}-was": [field.was]} if field.was else {}
            post |= {f"{field.name}-fold": [each.token for each in field.offsets if each.chosen][:1] or []}
    return {name: values for name, values in post.items() if values}


def _of(name: str, posted: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return what is posted for one field, with the line ends that were on the page."""
    return {
        each: [value.replace("\r\n", "\n").replace("\r", "\n") for value in values]
        for each, values in posted.items()
        if each.partition("-")[0] == name
    }


def _alike(one: Any, other: Any) -> bool:
    """Say whether two values are the same JSON, a whole number being the same however it is written."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in (one, other))
    return bool(one == other) and (numbers or type(one) is type(other))


def changed_keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return the names under which two objects differ: in the order of ``after``, then those that are gone."""
    changed = [key for key in after if key not in before or not _alike(before[key], after[key])]
    return changed + [key for key in before if key not in after]


def masked_change(form: Form, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return what changed, for the record: new values without secrets, and the names of what was left out."""
    secret = {field.key for field in form.fields if field.secret}
    changed = changed_keys(before, after)
    values = {key: after[key] for key in changed if key in after}
    shown = {key: _MASK if key in secret or looks_secret(key) else value for key, value in values.items()}
    return {"changed": shown, "left_out": [key for key in changed if key not in after]}
