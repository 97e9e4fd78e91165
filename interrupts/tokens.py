"""Access tokens: made once, shown once, known by their digest only."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from interrupts.models import AccessToken
from interrupts.wire import storable

_PREFIX = "mcp_"
_USED_STEP = timedelta(minutes=1)


def make_token(*, person: Any, name: str, expires_at: datetime | None, at: datetime) -> tuple[AccessToken, str]:
    """Create a token for a person; the text that is returned with it cannot be had again."""
    # 32 random bytes cannot be guessed, so a fast digest without salt keeps them.
    text = _PREFIX + secrets.token_urlsafe(32)
    row = AccessToken.objects.create(
        person=person, name=storable(name)[:100], digest=_digest(text), expires_at=expires_at, created_at=at
    )
    return row, text


def person_of_token(text: str, *, at: datetime) -> Any:
    """Return the active person whose token this is, None for any other text; note that it was used."""
    alive = Q(expires_at__isnull=True) | Q(expires_at__gt=at)
    row = AccessToken.objects.filter(alive, digest=_digest(text)).select_related("person").first()
    if row is None or not row.person.is_active:
        return None
    # Once a minute is enough to know by, and spares a write for each call.
    stale = Q(used_at__isnull=True) | Q(used_at__lte=at - _USED_STEP)
    AccessToken.objects.filter(stale, pk=row.pk).update(used_at=at)
    return row.person


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
