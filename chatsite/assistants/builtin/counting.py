"""Sentences about rows as SQL, for a read-only tool that takes a statement."""

import re

from chatsite.assistants.builtin.tools import Parameter, Tool
from chatsite.assistants.builtin.vocabulary import FUNCTION_WORDS, singular

_NAME = r"[\"'`“]?(?P<name>[A-Za-z_]\w{0,62})[\"'`”]?"
_ROWS = r"(?:rows?|records?|entries|lines|data|contents?|everything)"
_POLITE = r"(?:(?:please|can you|could you|now|and|tell me|show me|give me) )*"
_SHOW = r"(?:show|list|get|print|display|see|read|give) (?:me )?"
_THE = r"(?:all )?(?:(?:the|our|my) )?(?:table )?"
_TAIL = (
    r"(?: (?:table|are there|there are|do (?:we|you|i) have|exist|in total|in the (?:database|table)|now|please))*"
    r" ?[?.!]*\Z"
)


def _sentence(middle: str) -> re.Pattern[str]:
    return re.compile(f"{_POLITE}{middle}{_TAIL}", re.IGNORECASE)


_COUNT = (
    _sentence(rf"how many {_ROWS} (?:are |are there |do we have |is )?(?:in|of) {_THE}{_NAME}"),
    _sentence(rf"how many {_ROWS} does {_THE}{_NAME} (?:have|contain|hold)"),
    _sentence(rf"(?:how many|count) {_THE}{_NAME}"),
    _sentence(rf"(?:count (?:all )?(?:the )?|(?:what is )?the number of ){_ROWS} (?:in|of) {_THE}{_NAME}"),
    _sentence(rf"(?:what is )?the number of {_NAME}"),
)
_FIRST = _sentence(
    rf"(?:{_SHOW})?(?:the )?(?:first|top) (?P<count>[0-9]{{1,3}}) (?:{_ROWS} (?:in|of|from) )?{_THE}{_NAME}"
)
_ALL_ROWS = _sentence(rf"(?:{_SHOW}|what are ){_THE}{_ROWS} (?:in|of|from) {_THE}{_NAME}")
_THINGS = _sentence(rf"{_SHOW}{_THE}{_NAME}")
_SQL = re.compile(
    r"\s*(?:please\s+)?(?:(?:query|run|execute)\s*:?\s+)?(?P<sql>(?:select\b|with\s+\w+\s+as\s*\().+)",
    re.IGNORECASE | re.DOTALL,
)
_LOOKS_LIKE_SQL = re.compile(r"\bfrom\b|[*0-9(]", re.IGNORECASE)
_SHORT = 300
_AT_MOST = 20


def sql_parameter(tool: Tool) -> Parameter | None:
    """Give the parameter that takes an SQL statement, if reading with one is all the tool does."""
    if not tool.read_only:
        return None
    return next((each for each in tool.parameters if each.name.lower() in ("sql", "statement", "query")), None)


def written_statement(message: str) -> str | None:
    """Give the SQL statement a message consists of."""
    found = _SQL.match(message)
    return found["sql"].strip() if found and _LOOKS_LIKE_SQL.search(found["sql"]) else None


def statement_for(message: str, *, nouns: frozenset[str], known: frozenset[str]) -> str | None:
    """Give the statement that answers a question about rows.

    ``nouns`` are words that mean something else here (“tables”, “files”); ``known`` are words of earlier results: of
    such a thing, or of things in the plural, “show orders” means the rows.
    """
    text = " ".join(message.split()) if len(message) <= _SHORT else ""
    for pattern in _COUNT:
        if (found := pattern.match(text)) and _is_table(found["name"], nouns):
            return f'SELECT COUNT(*) AS "count" FROM "{found["name"]}"'
    if (found := _FIRST.match(text)) and _is_table(found["name"], nouns):
        return f'SELECT * FROM "{found["name"]}" LIMIT {int(found["count"])}'
    found = _ALL_ROWS.match(text)
    if found is None and (plain := _THINGS.match(text)) and _names_many(plain["name"], known):
        found = plain
    if found and _is_table(found["name"], nouns):
        return f'SELECT * FROM "{found["name"]}" LIMIT {_AT_MOST}'
    return None


def _names_many(name: str, known: frozenset[str]) -> bool:
    return name.lower() in known or singular(name.lower()) != name.lower()


def _is_table(name: str, nouns: frozenset[str]) -> bool:
    return name.lower() not in nouns and name.lower() not in FUNCTION_WORDS | {"row", "rows", "record", "records"}
