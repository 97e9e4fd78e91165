"""The names of rows and their fields in the admin, in the language that is spoken there."""

from typing import Any

from django.apps import AppConfig
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


def name_rows(app: AppConfig) -> None:
    """Have every name and help text of the app's models looked up in the catalogue.

    They are made from the code (``asked_of`` is "asked of"). Written at each field, they would need a migration each.
    """
    for model in app.get_models():
        if isinstance(model._meta.verbose_name_plural, Promise):
            # Django's own: the name, in whatever language, with an s.
            model._meta.verbose_name_plural = f"{model._meta.verbose_name}s"
        _translate(model._meta, "verbose_name", "verbose_name_plural")
        for field in model._meta.fields:
            _translate(field, "verbose_name", "help_text")


def names_of(app: AppConfig) -> set[str]:
    """Return what a catalogue has to know for ``name_rows``."""
    known: set[str] = set()
    for model in app.get_models():
        known |= {str(model._meta.verbose_name), str(model._meta.verbose_name_plural)}
        for field in model._meta.fields:
            known |= {str(field.verbose_name), str(field.help_text)}
    return known - {""}


def _translate(named: Any, *attributes: str) -> None:
    for attribute in attributes:
        words = getattr(named, attribute)
        if words and not isinstance(words, Promise):
            setattr(named, attribute, gettext_lazy(words))
