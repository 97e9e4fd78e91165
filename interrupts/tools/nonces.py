"""Used answers as rows."""

from django.db import IntegrityError, transaction

from interrupts.models import Nonce
from interrupts.tools.work import Workroom

_SLACK_SECONDS = 86_400.0
"""So much longer a used answer is remembered: a clock that is set back must not bring it to life again."""


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
