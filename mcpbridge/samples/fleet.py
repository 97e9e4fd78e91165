"""What runs where: services, their versions, what was deployed when and what is planned, in one JSON file.

The functions change a fleet in memory; ``FleetFile`` reads it before a deed and writes it whole afterwards.
"""

import json
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError

from mcpbridge.samples.words import sendable
from mcpbridge.samples.workplace import WorkplaceError, write_whole

ENVIRONMENTS = ("staging", "production")


@dataclass(frozen=True, slots=True)
class Version:
    """A version that can be deployed, newest first in a list."""

    number: str
    built_on: str
    summary: str


@dataclass(frozen=True, slots=True)
class Change:
    """One deployment: done, or planned for ``at`` (a time with an offset)."""

    at: str
    kind: str
    service: str
    environment: str
    before: str
    after: str
    notes: str = ""


@dataclass(slots=True)
class Service:
    """One service: the versions there are, and the one that runs in each environment."""

    versions: list[Version]
    running: dict[str, str]


@dataclass(slots=True)
class Fleet:
    """All services, what was done to them, oldest first, and what is planned."""

    services: dict[str, Service]
    history: list[Change] = field(default_factory=list)
    planned: list[Change] = field(default_factory=list)

    def service(self, name: str) -> tuple[str, Service]:
        """The service of that name, with the name as it is spelled here.

        Raises:
            ToolError: there is none; the text names those there are.
        """
        wanted = sendable(name, "service").strip().lower()
        if wanted not in self.services:
            raise ToolError(f'There is no service "{name}". Services: {", ".join(self.services)}.')
        return wanted, self.services[wanted]

    def apply(self, change: Change) -> Change:
        """Make a change real, and return it as it stands in the history."""
        running = self.services[change.service].running
        done = replace(change, before=running[change.environment])
        running[change.environment] = change.after
        self.history.append(done)
        return done

    def apply_due(self, now: datetime) -> bool:
        """Make real what was planned for a time that has come; say whether there was anything."""
        due = sorted((change for change in self.planned if _time(change) <= now), key=_time)
        self.planned = [change for change in self.planned if change not in due]
        for change in due:
            self.apply(change)
        return bool(due)

    def before(self, service: str, environment: str) -> str | None:
        """The version that ran before the one that runs now."""
        for change in reversed(self.history):
            if (change.service, change.environment) == (service, environment) and change.before != change.after:
                return change.before
        return None


class FleetFile:
    """A fleet in a JSON file; the caller lets one deed at a time use it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            if not path.exists():
                self.save(_first_fleet(), replace_it=False)
            self.load()
        except OSError as error:
            raise WorkplaceError(f"The file {path} cannot be used: {error.strerror}.") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise WorkplaceError(f"The file {path} does not hold what the deployer wrote; move it away.") from error

    def load(self) -> Fleet:
        """Read the fleet."""
        stored: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
        services = {
            name: Service([Version(**version) for version in service["versions"]], dict(service["running"]))
            for name, service in stored["services"].items()
        }
        history, planned = ([Change(**change) for change in stored[part]] for part in ("history", "planned"))
        return Fleet(services, history, planned)

    def save(self, fleet: Fleet, *, replace_it: bool = True) -> None:
        """Write the fleet, whole or not at all."""
        text = json.dumps({"version": 1, **asdict(fleet)}, indent=2, ensure_ascii=False)
        write_whole(self._path, text.encode() + b"\n", replace=replace_it)


def _time(change: Change) -> datetime:
    return datetime.fromisoformat(change.at)


def _first_fleet() -> Fleet:
    def service(staging: str, production: str, *versions: tuple[str, str, str]) -> Service:
        return Service([Version(*version) for version in versions], {"staging": staging, "production": production})

    fleet = Fleet(
        {
            "web": service(
                "2.5.0", "2.4.1",
                ("2.5.0", "2026-09-28", "new checkout"), ("2.4.1", "2026-09-11", "fixes the search"),
                ("2.4.0", "2026-08-30", "search by origin"),
            ),
            "api": service(
                "1.12.0", "1.11.3",
                ("1.12.0", "2026-09-25", "paged orders"), ("1.11.3", "2026-09-02", "security fix"),
                ("1.11.2", "2026-08-14", "faster invoices"),
            ),
            "mailer": service(
                "0.9.2", "0.9.2",
                ("0.9.2", "2026-08-21", "retries"), ("0.9.1", "2026-07-19", "plain text part"),
            ),
        }
    )  # fmt: skip
    fleet.history = [
        Change("2026-08-22T08:00:00+00:00", "deploy", "mailer", "production", "0.9.1", "0.9.2"),
        Change("2026-09-03T09:30:00+00:00", "deploy", "api", "production", "1.11.2", "1.11.3", "urgent"),
        Change("2026-09-12T07:15:00+00:00", "deploy", "web", "production", "2.4.0", "2.4.1"),
    ]
    return fleet
