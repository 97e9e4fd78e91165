"""Queries that are put into SQL once. Django builds a query anew each time, which costs ten times what running it does.

Only for the few queries that every step of every run needs; anything else is an ordinary QuerySet.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from inspect import signature
from itertools import chain
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import ModelIterable


class _Slot(Expression):
    """Stands in a query for a value that is known only when the query runs."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.index = index

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


class FixedQuery[M: Model]:
    """A query with open places: ``FixedQuery(lambda pk: Run.objects.filter(pk=pk))``.

    The function gets a placeholder for each of its parameters and may use it wherever a filter takes an expression:
    not in lists and slices. It may end in ``values_list``, whose rows are always tuples. Nothing is prefetched.
    """

    def __init__(self, build: Callable[..., QuerySet[M, Any]]) -> None:
        self._build = build
        self._statements: dict[str, _Statement] = {}

    def all(self, *values: Any) -> list[Any]:
        """Run the query with these values; gives rows as the QuerySet would."""
        statement = self._statements.get(connection.vendor)
        if statement is None:
            statement = self._statements[connection.vendor] = self._compiled()
        return statement.run(values)

    def first(self, *values: Any) -> Any:
        """Return the first row of the query as it is ordered, None when there is none."""
        return next(iter(self.all(*values)), None)

    def get(self, *values: Any) -> M:
        """Return the one row.

        Raises: ObjectDoesNotExist.
        """
        row: M | None = self.first(*values)
        if row is None:
            raise ObjectDoesNotExist(f"no such {self._queryset().model.__name__}: {values}")
        return row

    def _queryset(self) -> QuerySet[M, Any]:
        places = signature(self._build).parameters
        return self._build(*(_Slot(index) for index in range(len(places))))

    def _compiled(self) -> "_Statement":
        queryset = self._queryset()
        compiler = queryset.query.get_compiler(using=queryset.db)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        return _Statement(queryset, compiler, sql, tuple(parameters), converters)


@dataclass(frozen=True, slots=True)
class _Statement:
    """SQL that is ready to run, and how its rows become what the QuerySet would give."""

    queryset: Any
    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    converters: Any

    def run(self, values: tuple[Any, ...]) -> list[Any]:
        bound = [_adapted(values[each.index]) if isinstance(each, _Slot) else each for each in self.parameters]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, bound)
            rows = cursor.fetchall()
        if self.queryset._iterable_class is ModelIterable:
            fetched: Any = _Fetched(self, rows)
            return list(ModelIterable(fetched))
        return [tuple(row) for row in self.results_iter([rows])]

    def results_iter(self, results: list[Any]) -> Iterator[Any]:
        rows = chain.from_iterable(results)
        return self.compiler.apply_converters(rows, self.converters) if self.converters else rows


class _Fetched:
    """Rows that are there already, in the clothes of the query, compiler and QuerySet that Django reads them from."""

    _known_related_objects: dict[Any, Any] = {}

    def __init__(self, statement: _Statement, rows: list[Any]) -> None:
        self._rows = rows
        self._fetch_mode = statement.queryset._fetch_mode
        self.db = statement.queryset.db
        self.query = self
        self.select = statement.compiler.select
        self.klass_info = statement.compiler.klass_info
        self.annotation_col_map = statement.compiler.annotation_col_map
        self.results_iter = statement.results_iter

    def get_compiler(self, using: str) -> "_Fetched":
        return self

    def execute_sql(self, **how: Any) -> list[Any]:
        return [self._rows]


def _adapted(value: Any) -> Any:
    match value:
        case UUID():
            return value if connection.features.has_native_uuid_field else value.hex
        case datetime():
            return connection.ops.adapt_datetimefield_value(value)
    return value
