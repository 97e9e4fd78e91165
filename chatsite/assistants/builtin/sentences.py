"""One message of a person, without the history: what it wants, against the tools that are listed.

All or nothing: when one wish of a message is not understood, none that changes something is fulfilled.
"""

from collections.abc import Sequence

from chatsite.assistants.builtin import manners
from chatsite.assistants.builtin.choosing import Fit, best_fits, changing_tool_named
from chatsite.assistants.builtin.clauses import Clause, clauses_of, says_otherwise
from chatsite.assistants.builtin.counting import sql_parameter, statement_for, written_statement
from chatsite.assistants.builtin.filling import Filled
from chatsite.assistants.builtin.intentions import AskTool, AskValue, Calls, Draft, Intention, Say
from chatsite.assistants.builtin.slash import read_command
from chatsite.assistants.builtin.tools import Tool
from chatsite.assistants.builtin.vocabulary import VERB_CLASSES, singular

MOST_CALLS = 8
LONGEST_SENTENCE = 4000
_MOST_WORDS = 200
_MOST_CLAUSES = 16


def understand(message: str, tools: Sequence[Tool], known: frozenset[str] = frozenset()) -> Intention:
    """Say what a message wants. ``known`` are words that earlier results named."""
    text = message.strip()
    if text.startswith("/"):
        return read_command(text, tools)
    if len(text) > LONGEST_SENTENCE or len(text.split()) > _MOST_WORDS:
        return Say(manners.too_long())
    small_talk = manners.small_talk(text, tools)
    if small_talk:
        return Say(small_talk)
    if not tools:
        return Say(manners.no_tools())
    return _about_rows(text, tools, known) or _wishes(text, tools, known)


def ask_or_call(drafts: Sequence[Draft]) -> Intention:
    """Give the calls, or the question for the first argument that one of them lacks."""
    unique: list[Draft] = []
    for draft in drafts:
        if draft not in unique:
            unique.append(draft)
    if len(unique) > MOST_CALLS:
        return Say(manners.too_many(len(unique), MOST_CALLS))
    for draft in unique:
        if draft.missing is not None:
            return AskValue(tuple(unique), manners.question_for(draft.tool, draft.missing))
    return Calls(tuple(unique))


def _about_rows(text: str, tools: Sequence[Tool], known: frozenset[str]) -> Intention | None:
    for tool in tools:
        parameter = sql_parameter(tool)
        if parameter is None:
            continue
        nouns = frozenset(noun for each in tools for noun in each.nouns | each.hint_nouns)
        meant = nouns | {f"{noun}s" for noun in nouns} | {noun[:-1] + "ies" for noun in nouns if noun.endswith("y")}
        statement = written_statement(text) or statement_for(text, nouns=meant, known=known)
        if statement:
            return ask_or_call([Draft(tool, {parameter.name: statement})])
    return None


def _wishes(text: str, tools: Sequence[Tool], known: frozenset[str]) -> Intention:
    verbs = frozenset(verb for tool in tools for verb in tool.verbs)
    clauses = clauses_of(text, verbs)
    if len(clauses) > _MOST_CLAUSES:
        return Say(manners.too_long())
    otherwise = says_otherwise(text)
    drafts: list[Draft] = []
    for clause in clauses:
        subject = changing_tool_named(clause, tools) if otherwise and not clause.is_question else None
        if otherwise and subject and not clause.hypothetical:
            return Say(manners.said_otherwise(otherwise, subject))
        found = _wish(clause, tools, known)
        if isinstance(found, Say | AskTool):
            if len(clauses) == 1:
                return found
            return Say(f"{found.text if isinstance(found, Say) else found.question} {manners.NOTHING_DONE}")
        drafts += found
    return ask_or_call(drafts) if drafts else Say(manners.not_understood(tools))


def _wish(clause: Clause, tools: Sequence[Tool], known: frozenset[str]) -> list[Draft] | Say | AskTool:
    if clause.hypothetical or clause.is_question:
        subject = changing_tool_named(clause, tools)
        if subject is not None:
            return Say(manners.only_a_question(subject))
        if clause.hypothetical:
            return Say(manners.not_understood(tools))
    fits = best_fits(clause, tools, known)
    if not fits:
        return Say(_no_tool_for(clause, tools))
    if len(fits) > 1:
        candidates = tuple(fit.tool for fit in fits[:6])
        return AskTool(_sentence(clause), candidates, manners.question_between(candidates))
    return _drafts(clause, fits[0])


def _drafts(clause: Clause, fit: Fit) -> list[Draft] | Say:
    if fit.tool.read_only:
        return [Draft(fit.tool, call.values) for call in fit.calls]
    left = [token.text for call in fit.calls for token in call.left]
    if left:
        return Say(manners.words_left(left, fit.tool))
    calls = _that_name_something(fit.calls)
    if clause.polite_question and any(Draft(fit.tool, call.values).missing for call in calls):
        return Say(manners.able_to(fit.tool))
    return [Draft(fit.tool, call.values) for call in calls]


def _that_name_something(calls: Sequence[Filled]) -> Sequence[Filled]:
    """Parts of a list that only repeat a noun (“drop the tables, orders and customers”) are no calls of their own."""
    return [call for call in calls if call.values] or calls[:1]


def _sentence(clause: Clause) -> str:
    return f"{clause.head} {clause.text}".strip()


def _no_tool_for(clause: Clause, tools: Sequence[Tool]) -> str:
    """What to say when nothing fits: a thing without a verb, a verb without a tool, or anything else."""
    words = [token.text for token in clause.tokens if singular(token.word) != clause.head]
    verbs = frozenset(word for group in VERB_CLASSES.values() for word in group)
    if not clause.is_question and clause.head and not words and clause.head not in verbs:
        return manners.only_a_thing(clause.head, tools)
    return manners.not_understood(tools)
