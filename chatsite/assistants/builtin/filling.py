"""Arguments from the words of a clause: named ones, options, file names, numbers, then what is left in order."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from chatsite.assistants.builtin.clauses import AND, Clause
from chatsite.assistants.builtin.tokens import NUMBER, VERSION, Token
from chatsite.assistants.builtin.tools import Parameter, Tool, Unfit
from chatsite.assistants.builtin.vocabulary import (
    ARTICLES,
    CONNECTORS,
    FUNCTION_WORDS,
    OPTION_ALIASES,
    PREPOSITION_TARGETS,
    TEXT_OPENERS,
    TRAILING,
    same_class,
    singular,
)

_EQUALS = frozenset({"is", "=", "equals", ":", "are", "was", "being"})
_WHERE = frozenset({"where", "with", "whose", "having"})


@dataclass(slots=True)
class Filled:
    """What a run of words gives a tool: values by parameter, and the words that found no place."""

    values: dict[str, Any] = field(default_factory=dict)
    left: list[Token] = field(default_factory=list)


def fill(tool: Tool, clause: Clause) -> list[Filled]:
    """Give the arguments of one call, or of several where the clause lists several things (“orders and customers”)."""
    whole = _Filler(tool, clause).fill(clause.tokens)
    if not whole.left or _takes_text(tool, whole):
        return [whole]
    segments = _segments(clause.tokens)
    if len(segments) < 2:
        return [whole]
    parts = [_Filler(tool, clause).fill(segment) for segment in segments]
    return _as_list(tool, parts) or [_completed(parts, position) for position in range(len(parts))]


def read_answer(tool: Tool, parameter: Parameter, answer: str, clause: Clause) -> list[Any]:
    """Give the values that an answer to “Which …?” names. Raises: Unfit, when it names none or more than that."""
    if parameter.free_text or parameter.kind in ("object", "array"):
        only = clause.tokens[0] if len(clause.tokens) == 1 and clause.tokens[0].quoted else None
        return [parameter.typed(only.text if only else answer.strip())]
    found: list[Any] = []
    filler = _Filler(tool, clause)
    for segment in _segments(clause.tokens):
        named = [token for token in segment if not filler.explains(token)]
        if len(named) != 1 or not filler.can_be_value(named[0]):
            raise Unfit("")
        found.append(parameter.typed(_option(parameter, named[0].text) or named[0].text))
    if not found:
        raise Unfit("")
    return list(dict.fromkeys(found))


class _Filler:
    """One pass over the words of one call."""

    def __init__(self, tool: Tool, clause: Clause) -> None:
        self._tool = tool
        self._clause = clause
        self._values: dict[str, Any] = {}
        self._bound: set[int] = set()
        self._explained = (
            tool.nouns
            | {singular(word) for word in tool.words}
            | {singular(tool.label_of(each)) for each in tool.parameters}
            | {singular(each.name.lower()) for each in tool.parameters}
            | tool.hint_nouns
            | tool.told_by
        )

    def explains(self, token: Token) -> bool:
        """Whether a word only says again what the tool is about."""
        word = token.word
        if token.quoted or not word:
            return False
        return (
            word in ARTICLES
            or word in CONNECTORS
            or word in AND
            or word in TRAILING
            or singular(word) in self._explained
            or word in self._tool.server_words
            or word in self._tool.verbs
            or (self._tool.read_only and word in FUNCTION_WORDS)
        )

    def can_be_value(self, token: Token) -> bool:
        """Whether a word can be the name of a thing."""
        return token.quoted or (token.word not in FUNCTION_WORDS and any(each.isalnum() for each in token.word))

    def fill(self, tokens: Sequence[Token]) -> Filled:
        """Bind what can be bound; the surest evidence first."""
        rest = self._bind_condition(list(tokens))
        rest = self._bind_named(rest)
        rest = self._bind_by_shape(rest)
        rest = self._bind_text_before_file(rest, tokens)
        rest = self._bind_in_order(rest)
        return Filled(self._values, [token for token in rest if not self._is_counted_noun(token, tokens)])

    def _bind(self, parameter: Parameter, token: Token, text: str | None = None) -> bool:
        try:
            value = parameter.typed(token.text if text is None else text)
        except Unfit:
            return False
        self._values[parameter.name] = value
        self._bound.add(token.start)
        return True

    def _open(self, *, required: bool = False) -> list[Parameter]:
        wanted = self._tool.required if required else self._tool.parameters
        return [each for each in wanted if each.name not in self._values]

    def _bind_condition(self, tokens: list[Token]) -> list[Token]:
        """“where status is cancelled”, for tools that take a column and a value apart."""
        column, value = self._tool.parameter("column") or self._tool.parameter("field"), self._tool.parameter("value")
        for at, token in enumerate(tokens):
            if column and value and token.word in _WHERE and len(tokens) >= at + 4:
                name, verb, thing, *rest = tokens[at + 1 :]
                whole = not rest or rest[0].word in ("from", "in", "of")
                sayable = whole and verb.word in _EQUALS and self.can_be_value(name)
                if sayable and self._bind(column, name) and self._bind(value, thing):
                    return [*tokens[:at], *rest]
        return tokens

    def _bind_named(self, tokens: list[Token]) -> list[Token]:
        """“table orders”, “limit=5”, “the reports folder”, “content: all of this”."""
        rest: list[Token] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            parameter = self._named_by(token, at, tokens)
            after = at + 1
            while parameter and after < len(tokens) and tokens[after].word in (CONNECTORS | _EQUALS | TEXT_OPENERS):
                after += 1
            if parameter and parameter.free_text and after < len(tokens):
                self._bind(parameter, tokens[after], self._written(tokens[after:]))
                return rest
            follows = tokens[after] if after < len(tokens) else None
            if parameter and follows and self._stands_for(parameter, follows) and self._bind(parameter, follows):
                at = after + 1
                continue
            if parameter and rest and self._stands_for(parameter, rest[-1]) and self._bind(parameter, rest[-1]):
                rest.pop()
            elif not self.explains(token) or token.word in PREPOSITION_TARGETS:
                rest.append(token)
            at += 1
        return rest

    def _named_by(self, token: Token, at: int, tokens: list[Token]) -> Parameter | None:
        if token.quoted:
            return None
        if token.word in TEXT_OPENERS:
            ends = at + 1 == len(tokens)
            return next((each for each in self._open() if each.free_text), None) if not ends else None
        for each in self._open():
            if token.word == each.name.lower() or singular(token.word) == self._tool.label_of(each):
                return each
        return None

    def _stands_for(self, parameter: Parameter, token: Token) -> bool:
        if token.looks_like_a_file and not parameter.file_like and any(each.file_like for each in self._open()):
            return False
        return self.can_be_value(token) and not self.explains(token) and token.word not in AND

    def _bind_by_shape(self, rest: list[Token]) -> list[Token]:
        kept: list[Token] = []
        before: Token | None = None
        for token in rest:
            preposition = before.word if before else ""
            before = token
            if token.word in PREPOSITION_TARGETS:
                continue
            parameter = self._of_shape(token, preposition)
            if parameter is None or not self._bind(parameter, token, _option(parameter, token.text)):
                kept.append(token)
        return kept

    def _of_shape(self, token: Token, preposition: str) -> Parameter | None:
        still_open = self._open()
        for each in still_open:
            if _option(each, token.text) is not None:
                return each
        if not self.can_be_value(token):
            return None
        if token.looks_like_a_file:
            found = next((each for each in still_open if each.file_like), None)
            if found:
                return found
        targets = PREPOSITION_TARGETS.get(preposition, frozenset())
        for each in still_open:
            a_plain_file = token.looks_like_a_file and "/" not in token.text and not each.file_like
            if each.name.lower() in targets and not (each.options or each.free_text or a_plain_file):
                return each
        if VERSION.match(token.text) and not token.quoted:
            found = next((each for each in still_open if "version" in each.name.lower()), None)
            if found:
                return found
        numeric = [each for each in still_open if each.kind in ("integer", "number")]
        return numeric[0] if len(numeric) == 1 and NUMBER.match(token.text) and not token.quoted else None

    def _bind_text_before_file(self, rest: list[Token], tokens: Sequence[Token]) -> list[Token]:
        """“write the milk is empty to notes.txt”: the text is all that stands between the verb and “to”."""
        text = next((each for each in self._open(required=True) if each.free_text), None)
        if text is None or not rest:
            return rest
        if len(rest) == 1 and rest[0].quoted:
            self._bind(text, rest[0])
            return []
        at = next((n for n, token in enumerate(tokens) if token.start in self._bound), None)
        to = max((n for n in range(at or 0) if tokens[n].word in ("to", "into", "in", "as")), default=None)
        if to is not None and to > 0 and all(self.explains(token) for token in tokens[to:at]):
            inside = {token.start for token in tokens[:to]}
            self._bind(text, tokens[0], self._written(tokens[:to]))
            return [token for token in rest if token.start not in inside]
        return rest

    def _bind_in_order(self, rest: list[Token]) -> list[Token]:
        left: list[Token] = []
        for token in rest:
            wanted = [each for each in self._open(required=True) if not each.free_text and not each.options]
            fits = self.can_be_value(token) and token.word not in AND
            if not (fits and any(self._bind(each, token) for each in wanted[:1])):
                left.append(token)
        return left

    def _written(self, tokens: Sequence[Token]) -> str:
        if len(tokens) == 1:
            return tokens[0].text
        return self._clause.source[tokens[0].start : tokens[-1].end]

    def _is_counted_noun(self, token: Token, tokens: Sequence[Token]) -> bool:
        """“all rows” is fine where a condition says which; “all tables” names none."""
        after = next((each for each in tokens if each.start > token.start), None)
        conditioned = "column" in self._values or "field" in self._values
        return bool(token.word in ("all", "every", "any") and conditioned and after and self.explains(after))


def _option(parameter: Parameter, text: str) -> str | None:
    word = text.lower()
    for option in parameter.options:
        if option.lower() in (word, OPTION_ALIASES.get(word)):
            return option
    return None


def _takes_text(tool: Tool, filled: Filled) -> bool:
    return any(each.free_text and each.name in filled.values for each in tool.parameters)


def _segments(tokens: Sequence[Token]) -> list[list[Token]]:
    segments: list[list[Token]] = [[]]
    for token in tokens:
        if token.word in AND:
            segments.append([])
        else:
            segments[-1].append(token)
    return [segment for segment in segments if segment]


def _completed(parts: list[Filled], position: int) -> Filled:
    """A part of a list with what was said once for all: “web and api to staging”."""
    varying = set.intersection(*(set(part.values) for part in parts))
    values = dict(parts[position].values)
    for other in (*parts[position + 1 :], *reversed(parts[:position])):
        for name, value in other.values.items():
            if name not in varying:
                values.setdefault(name, value)
    return Filled(values, parts[position].left)


def _as_list(tool: Tool, parts: list[Filled]) -> list[Filled] | None:
    """One call with a list, where the tool takes one."""
    for each in tool.parameters:
        if each.kind == "array" and all(set(part.values) == {each.name} for part in parts):
            return [Filled({each.name: [item for part in parts for item in part.values[each.name]]})]
    return None


def repeats_the_verb(tool: Tool, word: str) -> bool:
    """Say whether a word is this tool's verb or one that stands for it."""
    return word in tool.verbs or any(same_class(word, verb) for verb in tool.verbs)
