"""The deployer, over the wire, in its own process; times that matter are given by the test."""

import json
from pathlib import Path
from typing import Any

import pytest

from mcpbridge.samples.fleet import Change, FleetFile
from tests.mcpbridge.samples.support import Sample, answered, deeds, question, running, text_of


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("deployer")


@pytest.fixture(scope="module")
def server(data: Path) -> Any:
    with running("deployer", data) as sample:
        yield sample


@pytest.fixture
def deployer(server: Sample) -> Sample:
    """The running server with its first services again."""
    (server.data / "deployer.json").unlink()
    FleetFile(server.data / "deployer.json")
    return server


def stored(sample: Sample) -> dict[str, Any]:
    fleet: dict[str, Any] = json.loads((sample.data / "deployer.json").read_text())
    return fleet


def test_services_are_listed_with_what_runs_where(deployer: Sample) -> None:
    text = text_of(deployer.call("list_services", {}))

    assert "web: staging 2.5.0, production 2.4.1; versions: 2.5.0, 2.4.1, 2.4.0" in text


def test_deploy_asks_with_a_form_of_four_fields(deployer: Sample) -> None:
    asked = question(deployer.call("deploy", {"service": "web", "environment": "production"}))

    fields = asked["requestedSchema"]["properties"]
    assert list(fields) == ["environment", "version", "when", "notes"]
    assert fields["environment"]["enum"] == ["staging", "production"]
    assert fields["environment"]["default"] == "production"
    assert fields["version"]["oneOf"][0] == {"const": "2.5.0", "title": "2.5.0 (2026-09-28): new checkout"}
    assert fields["when"]["format"] == "date-time"
    assert fields["notes"]["x-ui"] == {"widget": "textarea"}
    assert asked["requestedSchema"]["required"] == ["environment", "version"]


def test_without_an_environment_none_is_prefilled(deployer: Sample) -> None:
    asked = question(deployer.call("deploy", {"service": "web"}))

    assert "default" not in asked["requestedSchema"]["properties"]["environment"]


def test_an_accepted_form_deploys_and_is_remembered(deployer: Sample) -> None:
    asked = deployer.call("deploy", {"service": "web"})
    content = {"environment": "production", "version": "2.5.0", "notes": "at last"}

    text = text_of(deployer.call("deploy", {"service": "web"}, **answered(asked, "accept", content)))

    assert text.startswith("Deployed web 2.5.0 to production at 2")
    fleet = stored(deployer)
    assert fleet["services"]["web"]["running"] == {"staging": "2.5.0", "production": "2.5.0"}
    assert (fleet["history"][-1]["before"], fleet["history"][-1]["notes"]) == ("2.4.1", "at last")
    assert deeds(deployer.data, "deploy")[-1]["version"] == "2.5.0"


def test_a_time_to_come_is_planned_and_the_present_version_stays(deployer: Sample) -> None:
    asked = deployer.call("deploy", {"service": "api"})
    content = {"environment": "production", "version": "1.12.0", "when": "2999-01-01T08:00:00+02:00"}

    text = text_of(deployer.call("deploy", {"service": "api"}, **answered(asked, "accept", content)))

    assert text == "Planned api 1.12.0 to production for 2999-01-01 06:00:00 UTC. Until then 1.11.3 stays."
    assert "planned: api 1.12.0 to production" in text_of(deployer.call("list_services", {}))


def test_what_was_planned_happens_when_its_time_has_come(deployer: Sample) -> None:
    file = FleetFile(deployer.data / "deployer.json")
    fleet = file.load()
    fleet.planned.append(Change("2026-10-01T00:00:00+00:00", "deploy", "api", "production", "1.11.3", "1.12.0"))
    file.save(fleet)

    text = text_of(deployer.call("list_services", {}))

    assert "api: staging 1.12.0, production 1.12.0" in text
    assert "planned" not in text


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"environment": "moon", "version": "2.5.0"},
        {"environment": "staging", "version": "9.9.9"},
        {"environment": "staging", "version": 2.5},
        {"environment": "staging", "version": "2.4.0", "when": "tomorrow"},
        {"environment": "staging", "version": "2.4.0", "when": "2026-12-01T08:00:00"},
        {"environment": "staging", "version": "2.4.0", "notes": "x" * 2001},
    ],
)
def test_a_form_that_does_not_fit_deploys_nothing_and_ends_the_matter(
    deployer: Sample, content: dict[str, Any]
) -> None:
    before = stored(deployer)
    asked = deployer.call("deploy", {"service": "web"})
    answer = answered(asked, "accept", content)

    result = deployer.call("deploy", {"service": "web"}, **answer)

    assert result["isError"]
    assert "Nothing was deployed." in text_of(result)
    assert stored(deployer) == before
    assert deployer.refused("deploy", {"service": "web"}, **answer)["data"]["reason"] == "state_used"


@pytest.mark.parametrize("action", ["decline", "cancel"])
@pytest.mark.parametrize("tool", ["deploy", "rollback"])
def test_a_refusal_changes_nothing_and_is_final(deployer: Sample, tool: str, action: str) -> None:
    before = stored(deployer)
    asked = deployer.call(tool, {"service": "web"})

    text = text_of(deployer.call(tool, {"service": "web"}, **answered(asked, action)))

    assert text.startswith("Kept web as it runs")
    assert "This is final" in text
    assert stored(deployer) == before


def test_a_rollback_asks_a_bare_confirm_and_brings_the_earlier_version_back(deployer: Sample) -> None:
    asked = deployer.call("rollback", {"service": "web"})

    text = text_of(deployer.call("rollback", {"service": "web"}, **answered(asked, "accept", {})))

    assert question(asked)["message"] == "Roll web in production back from 2.4.1 to 2.4.0?"
    assert question(asked)["requestedSchema"] == {"type": "object", "properties": {}}
    assert text.startswith("Rolled web in production back from 2.4.1 to 2.4.0")
    assert stored(deployer)["services"]["web"]["running"]["production"] == "2.4.0"


def test_an_accept_without_content_confirms_a_bare_question(deployer: Sample) -> None:
    asked = deployer.call("rollback", {"service": "api"})

    text = text_of(deployer.call("rollback", {"service": "api"}, **answered(asked, "accept")))

    assert text.startswith("Rolled api")


def test_a_version_that_changed_meanwhile_is_asked_about_again(deployer: Sample) -> None:
    first = deployer.call("rollback", {"service": "web"})
    asked = deployer.call("deploy", {"service": "web"})
    deployer.call(
        "deploy", {"service": "web"}, **answered(asked, "accept", {"environment": "production", "version": "2.5.0"})
    )

    again = deployer.call("rollback", {"service": "web"}, **answered(first, "accept", {}))

    assert question(again)["message"] == "Roll web in production back from 2.5.0 to 2.4.1?"


def test_a_service_without_an_earlier_version_is_an_error_and_no_question(deployer: Sample) -> None:
    result = deployer.call("rollback", {"service": "web", "environment": "staging"})

    assert result["isError"]
    assert "No version of web ran in staging before 2.5.0" in text_of(result)


@pytest.mark.parametrize("tool", ["deploy", "rollback"])
def test_an_unknown_service_is_an_error_that_names_the_known_ones(deployer: Sample, tool: str) -> None:
    result = deployer.call(tool, {"service": "blog"})

    assert result["isError"]
    assert 'There is no service "blog". Services: web, api, mailer.' in text_of(result)
