"""From a message's text to HTML. What cannot be rendered within bounds is shown as the plain text it is."""

from functools import lru_cache

import nh3
from django.utils.html import escape
from django.utils.translation import get_language

from chatsite.markdown.parser import TooInvolved, parser
from interrupts.forms import visible

HTML = str
"""Markup that was cleaned here, so that a page may show it as it is."""

LONGEST = 40_000
"""Characters beyond which a text stays plain: a page has to be there before anybody reads that far."""
CACHED_UP_TO = 20_000
CACHED_TEXTS = 256

_BLOCKS = {"p", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "li", "hr", "div", "pre", "code", "button"}
_TABLES = {"table", "thead", "tbody", "tr", "th", "td"}
_WORDS = {"strong", "em", "s", "br", "a", "span", "bdi"}
_CLEANER = nh3.Cleaner(
    tags=_BLOCKS | _TABLES | _WORDS,
    attributes={
        "a": {"href", "target"},
        "button": {"type", "data-copy-code"},
        "div": {"role", "tabindex", "aria-label"},
        "ol": {"start"},
        "pre": {"tabindex", "role", "aria-label"},
        "*": {"class", "dir"},
    },
    url_schemes={"http", "https", "mailto"},
    link_rel="noopener noreferrer nofollow",
    strip_comments=True,
)


_markdown = parser()


def to_html(text: str, *, growing: bool = False) -> HTML:
    """Return ``text`` as HTML. What is ``growing`` will not be asked for again, so it is not kept."""
    if growing or len(text) > CACHED_UP_TO:
        return _rendered(text)
    return _kept(text, get_language())


@lru_cache(maxsize=CACHED_TEXTS)
def _kept(text: str, language: str | None) -> HTML:
    return _rendered(text)


def _rendered(text: str) -> HTML:
    shown = visible(text)
    if len(shown) > LONGEST:
        return _plain(shown)
    try:
        return _CLEANER.clean(_markdown.render(shown))
    except (RecursionError, TooInvolved):
        return _plain(shown)


def _plain(shown: str) -> HTML:
    return f'<div class="as-written">{escape(shown)}</div>'
