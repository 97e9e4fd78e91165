"""Used answers as rows, and the keys that seal what tools keep with a question."""

import hashlib

from django.conf import settings
from django.db import IntegrityError, transaction

from interrupts.models import Nonce
from interrupts.tools.work import Workroom

_SLACK_SECONDS = 86_400.0
"""So much longer a used answer is remembered: a clock that is set back must not bring it to life again."""


def sealing_keys() -> tuple[bytes, ...]:
    """Return the keys for the state of questions: the first seals, every key reads."""
    keys = settings.INTERRUPTS.get("KEYS") or [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return tuple(hashlib.sha256(b"interrupts.tools:" + key.encode()).digest() for key in keys)


class RowNonces:
    """Implements ``mcpbridge.authoring.NonceStore`` for all processes that share the database.

    Spent by a synchronous tool inside a transaction, a nonce stands or falls with what the tool writes there.
    """

    def __init__(self, room: Workroom) -> None:
        self._room = room

    def spend(self, nonce: str, *, until: float, now: float) -> bool:
        """Spend ``nonce``; True for exactly one caller, however many try at once."""
        return self._room.do(lambda: _spend(nonce, until, now))

    def is_spent(self, nonce: str) -> bool:
        """Say whether somebody spent ``nonce``."""
        return self._room.do(lambda: Nonce.objects.filter(nonce=nonce).exists())


def _spend(nonce: str, until: float, now: float) -> bool:
    Nonce.objects.filter(until__lte=now - _SLACK_SECONDS).delete()
    try:
        with transaction.atomic():
            Nonce.objects.create(nonce=nonce, until=until)
    except IntegrityError:
        return False
    return True
