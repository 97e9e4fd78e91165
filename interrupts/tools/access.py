"""Who may call the tools of this site from outside: the owner of a token, or of a session on a page of this site."""

import io
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.utils import timezone
from django.utils.module_loading import import_string

from interrupts.database import in_database
from interrupts.origins import is_own_origin
from interrupts.tokens import person_of_token


class Refused(Exception):
    """Nobody is let in; ``sentence`` says what is missing."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


async def person_of(scope: Any) -> Any:
    """Return the person in whose name a request comes.

    Raises: Refused.
    """
    request = ASGIRequest(scope, io.BytesIO())
    try:
        host = request.get_host()
    except DisallowedHost:
        raise Refused(400, "This site does not answer to that host.") from None
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        raise Refused(403, "Use https: a token must not travel in the clear.")
    origin = request.headers.get("Origin")
    if origin is not None and not is_own_origin(origin, host=host):
        raise Refused(403, "Requests from pages of other sites are not taken.")
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind:
        person = await in_database(_by_token, kind, token.strip())
    else:
        # A browser sends cookies whoever's page asks for it; only what it says of that page itself can be believed.
        own_page = origin is not None or request.headers.get("Sec-Fetch-Site") == "same-origin"
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        person = await in_database(_by_session, key) if own_page and key else None
    if person is None:
        raise Refused(401, "An access token of this site is needed: Authorization: Bearer …")
    return person


def _by_token(kind: str, token: str) -> Any:
    return person_of_token(token, at=timezone.now()) if kind.lower() == "bearer" else None


def _by_session(key: str) -> Any:
    store = import_string(f"{settings.SESSION_ENGINE}.SessionStore")(key)
    person: Any = get_user(SimpleNamespace(session=store))  # type: ignore[arg-type]
    return person if person.is_authenticated and person.is_active else None
