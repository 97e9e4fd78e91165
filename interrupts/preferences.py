"""What a person has chosen for themselves: read once for a request, and the language of what a page shows."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from interrupts.fixed_query import FixedQuery
from interrupts.models import Profile, Thread

_KEPT = FixedQuery(lambda person: Profile.objects.filter(person=person))


def preferences_of(person: Any) -> Profile:
    """Return what is kept with the account; what holds without a word of the person where nothing is."""
    kept: Profile | None = _KEPT.first(person.pk) if person.pk else None
    return kept or Profile(person_id=person.pk)


def keep_preferences(person: Any, **values: Any) -> None:
    """Keep other choices with the account, for every device of this person."""
    Profile.objects.update_or_create(person=person, defaults=values)


def known_language(code: str | None) -> str:
    """Return a language this site speaks, its own for anything else: also for what somebody made up."""
    return code if code and code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


_OF_RUN = FixedQuery(
    lambda run: Profile.objects.filter(person__in=Thread.objects.filter(runs=run).values("owner")).values_list(
        "language"
    )
)


def language_of_run(run_id: int) -> str:
    """Return the language in which the person whose run this is reads what is written for them."""
    kept = _OF_RUN.first(run_id)
    return known_language(kept[0] if kept else None)


class PreferencesMiddleware:
    """Puts the person's choices on the request as ``preferences``, and speaks the language they chose, if they did.

    It stands behind Django's own LocaleMiddleware, which speaks the browser's, and AuthenticationMiddleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        """Only now, so that a page about an address that leads nowhere asks no database."""
        kept = preferences_of(request.user)
        request.preferences = kept  # type: ignore[attr-defined]
        if kept.language:
            translation.activate(known_language(kept.language))
            request.LANGUAGE_CODE = translation.get_language()  # type: ignore[attr-defined]
