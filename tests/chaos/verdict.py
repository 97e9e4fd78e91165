"""What must never be: done twice, lost, stuck, or done though it was declined. Counted from rows and the effect log."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.chaos.person import Said
from tests.chaos.rows import Row, Rows, load


@dataclass(slots=True)
class Verdict:
    """Each fault is a line that names its rows."""

    doubled: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    declined_and_acted: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def faults(self) -> list[str]:
        return [
            f"{kind}: {line}"
            for kind in ("doubled", "lost", "stuck", "declined_and_acted")
            for line in getattr(self, kind)
        ]


def effects_in(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def judge(rows: Rows, effects: list[Row], said: Iterable[Said], *, lease: float) -> Verdict:
    """Look at an installation that was given time to come to rest."""
    verdict = Verdict()
    questions, calls = rows.questions(), rows.calls()
    by_call: dict[int, list[Row]] = defaultdict(list)
    for question in questions:
        by_call[question["tool_call_id"]].append(question)
    _find_doubled(verdict, effects, calls, by_call)
    _find_lost(verdict, effects, by_call)
    _find_unrecorded(verdict, questions, said)
    _find_stuck(verdict, rows, by_call, lease)
    _find_declined(verdict, effects, questions)
    _count(verdict, rows, questions, effects)
    return verdict


def identity(question: Row) -> str | None:
    """What the peer calls a question of its own: it travels in the state."""
    state = load(load(question["next_state"]) if question["next_state"] else None)
    return state["question"] if question["kind"] == "form" and state else None


def name_of(call: Row) -> str:
    return str(json.loads(call["arguments_proposed"])["what"])


def sent_again(questions: list[Row]) -> int:
    """How often a person had a call sent again."""
    return sum(
        question["kind"] == "outcome"
        and question["action"] == "accept"
        and (question["content"] or {}).get("what") == "again"
        for question in questions
    )


def _find_doubled(verdict: Verdict, effects: list[Row], calls: list[Row], by_call: dict[int, list[Row]]) -> None:
    for key, count in Counter(effect["question"] for effect in effects).items():
        if count > 1:
            verdict.doubled.append(f"the answer to question {key} had {count} effects")
    done = Counter(effect["what"] for effect in effects)
    for call in calls:
        allowed = 1 + sent_again(by_call[call["id"]])
        if done[name_of(call)] > allowed:
            verdict.doubled.append(f"call {call['id']} ran {done[name_of(call)]} times, {allowed} allowed")


def _find_lost(verdict: Verdict, effects: list[Row], by_call: dict[int, list[Row]]) -> None:
    had_effect = {effect["question"] for effect in effects}
    for questions in by_call.values():
        for place, question in enumerate(questions):
            if is_yes(question) and identity(question) not in had_effect and place + 1 == len(questions):
                verdict.lost.append(f"question {question['id']} was accepted and nothing followed")


def is_yes(question: Row) -> bool:
    """Accepted, with a tick: what the tool takes for a yes."""
    content = question["content"] or {}
    return question["kind"] == "form" and question["action"] == "accept" and content.get("sure") is True


def _find_unrecorded(verdict: Verdict, questions: list[Row], said: Iterable[Said]) -> None:
    """An answer that the site said it took is the one that stands, and only one was taken."""
    stands = {question["id"]: question["action"] for question in questions}
    taken: dict[str, list[str]] = defaultdict(list)
    for each in said:
        if each.status == 302:
            taken[each.question].append(each.answer["action"])
    for key, actions in taken.items():
        if actions != [stands.get(key)]:
            verdict.lost.append(f"question {key} took {actions}, and {stands.get(key)!r} stands")


def _find_stuck(verdict: Verdict, rows: Rows, by_call: dict[int, list[Row]], lease: float) -> None:
    pending = {question["run_id"] for each in by_call.values() for question in each if question["status"] == "pending"}
    late = datetime.now(UTC) - timedelta(seconds=3 * lease)
    for run in rows.open_runs():
        due = run["wake_at"] or run["lease_until"] or run["queued_at"]
        if run["id"] not in pending and _as_time(due) < late:
            verdict.stuck.append(f"run {run['id']} is {run['status']}, was due at {due}, and nothing is pending")


def _as_time(value: Any) -> datetime:
    moment = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _find_declined(verdict: Verdict, effects: list[Row], questions: list[Row]) -> None:
    asked = {identity(question): question for question in questions}
    for effect in effects:
        question = asked.get(effect["question"])
        if question is None or not is_yes(question):
            what = "was never shown" if question is None else f"was answered {question['action']}"
            verdict.declined_and_acted.append(f"{effect['what']} was done; its question {what}")


def _count(verdict: Verdict, rows: Rows, questions: list[Row], effects: list[Row]) -> None:
    runs = rows.all("SELECT status, count(*) AS number, sum(attempt) AS claims FROM interrupts_run GROUP BY status")
    kinds = Counter(question["kind"] for question in questions)
    verdict.figures = {
        "runs": {run["status"]: run["number"] for run in runs},
        "claims": int(sum(run["claims"] for run in runs)),
        "questions": dict(kinds),
        "answers": dict(Counter(question["action"] for question in questions if question["action"])),
        "sent again by a person": sent_again(questions),
        "effects": len(effects),
        "rounds": dict(
            Counter(row["ended"] or "open" for row in rows.all("SELECT ended FROM interrupts_round")),
        ),
    }
