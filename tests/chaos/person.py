"""One person with two sessions, at raw HTTP: starts runs, answers every question twice, takes note of what was said."""

import random
import threading
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx

from tests.chaos.rows import Rows

TOKEN = "c" * 32
FORM_ANSWERS = [
    {"action": "accept", "f0": "true"},
    {"action": "accept", "f0": "true"},
    {"action": "accept", "f0": "true"},
    {"action": "accept", "f0": "false"},
    {"action": "decline"},
    {"action": "cancel"},
]
OUTCOME_ANSWERS = [
    {"action": "accept", "f0": "0", "f1": "I looked."},
    {"action": "accept", "f0": "1"},
    {"action": "decline"},
]


@dataclass(frozen=True, slots=True)
class Said:
    """An answer that was posted, and what the site said to it: a status, or 0 when the line broke."""

    question: str
    answer: dict[str, str]
    status: int


class Person:
    """Posts to any of the web processes; a broken line is no answer and is tried again by whoever still wants it."""

    def __init__(self, addresses: Sequence[str], sessions: Sequence[str], chance: random.Random) -> None:
        self._addresses = addresses
        self._chance = chance
        self._clients = [self._client(session) for session in sessions]
        self._pool = ThreadPoolExecutor(max_workers=8)
        self._lock = threading.Lock()
        self.said: list[Said] = []

    def _client(self, session: str) -> httpx.Client:
        cookies = {"sessionid": session, "csrftoken": TOKEN}
        return httpx.Client(cookies=cookies, trust_env=False, timeout=20)

    def start_run(self) -> bool:
        """Ask for two calls at once; says whether the site took it. A run it took without saying so counts as well."""
        lines = [f"/act what={uuid.uuid4().hex} rounds={self._chance.choice((1, 1, 2))}" for _ in range(2)]
        return self._post(0, "/threads/", {"text": "\n".join(lines)}) == 302

    def answer_everything(self, rows: Rows) -> int:
        """Answer each open question from both sessions at the same moment; returns how many questions there were."""
        pending = rows.pending()
        posts: list[Callable[[], None]] = []
        for question in pending:
            answers = OUTCOME_ANSWERS if question["kind"] == "outcome" else FORM_ANSWERS
            first = self._chance.choice(answers)
            second = first if self._chance.random() < 0.5 else self._chance.choice(answers)
            for session, answer in enumerate((first, second)):
                posts.append(self._answering(session, question["id"], answer))
        list(self._pool.map(lambda post: post(), posts))
        return len(pending)

    def _answering(self, session: int, question: str, answer: dict[str, str]) -> Callable[[], None]:
        def post() -> None:
            status = self._post(session, f"/interrupts/{question}/answer/", answer)
            with self._lock:
                self.said.append(Said(question, answer, status))

        return post

    def _post(self, session: int, path: str, fields: dict[str, str]) -> int:
        url = self._chance.choice(self._addresses) + path
        try:
            return (
                self._clients[session]
                .post(url, data={"csrfmiddlewaretoken": TOKEN, **fields}, follow_redirects=False)
                .status_code
            )
        except httpx.TransportError:
            return 0

    def close(self) -> None:
        self._pool.shutdown()
        for client in self._clients:
            client.close()
