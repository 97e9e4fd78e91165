"""Formulas stay as they were written: nothing between their signs is taken for emphasis, lists or escapes."""

from collections.abc import Sequence
from typing import Any

from django.utils.html import escape
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

LONGEST_INLINE = 1_000
LONGEST_BLOCK = 200
"""Characters and lines after which a sign that opens a formula is taken for an ordinary one."""
_INLINE = (("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]"))
_BLOCK = {"$$": "$$", r"\[": r"\]"}


def keep_formulas(markdown: MarkdownIt) -> None:
    """Teach a parser what a formula is."""
    markdown.inline.ruler.before("escape", "formula", _inline)
    markdown.block.ruler.before("fence", "formula", _block, {"alt": ["paragraph", "blockquote", "list"]})
    markdown.add_render_rule("formula", _written)


def _inline(state: StateInline, silent: bool) -> bool:
    for opening, closing in _INLINE:
        if not state.src.startswith(opening, state.pos):
            continue
        start = state.pos + len(opening)
        end = state.src.find(closing, start, min(start + LONGEST_INLINE, state.posMax))
        if end > start and (opening != "$" or _is_no_price(state.src, start, end)):
            return _take(state, end + len(closing), silent)
        # An opening sign alone is shown as it was written: its end may be still to come.
        return opening.startswith("\\") and _take(state, start, silent)
    return False


def _is_no_price(text: str, start: int, end: int) -> bool:
    return not text[start].isspace() and not text[end - 1].isspace() and not text[end + 1 : end + 2].isdigit()


def _take(state: StateInline, end: int, silent: bool) -> bool:
    if not silent:
        state.pending += state.src[state.pos : end]
    state.pos = end
    return True


def _block(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    opening = state.src[state.bMarks[first] + state.tShift[first] : state.eMarks[first]]
    closing = _BLOCK.get(opening[:2])
    if closing is None or state.is_code_block(first):
        return False
    for line in range(first, min(last, first + LONGEST_BLOCK)):
        written = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
        if closing in (written[2:] if line == first else written):
            # What stands behind it on its line belongs to a text with a formula in it.
            return written.endswith(closing) and (silent or _push(state, first, line + 1))
    return False


def _push(state: StateBlock, first: int, end: int) -> bool:
    token = state.push("formula", "p", 0)
    token.content = state.getLines(first, end, state.blkIndent, False)
    token.map = [first, end]
    state.line = end
    return True


def _written(own: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    return f'<p class="formula">{escape(tokens[place].content)}</p>\n'
