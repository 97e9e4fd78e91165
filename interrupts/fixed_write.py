"""Rows written by SQL that is put together once for each shape of write; the reading half is ``fixed_query``.

Only for what every step of every run writes: Django takes ten times as long to build such a statement as the database
takes to run it. No signals are sent, and conditions are equalities.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import AutoField, Field, Model


def update_rows(model: type[Model], where: Mapping[str, Any], /, **values: Any) -> int:
    """Write ``values`` to the rows whose fields are equal to ``where``; returns how many there were."""
    sql, asked, written = _update(connection.vendor, model, tuple(where), tuple(values))
    parameters = [
        *(_for_database(field, value) for field, value in zip(written, values.values(), strict=True)),
        *(_for_database(field, value) for field, value in zip(asked, where.values(), strict=True)),
    ]
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.rowcount


def insert_row[M: Model](row: M) -> M:
    """Write a new row and return it, with the number the database gave it."""
    sql, fields, numbered = _insert(connection.vendor, type(row))
    parameters = [_for_database(field, field.pre_save(row, True)) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        if numbered is not None:
            row.pk = cursor.fetchone()[0] if _returns_keys() else cursor.lastrowid
    row._state.adding, row._state.db = False, connection.alias
    return row


type _Fields = tuple[Field[Any, Any], ...]


@cache
def _update(
    vendor: str, model: type[Model], where: tuple[str, ...], values: tuple[str, ...]
) -> tuple[str, _Fields, _Fields]:
    asked, written = _fields(model, where), _fields(model, values)
    columns = ", ".join(f"{_column(field)} = %s" for field in written)
    condition = " AND ".join(f"{_column(field)} = %s" for field in asked)
    return f"UPDATE {_quoted(model._meta.db_table)} SET {columns} WHERE {condition}", asked, written


@cache
def _insert(vendor: str, model: type[Model]) -> tuple[str, _Fields, "Field[Any, Any] | None"]:
    key = model._meta.pk
    numbered = key if isinstance(key, AutoField) else None
    fields = tuple(field for field in model._meta.concrete_fields if field is not numbered)
    columns = ", ".join(_column(field) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES ({places})"
    if numbered is not None and _returns_keys():
        sql += f" RETURNING {_column(numbered)}"
    return sql, fields, numbered


def _fields(model: type[Model], names: Iterable[str]) -> _Fields:
    return tuple(model._meta.pk if name == "pk" else model._meta.get_field(name) for name in names)  # type: ignore[misc]


def _column(field: "Field[Any, Any]") -> str:
    return _quoted(str(field.column))


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _returns_keys() -> bool:
    return bool(connection.features.can_return_columns_from_insert)


def _for_database(field: "Field[Any, Any]", value: Any) -> Any:
    return field.get_db_prep_save(value.pk if isinstance(value, Model) else value, connection)
