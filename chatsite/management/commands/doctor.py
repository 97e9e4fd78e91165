"""``manage.py doctor``: is everything there that Sayso needs, and does it fit together?"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from chatsite.diagnosis import diagnose
from interrupts.diagnosis import Finding, State


class Command(BaseCommand):
    help = (
        "Look at settings, data folder, database, clock, notices, engines, servers and model, and say what is wrong. "
        "Changes nothing. The exit code is 1 if there is a problem, 0 if all is well but for warnings."
    )
    # They are part of what is told, so they must not end the command.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object, for scripts")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = diagnose()
        self.stdout.write(_as_json(findings) if options["json"] else _as_lines(findings))
        if worst(findings) is State.PROBLEM:
            raise SystemExit(1)


def worst(findings: Sequence[Finding]) -> State:
    """The state of the whole."""
    order = list(State)
    return max((finding.state for finding in findings), key=order.index, default=State.OK)


def _as_lines(findings: Sequence[Finding]) -> str:
    width = max(len(finding.what) for finding in findings)
    lines = [f"{finding.state:<8} {finding.what:<{width}}  {_one_line(finding.text)}" for finding in findings]
    return "\n".join([*lines, "", _sum_up(findings)])


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _sum_up(findings: Sequence[Finding]) -> str:
    counts = Counter(finding.state for finding in findings)
    if worst(findings) is State.OK:
        return "All is well."
    words = [
        f"{counts[state]} {state}{'s' if counts[state] > 1 else ''}"
        for state in (State.PROBLEM, State.WARNING)
        if counts[state]
    ]
    return f"{' and '.join(words)}."


def _as_json(findings: Sequence[Finding]) -> str:
    lines = [
        {"what": finding.what, "state": finding.state, "text": finding.text, **finding.facts} for finding in findings
    ]
    return json.dumps({"state": worst(findings), "findings": lines}, indent=2)
