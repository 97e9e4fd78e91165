"""Which Markdown is understood. Raw HTML is text, images are links, formulas stay as they were written."""

from collections.abc import Sequence
from typing import Any

from django.utils.html import escape
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from chatsite.markdown.code import highlighted
from chatsite.markdown.formulas import keep_formulas
from chatsite.markdown.links import links_that_say_where_they_lead, may_be_linked

ABOVE = 2
"""The page's title is the first level of headings and who speaks the second; a message's own begin below them."""
DEEPEST = 12
"""Lists and quotes in each other; deeper ones are no text that anybody could read at the width of a phone."""
MOST_BRACKETS = 300
"""Opening brackets in one paragraph: for each, the end of a link is looked for as far as the paragraph goes."""
MOST_CELLS = 3_000
"""Cells of all tables: one line of a wide table is filled up with as many empty ones as it has columns."""
_NOT_UNDERSTOOD = [
    "html_block",
    "html_inline",
    # A line under a text makes it a heading: while a list grows below a text, that is what it looks like for a moment.
    "lheading",
    # A definition is not shown, and nothing a model says is to be out of sight.
    "reference",
]


class TooInvolved(Exception):
    """A text that would take too long to take apart, or be nothing that anybody could read."""


def parser() -> MarkdownIt:
    """Return a parser that any number of threads may use at once. It raises ``TooInvolved``."""
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 30})
    markdown.enable(["table", "strikethrough"])
    markdown.disable(_NOT_UNDERSTOOD)
    markdown.validateLink = may_be_linked  # type: ignore[method-assign,assignment]
    keep_formulas(markdown)
    markdown.core.ruler.before("inline", "bounds", _bounds)
    markdown.core.ruler.push("shape", _headings_and_columns)
    markdown.core.ruler.push("links", links_that_say_where_they_lead)
    for name, rule in _RENDERED.items():
        markdown.add_render_rule(name, rule)
    # Its rules are put in order when they are first wanted; done here, no thread finds them half in order.
    markdown.render("a\n\n- *b*")
    return markdown


def _bounds(state: StateCore) -> None:
    depth = cells = 0
    for token in state.tokens:
        if token.type in _NESTED:
            depth += token.nesting
        cells += token.type == "td_open"
        if (
            cells > MOST_CELLS
            or depth > DEEPEST
            or (token.content.count("[") > MOST_BRACKETS and token.type == "inline")
        ):
            raise TooInvolved


def _headings_and_columns(state: StateCore) -> None:
    above = ABOVE
    for token in state.tokens:
        if token.type == "heading_open":
            # No level is left out, and none changes because of what is still to come.
            above = min(ABOVE + int(token.tag[1]), above + 1, 6)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{above}"
        if token.type in ("th_open", "td_open") and (style := token.attrs.pop("style", "")):
            token.attrSet("class", str(style).removeprefix("text-align:"))


_NESTED = {f"{kind}_{end}" for kind in ("blockquote", "bullet_list", "ordered_list") for end in ("open", "close")}


def _code_block(own: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    token = tokens[place]
    language = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
    copy, copied, name = (escape(word) for word in (_("Copy"), _("Copied"), _("Code")))
    return (
        f'<div class="code"><div class="code-head"><span class="language">{escape(language[:40])}</span>'
        f'<button type="button" class="as-text js-only" data-copy-code="{copied}">{copy}</button></div>'
        f'<pre tabindex="0" role="figure" aria-label="{name}">'
        f"<code>{highlighted(token.content, language)}</code></pre></div>\n"
    )


def _table_open(own: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    return f'<div class="wide" tabindex="0" role="figure" aria-label="{escape(_("Table"))}"><table>'


def _table_close(own: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    return "</table></div>\n"


_RENDERED = {"fence": _code_block, "code_block": _code_block, "table_open": _table_open, "table_close": _table_close}
