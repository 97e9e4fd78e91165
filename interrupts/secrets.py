"""Sealing of what must be kept but never shown: headers, tokens, keys; and the keys of the site, one set a purpose."""

import base64
import hashlib
from collections.abc import Mapping

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from interrupts import wire


class UnreadableSecret(Exception):
    """A sealed value was made with a key this site no longer has."""


def keys_for(purpose: str) -> tuple[bytes, ...]:
    """Return 32 bytes for each key of the site, of no use for any other purpose.

    The first seals, every one reads: that is how keys are rotated.
    """
    keys = settings.INTERRUPTS.get("KEYS") or [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return tuple(hashlib.sha256(f"{purpose}:{key}".encode()).digest() for key in keys)


def _sealer() -> MultiFernet:
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys_for("interrupts.secrets")])


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
        raise UnreadableSecret("What is stored of it cannot be read with the keys of this site.") from error
    return opened
