"""The catalogues of languages: they say everything the code says, and what is compiled is what is written."""

import re
from typing import Any

import pytest
from babel.messages import Catalog

from tests.catalogues import PLACES, ROOT, catalogue_file, compiled, read, said_by

LANGUAGES = sorted({file.parents[1].name for file in ROOT.glob("*/locale/*/LC_MESSAGES/django.po")})
EACH = [(package, language) for package in PLACES for language in LANGUAGES]
_PLACES_IN_TEXT = re.compile(r"%\(\w+\)s|\{\w*\}|</?\w+|\n")


def keys(catalogue: Catalog) -> set[Any]:
    return {(message.context, message.id) for message in catalogue if message.id}


@pytest.mark.parametrize(("package", "language"), EACH)
def test_a_language_says_all_that_is_said_and_nothing_else(package: str, language: str) -> None:
    catalogue = read(catalogue_file(package, language))

    assert keys(catalogue) == keys(said_by(package)), "run: uv run python -m tests.catalogues"
    for message in catalogue:
        texts = message.string if isinstance(message.string, tuple | list) else [message.string]
        assert message.id == "" or all(texts), f"not translated: {message.id!r}"
        assert message.id == "" or not message.fuzzy, f"to be looked at: {message.id!r}"


@pytest.mark.parametrize(("package", "language"), EACH)
def test_a_translation_has_the_same_places_and_tags_as_the_sentence(package: str, language: str) -> None:
    for message in read(catalogue_file(package, language)):
        if not message.id:
            continue
        texts, strings = message.id, message.string
        pairs = zip(texts, strings, strict=True) if isinstance(texts, tuple) else [(texts, strings)]
        for text, string in pairs:
            found = [sorted(set(_PLACES_IN_TEXT.findall(words))) for words in (text, string)]
            assert found[0] == found[1] or message.pluralizable, f"{text!r} became {string!r}"


@pytest.mark.parametrize(("package", "language"), EACH)
def test_what_is_compiled_is_what_is_written(package: str, language: str) -> None:
    file = catalogue_file(package, language)

    assert file.with_suffix(".mo").read_bytes() == compiled(read(file)), "run: uv run python -m tests.catalogues"
