"""Dates and date-times: a person's local time in, RFC 3339 with an offset out, and back again unchanged."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.translation import gettext as _

from interrupts.forms.model import Refused

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LOCAL = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?!24)[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?")
_FULL = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]((?!24)[0-9]{2}:[0-9]{2}):([0-9]{2})(?:\.([0-9]+))?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)


def is_date(text: str) -> bool:
    """Say whether ``text`` is an RFC 3339 date that exists."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def instant(text: str) -> datetime | None:
    """Return the moment an RFC 3339 date-time means (microseconds; a leap second counts as the one before), or None."""
    match = _FULL.fullmatch(text)
    if match is None:
        return None
    day, clock, second, fraction, offset = match.groups()
    second = "59" if second == "60" else second
    offset = "+00:00" if offset in "Zz" else offset
    if int(offset[1:3]) > 23 or int(offset[4:]) > 59:
        return None
    try:
        return datetime.fromisoformat(f"{day}T{clock}:{second}.{(fraction or '0')[:6]:0<6}{offset}")
    except ValueError:
        return None


def zone_name(zone: tzinfo) -> str:
    """Return the name a person knows the zone by."""
    return getattr(zone, "key", None) or str(zone)


def zone_named(name: str, otherwise: tzinfo) -> tzinfo:
    """Return the zone a page was made with: the one named if it exists, else ``otherwise``."""
    if not name or name == zone_name(otherwise):
        return otherwise
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return otherwise


@dataclass(frozen=True, slots=True)
class Shown:
    """A moment as a page shows it: local time, and which of two offsets where that time happens twice."""

    local: str
    fold: str = ""
    offsets: tuple[str, ...] = ()


def shown_moment(text: str, zone: tzinfo) -> Shown | None:
    """Return how an RFC 3339 date-time looks in ``zone``, or None when a local time cannot stand for it."""
    moment = instant(text)
    if moment is None or text[17:19] == "60":
        return None
    try:
        local = moment.astimezone(zone)
        offsets = _offsets(local.replace(tzinfo=None, fold=0), zone)
        # Years below 1000 are valid in a date-time box but not all browsers take them.
        if local.year < 1000 or _utc(local.replace(tzinfo=None), zone, local.fold) != moment:
            return None
    except (OverflowError, ValueError):
        return None
    return Shown(_local_text(local), str(local.fold) if len(offsets) == 2 else "", offsets if len(offsets) == 2 else ())


def offsets_of(local: str, zone: tzinfo) -> tuple[str, ...]:
    """Return the two offsets of a local time that happens twice, earlier moment first; empty for any other text."""
    if not _LOCAL.fullmatch(local):
        return ()
    try:
        offsets = _offsets(datetime.fromisoformat(local), zone)
    except (ValueError, OverflowError):
        return ()
    return offsets if len(offsets) == 2 else ()


def read_moment(text: str, zone: tzinfo, *, fold: str = "", was: str = "") -> str:
    """Return the RFC 3339 date-time for what was posted.

    A full RFC 3339 text is returned as it came. A local time gets the offset it has in ``zone``; ``fold`` ("0" or "1")
    chooses where it happens twice. ``was`` is the text the page was made from: if the posted time still stands for it,
    it is returned unchanged, digits below the second and its own offset included.

    Raises: Refused when it is no time, does not exist in the zone, or happens twice and none is chosen.
    """
    if instant(text) is not None:
        return text
    if not _LOCAL.fullmatch(text):
        raise Refused(_("Enter a date and time such as 2030-05-31T14:30, or with an offset 2030-05-31T14:30:00+02:00."))
    try:
        local = datetime.fromisoformat(text)
        offsets = _offsets(local, zone)
    except (ValueError, OverflowError):
        raise Refused(_("This date and time does not exist.")) from None
    if not offsets:
        raise Refused(
            _("This time does not exist in {zone}: the clocks go forward over it.").format(zone=zone_name(zone))
        )
    if len(offsets) == 2 and fold not in ("0", "1"):
        either = " or ".join(offsets)
        raise Refused(
            _("This time happens twice in {zone}. Choose which one is meant: {either}.").format(
                zone=zone_name(zone), either=either
            )
        )
    before = shown_moment(was, zone)
    if before and _same_local(before.local, local) and (len(offsets) == 1 or before.fold == fold):
        return was
    return _rfc3339(local, zone, int(fold) if len(offsets) == 2 else 0)


def _same_local(shown: str, local: datetime) -> bool:
    return datetime.fromisoformat(shown) == local


def _local_text(local: datetime) -> str:
    """Return the shortest text a browser's date-time box takes; it knows milliseconds, no more."""
    text = local.replace(tzinfo=None).isoformat(timespec="milliseconds")
    return text.removesuffix(".000").removesuffix(":00") if text.endswith(":00.000") else text.removesuffix(".000")


def _utc(local: datetime, zone: tzinfo, fold: int) -> datetime:
    return local.replace(tzinfo=zone, fold=fold).astimezone(UTC)


def _offsets(local: datetime, zone: tzinfo) -> tuple[str, ...]:
    """Return the offsets a local time has: none in a gap, two where clocks go back, else one."""
    moments = {_utc(local, zone, fold) for fold in (0, 1)}
    real = sorted(moment for moment in moments if moment.astimezone(zone).replace(tzinfo=None, fold=0) == local)
    return tuple(_offset(moment.astimezone(zone)) for moment in real)


def _offset(moment: datetime) -> str:
    return moment.isoformat()[19:].lstrip(".0123456789")


def _rfc3339(local: datetime, zone: tzinfo, fold: int) -> str:
    aware = local.replace(tzinfo=zone, fold=fold)
    offset = aware.utcoffset() or timedelta()
    # RFC 3339 offsets are whole minutes; zones of the 19th century are not.
    return (aware.astimezone(UTC) if offset.total_seconds() % 60 else aware).isoformat()
