"""The product dies at every step between two commits of a question's path, starts again, and the path ends well.

Driven from ``interrupts.crashpoints.POINTS``. The lives run side by side: most of each is waiting for a lease to end.
"""

import ast
import signal
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from interrupts.crashpoints import POINTS
from tests.chaos.person import TOKEN
from tests.chaos.product import Life, Place, free_port, installation
from tests.chaos.rows import Row, Rows
from tests.chaos.verdict import effects_in
from tests.durability.places import copy_of

SOURCE = Path(__file__).resolve().parents[2] / "interrupts"
BEFORE_AND_AFTER_THE_ANSWER = (
    "claimed",
    "turn_begun",
    "turn_said",
    "calls_settled",
    "round_prepared",
    "reply_received",
    "reply_recorded",
)
CRASHES = [f"{name}:{time}" for name in POINTS for time in ((1, 2) if name in BEFORE_AND_AFTER_THE_ANSWER else (1,))]
NOBODY_CAN_KNOW = ("round_prepared", "reply_received")
PATIENCE = 60.0
SIDE_BY_SIDE = 3


@dataclass(frozen=True, slots=True)
class Story:
    """What is there when all is over."""

    exit_code: int
    runs: list[Row]
    questions: list[Row]
    effects: int

    def of_kind(self, kind: str) -> list[Row]:
        return [question for question in self.questions if question["kind"] == kind]


class Walk:
    """One question from its message to its end, as a person drives it: what was not taken is done again."""

    def __init__(self, place: Place, port: int, what: str) -> None:
        self._rows = Rows(place.database)
        self._address = f"http://127.0.0.1:{port}"
        self._cookies = {"sessionid": place.sessions[0], "csrftoken": TOKEN}
        self._what = what

    def go_on(self, until: Callable[[], bool]) -> None:
        """Do what is to be done until something is so."""
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end, f"it did not come to that: {self._rows.open_runs()}"
            self._take_a_step()
            time.sleep(0.05)

    def is_over(self) -> bool:
        runs = self._rows.all("SELECT status FROM interrupts_run")
        return bool(runs) and all(run["status"] == "completed" for run in runs)

    def _take_a_step(self) -> None:
        if not self._rows.all("SELECT id FROM interrupts_run"):
            self._post("/threads/", text=f"/act what={self._what}")
        for question in self._rows.questions():
            if question["status"] == "pending":
                self._post(f"/interrupts/{question['id']}/answer/", **_answer_to(question))

    def _post(self, path: str, **fields: str) -> None:
        try:
            with httpx.Client(cookies=self._cookies, trust_env=False, timeout=PATIENCE) as browser:
                browser.post(self._address + path, data={"csrfmiddlewaretoken": TOKEN, **fields})
        except httpx.TransportError:
            return


def _answer_to(question: Row) -> dict[str, str]:
    """Yes to the tool. A first request that got lost is sent again, one that carried the answer is given up."""
    if question["kind"] == "form":
        return {"action": "accept", "f0": "true"}
    return {"action": "accept", "f0": "1"} if question["number"] == 1 else {"action": "decline"}


@contextmanager
def running(life: Life) -> Iterator[Life]:
    life.start()
    try:
        life.wait_until_up()
        yield life
    finally:
        life.kill()


def live(template: Place, folder: Path, crash: str) -> Story:
    """One life that ends at the crash, and the one after it."""
    what, port = uuid.uuid4().hex, free_port()
    with copy_of(template, folder) as place:
        walk, rows = Walk(place, port, what), Rows(place.database)
        with running(place.web("dies", port, engine=True, SAYSO_CRASH_AT=crash)) as dies:
            walk.go_on(until=dies.is_dead)
        with running(place.web("lives", port, engine=True)):
            walk.go_on(until=walk.is_over)
        effects = sum(effect["what"] == what for effect in effects_in(place.effects))
        return Story(dies.died(), rows.all("SELECT * FROM interrupts_run"), rows.questions(), effects)


@pytest.fixture(scope="module")
def story_of(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Story]]:
    """Start the lives of all crashes that are to be tested; gives the story of one, once it is over."""
    wanted = [
        item.callspec.params["crash"] for item in request.session.items if "crash" in getattr(item, "fixturenames", ())
    ]
    folder = tmp_path_factory.mktemp("crashes")
    with (
        installation(folder, call_timeout=6, slow=0.0) as (template, _, _),
        ThreadPoolExecutor(SIDE_BY_SIDE) as pool,
    ):
        stories: dict[str, Future[Story]] = {}
        for crash in wanted:
            own = folder / crash.replace(":", "-")
            own.mkdir()
            stories[crash] = pool.submit(live, template, own, crash)
        yield lambda crash: stories[crash].result()


@pytest.mark.parametrize("crash", CRASHES)
def test_after_a_crash_the_question_goes_on_and_nothing_is_done_twice(
    crash: str, story_of: Callable[[str], Story]
) -> None:
    name, _, number = crash.partition(":")

    story = story_of(crash)

    assert story.exit_code == -signal.SIGKILL
    assert [run["status"] for run in story.runs] == ["completed"]
    assert [question["status"] for question in story.of_kind("form")] == ["resolved"]
    assert len(story.of_kind("outcome")) == (1 if name in NOBODY_CAN_KNOW else 0)
    assert story.effects == (0 if (name, number) == ("round_prepared", "2") else 1)


def test_every_point_of_the_list_is_passed_by_exactly_one_place_in_the_code_and_no_other_is_named() -> None:
    named = [
        word.value
        for path in sorted(SOURCE.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("reached", "reached_once_committed")
        for word in ast.walk(call)
        if isinstance(word, ast.Constant)
    ]

    assert sorted(named) == sorted(POINTS)
