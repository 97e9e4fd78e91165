"""Large things outside the database: a row announces a file, it is written, then the row that needs it names it.

Where they lie is the project's choice: the storage named ``interrupts`` in Django's ``STORAGES``. It must have no
public address. A project that names none keeps everything in its rows, and takes no files.
"""

import asyncio
import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import InvalidStorageError, Storage, storages
from django.db.models import Q

from interrupts.database import in_database
from interrupts.models import Stored, Thread

logger = logging.getLogger(__name__)

IN_ROW: int = getattr(settings, "INTERRUPTS", {}).get("RESULT_IN_ROW", 64_000)
"""Characters of JSON text up to which a reply stays in its row."""
AT_ONCE = 200
"""Forgotten files that are removed in one go."""
CLAIM_WITHIN = timedelta(days=1)
"""After that a file that no row has named is taken for forgotten."""


class StorageFailed(Exception):
    """The storage did not do what it was asked for; what it said is in the log."""


def storage() -> Storage | None:
    """Where large things lie, None where the project named no place."""
    with suppress(InvalidStorageError):
        return storages["interrupts"]
    return None


def announce(size: int, *, at: datetime) -> Stored:
    """Note that a file is about to be written. To be committed before that."""
    name = f"{at:%Y/%m}/{uuid.uuid4().hex}"
    return Stored.objects.create(name=name, size=size, unclaimed_until=at + CLAIM_WITHIN, created_at=at)


def write(stored: Stored, data: bytes) -> None:
    """Write an announced file. May take as long as a network does, so never in a transaction. Raises: StorageFailed."""
    place = storage()
    with _its_own_errors():
        if place is None or place.save(stored.name, ContentFile(data)) != stored.name:
            raise FileExistsError(stored.name)


def claim(stored: Stored, thread: Thread) -> None:
    """Keep a file for as long as its thread is there; in the transaction of the row that names it."""
    Stored.objects.filter(pk=stored.pk).update(thread=thread, unclaimed_until=None)


def read(name: str) -> bytes:
    """Return the bytes of a file, without a transaction as for ``write``. Raises: StorageFailed."""
    place = storage()
    with _its_own_errors():
        if place is None:
            raise FileNotFoundError(name)
        with place.open(name) as file:
            data: bytes = file.read()
    return data


async def remove_forgotten(*, now: datetime) -> None:
    """Remove the files nobody needs: those of threads that are gone, and those that no row came to name."""
    while found := await in_database(_forgotten, now):
        gone = await asyncio.to_thread(_remove, found)
        await in_database(_forget, gone)
        if len(gone) < AT_ONCE:
            return


def _forgotten(now: datetime) -> list[Stored]:
    late = Q(unclaimed_until=None) | Q(unclaimed_until__lte=now)
    return list(Stored.objects.filter(late, thread=None, files=None, calls=None, rounds=None)[:AT_ONCE])


def _remove(found: list[Stored]) -> list[Stored]:
    """Returns those that are gone. What cannot be removed now is tried again later."""
    place = storage()
    gone = []
    for each in found:
        with suppress(StorageFailed), _its_own_errors():
            if place is not None:
                place.delete(each.name)
            gone.append(each)
    return gone


def _forget(gone: list[Stored]) -> None:
    Stored.objects.filter(pk__in=[each.pk for each in gone]).delete()


@contextmanager
def _its_own_errors() -> Iterator[None]:
    """A storage is code of the project, and each kind of it raises errors of its own."""
    try:
        yield
    except Exception as error:
        logger.exception("the storage of files failed")
        raise StorageFailed from error
