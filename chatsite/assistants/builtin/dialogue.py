"""What the newest message wants, given the conversation: an order of its own, or the answer to our last question.

Nothing is kept between messages. Our questions are found again by reading the person's messages once more: a question
is open when the same reading asks, word for word, what we said last.
"""

import re
from collections.abc import Sequence

from chatsite.assistants.builtin import manners
from chatsite.assistants.builtin.clauses import Clause, strip_politeness
from chatsite.assistants.builtin.filling import read_answer
from chatsite.assistants.builtin.intentions import AskTool, AskValue, Calls, Draft, Intention, Say
from chatsite.assistants.builtin.sentences import LONGEST_SENTENCE, ask_or_call, understand
from chatsite.assistants.builtin.slash import find_tools
from chatsite.assistants.builtin.tokens import tokenise
from chatsite.assistants.builtin.tools import Tool, Unfit
from chatsite.assistants.builtin.vocabulary import classes_of, singular
from interrupts.ports import ModelMessage, Text, ToolResult

_LOOKED_BACK = 24
_MOST_KNOWN_TEXT = 20_000
_NEVER_MIND = re.compile(
    r"(?:no|nope|no,? thanks?|no thank you|never ?mind|cancel|stop|forget (?:it|that|about it)|leave it|none|nothing|"
    r"abort|don'?t|do not|nvm|not now|skip|quit|drop it)(?: please)?[\s.!]*\Z",
    re.IGNORECASE,
)


def newest_intention(messages: Sequence[ModelMessage], tools: Sequence[Tool]) -> Intention:
    """Say what the last message of a conversation, a person's, wants."""
    last: Intention | None = None
    open_question: AskValue | AskTool | None = None
    known: frozenset[str] = frozenset()
    for message in messages[-_LOOKED_BACK:]:
        match message.role:
            case "user":
                last = _hear(said_in(message), open_question, tools, known)
                open_question = None
            case "assistant":
                asked = last.question if isinstance(last, AskValue | AskTool) else None
                still_open = asked is not None and said_in(message).strip() == asked.strip()
                open_question = last if still_open and isinstance(last, AskValue | AskTool) else None
            case "tool":
                known |= _words_of(message)
    return last or Say(manners.not_understood(tools))


def said_in(message: ModelMessage) -> str:
    """Give the text of a message. What follows a person's own words is files: data, never an order."""
    return next((part.text for part in message.parts if isinstance(part, Text)), "")


def _hear(text: str, question: AskValue | AskTool | None, tools: Sequence[Tool], known: frozenset[str]) -> Intention:
    if question is None or not text.strip():
        return understand(text, tools, known)
    if _NEVER_MIND.match(text.strip().replace("’", "'")[:100]):
        return Say(manners.NEVER_MIND)
    if isinstance(question, AskTool):
        return _choose(text, question, tools, known)
    return _answer(text, question, tools, known)


def _choose(text: str, question: AskTool, tools: Sequence[Tool], known: frozenset[str]) -> Intention:
    words = {singular(token.word) for token in tokenise(text[:LONGEST_SENTENCE])} | {text.strip().lower()}
    number = re.fullmatch(r"\s*(?:number )?([1-9])[.)]?\s*", text[:40])
    meant = find_tools(text.strip()[:200], question.candidates)
    if number:
        meant = list(question.candidates[int(number[1]) - 1 : int(number[1])])
    if not meant:
        own = _telling_nouns(question.candidates)
        meant = [tool for tool in question.candidates if (own[tool.spec.name] | tool.server_words) & words]
    if len(meant) == 1:
        return understand(question.sentence, meant, known)
    heard = understand(text, tools, known)
    return question if isinstance(heard, Say) else heard


def _telling_nouns(candidates: Sequence[Tool]) -> dict[str, frozenset[str]]:
    return {
        tool.spec.name: tool.nouns - {noun for other in candidates if other is not tool for noun in other.nouns}
        for tool in candidates
    }


def _answer(text: str, question: AskValue, tools: Sequence[Tool], known: frozenset[str]) -> Intention:
    at = next(n for n, draft in enumerate(question.drafts) if draft.missing is not None)
    draft = question.drafts[at]
    parameter = draft.missing
    if parameter is None or text.startswith("/"):
        return understand(text, tools, known)
    clause = _as_clause(text)
    if not parameter.free_text and _is_an_order(clause):
        heard = understand(text, tools, known)
        if isinstance(heard, Calls | AskValue | AskTool):
            return heard
    try:
        values = read_answer(draft.tool, parameter, text, clause)
    except Unfit:
        heard = understand(text, tools, known)
        # The same question once more, so that the next message can still answer it.
        return heard if isinstance(heard, Calls) else question
    answered = [Draft(draft.tool, {**draft.values, parameter.name: value}) for value in values]
    return ask_or_call([*question.drafts[:at], *answered, *question.drafts[at + 1 :]])


def _is_an_order(clause: Clause) -> bool:
    """Whether this begins with a verb; one word alone is an answer, even “open”."""
    return len(clause.tokens) > 1 and bool(classes_of(clause.tokens[0].word))


def _as_clause(text: str) -> Clause:
    short = text[:LONGEST_SENTENCE]
    tokens, _ = strip_politeness([token for token in tokenise(short) if token.word not in (".", "!", "\n")])
    return Clause("", tuple(tokens), False, False, False, short)


def _words_of(message: ModelMessage) -> frozenset[str]:
    text = " ".join(part.text[:_MOST_KNOWN_TEXT] for part in message.parts if isinstance(part, ToolResult))
    return frozenset(re.findall(r"\w+", text[:_MOST_KNOWN_TEXT].lower()))
