"""A deployer: it asks what to deploy where and when with a form, and for a rollback with a bare confirm.

Run it with ``python -m mcpbridge.samples.deployer --port N``.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import InputRequiredResult
from pydantic import Field

from mcpbridge.authoring import Accepted, Answer, AskingServer, Form, Missing, Round
from mcpbridge.samples.fleet import ENVIRONMENTS, Change, Fleet, FleetFile, Service
from mcpbridge.samples.serving import main
from mcpbridge.samples.words import CHANGES, FINAL, READS, TOOLS_KEPT, kept, moment
from mcpbridge.samples.workplace import Workplace

_PLAN = "deployment"
_SURE = "rollback"
_MAX_NOTES = 2000
_INSTRUCTIONS = (
    "Deploys the services of a small shop. deploy asks a person for environment, version and time, rollback asks for a "
    "confirmation, both by themselves: call them right away and do not ask in the chat."
)

_Service = Annotated[str, Field(description="Name of the service, for example web")]
_Environment = Literal["staging", "production"]


class Bridge:
    """The tools of the deployer."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._file = FleetFile(place.data / "deployer.json")

    def list_services(self) -> str:
        """List the services: which version runs in staging and in production, which there are, what is planned."""
        with self._place.turn:
            fleet = self._load()
        lines: list[str] = []
        for name, service in fleet.services.items():
            lines.append(f"{name}: {_running(service)}; versions: {', '.join(v.number for v in service.versions)}")
        for change in fleet.planned:
            lines.append(f"planned: {change.service} {change.after} to {change.environment} at {change.at}")
        if fleet.history:
            last = fleet.history[-1]
            lines.append(f"last: {last.kind} of {last.service} {last.after} to {last.environment} at {last.at}")
        return "\n".join(lines)

    def deploy(
        self,
        service: _Service,
        ctx: Context[Any, Any],
        environment: Annotated[
            _Environment | None, Field(description="Where to, if the person said so: staging or production")
        ] = None,
    ) -> str | InputRequiredResult:
        """Deploy a version of a service. A person is asked for environment, version, time and notes in one form."""
        with self._place.seal.open(ctx) as this_round, self._place.turn:
            answer = this_round.answer(_PLAN)
            if not isinstance(answer, Missing | Accepted):
                return self._keep(this_round, "deploy", service, answer)
            fleet = self._load()
            name, known = fleet.service(service)
            offer = {"running": known.running, "versions": [version.number for version in known.versions]}
            if isinstance(answer, Missing) or this_round.kept != offer:
                form = _deploy_form(name, known, environment)
                explanation = (
                    "The version you choose replaces the one that runs there, at once, or at the time you enter. "
                    "rollback brings back the version before."
                )
                return this_round.ask({_PLAN: form}, keep=offer, explanation=explanation)
            change = self._read_plan(name, known, answer.content)
            this_round.settle()
            self._place.log("deploy", service=name, environment=change.environment, version=change.after, at=change.at)
            return self._carry_out(fleet, change)

    def rollback(
        self,
        service: _Service,
        ctx: Context[Any, Any],
        environment: Annotated[_Environment, Field(description="Where: staging or production")] = "production",
    ) -> str | InputRequiredResult:
        """Bring back the version of a service that ran before the present one. A person is asked to confirm."""
        with self._place.seal.open(ctx) as this_round, self._place.turn:
            answer = this_round.answer(_SURE)
            if not isinstance(answer, Missing | Accepted):
                return self._keep(this_round, "rollback", service, answer)
            fleet = self._load()
            name, known = fleet.service(service)
            present, earlier = known.running[environment], fleet.before(name, environment)
            if earlier is None:
                raise ToolError(f"No version of {name} ran in {environment} before {present}. Nothing was changed.")
            step = {"from": present, "to": earlier}
            if isinstance(answer, Missing) or this_round.kept != step:
                form = Form(f"Roll {name} in {environment} back from {present} to {earlier}?")
                return this_round.ask({_SURE: form}, keep=step, explanation=f"{present} stops running there at once.")
            this_round.settle()
            now = self._place.now()
            self._place.log("rollback", service=name, environment=environment, **step)
            done = fleet.apply(Change(now.isoformat(), "rollback", name, environment, present, earlier))
            self._file.save(fleet)
            return f"Rolled {name} in {environment} back from {done.before} to {done.after} at {moment(now)}."

    def _load(self) -> Fleet:
        fleet = self._file.load()
        if fleet.apply_due(self._place.now()):
            self._file.save(fleet)
        return fleet

    def _carry_out(self, fleet: Fleet, change: Change) -> str:
        at = datetime.fromisoformat(change.at)
        what = f"{change.service} {change.after} to {change.environment}"
        if at > self._place.now():
            fleet.planned.append(change)
            self._file.save(fleet)
            return f"Planned {what} for {moment(at)}. Until then {change.before} stays."
        done = fleet.apply(change)
        self._file.save(fleet)
        return f"Deployed {what} at {moment(at)}, in place of {done.before}."

    def _read_plan(self, name: str, service: Service, content: Mapping[str, Any]) -> Change:
        environment, version = content.get("environment"), content.get("version")
        if environment not in ENVIRONMENTS:
            raise ToolError(f"The answer names no environment: {' or '.join(ENVIRONMENTS)}. {_NOTHING}")
        if version not in [known.number for known in service.versions]:
            raise ToolError(f"The answer names no version of {name} that there is. {_NOTHING}")
        notes = content.get("notes") or ""
        if not isinstance(notes, str) or len(notes) > _MAX_NOTES:
            raise ToolError(f"The notes are no text of up to {_MAX_NOTES} characters. {_NOTHING}")
        at = max(_time(content.get("when")) or self._place.now(), self._place.now())
        before = service.running[environment]
        return Change(at.isoformat(), "deploy", name, environment, before, str(version), notes)

    def _keep(self, this_round: Round, tool: str, service: str, answer: Answer) -> str:
        this_round.settle()
        self._place.log(f"{tool} refused", service=service, answer=type(answer).__name__.lower())
        return kept(f"{service} as it runs", answer)


def build(place: Workplace) -> AskingServer:
    """The server, on the fleet in the data folder of ``place``."""
    server = AskingServer(
        "deployer", title="Deployer", instructions=_INSTRUCTIONS, seal=place.seal, keys=place.keys,
        principal=place.principal, middleware=[place.know_who],
        log_level="WARNING", cache_hints=TOOLS_KEPT,
    )  # fmt: skip
    bridge = Bridge(place)
    server.add_tool(bridge.list_services, title="List services", annotations=READS, structured_output=False)
    server.add_tool(bridge.deploy, title="Deploy", annotations=CHANGES, structured_output=False)
    server.add_tool(bridge.rollback, title="Roll back", annotations=CHANGES, structured_output=False)
    return server


_NOTHING = f"Nothing was deployed. {FINAL}"


def _running(service: Service) -> str:
    return ", ".join(f"{environment} {service.running[environment]}" for environment in ENVIRONMENTS)


def _deploy_form(name: str, service: Service, environment: str | None) -> Form:
    where: dict[str, Any] = {"type": "string", "title": "Environment", "enum": list(ENVIRONMENTS)}
    if environment is not None:
        where["default"] = environment
    versions = [
        {"const": version.number, "title": f"{version.number} ({version.built_on}): {version.summary}"}
        for version in service.versions
    ]
    return Form(
        f"Deploy {name}: which version, and where? Running now: {_running(service)}.",
        {
            "environment": where,
            "version": {"type": "string", "title": "Version", "oneOf": versions},
            "when": {
                "type": "string", "title": "When", "format": "date-time",
                "description": "Leave it empty to deploy at once.",
            },
            "notes": {"type": "string", "title": "Notes", "maxLength": _MAX_NOTES, "x-ui": {"widget": "textarea"}},
        },
        required=("environment", "version"),
    )  # fmt: skip


def _time(when: Any) -> datetime | None:
    """Read the wanted time; a time that is over by now means at once."""
    if when in (None, ""):
        return None
    try:
        at = datetime.fromisoformat(when)
    except (TypeError, ValueError) as error:
        raise ToolError(f"The time in the answer cannot be read: {when!r}. {_NOTHING}") from error
    if at.tzinfo is None:
        raise ToolError(f"The time in the answer has no offset, so nobody knows when it is: {when!r}. {_NOTHING}")
    return at.astimezone(UTC)


if __name__ == "__main__":
    main("deployer", build)
