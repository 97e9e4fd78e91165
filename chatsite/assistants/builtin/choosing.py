"""Which of the listed tools a clause means: by verb, nouns, shapes, and by how well its words fill the arguments.

A tool that changes something needs its verb at the head of an order, and every other word explained. A tool that only
reads may be guessed from less.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from chatsite.assistants.builtin.clauses import Clause
from chatsite.assistants.builtin.filling import Filled, fill, repeats_the_verb
from chatsite.assistants.builtin.tools import Tool
from chatsite.assistants.builtin.vocabulary import (
    ARTICLES,
    FUNCTION_WORDS,
    QUESTION_OPENERS,
    SHOWING,
    classes_of,
    singular,
)

_ENOUGH = 3.0
_NEAR = 0.25
_SHOWING_QUESTIONS = frozenset({"what", "which", "what's", "whats", "is", "are", "do", "have", "how"})


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a tool fits a clause, and what the clause gives it."""

    tool: Tool
    score: float
    calls: tuple[Filled, ...]


def best_fits(clause: Clause, tools: Sequence[Tool], known: frozenset[str]) -> list[Fit]:
    """Give the tool that fits best, several where the sentence does not decide, none where nothing fits."""
    changing = [fit for tool in tools if not tool.read_only and (fit := _changing(clause, tool, tools))]
    reading = [fit for tool in tools if tool.read_only and (fit := _reading(clause, tool, known))]
    fits = sorted(changing + reading, key=lambda fit: -fit.score)
    return [fit for fit in fits if fit.score > fits[0].score - _NEAR]


def changing_tool_named(clause: Clause, tools: Sequence[Tool]) -> Tool | None:
    """Give the tool that changes something and whose verb is among the words: what a question is about."""
    spoken = clause.words | {clause.head}
    a_file = any(token.looks_like_a_file for token in clause.tokens)
    candidates = [tool for tool in tools if not tool.read_only and any(repeats_the_verb(tool, word) for word in spoken)]
    nouns = {singular(word) for word in spoken}
    return max(
        candidates,
        key=lambda tool: (len(tool.nouns & nouns), tool.takes_a_file is a_file, len(tool.verbs & spoken)),
        default=None,
    )


def _changing(clause: Clause, tool: Tool, tools: Sequence[Tool]) -> Fit | None:
    if clause.head in tool.verbs:
        verb = 3.0
    elif repeats_the_verb(tool, clause.head):
        verb = 2.0
    else:
        return None
    spoken = clause.words | {clause.head}
    nouns = {singular(word) for word in clause.words}
    foreign = {noun for other in tools for noun in other.nouns} - tool.nouns
    parameters = {singular(each.name.lower()) for each in tool.parameters}
    score = verb + 3.0 * len(tool.nouns & nouns) + len((parameters - tool.nouns) & nouns)
    score -= 2.0 * len((foreign - parameters) & nouns)
    score += 1.0 if tool.server_words & clause.words else 0.0
    score += 3.0 if _names_all_of(tool, spoken) else 0.0
    if any(token.looks_like_a_file for token in clause.tokens):
        score += 2.0 if tool.takes_a_file else -2.0
    calls = fill(tool, clause)
    if not any(filled.left for filled in calls):
        score += 0.5 * max(len(filled.values) for filled in calls) if "where" in clause.words else 0.0
    return Fit(tool, score, tuple(calls))


def _reading(clause: Clause, tool: Tool, known: frozenset[str]) -> Fit | None:
    score = _verb_score(clause, tool)
    if score is None:
        return None
    verb = score
    words = clause.words
    spoken = {singular(word) for word in words | {clause.head}}
    nouns = tool.nouns & spoken
    score += 3.0 * len(nouns)
    if nouns and tool.lists_many == any(word != singular(word) and singular(word) in tool.nouns for word in words):
        score += 1.0
    score += 2.0 if tool.hint_nouns & (spoken | words) else 0.0
    score += 1.0 if {singular(each.name.lower()) for each in tool.parameters} - tool.nouns & spoken else 0.0
    score -= 0.0 if verb or not _is_foreign(clause.head, tool) else 3.0
    score += 0.5 if tool.server_words & words else 0.0
    score += min(2.0, len(tool.told_by & spoken - nouns))
    calls = fill(tool, clause)
    values = [str(value).lower() for filled in calls for value in filled.values.values()]
    for token in clause.tokens:
        if token.looks_like_a_file:
            score += 2.0 if tool.takes_a_file else 0.0 if token.word in values else -2.0
    score += 1.5 if any(value in known for value in values) else 0.0
    score += 1.0 if values else 0.0
    score -= 2.0 * sum(len(filled.left) for filled in calls)
    score -= 1.5 if any(each.name not in filled.values for filled in calls for each in tool.required) else 0.0
    return Fit(tool, score, tuple(calls)) if score >= _ENOUGH and (verb or nouns) else None


def _names_all_of(tool: Tool, spoken: frozenset[str]) -> bool:
    """Whether the clause says the tool's own name, word for word: “drop table records” is about no rows."""
    return all({word, f"{word}s", word.removesuffix("s")} & spoken for word in tool.words)


def _is_foreign(head: str, tool: Tool) -> bool:
    """Whether the first word says something that this tool knows nothing of: “paint the table orders”."""
    known = tool.nouns | tool.hint_nouns | tool.server_words
    return bool(head) and singular(head) not in known and head not in FUNCTION_WORDS | ARTICLES | QUESTION_OPENERS


def _verb_score(clause: Clause, tool: Tool) -> float | None:
    """How the clause's verb speaks for a reading tool; nothing at all where it is the verb of a change."""
    if clause.head in tool.verbs:
        return 3.0
    if classes_of(clause.head) and not classes_of(clause.head) & SHOWING:
        return None
    if repeats_the_verb(tool, clause.head):
        return 2.0
    groups = {group for verb in tool.verbs for group in classes_of(verb)}
    asks = clause.head in ("show", *_SHOWING_QUESTIONS) or "show" in classes_of(clause.head)
    if asks or (clause.is_question and clause.tokens and clause.tokens[0].word in _SHOWING_QUESTIONS):
        return 1.5 if groups & SHOWING or not groups else None
    return 0.0
