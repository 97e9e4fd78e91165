"""Links: only to where a person may go by a click, in the open, and saying so where their words say otherwise."""

import re
from urllib.parse import unquote

from django.utils.translation import gettext as _
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from interrupts.addresses import read_address

_NAMES = re.compile(r"(?:[^\W_](?:[\w-]*[^\W_])?\.)+[^\W\d_][\w-]*[^\W_]|\d{1,3}(?:\.\d{1,3}){3}")
"""What reads like the name of a host."""
_BARE = re.compile(r"\bhttps?://[^\s<>]+", re.IGNORECASE)
LONGEST = 2_000
LONGEST_WORDS = 300
"""Characters of a link's words that are searched for names: for each sign, a name is looked for as far as they go."""


def may_be_linked(address: str) -> bool:
    """Say whether an address may be a link: a whole one, to the web or to somebody's mail."""
    if len(address) > LONGEST:
        return False
    return address.lower().startswith("mailto:") or bool(read_address(address).link)


def links_that_say_where_they_lead(state: StateCore) -> None:
    """Make images links, have links open beside the page, and name the place behind those that hide it."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = _children(token.children)


def _children(tokens: list[Token]) -> list[Token]:
    made: list[Token] = []
    opened: tuple[Token, int] | None = None
    for token in tokens:
        if token.type == "image":
            # Inside a link it is only words: links do not stand in each other.
            made += [_text(token.content)] if opened or not token.attrGet("src") else _link_to_image(token)
            continue
        if (token.type == "link_open" and not token.attrGet("href")) or (token.type == "link_close" and not opened):
            # Without an address it would lead to the page it stands on.
            continue
        made += [token] if opened or token.type != "text" else _bare_addresses(token)
        if token.type == "link_open":
            token.attrSet("target", "_blank")
            opened = token, len(made)
        elif token.type == "link_close" and opened:
            link, start = opened
            made += _where(str(link.attrGet("href")), "".join(each.content for each in made[start:]))
            opened = None
    return made


def _bare_addresses(token: Token) -> list[Token]:
    """A text with the addresses in it made links. They say themselves where they lead, unless they hide it."""
    made, end = [], 0
    for found in _BARE.finditer(token.content):
        address = found[0].rstrip(".,;:!?'\"*_~)]}")
        # A closing bracket belongs to an address that opens one.
        if "(" in address:
            address += ")" * found[0][len(address) :].startswith(")")
        if not may_be_linked(address):
            continue
        made += [_text(token.content[end : found.start()]), *_link(address, address)]
        end = found.start() + len(address)
    return [*made, _text(token.content[end:])] if made else [token]


def _link(address: str, words: str) -> list[Token]:
    link = Token("link_open", "a", 1, attrs={"href": address, "target": "_blank"})
    return [link, _text(words), Token("link_close", "a", -1), *_where(address, words)]


def _link_to_image(image: Token) -> list[Token]:
    address = str(image.attrGet("src"))
    return _link(address, image.content.strip() or _("an image"))


def _where(address: str, words: str) -> list[Token]:
    """What is said behind a link whose words are not about the place it leads to."""
    if address.lower().startswith("mailto:"):
        place = unquote(address[7:].split("?")[0])
        is_open = ("@" not in words and _names_in(words) == []) or words.strip().casefold() == place.casefold()
    else:
        read = read_address(address)
        place = f"{read.host} ({read.reads})" if read.reads else read.host
        is_open = not read.reads and "@" not in address.split("?")[0] and _is_about(read.host, words)
    if is_open or not place:
        return []
    opening = Token("where_open", "span", 1, attrs={"class": "leads-to"})
    return [opening, _text(f" ({_('leads to')} {place})"), Token("where_close", "span", -1)]


def _is_about(host: str, words: str) -> bool:
    """Whether every name in these words is the host's or one it belongs to; words without names are about nothing."""
    if re.match(r"https?://", words.strip(), re.IGNORECASE):
        return read_address(words.strip()).host == host
    names = _names_in(words)
    return names is not None and all(host == name or host.endswith(f".{name}") for name in names)


def _names_in(words: str) -> list[str] | None:
    """The names of hosts in a link's words, None where these are too long to be searched."""
    return [name.lower() for name in _NAMES.findall(words)] if len(words) <= LONGEST_WORDS else None


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)
