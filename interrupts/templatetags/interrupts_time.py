"""Times as people read them: ``{% load interrupts_time %}``, then ``{{ moment|ago }}``."""

from datetime import datetime, timedelta

from django import template
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

register = template.Library()


@register.filter
def ago(at: datetime | None) -> str:
    """How long ago that was, in one unit; a date when it is more than a week. live/moments.js says the same."""
    if at is None:
        return ""
    passed = timezone.now() - at
    if passed < timedelta(seconds=45):
        return _("just now")
    if passed < timedelta(minutes=59, seconds=30):
        return _("{n} min ago").format(n=round(passed / timedelta(minutes=1)))
    if passed < timedelta(hours=23, minutes=30):
        return _("{n} h ago").format(n=round(passed / timedelta(hours=1)))
    days = round(passed / timedelta(days=1))
    if days <= 7:
        return _("1 day ago") if days == 1 else _("{n} days ago").format(n=days)
    return formats.date_format(timezone.localtime(at), pgettext("format of a date", "j M Y"))


@register.filter
def clock(at: datetime | None) -> str:
    """The time of day in the person's zone, with the date unless it is today."""
    if at is None:
        return ""
    local = timezone.localtime(at)
    if local.date() == timezone.localdate():
        return formats.date_format(local, pgettext("format of a date", "H:i"))
    if local.year == timezone.localdate().year:
        return formats.date_format(local, pgettext("format of a date", "j M, H:i"))
    return formats.date_format(local, pgettext("format of a date", "j M Y, H:i"))


@register.filter
def second(at: datetime | None) -> str:
    """The time of day to the second, for what is about to happen."""
    return "" if at is None else formats.date_format(timezone.localtime(at), "H:i:s")


@register.filter
def exact(at: datetime | None) -> str:
    """Everything there is to say about a moment, for the title of a time: day, second and zone."""
    if at is None:
        return ""
    return formats.date_format(timezone.localtime(at), pgettext("format of a date", "l, j F Y, H:i:s T"))
