"""Code in colours. The colours are classes: their values stand in static/code.css, which theme.py writes."""

from django.utils.html import escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

CLASS_PREFIX = "c-"
LONGEST_COLOURED = 20_000
"""Characters of code that get colours: some languages take long to be read."""

_FORMATTER = HtmlFormatter(nowrap=True, classprefix=CLASS_PREFIX)


def highlighted(code: str, language: str) -> str:
    """Return code as HTML, in colours when its language is known."""
    lexer = _lexer(language.lower()) if language and len(language) < 40 and len(code) <= LONGEST_COLOURED else None
    return escape(code) if lexer is None else str(highlight(code, lexer, _FORMATTER))


def _lexer(language: str) -> Lexer | None:
    # A lexer is made anew for each text: some keep where they are.
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
