"""Where the hint "a run is due" goes: to the engine of this process, else through Procrastinate to a worker.

Without either it goes nowhere, and workers find the run by their own look at the rows, once a second.
"""

import logging

from django.apps import apps
from django.db import DatabaseError, transaction

from interrupts import push

logger = logging.getLogger(__name__)


def has_queue() -> bool:
    """Say whether Procrastinate is installed in this project."""
    return apps.is_installed("procrastinate.contrib.django")


def wake() -> None:
    """Tell an engine that a run is due, once the current transaction is committed."""
    transaction.on_commit(_wake_somebody, robust=True)


def _wake_somebody() -> None:
    """After the commit, so that a failure loses a second, never a run."""
    if push.call_wakers() or not has_queue():
        return
    # Imported here, since it needs Procrastinate's Django app, which exists only where that extra is installed.
    from procrastinate.exceptions import AlreadyEnqueued, ConnectorException

    from interrupts.tasks import wake

    try:
        wake.defer()
    except AlreadyEnqueued:
        return
    except (ConnectorException, DatabaseError):
        logger.warning("a hint to the workers was lost", exc_info=True)
