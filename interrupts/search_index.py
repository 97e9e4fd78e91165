"""The index that messages are searched in: kept by the database itself, so that no way of writing forgets it.

Only whole messages are in it: one that streams is written four times a second, and would be indexed as often.
SQLite has a table of its own (FTS5), filled by triggers; PostgreSQL an index over the words of each message. Both know
words as they are written, without the grammar of a language: people mix languages, and names of tables and files are
no words of any. What begins like a word that is looked for is found, so "order" finds "orders".
"""

import string
from typing import Any

from django.db import connections

TRIGGERS = {
    "insert": """
CREATE TRIGGER IF NOT EXISTS interrupts_search_insert AFTER INSERT ON interrupts_message
WHEN NEW.status <> 'streaming' BEGIN
    INSERT INTO interrupts_search (rowid, text) VALUES (NEW.id, NEW.text);
END""",
    "update": """
CREATE TRIGGER IF NOT EXISTS interrupts_search_update AFTER UPDATE OF text, status ON interrupts_message
WHEN OLD.status <> 'streaming' OR NEW.status <> 'streaming' BEGIN
    INSERT INTO interrupts_search (interrupts_search, rowid, text)
    SELECT 'delete', OLD.id, OLD.text WHERE OLD.status <> 'streaming';
    INSERT INTO interrupts_search (rowid, text) SELECT NEW.id, NEW.text WHERE NEW.status <> 'streaming';
END""",
    "delete": """
CREATE TRIGGER IF NOT EXISTS interrupts_search_delete AFTER DELETE ON interrupts_message
WHEN OLD.status <> 'streaming' BEGIN
    INSERT INTO interrupts_search (interrupts_search, rowid, text) VALUES ('delete', OLD.id, OLD.text);
END""",
}
_TABLE = """
CREATE VIRTUAL TABLE interrupts_search USING fts5 (
    text, content='interrupts_message', content_rowid='id', tokenize='unicode61 remove_diacritics 0'
)"""
_FILL = """
INSERT INTO interrupts_search (rowid, text) SELECT id, text FROM interrupts_message WHERE status <> 'streaming'"""

LENGTH = 100_000
"""Characters of a message that PostgreSQL indexes: what it makes of a text may not exceed a megabyte."""
# Else PostgreSQL would take "example.com" or "a/b" for one word, and "example" would not be found.
_MARKS = string.punctuation.replace("'", "''")
_SPACES = " " * len(string.punctuation)
VECTOR = f"to_tsvector('simple', translate(left(interrupts_message.text, {LENGTH}), '{_MARKS}', '{_SPACES}'))"
IS_INDEXED = "interrupts_message.status <> 'streaming'"
_INDEX = (f"CREATE INDEX interrupts_search ON interrupts_message USING gin ({VECTOR}) WHERE {IS_INDEXED}").replace(
    "interrupts_message.", ""
)


def create(apps: Any, schema_editor: Any) -> None:
    """Make the index and put into it what there is."""
    match schema_editor.connection.vendor:
        case "postgresql":
            schema_editor.execute(_INDEX, params=None)
        case "sqlite":
            for statement in (_TABLE, _FILL, *TRIGGERS.values()):
                schema_editor.execute(statement, params=None)


def drop(apps: Any, schema_editor: Any) -> None:
    match schema_editor.connection.vendor:
        case "postgresql":
            schema_editor.execute("DROP INDEX interrupts_search", params=None)
        case "sqlite":
            for name in TRIGGERS:
                schema_editor.execute(f"DROP TRIGGER interrupts_search_{name}", params=None)
            schema_editor.execute("DROP TABLE interrupts_search", params=None)


def put_triggers_up_again(using: str, **signal: Any) -> None:
    """To be called after migrations: on SQLite one that changes a table makes it anew, without its triggers."""
    connection = connections[using]
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM sqlite_master WHERE name IN ('interrupts_search', 'interrupts_message')")
        if cursor.fetchone()[0] == 2:
            for statement in TRIGGERS.values():
                cursor.execute(statement)
