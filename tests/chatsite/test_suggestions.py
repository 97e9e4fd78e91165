"""What a first visit can try, made from what is connected."""

import pytest
from django.test import Client
from django.utils import timezone

from chatsite.suggestions import suggestions
from interrupts import wire
from interrupts.models import Server, Tool

pytestmark = pytest.mark.django_db


def connect(name: str, *tools: str, sample: bool = False, required: tuple[str, ...] = ()) -> Server:
    server = Server.objects.create(name=name, url=f"http://127.0.0.1:9/{name}", sample=sample)
    schema = wire.dump({"type": "object", "required": list(required)})
    for tool in tools:
        Tool.objects.create(
            server=server, name=tool, alias=tool, title=f"Does {tool}", input_schema=schema, raw="{}",
            fingerprint="v1:0", seen_at=timezone.now(),
        )  # fmt: skip
    return server


def texts() -> list[str]:
    return [suggestion.text for suggestion in suggestions()]


def test_without_a_server_nothing_is_suggested() -> None:
    assert texts() == []


def test_the_samples_suggest_a_sentence_each_tool_understands() -> None:
    connect("database", "list_tables", "drop_table", sample=True)
    connect("deployer", "deploy", sample=True)

    assert texts() == ["what tables are there?", "drop table orders", "deploy web to staging"]


def test_samples_that_were_not_asked_for_their_tools_yet_count_as_connected() -> None:
    connect("database", sample=True)

    assert texts() == ["what tables are there?", "drop table orders"]


def test_a_server_that_only_has_the_name_of_a_sample_is_no_sample() -> None:
    connect("database", "drop_table", required=("table",))

    assert texts() == ["/drop_table table="]


def test_other_tools_are_suggested_simplest_first_and_three_at_most() -> None:
    connect("hard", "four", required=("a", "b"))
    connect("mail", "one", "two", "three")

    assert texts() == ["/one", "/three", "/two"]


def test_a_switched_off_server_is_not_connected() -> None:
    server = connect("mail", "send")
    Server.objects.filter(pk=server.pk).update(enabled=False)

    assert texts() == []


def test_the_first_page_offers_each_as_one_click(client: Client, ana: object) -> None:
    connect("mail", "send")
    client.force_login(ana)

    page = client.get("/").content.decode()

    assert '<input type="hidden" name="text" value="/send">' in page


def test_the_first_page_says_how_to_connect_a_server_when_there_is_none(client: Client, ana: object) -> None:
    client.force_login(ana)

    assert "manage.py addserver NAME URL" in client.get("/").content.decode()
