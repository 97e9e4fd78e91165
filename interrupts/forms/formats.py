"""The text formats a form knows. A text is fit or refused, never mended."""

import re

from django.utils.translation import gettext as _

from interrupts.forms.model import Refused
from interrupts.forms.moments import instant, is_date

_ATOM = r"[^\s@\"(),:;<>\[\\\]]"
_LABEL = r"[^\s@\"(),:;<>\[\\\].]+"
_EMAIL = re.compile(rf"(?:{_ATOM}+|\"[^\"\\\r\n]+\")@(?:{_LABEL}(?:\.{_LABEL})*|\[\S+\])")
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*")
_WEB_WITHOUT_HOST = re.compile(r"https?:(?!//[^/?#])", re.IGNORECASE)

CONTROL_OF_FORMAT = {
    "date": "date",
    "date-time": "date_time",
    "email": "email",
    "idn-email": "email",
    "uri": "url",
    "iri": "url",
}


def check_format(name: str, text: str) -> None:
    """Accept ``text`` as the format asks. Formats that are not ours to judge accept everything.

    Raises: Refused, with a sentence that shows what is wanted.
    """
    match name:
        case "date" if not is_date(text):
            raise Refused(_("Enter a date that exists, such as 2030-05-31."))
        case "date-time" if instant(text) is None:
            raise Refused(_("Enter a date and time with an offset, such as 2030-05-31T14:30:00+02:00."))
        case "email" | "idn-email" if not _EMAIL.fullmatch(text):
            raise Refused(_blank_around(text) or _("Enter an e-mail address such as name@example.com."))
        case "uri" | "iri":
            _check_address(text, ascii_only=name == "uri")


def _check_address(text: str, *, ascii_only: bool) -> None:
    probe = text if ascii_only else re.sub(r"[^\x00-\xa0\s]", "a", text)
    if ascii_only and not text.isascii() and _URI.fullmatch(re.sub(r"[^\x00-\xa0\s]", "a", text)):
        raise Refused(_("Letters such as ä must be percent-encoded here, as a browser's address bar copies them."))
    if not _URI.fullmatch(probe) or _WEB_WITHOUT_HOST.match(probe):
        raise Refused(_blank_around(text) or _("Enter a whole address such as https://example.com/page."))


def _blank_around(text: str) -> str:
    return _("There is a blank before or after the text; remove it.") if text != text.strip() else ""
