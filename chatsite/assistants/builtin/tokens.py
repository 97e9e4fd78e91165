"""A message as tokens: words, quoted texts and punctuation, each with its place in the message."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chatsite.assistants.builtin.vocabulary import PHRASES

# Every branch ends at its first closing quote or space, so the time is linear in the length of the message.
_TOKEN = re.compile(
    r"""(?P<quoted>"[^"\n]*"|“[^”\n]*”|„[^“\n]*“|`[^`\n]*`|(?<![\w'])'[^'\n]*'(?!\w))"""
    r"""|(?P<mark>[,;!?()\n=]|\.(?=\s|$)|:(?=\s|$))"""
    r"""|(?P<word>[^\s,;!?()"“”„`=]+)"""
)
_FILE = re.compile(r"[\w./ -]*[\w-]\.[A-Za-z][A-Za-z0-9]{0,7}\Z|[\w. -]+/[\w./ -]+\Z")
NUMBER = re.compile(r"[+-]?[0-9]{1,30}(?:\.[0-9]{1,30})?\Z")
VERSION = re.compile(r"v?[0-9]{1,10}(?:\.[0-9]{1,10}){1,3}\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a message. ``word`` is what it is compared by; quoted text has none, so it is never an order."""

    text: str
    word: str
    quoted: bool
    start: int
    end: int

    @property
    def looks_like_a_file(self) -> bool:
        """Whether this can only be the name of a file."""
        return bool(_FILE.match(self.text[:300])) and not VERSION.match(self.text)


def tokenise(text: str) -> list[Token]:
    """Cut a message into tokens; phrases such as “get rid of” become one."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text.replace("’", "'")):
        piece, start = match[0], match.start()
        if match["quoted"]:
            found.append(Token(piece[1:-1], "", True, start, match.end()))
            continue
        stem = piece.rstrip(".:") if match["word"] else piece
        if stem:
            found.append(Token(stem, stem.lower(), False, start, start + len(stem)))
        if len(stem) < len(piece):
            found.append(Token(piece[len(stem)], piece[len(stem)], False, start + len(stem), match.end()))
    return _with_phrases(found)


def starts_with(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Say whether the tokens begin with these words."""
    return len(tokens) >= len(words) and all(token.word == word for token, word in zip(tokens, words, strict=False))


def _with_phrases(tokens: list[Token]) -> list[Token]:
    joined: list[Token] = []
    at = 0
    while at < len(tokens):
        phrase = next((each for each in PHRASES if starts_with(tokens[at : at + len(each)], each)), None)
        length = len(phrase) if phrase else 1
        first, last = tokens[at], tokens[at + length - 1]
        joined.append(Token(first.text, PHRASES[phrase], False, first.start, last.end) if phrase else first)
        at += length
    return _without_split_roll_back(joined)


def _without_split_roll_back(tokens: list[Token]) -> list[Token]:
    """“roll web back” says the same as “roll back web”."""
    for at, token in enumerate(tokens):
        if token.word == "roll":
            back = next((n for n in range(at + 1, min(at + 5, len(tokens))) if tokens[n].word == "back"), None)
            if back is not None:
                roll = Token(token.text, "rollback", False, token.start, token.end)
                return [*tokens[:at], roll, *tokens[at + 1 : back], *tokens[back + 1 :]]
    return tokens
