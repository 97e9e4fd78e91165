"""What the database needs before the first page: the right version of the tables, and somebody who may sign in."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from chatsite.serving.refusal import CannotServe
from interrupts.diagnosis import unknown_migrations


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Who the sign-in link is for, and the password if the account was made just now."""

    user_id: Any | None
    user_name: str
    new_password: str | None


def prepare_database(check: Callable[[], None]) -> FirstSteps:
    """Run the site's checks, bring the tables up to date and make an account if there is none.

    Raises: CannotServe, and whatever ``check`` raises.
    """
    try:
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        _refuse_newer_database(executor.loader)
        check()
        # Where nothing is new, what a migration ends with is there as well, and makes every start a third longer.
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", verbosity=0, interactive=False)
        return _ensure_administrator()
    except OperationalError as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else "no reason given"
        raise CannotServe(f"the database cannot be used: {reason}.") from None


def _refuse_newer_database(loader: MigrationLoader) -> None:
    """A newer Sayso has been here: its tables may not mean what this code thinks."""
    unknown = unknown_migrations(loader)
    if unknown:
        raise CannotServe(
            f"the database belongs to a newer version of Sayso (it knows {unknown[-1]}); "
            "update Sayso, or name another data folder in SAYSO_DATA."
        )


def _ensure_administrator() -> FirstSteps:
    users = get_user_model().objects
    with transaction.atomic():
        if not users.exists():
            password = secrets.token_urlsafe(12)
            user = users.create_superuser("admin", password=password)
            return FirstSteps(user.pk, user.get_username(), password)
    administrator = users.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if administrator is None:
        return FirstSteps(None, "", None)
    return FirstSteps(administrator.pk, administrator.get_username(), None)
