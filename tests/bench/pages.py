"""Pages and memory while few questions wait, and while very many do."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
from django.contrib.auth import get_user_model

from tests.bench.page import Person
from tests.bench.timing import Process
from tests.durability.many import ask_many

FEW, FULL = 10, 100
"""A few questions, and as many as the inbox shows at once."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Seconds of CPU of one page each, and resident KiB."""

    inbox: float
    thread: float
    full_inbox: float
    memory: int


def few_and_many(
    address: str, product: Process, sign_in: Callable[[str], Person], *, questions: int, looks: int
) -> tuple[Pages, Pages]:
    """Look at the pages of two people before and after there are so many questions more."""
    modest, busy = sign_in("modest"), sign_in("busy")
    own, _ = ask_many(_account(modest), FEW), ask_many(_account(busy), FULL)
    look = _Look(address, product, f"/threads/{own.thread_id}/", modest, busy, looks)
    few = look.take()
    ask_many(_account(busy), questions)
    return few, look.take()


def _account(person: Person) -> Any:
    return get_user_model().objects.get_by_natural_key(person.name)


@dataclass(frozen=True, slots=True)
class _Look:
    address: str
    product: Process
    thread: str
    modest: Person
    busy: Person
    times: int

    def take(self) -> Pages:
        inbox, thread = self._cpu(self.modest, "/inbox/"), self._cpu(self.modest, self.thread)
        full = self._cpu(self.busy, "/inbox/")
        return Pages(inbox, thread, full, self.product.memory())

    def _cpu(self, person: Person, path: str) -> float:
        spent = []
        with httpx.Client(base_url=self.address, headers={"cookie": person.cookies}, trust_env=False) as browser:
            for _ in range(self.times):
                before = self.product.cpu()
                assert browser.get(path).status_code == 200
                spent.append(self.product.cpu() - before)
        return statistics.median(spent)
