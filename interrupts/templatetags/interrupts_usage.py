"""Tokens and money as people read them: ``{% load interrupts_usage %}``, then ``{{ usage|in_short }}``."""

from decimal import Decimal

from django import template
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from interrupts.usage import Usage

register = template.Library()


@register.filter
def grouped(number: int) -> str:
    """A whole number with its thousands apart."""
    return formats.number_format(number, decimal_pos=0, use_l10n=True, force_grouping=True)


@register.filter
def dollars(cost: Decimal) -> str:
    """What something cost, to the cent; people need no more, and providers round as they like."""
    if 0 < cost < Decimal("0.01"):
        return _("less than $%(amount)s") % {"amount": formats.number_format(Decimal("0.01"), 2)}
    return _("about $%(amount)s") % {"amount": formats.number_format(round(cost, 2), 2, force_grouping=True)}


@register.filter
def in_short(usage: Usage) -> str:
    """Tokens, and what they cost where that is known: ``12,400 tokens, about $0.03``."""
    tokens = ngettext("%(number)s token", "%(number)s tokens", usage.tokens) % {"number": grouped(usage.tokens)}
    return tokens if usage.cost is None else f"{tokens}, {dollars(usage.cost)}"
