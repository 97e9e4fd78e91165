"""A browser as far as forms go: it takes a page's controls, keeps what HTML keeps, and makes the post."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlencode
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string

from interrupts.forms import Accepted, Form, Invalid, bind, read

BERLIN = ZoneInfo("Europe/Berlin")


@dataclass
class Control:
    """One named control of the page."""

    name: str
    kind: str
    value: str
    on: bool = True
    label: str = ""


@dataclass
class Page:
    """A page made of one form's fields. ``fill`` acts as a person does, ``post`` as the browser then does."""

    html: str
    controls: list[Control] = field(default_factory=list)

    def of(self, name: str) -> list[Control]:
        return [control for control in self.controls if control.name == name]

    def fill(self, name: str, typed: Any) -> None:
        """Type text, pick by label (a list: several), or tick (True/False)."""
        controls = self.of(name)
        first = controls[0]
        if first.kind in ("radio", "option"):
            word = {True: "Yes", False: "No"}.get(typed, typed) if isinstance(typed, bool) else typed
            assert word in [control.label for control in controls], f"no choice {word!r} in {controls}"
            for control in controls:
                control.on = control.label == word
        elif first.kind == "checkbox" and isinstance(typed, list):
            assert set(typed) <= {control.label for control in controls}
            for control in controls:
                control.on = control.label in typed
        elif first.kind == "checkbox":
            first.on = typed
        else:
            first.value = _kept(first.kind, typed)

    def post(self) -> dict[str, list[str]]:
        """Return the post as it arrives, through the very encoding that browsers use."""
        pairs = [(control.name, re.sub("\r\n|\r|\n", "\r\n", control.value)) for control in self.controls if control.on]
        return parse_qs(urlencode(pairs, encoding="utf-8"), keep_blank_values=True)


def _kept(kind: str, value: str) -> str:
    """Return what a control of this kind keeps of a value: the sanitization that HTML prescribes."""
    patterns = {
        "date": r"\d{4}-\d\d-\d\d",
        "datetime-local": r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?",
    }
    if kind in patterns:
        return value if re.fullmatch(patterns[kind], value) else ""
    return value.replace("\r\n", "\n").replace("\r", "\n") if kind == "textarea" else re.sub("[\r\n]", "", value)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.controls: list[Control] = []
        self._select = ""
        self._inside: Control | None = None
        self._label: Control | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        # Controls without a name are never posted.
        if tag == "input" and "name" in given:
            kind = given.get("type", "text")
            on = "checked" in given or kind not in ("radio", "checkbox")
            value = given.get("value", "")
            self._label = Control(
                given["name"], kind, value if kind in ("radio", "checkbox") else _kept(kind, value), on
            )
            self.controls.append(self._label)
        elif tag == "select":
            self._select = given["name"]
        elif tag == "option":
            self._label = Control(self._select, "option", given["value"], "selected" in given)
            self.controls.append(self._label)
        elif tag == "textarea":
            self._inside = Control(given["name"], "textarea", "")
            self.controls.append(self._inside)
        elif tag == "small":
            self._label = None

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._inside is not None:
            self._inside.value = self._inside.value.removeprefix("\n")
            self._inside = None
        elif tag in ("label", "option", "legend"):
            if self._label is not None:
                self._label.label = self._label.label.strip()
            self._label = None

    def handle_data(self, data: str) -> None:
        if self._inside is not None:
            self._inside.value += data
        elif self._label is not None:
            self._label.label += data


def page(form: Form, **shown: Any) -> Page:
    """Render a form by its templates and open it."""
    html = render_to_string("interrupts/fields/all.html", {"fields": bind(form, **({"zone": BERLIN} | shown))})
    html.encode()
    # What a browser does to a page before it reads it.
    html = html.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Page(html, reader.controls)


def answer(form: Form, typed: dict[str, Any], **shown: Any) -> Accepted | Invalid:
    """Open a form, fill it (by property name), send it, and return what is read."""
    names = {field.key: field.name for field in form.fields}
    opened = page(form, **shown)
    for key, value in typed.items():
        opened.fill(names[key], value)
    return read(form, opened.post(), zone=BERLIN)
