"""Text that strangers wrote, made fit to be shown: no character hides, and names become readable."""

import json
import re
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

# Control characters, bidi controls, zero-width characters, noncharacters, tags and lone surrogates. The zero-width
# joiners U+200C and U+200D stay: Persian and many emoji need them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\-]+")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_\-]*")
_WORD = re.compile(r"[a-z0-9]+")

_SECRET_WORDS = frozenset(
    {"password", "passwords", "passwd", "pwd", "passphrase", "passcode", "secret", "secrets", "token", "pin", "otp"}
    | {"cvv", "cvc", "credential", "credentials", "apikey"}
)
_SECRET_PAIRS = frozenset({("api", "key"), ("access", "key"), ("private", "key"), ("secret", "key"), ("pass", "word")})


def _mark(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(0x2400 + code) if code < 0x20 else f"⟨U+{code:04X}⟩"


def visible(text: object) -> str:
    """Return ``text`` as a plain ``str`` with a visible mark in place of each character that hides or reorders others.

    Line feeds and tabs stay, CR LF becomes a line feed. The result can always be encoded and is not marked as safe
    markup; doing it twice changes nothing.
    """
    plain = str.__str__(text) if isinstance(text, str) else str(text)
    return _HIDDEN.sub(_mark, plain.replace("\r\n", "\n"))


def _words(name: str) -> list[str]:
    return _CAMEL.sub(" ", name).split()


def readable_name(key: str) -> str:
    """Return a property's name as a label: ``apiKey`` becomes ``Api key``; what is no identifier stays as it is."""
    if not key.strip():
        return _("Unnamed field")
    if not _IDENTIFIER.fullmatch(key):
        return visible(key)
    words = [word if word.isupper() and len(word) > 1 else word.lower() for word in _words(key)]
    name = " ".join(words) or key
    return name[0].upper() + name[1:]


def looks_secret(*names: str) -> bool:
    """Say whether one of the names speaks of a password, token, key or the like."""
    for name in names:
        words = _WORD.findall(" ".join(_words(name)).lower())
        if not _SECRET_WORDS.isdisjoint(words) or any(pair in _SECRET_PAIRS for pair in pairwise(words)):
            return True
    return False


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Return ``value`` as JSON a person can read: letters of all scripts as they are, hidden characters escaped."""
    try:
        return _HIDDEN.sub(_escape, json.dumps(value, ensure_ascii=False, indent=indent))
    except (TypeError, ValueError, RecursionError):
        return ""


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
