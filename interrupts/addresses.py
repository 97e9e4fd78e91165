"""Where an address of a stranger leads: what a person must see before opening it. Nothing here opens or fetches it."""

import ipaddress
import re
import unicodedata
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

import idna
from django.utils.translation import gettext as _

from interrupts.forms import visible

_USUAL_PORTS = {"http": "80", "https": "443"}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_HOST_AND_PORT = re.compile(r"(\[[^\]]*\]|[^:]*)(?::([0-9]*))?")
_NEVER_IN_A_HOST = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
_IPV4_PART = re.compile(r"0[xX][0-9a-fA-F]*|[0-9]+")
_KEPT = "%/?#[]@!$&'()*+,;=:~"
# Scripts that are written together; browsers let these pass too.
_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA", "LATIN"}, {"CJK", "HANGUL", "LATIN"}, {"CJK", "BOPOMOFO", "LATIN"})


@dataclass(frozen=True, slots=True)
class Address:
    """``shown`` is what the server wrote, ``host`` where a browser goes, ``reads`` how that looks in its own letters.

    ``link`` opens exactly that; it is empty where ``refusal`` says why it is not to be opened. All are fit to show.
    """

    shown: str
    host: str = ""
    reads: str = ""
    link: str = ""
    refusal: str = ""
    warnings: tuple[str, ...] = ()


class _Unreadable(Exception):
    """No browser would find a host in this."""


def read_address(text: Any) -> Address:
    """Return where ``text`` leads, read as browsers read it. Never raises, whatever JSON stands in its place."""
    if not isinstance(text, str) or not text.strip():
        return Address("", refusal=_("The server named no address."))
    shown, cleaned = visible(text), re.sub(r"[\t\r\n]", "", text.strip())
    scheme = match[1].lower() if (match := _SCHEME.match(cleaned)) else ""
    rest = cleaned[len(scheme) + 1 :] if scheme else cleaned
    if scheme and scheme not in _USUAL_PORTS:
        return Address(
            shown,
            refusal=_("Only http and https addresses can be opened; this one begins with {scheme}:").format(
                scheme=scheme
            ),
        )
    if not scheme and not re.match(r"[/\\]{2}", rest):
        return Address(shown, refusal=_("This is not a whole address that begins with http or https."))
    authority = re.split(r"[/\\?#]", rest.lstrip("/\\"), maxsplit=1)[0]
    tail = rest.lstrip("/\\")[len(authority) :]
    user, at, place = authority.rpartition("@")
    try:
        host, port = _host_and_port(place)
    except _Unreadable:
        return Address(shown, refusal=_("The host in this address cannot be read."))
    reads = ".".join(map(_own_letters, host.split(".")))
    refusal = _why_not(scheme, text, rest, tail)
    if refusal:
        return Address(shown, host, _if_other(reads, host), refusal=refusal)
    port = "" if port == _USUAL_PORTS[scheme] else port
    link = f"{scheme}://{quote(user, safe='%:!$&+,;=~')}{at}{host}{f':{port}' if port else ''}{quote(tail, safe=_KEPT)}"
    return Address(shown, host, _if_other(reads, host), link, warnings=_warnings(scheme, user, host, reads, port))


def _why_not(scheme: str, text: str, rest: str, tail: str) -> str:
    if not scheme:
        return _("This is not a whole address that begins with http or https.")
    crooked = not rest.startswith("//") or rest[2:3] in ("/", "\\") or "\\" in re.split("[?#]", tail, maxsplit=1)[0]
    if crooked or re.search(r"[\t\r\n]", text.strip()) or visible(text) != text:
        return _("This address holds signs that do not belong in one and may hide where it leads.")
    return ""


def _host_and_port(place: str) -> tuple[str, str]:
    match = _HOST_AND_PORT.fullmatch(place)
    if match is None:
        raise _Unreadable
    host, port = match[1], (match[2] or "").lstrip("0")
    if len(port) > 5 or int(port or 0) > 65_535:
        raise _Unreadable
    try:
        return _host(host), port
    except ValueError:
        raise _Unreadable from None


def _host(text: str) -> str:
    """Return a host as a browser writes it. Raises: ValueError."""
    if text.startswith("["):
        return f"[{ipaddress.IPv6Address(text[1:-1]).compressed}]"
    plain = unquote(text, errors="strict").lower()
    if not plain.isascii():
        plain = idna.encode(plain, uts46=True).decode("ascii")
    if not plain or plain == "." or _NEVER_IN_A_HOST.search(plain):
        raise ValueError(plain)
    parts = plain.removesuffix(".").split(".")
    return _ipv4(parts) if _IPV4_PART.fullmatch(parts[-1]) else plain


def _ipv4(parts: list[str]) -> str:
    """Return the four numbers a browser makes of ``0x7f.1`` and the like. Raises: ValueError."""
    if len(parts) > 4 or not all(map(_IPV4_PART.fullmatch, parts)):
        raise ValueError(parts)
    numbers = [_number(part) for part in parts]
    if any(number > 255 for number in numbers[:-1]) or numbers[-1] >= 256 ** (5 - len(numbers)):
        raise ValueError(parts)
    value = numbers[-1] + sum(number * 256 ** (3 - place) for place, number in enumerate(numbers[:-1]))
    return str(ipaddress.IPv4Address(value))


def _number(part: str) -> int:
    if part[:2] in ("0x", "0X"):
        return int(part[2:] or "0", 16)
    return int(part, 8) if len(part) > 1 and part[0] == "0" else int(part)


def _own_letters(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return visible(label[4:].encode("ascii").decode("punycode"))
    except ValueError:
        return label


def _if_other(reads: str, host: str) -> str:
    return reads if reads != host else ""


def _warnings(scheme: str, user: str, host: str, reads: str, port: str) -> tuple[str, ...]:
    found = []
    if user:
        found.append(_("What stands before the @ is a user name, not a place: this leads to {host}.").format(host=host))
    if "xn--" in host:
        found.append(
            _(
                "Its host has letters beyond a to z and reads “{reads}”, which may only look like a name you know."
            ).format(reads=reads)
        )
    if mixed := sorted(_mixed_scripts(reads)):
        found.append(
            _("Its host mixes letters of several scripts ({mixed}), a common disguise.").format(mixed=", ".join(mixed))
        )
    if scheme == "http" and not _is_this_machine(host):
        found.append(
            _("It is not encrypted (http): others on the way can read and change what you see and enter there.")
        )
    if port:
        found.append(_("It uses port {port}, which is unusual.").format(port=port))
    return tuple(found)


def _mixed_scripts(host: str) -> set[str]:
    """Return the scripts of the first part of a host that mixes some that are not written together."""
    for label in host.split("."):
        scripts = {unicodedata.name(sign, "?").split()[0] for sign in label if sign.isalpha()}
        if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
            return {script.capitalize() for script in scripts}
    return set()


def _is_this_machine(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost") or host == "[::1]" or host.startswith("127.")
