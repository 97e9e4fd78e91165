"""A message as clauses: who is asked to do what, apart from politeness, and whether it is an order at all."""

from collections.abc import Sequence
from dataclasses import dataclass

from chatsite.assistants.builtin.tokens import Token, starts_with, tokenise
from chatsite.assistants.builtin.vocabulary import (
    BLOCKING,
    HYPOTHETICAL,
    NOISE,
    POLITE_QUESTIONS,
    PREFIXES,
    QUESTION_OPENERS,
    TRAILING,
    TRAILING_PHRASES,
    classes_of,
)

_SENTENCE_ENDS = frozenset({".", "!", "?", ";", "\n"})
AND = frozenset({"and", ",", "&", "plus"})
_CHANGING_SYNONYM_ONLY = frozenset({"new", "register", "mail", "email", "post", "note"})
"""Nouns far more often than verbs: they begin no new clause after “and”."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One wish. ``head`` is the verb it begins with, if it is an order; ``tokens`` is what follows the verb."""

    head: str
    tokens: tuple[Token, ...]
    is_question: bool
    polite_question: bool
    hypothetical: bool
    source: str

    @property
    def words(self) -> frozenset[str]:
        """The words in it, quoted text left out."""
        return frozenset(token.word for token in self.tokens if token.word)

    @property
    def text(self) -> str:
        """The clause as it was written, without its verb."""
        return self.source[self.tokens[0].start : self.tokens[-1].end] if self.tokens else ""


def clauses_of(message: str, verbs: frozenset[str]) -> list[Clause]:
    """Give the wishes in a message in their order; greetings and thanks are none. ``verbs``: of the listed tools."""
    clauses: list[Clause] = []
    sentence: list[Token] = []
    for token in [*tokenise(message), None]:
        if token is None or token.word in _SENTENCE_ENDS:
            asked = token is not None and token.word == "?"
            clauses += _of_sentence(sentence, asked, message, verbs)
            sentence = []
        else:
            sentence.append(token)
    return clauses


def says_otherwise(message: str) -> str | None:
    """Give the word that can turn an order into its opposite (“don't”, “except”, “if”), if there is one."""
    return next((token.text for token in tokenise(message) if token.word in BLOCKING), None)


def strip_politeness(tokens: Sequence[Token]) -> tuple[list[Token], bool]:
    """Take away “please”, “I want you to” and the like at both ends; the flag says that it began with “can you”."""
    rest, asked_politely, changed = list(tokens), False, True
    while changed and rest:
        changed = False
        for prefix in (*POLITE_QUESTIONS, *PREFIXES):
            if starts_with(rest, prefix) and len(rest) > len(prefix):
                asked_politely = asked_politely or prefix in POLITE_QUESTIONS
                rest, changed = rest[len(prefix) :], True
    while rest:
        ending = next((each for each in TRAILING_PHRASES if starts_with(rest[-len(each) :], each)), None)
        if ending and len(rest) > len(ending):
            rest = rest[: -len(ending)]
        elif len(rest) > 1 and (rest[-1].word in TRAILING or rest[-1].word in AND):
            rest.pop()
        else:
            break
    return rest, asked_politely


def _of_sentence(sentence: list[Token], asked: bool, source: str, verbs: frozenset[str]) -> list[Clause]:
    if all(token.word in NOISE or token.word == "," for token in sentence):
        return []
    rest, polite = strip_politeness(sentence)
    said = " ".join(token.word for token in rest)
    hypothetical = any(said.startswith(f"{each} ") or f" {each} " in f" {said} " for each in _PHRASES)
    hypothetical = hypothetical or any(said.startswith(f"{each} ") or said == each for each in _OPENINGS)
    opener = bool(rest) and rest[0].word in QUESTION_OPENERS
    is_question = opener or (asked and not polite and not _is_plea(sentence))
    parts = [rest] if opener else _split_at_verbs(rest, verbs)
    return [_clause(part, is_question, polite, hypothetical, source) for part in parts if part]


_PHRASES = tuple(each for each in HYPOTHETICAL if " " in each)
_OPENINGS = tuple(each for each in HYPOTHETICAL if " " not in each)


def _is_plea(sentence: list[Token]) -> bool:
    return any(token.word in ("please", "pls") for token in sentence)


def _split_at_verbs(tokens: list[Token], verbs: frozenset[str]) -> list[list[Token]]:
    """“drop orders and delete notes.txt” is two wishes, “drop orders and customers” is one."""
    parts: list[list[Token]] = [[]]
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if parts[-1] and (token.word in AND or token.word in ("then", "also")):
            rest, _ = strip_politeness(tokens[at + 1 :])
            while rest and rest[0].word in AND:
                rest = rest[1:]
            if len(rest) > 1 and _is_verb(rest[0].word, verbs):
                at = tokens.index(rest[0], at)
                parts.append([])
                continue
        parts[-1].append(token)
        at += 1
    return [strip_politeness(part)[0] for part in parts]


def _is_verb(word: str, verbs: frozenset[str]) -> bool:
    return word in verbs or (bool(classes_of(word)) and word not in _CHANGING_SYNONYM_ONLY)


def _clause(tokens: list[Token], is_question: bool, polite: bool, hypothetical: bool, source: str) -> Clause:
    head = "" if is_question and tokens[0].word in QUESTION_OPENERS else tokens[0].word
    return Clause(head, tuple(tokens[1:] if head else tokens), is_question, polite, hypothetical, source)
