"""What a person enters in the card of a real page is, value for value, what arrives at the server that asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.asking import NOT_THERE, OPEN_CARD, fill, open_question, press, script_of
from tests.chatsite.started import Started, manage, serving
from tests.scripted_mcp import Scripted, scripted_mcp

CHOICES = {
    "type": "object",
    "properties": {
        "bare": {"type": "string", "title": "Bare", "enum": ["csv", "json"]},
        "named": {"type": "string", "title": "Named", "enum": ["eu", "us"], "enumNames": ["Europe", "United States"]},
        "titled": {"type": "string", "oneOf": [{"const": "p1", "title": "Low"}, {"const": "p2", "title": "High"}]},
        "some": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["a", "b", "c"]}},
        "fish": {
            "type": "array",
            "items": {"anyOf": [{"const": "f1", "title": "Tuna"}, {"const": "f2", "title": "Trout"}]},
        },
    },
    "required": ["bare", "named", "titled", "some"],
}
ODD_NAMES = {
    "type": "object",
    "properties": {
        "pool.size": {"type": "string", "enum": ["0", "1"], "default": "1"},
        "a[b][]": {"type": "string"},
        "x/y~z": {"type": "string"},
        "first name": {"type": "string"},
        'it\'s "x" <y>': {"type": "string"},
        "100%&=+": {"type": "string"},
        "名前": {"type": "string"},
        "\u00e9": {"type": "string"},
        "e\u0301": {"type": "string"},
        "__proto__": {"type": "string"},
        "csrfmiddlewaretoken": {"type": "string"},
        "action": {"type": "string"},
        "": {"type": "string", "title": "No name"},
    },
    "required": ["名前"],
}
YES_OR_NO = {
    "type": "object",
    "properties": {
        "notify": {"type": "boolean", "title": "Tell the team?"},
        "force": {"type": "boolean", "title": "Force?", "default": False},
    },
    "required": ["notify", "force"],
}
WHERE = {
    "type": "object",
    "properties": {
        "env": {
            "type": "string",
            "oneOf": [{"const": "prod", "title": "Production"}, {"const": "stg", "title": "Staging"}],
        }
    },
    "required": ["env"],
}
NUMBERED = {
    "type": "object",
    "properties": {
        "region": {"type": "integer", "oneOf": [{"const": 7, "title": "North"}, {"const": 8, "title": "South"}]},
        "level": {"type": "number", "enum": [0, 0.5, 1]},
    },
    "required": ["region", "level"],
}
FILTER = {
    "type": "object",
    "properties": {
        "q": {"type": "string"},
        "owner": {"type": "string", "format": "email"},
        "since": {"type": "string", "format": "date"},
        "max": {"type": "integer", "minimum": 1},
        "state": {"type": "string", "enum": ["open", "shut"]},
        "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
        "site": {"type": "string", "format": "uri"},
        "code": {"type": "string", "minLength": 3},
    },
    "required": ["q"],
}
FALSY = {
    "type": "object",
    "properties": {
        "offset": {"type": "integer", "minimum": 0},
        "count": {"type": "integer"},
        "on": {"type": "boolean"},
        "text": {"type": "string", "minLength": 0},
        "name": {"type": "string"},
    },
    "required": ["offset", "on", "text"],
}
ADDRESS = {"type": "object", "properties": {"email": {"type": "string", "format": "email"}}, "required": ["email"]}
LARGE = {
    "type": "object",
    "properties": {
        **{
            f"f{n:02}": {"type": "string", "title": "T" * 300}
            if n % 2 == 0
            else {"type": "string", "description": "Why."}
            for n in range(60)
        },
        "big": {"type": "string", "enum": [f"v{n:03}" for n in range(400)]},
        "huge": {"type": "array", "items": {"type": "string", "enum": [f"h{n:04}" for n in range(2000)]}},
    },
}
SCHEMAS = {
    "choices": CHOICES,
    "odd_names": ODD_NAMES,
    "yes_or_no": YES_OR_NO,
    "where": WHERE,
    "numbered": NUMBERED,
    "filter": FILTER,
    "falsy": FALSY,
    "address": ADDRESS,
    "large": LARGE,
    "nothing": {"type": "object", "properties": {}},
    "message_only": NOT_THERE,
    "scalar": {"type": "boolean"},
    "untyped": {"properties": {"a": {"type": "string"}}},
    "ghost": {"type": "object", "properties": {}, "required": ["ghost"]},
    "null_properties": {"type": "object", "properties": None},
}


@dataclass(frozen=True, slots=True)
class Asked:
    """The product with a server whose tools ask."""

    sayso: Started
    server: Scripted

    def answers(self, tool: str) -> list[Any]:
        """Every answer the server got from a tool's question, oldest first."""
        asked = [call["params"].get("inputResponses") for call in self.server.calls(tool)]
        return [answer["q"] for answer in asked if answer is not None]


@pytest.fixture(scope="module")
def asked(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Asked for after the browser, so that nothing is started where there is none."""
    data = tmp_path_factory.mktemp("asked")
    with scripted_mcp(script_of(SCHEMAS)) as server, serving(data, "--no-samples") as sayso:
        added = manage(data, "addserver", "forms", server.url, "--trusted")
        assert added.returncode == 0, added.stderr
        vouch = "from interrupts.models import Tool; Tool.objects.update(asks_by_itself=True)"
        manage(data, "shell", "--no-imports", "-c", vouch)
        yield Asked(sayso, server)


@pytest.fixture(scope="module")
def signed_in(asked: Asked, browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport={"width": 1200, "height": 800})
    opened.set_default_timeout(20_000)
    page = opened.new_page()
    page.goto(asked.sayso.link)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_placeholder("Write to the assistant")).to_be_visible()
    page.close()
    yield opened
    opened.close()


@pytest.fixture
def page(signed_in: BrowserContext) -> Iterator[Page]:
    opened = signed_in.new_page()
    yield opened
    opened.close()


def answer(page: Page, asked: Asked, tool: str, typed: dict[str, Any], action: str = "accept") -> Any:
    """Ask, fill in, press, wait until the run went on; returns what the server got."""
    before = len(asked.answers(tool))
    card = open_question(page, asked.sayso.address, tool)
    fill(card, SCHEMAS[tool], typed)
    press(card, action)
    expect(page.locator("[data-run][data-status=completed]")).to_be_attached()
    got = asked.answers(tool)[before:]
    assert len(got) == 1
    return got[0]


@pytest.mark.parametrize(
    ("tool", "typed", "content"),
    [
        (
            "choices",
            {"bare": "json", "named": "United States", "titled": "High", "some": ["b"], "fish": ["Tuna", "Trout"]},
            {"bare": "json", "named": "us", "titled": "p2", "some": ["b"], "fish": ["f1", "f2"]},
        ),
        (
            "odd_names",
            dict(zip(ODD_NAMES["properties"], "0123456789abc", strict=True)),
            dict(zip(ODD_NAMES["properties"], "0123456789abc", strict=True)),
        ),
        ("yes_or_no", {"notify": False}, {"notify": False, "force": False}),
        ("yes_or_no", {"notify": True, "force": True}, {"notify": True, "force": True}),
        ("where", {"env": "Production"}, {"env": "prod"}),
        ("numbered", {"region": "North", "level": "0"}, {"region": 7, "level": 0}),
        ("numbered", {"region": "South", "level": "0.5"}, {"region": 8, "level": 0.5}),
        ("filter", {"q": "x"}, {"q": "x"}),
        (
            "filter",
            {"q": "x", "owner": "", "since": "", "max": "", "site": "", "code": ""},
            {"q": "x"},
        ),
        ("falsy", {"offset": "0", "on": False, "text": ""}, {"offset": 0, "on": False, "text": ""}),
        (
            "falsy",
            {"offset": "0", "count": "0", "on": False, "text": " "},
            {"offset": 0, "count": 0, "on": False, "text": " "},
        ),
        ("nothing", {}, {}),
        ("message_only", {}, {}),
        ("null_properties", {}, {}),
        ("scalar", {"value": False}, {"value": False}),
        ("untyped", {"a": "b"}, {"a": "b"}),
    ],
)
def test_the_values_that_arrive_are_the_ones_that_were_entered(
    page: Page, asked: Asked, tool: str, typed: dict[str, Any], content: dict[str, Any]
) -> None:
    got = answer(page, asked, tool, typed)

    assert got == {"action": "accept", "content": content}
    assert list(got["content"]) == list(content)
    assert [type(value) for value in got["content"].values()] == [type(value) for value in content.values()]


@pytest.mark.parametrize("action", ["decline", "cancel"])
@pytest.mark.parametrize(
    ("tool", "typed"), [("nothing", {}), ("address", {}), ("address", {"email": "half"}), ("ghost", {})]
)
def test_decline_and_cancel_say_so_and_nothing_else_whatever_stands_in_the_form(
    page: Page, asked: Asked, tool: str, typed: dict[str, Any], action: str
) -> None:
    assert answer(page, asked, tool, typed, action) == {"action": action}


@pytest.mark.parametrize(
    ("tool", "typed", "wrong"),
    [
        ("choices", {"bare": "json", "named": "Europe", "titled": "Low", "some": ["a", "b", "c"]}, "some"),
        ("odd_names", {}, "名前"),
        ("yes_or_no", {}, "notify"),
        ("where", {}, "env"),
        ("falsy", {"on": True, "text": "a"}, "offset"),
        ("address", {"email": "half"}, "email"),
        ("filter", {"q": "x", "max": "0"}, "max"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field_with_the_input_kept_and_nothing_is_sent(
    page: Page, asked: Asked, tool: str, typed: dict[str, Any], wrong: str
) -> None:
    before = len(asked.answers(tool))
    card = open_question(page, asked.sayso.address, tool)
    fill(card, SCHEMAS[tool], typed)
    press(card, "accept")

    place = list(SCHEMAS[tool]["properties"]).index(wrong)
    expect(card.locator(".field-error")).to_have_count(1)
    field = card.locator(".field").filter(has=page.locator(f"[name=f{place}]"))
    expect(field.locator(".field-error")).to_be_visible()
    kept = [name for name, value in typed.items() if isinstance(value, str)]
    assert [_shows(card, SCHEMAS[tool], name, typed[name]) for name in kept] == [True] * len(kept)
    expect(page.locator(OPEN_CARD)).to_have_count(1)
    assert len(asked.answers(tool)) == before


def _shows(card: Locator, schema: dict[str, Any], name: str, value: str) -> bool:
    control = card.locator(f"[name=f{list(schema['properties']).index(name)}]")
    if control.first.get_attribute("type") != "radio":
        return control.input_value() == value
    chosen = control.and_(card.page.locator(":checked"))
    return chosen.locator("xpath=ancestor::label").inner_text().strip() == value


def test_a_name_that_has_no_field_makes_the_question_one_that_can_only_be_declined(page: Page, asked: Asked) -> None:
    card = open_question(page, asked.sayso.address, "ghost")

    expect(card.locator("button[value=accept]")).to_have_count(0)
    expect(card).to_contain_text("ghost")
    expect(card.locator("button[value=decline]")).to_be_enabled()


def test_a_form_of_sixty_fields_and_two_thousand_choices_is_read_reached_and_sent(page: Page, asked: Asked) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    card = open_question(page, asked.sayso.address, "large")
    expect(card.locator(".field").nth(1)).to_contain_text("F01")
