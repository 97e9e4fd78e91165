"""A shop's database: whoever likes may read it; nothing goes without a person's yes.

Run it with ``python -m mcpbridge.samples.database --port N``.
"""

from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult, TextContent
from pydantic import BeforeValidator, Field

from mcpbridge.authoring import Accepted, Answer, AskingServer, Form, Missing, Round
from mcpbridge.samples.serving import main
from mcpbridge.samples.shop import (
    MAX_ROWS,
    Found,
    Shop,
    Value,
    columns_of,
    count_rows,
    known_column,
    known_table,
    quoted,
    table_names,
)
from mcpbridge.samples.words import CHANGES, READS, TOOLS_KEPT, counted, kept, moment, sendable
from mcpbridge.samples.workplace import Workplace

_QUESTION = "confirm"
_INSTRUCTIONS = (
    "The database of a small shop. Reading is free. drop_table and delete_rows ask a person first, by themselves: call "
    "them right away and do not ask for permission in the chat."
)
_WHAT_DELETING_DOES = (
    "The rows will be removed from the database file for good. There is no undo. Any other answer than yes keeps them "
    "and ends the matter. If their number changes meanwhile you will be asked again."
)
_MAX_CELL = 200


def _as_text(value: object) -> object:
    # Models send 7 and true where the schema says text; SQLite compares text with numbers by the column's type.
    if isinstance(value, bool):
        return str(int(value))
    return str(value) if isinstance(value, int | float) else value


_Table = Annotated[str, Field(description="Name of the table, for example orders")]
_Column = Annotated[str, Field(description="Name of the column to compare, for example status")]
_Value = Annotated[
    str, BeforeValidator(_as_text), Field(description="The value to look for, as text, for example cancelled")
]
_Sql = Annotated[str, Field(description="One SELECT statement in the dialect of SQLite")]


class Desk:
    """The tools of the database."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._shop = Shop(place.data / "shop.sqlite3")

    def list_tables(self) -> CallToolResult:
        """List the tables of the shop's database with the number of rows in each."""
        with self._shop.reading() as connection:
            tables = {name: count_rows(connection, name) for name in table_names(connection)}
        lines = [f"{name}: {counted(rows, 'row')}" for name, rows in tables.items()]
        return _reply("\n".join(lines) or "There are no tables.", {"tables": tables})

    def describe_table(self, table: _Table) -> CallToolResult:
        """Describe one table: its columns with type, which are required, which are the key, and its number of rows."""
        with self._shop.reading() as connection:
            name = known_table(connection, table)
            rows, columns = count_rows(connection, name), columns_of(connection, name)
        lines = [f"{name}: {counted(rows, 'row')}"]
        for column in columns:
            notes = [column.type, "key" if column.key else "", "required" if column.required else ""]
            lines.append(f"- {column.name}: {', '.join(note for note in notes if note)}")
        facts = [{"name": c.name, "type": c.type, "required": c.required, "key": c.key} for c in columns]
        return _reply("\n".join(lines), {"table": name, "rows": rows, "columns": facts})

    def query(self, sql: _Sql) -> CallToolResult:
        """Read from the database with one SELECT statement; at most 200 rows come back. It cannot change anything."""
        found = self._shop.query(sendable(sql, "sql"))
        rows = [[_cell(value) for value in row] for row in found.rows]
        return _reply(_as_table(found), {"columns": list(found.columns), "rows": rows, "more": found.cut})

    def drop_table(self, table: _Table, ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Remove a whole table with all its rows, for good. A person is asked yes or no before anything happens."""
        with self._place.seal.open(ctx) as this_round:
            answer = this_round.answer(_QUESTION)
            if _is_refusal(answer):
                this_round.settle()
                self._place.log("drop_table refused", table=table, answer=type(answer).__name__.lower())
                return kept(f'the table "{table}"', answer)
            with self._shop.changing() as connection:
                name = known_table(connection, table)
                rows = count_rows(connection, name)
                if isinstance(answer, Missing) or this_round.kept != {"rows": rows}:
                    return _ask(this_round, _drop_form(name, rows), _what_dropping_does(name), rows)
                this_round.settle()
                self._place.log("drop_table", table=name, rows=rows)
                connection.execute(f"DROP TABLE {quoted(name)}")
            return f'Dropped the table "{name}" with its {counted(rows, "row")} at {moment(self._place.now())}.'

    def delete_rows(
        self, table: _Table, column: _Column, value: _Value, ctx: Context[Any, Any]
    ) -> str | InputRequiredResult:
        """Delete all rows of a table where one column has one value, for good. A person is always asked first."""
        with self._place.seal.open(ctx) as this_round:
            answer = this_round.answer(_QUESTION)
            where = f'of "{table}" where {column} is "{sendable(value, "value")}"'
            if _is_refusal(answer):
                facts = {"table": table, "column": column, "value": value}
                this_round.settle()
                self._place.log("delete_rows refused", **facts, answer=type(answer).__name__.lower())
                return kept(f"the rows {where}", answer)
            with self._shop.changing() as connection:
                name = known_table(connection, table)
                field = known_column(connection, name, column)
                condition = f"FROM {quoted(name)} WHERE {quoted(field)} = ?"
                rows: int = connection.execute(f"SELECT count(*) {condition}", (value,)).fetchone()[0]
                if not rows:
                    raise ToolError(f"There is no row {where}. Nothing was changed.")
                if isinstance(answer, Missing) or this_round.kept != {"rows": rows}:
                    return _ask(this_round, _delete_form(name, field, value, rows), _WHAT_DELETING_DOES, rows)
                this_round.settle()
                self._place.log("delete_rows", table=name, column=field, value=value, rows=rows)
                connection.execute(f"DELETE {condition}", (value,))
            return f"Deleted {counted(rows, 'row')} {where} at {moment(self._place.now())}."


def build(place: Workplace) -> AskingServer:
    """The server, on the shop in the data folder of ``place``."""
    server = AskingServer(
        "database", title="Shop database", instructions=_INSTRUCTIONS, seal=place.seal, keys=place.keys,
        principal=place.principal, middleware=[place.know_who],
        log_level="WARNING", cache_hints=TOOLS_KEPT,
    )  # fmt: skip
    desk = Desk(place)
    server.add_tool(desk.list_tables, title="List tables", annotations=READS)
    server.add_tool(desk.describe_table, title="Describe a table", annotations=READS)
    server.add_tool(desk.query, title="Query", annotations=READS)
    server.add_tool(desk.drop_table, title="Drop a table", annotations=CHANGES, structured_output=False)
    server.add_tool(desk.delete_rows, title="Delete rows", annotations=CHANGES, structured_output=False)
    return server


def _is_refusal(answer: Answer) -> bool:
    """Whether the person was asked and did not say yes; a crooked "yes" in words is no yes."""
    match answer:
        case Missing():
            return False
        case Accepted(content):
            return content.get(_QUESTION) is not True
        case _:
            return True


def _drop_form(table: str, rows: int) -> Form:
    return _yes_or_no(f'Drop the table "{table}" with its {counted(rows, "row")}?', "Drop it")


def _delete_form(table: str, column: str, value: str, rows: int) -> Form:
    return _yes_or_no(
        f'Delete {counted(rows, "row")} of the table "{table}" where {column} is "{value}"?', "Delete them"
    )


def _what_dropping_does(table: str) -> str:
    return (
        f'The table "{table}" and everything in it will be removed from the database file for good. There is no undo. '
        "Any other answer than yes keeps it and ends the matter."
    )


def _yes_or_no(message: str, title: str) -> Form:
    return Form(message, {_QUESTION: {"type": "boolean", "title": title}}, required=(_QUESTION,))


def _ask(this_round: Round, form: Form, explanation: str, rows: int) -> InputRequiredResult:
    return this_round.ask({_QUESTION: form}, keep={"rows": rows}, explanation=explanation)


def _reply(text: str, facts: dict[str, Any]) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=facts)


def _cell(value: Value) -> str | int | float | None:
    return f"<{counted(len(value), 'byte')}>" if isinstance(value, bytes) else value


def _as_table(found: Found) -> str:
    lines = [" | ".join(found.columns)]
    lines += [" | ".join(_short(value) for value in row) for row in found.rows]
    if not found.rows:
        lines.append("(no rows)")
    if found.cut:
        lines.append(f"(the first {MAX_ROWS} rows; there are more)")
    return "\n".join(lines)


def _short(value: Value) -> str:
    text = "NULL" if value is None else str(_cell(value))
    return text if len(text) <= _MAX_CELL else f"{text[:_MAX_CELL]}…"


if __name__ == "__main__":
    main("database", build)
