"""What a provider's refusal comes down to, from its status, its codes and its words."""

import re
from collections.abc import Iterable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from interrupts.ports import FailureKind

_TOO_LONG = re.compile(
    r"context[ _-]?(?:length|window|size|limit)|maximum context|max context|prompt (?:is )?too long"
    r"|exceeds? the (?:model's )?(?:maximum|available) (?:number of tokens|context|input)"
    r"|input token count .* exceeds|input (?:is|length) .*(?:too long|exceeds)|reduce the length"
    r"|too many (?:input )?tokens in|when context the overflows",
    re.IGNORECASE,
)
_CODES: Mapping[str, FailureKind] = {
    "context_length_exceeded": "context",
    "context_window_exceeded": "context",
    "exceed_context_size_error": "context",
    "request_too_large": "context",
    "string_above_max_length": "context",
    "insufficient_quota": "quota",
    "insufficient_credits": "quota",
    "insufficient_balance": "quota",
    "billing_error": "quota",
    "billing_hard_limit_reached": "quota",
    "payment_required": "quota",
    "invalid_api_key": "key",
    "authentication_error": "key",
    "permission_error": "key",
    "unauthorized": "key",
    "rate_limit_exceeded": "overload",
    "rate_limit_error": "overload",
    "overloaded_error": "overload",
    "overloaded": "overload",
    "server_overloaded": "overload",
    "resource_exhausted": "overload",
    "server_error": "overload",
    "internal_server_error": "overload",
    "api_error": "overload",
    "timeout_error": "overload",
    "unavailable_error": "overload",
    "content_filter": "refusal",
    "content_policy_violation": "refusal",
}
_NO_CREDIT = re.compile(r"credit balance|insufficient (?:credit|balance|funds)|exceeded your current quota", re.I)
_SPAN = re.compile(r"(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?\Z")
_LONGEST_WAIT = 3600.0


def cause(status: int, codes: Iterable[str], words: str) -> FailureKind:
    """Say what went wrong. ``codes`` are the machine-readable ones, the most telling first."""
    found = [_CODES[code.lower()] for code in codes if code.lower() in _CODES]
    # A code is more telling than a status, and "context" or "quota" more than what is said of any failure.
    for kind in ("context", "quota"):
        if kind in found:
            return kind  # type: ignore[return-value]
    if status in (400, 404, 413, 422, 500) and _TOO_LONG.search(words):
        return "context"
    if status == 402 or (status in (400, 403, 429) and _NO_CREDIT.search(words)):
        return "quota"
    if found:
        return found[0]
    if status in (401, 403):
        return "key"
    if status == 413:
        return "context"
    if status in (408, 425, 429) or status >= 500:
        return "overload"
    return "other"


def wait_of(headers: Mapping[str, str]) -> float | None:
    """Give the seconds after which the provider wants to be asked again, where its headers say so."""
    given = {name.lower(): value.strip() for name, value in headers.items()}
    wait = _number(given.get("retry-after-ms"), 1000) or _number(given.get("retry-after"))
    if wait is None and "retry-after" in given:
        wait = _between(given.get("date"), given["retry-after"])
    if wait is None:
        # Of several allowances, only those that are used up keep us waiting.
        used_up = [
            _span(given.get(f"x-ratelimit-reset-{what}", ""))
            for what in ("requests", "tokens")
            if given.get(f"x-ratelimit-remaining-{what}") == "0"
        ]
        wait = max((span for span in used_up if span is not None), default=None)
    return None if wait is None else min(max(wait, 0.0), _LONGEST_WAIT)


def codes_of(error: object) -> list[str]:
    """Give the machine-readable words of an error: its ``code``, its ``type`` and its ``status``, as far as there."""
    if not isinstance(error, Mapping):
        return []
    return [value for value in (error.get("code"), error.get("type"), error.get("status")) if isinstance(value, str)]


def error_in(document: object) -> Any:
    """Give the error out of a provider's answer, wherever it puts it."""
    if not isinstance(document, Mapping):
        return document if isinstance(document, str) else None
    return document.get("error") or document.get("message") or document.get("detail")


def _number(text: str | None, divisor: float = 1) -> float | None:
    try:
        seconds = float(text or "") / divisor
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


def _between(now: str | None, then: str) -> float | None:
    """The seconds between two HTTP dates, both by the server's clock: ours may be wrong."""
    try:
        return (parsedate_to_datetime(then) - parsedate_to_datetime(now or "")).total_seconds()
    except (ValueError, TypeError):
        return None


def _span(text: str) -> float | None:
    """The seconds of a span such as ``6m0s`` or ``20ms``."""
    if (plain := _number(text)) is not None:
        return plain
    match = _SPAN.match(text)
    if not text or match is None:
        return None
    hours, minutes, seconds, milliseconds = (float(part or 0) for part in match.groups())
    return hours * 3600 + minutes * 60 + seconds + milliseconds / 1000
