"""Typed reading of the environment. A value that cannot be meant is refused with one sentence, never guessed at."""

import difflib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured
from environ import Env  # type: ignore[import-untyped]

from mcpbridge.client.reach import BadNetwork, Reach

_YES = frozenset({"1", "true", "yes", "on"})
_NO = frozenset({"0", "false", "no", "off"})
_PREFIX = "SAYSO_"


class SettingRefused(ImproperlyConfigured):
    """A setting has a value Sayso cannot work with. ``str(error)`` is one sentence that names the variable."""


class Environment:
    """Reads settings out of a mapping of variables and remembers which names it was asked for."""

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        self._variables = Env.ENVIRON if variables is None else variables
        self._known: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        """The value as written, without surrounding blanks; an empty variable counts as unset.

        Not ``Env.str``: that reads ``$X`` as "the value of X", and a password or key may begin with a dollar sign.
        """
        self._known.add(name)
        return self._variables.get(name, "").strip() or default

    def switch(self, name: str, *, default: bool) -> bool:
        """Yes or no. Not ``Env.bool``, to which every word it does not know means no."""
        value = self.text(name).lower()
        if value in _YES:
            return True
        if value in _NO:
            return False
        if value:
            raise SettingRefused(f"{name} must be yes or no, and is {value!r}.")
        return default

    def number(self, name: str, default: int, *, at_least: int, at_most: int) -> int:
        value = self.text(name, str(default))
        if not (value.isascii() and value.isdigit() and at_least <= int(value) <= at_most):
            raise SettingRefused(f"{name} must be a whole number from {at_least} to {at_most}, and is {value!r}.")
        return int(value)

    def fraction(self, name: str, *, at_least: float, at_most: float) -> float | None:
        """A number such as 0.2, or None."""
        value = self.text(name)
        if not value:
            return None
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not at_least <= number <= at_most:
            raise SettingRefused(f"{name} must be a number from {at_least} to {at_most}, and is {value!r}.")
        return number

    def fields(self, name: str) -> dict[str, Any]:
        """A JSON object. A refusal does not quote it: it may hold what is secret."""
        value = self.text(name, "{}")
        try:
            found = json.loads(value)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise SettingRefused(f'{name} must be a JSON object, such as {{"top_k": 40}}.')
        return found

    def choice(self, name: str, default: str, *, choices: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise SettingRefused(f"{name} must be one of {', '.join(filter(None, choices))}, and is {value!r}.")
        return value

    def names(self, name: str) -> tuple[str, ...]:
        """A list separated by commas."""
        return tuple(part.strip() for part in self.text(name).split(",") if part.strip())

    def networks(self, name: str) -> tuple[str, ...]:
        """Networks such as ``10.1.2.0/24``, single addresses or the word ``private``, separated by blanks or commas."""
        words = tuple(self.text(name).replace(",", " ").split())
        try:
            Reach.read(words)
        except BadNetwork as error:
            raise SettingRefused(f"{name}: {error}") from None
        return words

    def folder(self, name: str, default: Path) -> Path:
        return Path(self.text(name, str(default))).expanduser().absolute()

    def time_zone(self, name: str, default: str) -> str:
        value = self.text(name, default)
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise SettingRefused(f"{name} must be a time zone such as Europe/Berlin, and is {value!r}.") from None
        return value

    def language(self, name: str, default: str, *, choices: tuple[str, ...]) -> str:
        value = self.text(name, default).lower().replace("_", "-")
        if value not in choices and value.split("-")[0] not in choices:
            raise SettingRefused(f"{name} must be a language code such as en or pt-br, and is {value!r}.")
        return value

    def address(self, name: str, default: str = "", *, schemes: tuple[str, ...]) -> str:
        """A URL without a slash at its end. What a refusal quotes leaves out user and password."""
        value = self.text(name, default).rstrip("/")
        if value:
            _split(name, value, schemes)
        return value

    def origin(self, name: str) -> str:
        """A web address without path, such as ``https://sayso.example.org``, or nothing."""
        value = self.address(name, schemes=("https", "http"))
        if value:
            parts = _split(name, value, ("https", "http"))
            if parts.path or parts.query or parts.fragment or parts.username:
                raise SettingRefused(f"{name} must be scheme and host only, such as https://sayso.example.org.")
        return value.lower()

    def database(self, name: str) -> dict[str, Any] | None:
        """The database a URL names, as Django's dictionary, or None. A refusal never quotes it: it has a password."""
        value = self.text(name)
        if not value:
            return None
        sentence = f"{name} must look like postgres://user:password@host:5432/name or sqlite:////folder/file.sqlite3."
        if not value.startswith(("postgres://", "postgresql://", "sqlite:///")):
            raise SettingRefused(sentence)
        try:
            config: dict[str, Any] = Env.db_url_config(value)
        except ValueError:
            raise SettingRefused(sentence) from None
        if config["NAME"] in ("", ":memory:"):
            raise SettingRefused(sentence)
        return config

    @property
    def known(self) -> frozenset[str]:
        """The names asked for so far."""
        return frozenset(self._known)

    def unknown(self) -> dict[str, str | None]:
        """Variables of ours that nothing reads, each with the known name that was probably meant."""
        known = sorted(self._known)
        return {
            name: next(iter(difflib.get_close_matches(name, known, n=1, cutoff=0.7)), None)
            for name in sorted(self._variables)
            if name.startswith(_PREFIX) and name not in self._known
        }


def _split(name: str, value: str, schemes: tuple[str, ...]) -> Any:
    examples = " or ".join(f"{scheme}://…" for scheme in schemes)
    try:
        parts = urlsplit(value)
        usable = parts.scheme in schemes and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable:
        raise SettingRefused(f"{name} must be an address like {examples}.")
    return parts
