"""Code in colours. The colours are classes: their values stand in static/code.css, which theme.py writes."""

from django.utils.html import escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

CLASS_PREFIX = "c-"
LONGEST_COLOURED = 10_000
"""Characters of code that get colours: some languages take long to be read."""
LONGEST_LINE = 300
"""Many languages look, at each sign, as far as the line goes, or the empty lines below each other."""
_TOO_MANY_EMPTY_LINES = "\n" * 50
_SLOW = {"autoit"}
"""Languages that take minutes for a few spaces."""

_FORMATTER = HtmlFormatter(nowrap=True, classprefix=CLASS_PREFIX)


def highlighted(code: str, language: str) -> str:
    """Return code as HTML, in colours when its language is known."""
    lexer = _lexer(language.lower()) if language and len(language) < 40 and _is_quickly_read(code) else None
    return escape(code) if lexer is None else str(highlight(code, lexer, _FORMATTER))


def _is_quickly_read(code: str) -> bool:
    return (
        len(code) <= LONGEST_COLOURED
        and _TOO_MANY_EMPTY_LINES not in code
        and max(map(len, code.split("\n"))) <= LONGEST_LINE
    )


def _lexer(language: str) -> Lexer | None:
    # A lexer is made anew for each text: some keep where they are.
    if language in _SLOW:
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
