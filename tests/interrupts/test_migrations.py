"""Migrations that code of the version before can live with: during an update both write to the same tables."""

from django.db.migrations import AddField, AlterField, DeleteModel, RemoveField, RenameField, RenameModel
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, Field


def changes_since_the_first() -> list[tuple[str, object]]:
    loader = MigrationLoader(None)
    return [
        (name, operation)
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if app == "interrupts" and not name.startswith("0001_")
        for operation in migration.operations
    ]


def test_a_column_that_old_code_does_not_know_is_filled_by_the_database() -> None:
    added = [(name, change) for name, change in changes_since_the_first() if isinstance(change, AddField)]

    assert added
    assert [
        f"{name}: {change.model_name}.{change.name}"
        for name, change in added
        if not change.field.null and change.field.db_default is NOT_PROVIDED
    ] == []


def test_nothing_that_old_code_reads_is_taken_away_or_renamed() -> None:
    gone = (RemoveField, RenameField, RenameModel, DeleteModel)

    assert [f"{name}: {change}" for name, change in changes_since_the_first() if isinstance(change, gone)] == []


def test_a_column_is_altered_in_words_only() -> None:
    loader = MigrationLoader(None)
    altered = [
        (loader.project_state(("interrupts", name), at_end=False).models["interrupts", change.model_name_lower], change)
        for name, change in changes_since_the_first()
        if isinstance(change, AlterField)
    ]

    assert altered
    for before, change in altered:
        assert what_the_database_sees(change.field) == what_the_database_sees(before.fields[change.name])


def what_the_database_sees(field: Field) -> tuple[str, list[object], dict[str, object]]:
    """A field without its choices, help and names."""
    _, path, positional, named = field.deconstruct()
    return path, positional, {name: value for name, value in named.items() if name not in field.non_db_attrs}
