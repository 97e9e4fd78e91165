"""The catalogues of sentences: ``uv run python -m tests.catalogues`` brings them up to date and compiles them.

It needs nothing but Python: templates are read by Django, source and catalogues by Babel. docs/translating.md says how
a language is added.
"""

import ast
import os
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[1]
PLACES = {"interrupts": ("interrupts",), "chatsite": ("chatsite", "templates")}
"""Each package carries its own catalogues; those of the site hold the templates beside it too."""
_KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
}
_TEXT = r"""u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
_CALL = re.compile(rf"\b(_|n?p?gettext)\(\s*({_TEXT}(?:\s*,\s*{_TEXT})*)")

type Found = tuple[str, str | tuple[str, str], str | None]
"""The file, the sentence (with its plural), and the context that tells it from another of the same words."""


def catalogue_file(package: str, language: str) -> Path:
    """Return where the sentences of a package are in a language."""
    return ROOT / package / "locale" / language / "LC_MESSAGES" / "django.po"


def read(file: Path) -> Catalog:
    """Return a catalogue as it is stored."""
    with file.open("rb") as source:
        return read_po(source, abort_invalid=True)


def compiled(catalogue: Catalog) -> bytes:
    """Return what Django reads of it."""
    target = BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def said_by(package: str) -> Catalog:
    """Return every sentence that a package says, with no translation."""
    catalogue = Catalog()
    for folder in PLACES[package]:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for _line, text, _comments, context in extract_from_file("python", file, keywords=_KEYWORDS):
                _add(catalogue, (_name(file), text, context))
        for file in sorted((ROOT / folder).rglob("*.html")):
            for found in _in_template(file):
                _add(catalogue, found)
    if package == "interrupts":
        for name in sorted(_names_of_rows()):
            _add(catalogue, ("interrupts/models", name, None))
    return catalogue


def _in_template(file: Path) -> Iterator[Found]:
    for call in _CALL.finditer(templatize(file.read_text(), origin=str(file))):
        texts = [ast.literal_eval(text) for text in re.findall(_TEXT, call[2])]
        context = texts.pop(0) if "p" in call[1] else None
        yield _name(file), (texts[0], texts[1]) if call[1].startswith("n") else texts[0], context


def _add(catalogue: Catalog, found: Found) -> None:
    file, text, context = found
    catalogue.add(text, locations=[(file, 0)], context=context)


def _names_of_rows() -> set[str]:
    # Only here, since it needs Django to be set up.
    from django.apps import apps

    from interrupts.naming import names_of

    return names_of(apps.get_app_config("interrupts"))


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def update() -> None:
    """Put what is new into every catalogue, take out what nobody says any more, and compile them."""
    for package in PLACES:
        said = said_by(package)
        for file in sorted((ROOT / package / "locale").glob("*/LC_MESSAGES/django.po")):
            catalogue = read(file)
            catalogue.update(said, no_fuzzy_matching=True, update_creation_date=False)
            with file.open("wb") as target:
                write_po(target, catalogue, width=120, sort_output=True, ignore_obsolete=True, include_lineno=False)
            file.with_suffix(".mo").write_bytes(compiled(read(file)))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django
    from django.utils import translation

    django.setup()
    with translation.override(None):
        update()
