"""Sealing of what must be kept but never shown: a server's headers."""

import base64
import hashlib
from collections.abc import Mapping

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from interrupts import wire


class UnreadableSecret(Exception):
    """A sealed value was made with a key this site no longer has."""


def _sealer() -> MultiFernet:
    """The first key seals, every key reads: that is how keys are rotated."""
    keys = settings.INTERRUPTS.get("KEYS") or [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    derived = (hashlib.sha256(b"interrupts.secrets:" + key.encode()).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])


def seal(values: Mapping[str, str]) -> str:
    """Return a text that only this site can open; empty for nothing."""
    return _sealer().encrypt(wire.dump(dict(values)).encode()).decode() if values else ""


def unseal(sealed: str) -> dict[str, str]:
    """Return what ``seal`` was given.

    Raises: UnreadableSecret.
    """
    if not sealed:
        return {}
    try:
        opened: dict[str, str] = wire.load(_sealer().decrypt(sealed.encode()).decode())
    except InvalidToken as error:
        raise UnreadableSecret("The stored headers cannot be read with the keys of this site.") from error
    return opened
