"""The samples ask clients of either era the same."""

from pathlib import Path

import pytest

from mcpbridge.authoring.testing import ERAS, Era, accept, call_tool, decline
from mcpbridge.samples import database, deployer, files
from mcpbridge.samples.workplace import Workplace
from tests.mcpbridge.samples.support import deeds

every_era = pytest.mark.parametrize("era", ERAS)


@every_era
async def test_a_table_goes_by_a_yes_and_stays_otherwise(tmp_path: Path, era: Era) -> None:
    server = database.build(Workplace.prepare("database", tmp_path))

    kept = await call_tool(server, "drop_table", {"table": "orders"}, answers=[decline()], era=era)
    dropped = await call_tool(server, "drop_table", {"table": "orders"}, answers=[True], era=era)

    assert kept.text.startswith('Kept the table "orders": the person said no.')
    assert dropped.text.startswith('Dropped the table "orders" with its')
    assert len(deeds(tmp_path, "drop_table")) == 1


@every_era
async def test_a_file_goes_when_its_name_is_typed(tmp_path: Path, era: Era) -> None:
    server = files.build(Workplace.prepare("files", tmp_path))

    deleted = await call_tool(server, "delete_file", {"path": "todo.md"}, answers=["todo.md"], era=era)

    assert deleted.text.startswith('Deleted "todo.md"')
    assert not (tmp_path / "files" / "todo.md").exists()


@every_era
async def test_a_service_is_deployed_as_the_form_says(tmp_path: Path, era: Era) -> None:
    server = deployer.build(Workplace.prepare("deployer", tmp_path))

    plan = {"environment": "staging", "version": "2.4.1", "notes": "for Vera"}
    deployed = await call_tool(server, "deploy", {"service": "web"}, answers=[plan], era=era)
    back = await call_tool(
        server, "rollback", {"service": "web", "environment": "staging"}, answers=[accept()], era=era
    )

    assert deployed.text.startswith("Deployed web 2.4.1 to staging")
    assert back.text.startswith("Rolled web in staging back from 2.4.1")
