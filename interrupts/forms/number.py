"""Numbers by the grammar of JSON, and nothing else: what is typed is what is sent."""

import re
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.forms.model import Refused

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?")
_LONGEST = 400
"""Characters. Python refuses to read or write integers above 4,300 digits; no person types these."""

_WHOLE = gettext_lazy("Enter a whole number such as 3, digits only.")
_ANY = gettext_lazy("Enter a number such as 3 or 1.5: a point for decimals, no spaces or other separators.")


def read_number(text: str, *, whole: bool) -> int | float:
    """Return the number that ``text`` is.

    Raises: Refused when it is none, or none that can be sent exactly as typed.
    """
    text = text.strip(" \t\n")
    match = _NUMBER.fullmatch(text)
    if len(text) > _LONGEST:
        raise Refused(_("This number is too long."))
    if match is None or (whole and (match[1] or match[2])):
        raise Refused(_WHOLE if whole else _ANY)
    if not (match[1] or match[2]):
        return int(text)
    value = float(text)
    if Decimal(text) != Decimal(repr(value)):
        if value in (float("inf"), float("-inf")):
            raise Refused(_("This number is too large to be sent."))
        raise Refused(
            _("This number has too many digits to be sent exactly; the nearest that can be is {value}.").format(
                value=repr(value)
            )
        )
    return value


def number_text(value: Any, *, whole: bool) -> str:
    """Return a number as a person would type it; text stays as it is; empty for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    if isinstance(value, float) and whole and value.is_integer():
        value = int(value)
    try:
        text = repr(value)
    except ValueError:
        return ""
    return text if _NUMBER.fullmatch(text) else ""
