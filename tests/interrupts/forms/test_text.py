"""Nothing hides in text that is shown."""

import json

import pytest
from django.template import Context, Template
from django.utils.safestring import mark_safe
from hypothesis import given

from interrupts.forms import visible
from interrupts.forms.text import json_text
from tests.interrupts.forms.strategies import texts

FILTERED = "{% load interrupts_text %}{{ x|visible }}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ä 名 👩‍🚀\n\tkept", "plain ä 名 👩‍🚀\n\tkept"),
        ("a\x00b\x1b[0m", "a␀b␛[0m"),
        ("user\u202etxt", "user⟨U+202E⟩txt"),
        ("\ud800", "⟨U+D800⟩"),
        ("a\u200bb\ufeff", "a⟨U+200B⟩b⟨U+FEFF⟩"),
        ("a\r\nb\rc", "a\nb␍c"),
        ("\U000e0041", "⟨U+E0041⟩"),
    ],
)
def test_hidden_characters_become_marks(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(texts)
def test_what_is_shown_can_be_encoded_and_showing_it_again_changes_nothing(text: str) -> None:
    shown = visible(text)

    shown.encode()
    assert visible(shown) == shown


@given(texts)
def test_json_for_people_is_the_same_json_and_can_be_encoded(text: str) -> None:
    assert json.loads(json_text({text: text}).encode()) == {text: text}


def test_the_filter_leaves_escaping_to_the_template_even_for_text_marked_safe() -> None:
    shown = Template(FILTERED).render(Context({"x": mark_safe("<b>\u202e")}))

    assert shown == "&lt;b&gt;⟨U+202E⟩"


def test_the_filter_shows_what_is_no_text_too() -> None:
    assert Template(FILTERED).render(Context({"x": 5})) == "5"
