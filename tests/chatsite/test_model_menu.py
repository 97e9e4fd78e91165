"""Several models on one site: the menu, what a thread chose, and what becomes of a choice that is gone."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from chatsite.configured import model, model_name
from interrupts.models import Event, Message, Run, Thread
from interrupts.runs import post_message
from tests.support import ScriptedModel, drive, say

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HTTP_HX_REQUEST": "true"}


class Several(ScriptedModel):
    """Two models of a project of its own, as ``interrupts.ports.Models`` asks for."""

    name = "first"

    def __init__(self) -> None:
        super().__init__()
        self.second = ScriptedModel("I am the second.")

    def named(self, spec: str) -> ScriptedModel:
        return {"second": self.second}[spec]


@pytest.fixture
def menu(settings: Any) -> None:
    settings.SAYSO_MODEL = "builtin"
    settings.SAYSO_MODELS = ("openai:small", "openai:large")
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"


@pytest.fixture
def page(ana: Any, client: Client) -> Client:
    client.force_login(ana)
    return client


def post(person: Any, thread: Thread | None, chosen: str) -> Run:
    return post_message(person=person, thread=thread, text="go", at=timezone.now(), model=chosen)


def test_each_turn_is_taken_by_the_model_its_thread_chose(ana: Any) -> None:
    models = Several()
    first, second = say(ana, "hello"), post(ana, None, "second")

    drive(models)

    assert (len(models.requests), len(models.second.requests)) == (1, 1)
    assert Message.objects.get(run=second, role="assistant").text.strip() == "I am the second."
    assert Run.objects.get(pk=first.pk).status == "completed"


def test_a_model_that_is_gone_is_told_and_the_default_goes_on(ana: Any) -> None:
    models = Several()
    run = post(ana, None, "retired")

    drive(models)

    note = Message.objects.get(run=run, role="note")
    assert note.text == "The model “retired” is not offered here any more. first goes on."
    assert (len(models.requests), Thread.objects.get().model) == (1, "")


def test_a_project_with_one_model_needs_no_menu(ana: Any) -> None:
    run = post(ana, None, "whatever")

    drive(only := ScriptedModel())

    assert (len(only.requests), Run.objects.get(pk=run.pk).status) == (1, "completed")


def test_of_one_model_there_is_no_menu(page: Client, ana: Any) -> None:
    assert b"<select" not in page.get("/").content


@pytest.mark.usefixtures("menu")
def test_the_first_message_brings_the_choice_and_the_thread_keeps_it(page: Client) -> None:
    assert page.get("/").content.count(b"<option") == 3

    page.post("/threads/", {"text": "hello", "model": "openai:large"})

    thread = Thread.objects.get()
    html = page.get(f"/threads/{thread.pk}/").content.decode()
    assert thread.model == "openai:large"
    assert '<option value="openai:large" selected>large</option>' in html
    assert '<p class="aside" id="model">large</p>' in html


@pytest.mark.usefixtures("menu")
def test_another_choice_comes_with_the_next_message_and_stands_in_the_audit(page: Client, ana: Any) -> None:
    run = post(ana, None, "openai:large")
    drive(ScriptedModel())

    answered = page.post(f"/threads/{run.thread_id}/messages/", {"text": "more", "model": "openai:small"}, **HTMX)

    assert '<p class="aside" id="model">small</p>' in answered.content.decode()
    assert Thread.objects.get().model == "openai:small"
    changed = Event.objects.filter(kind="thread.model").last()
    assert changed is not None
    assert (changed.subject, changed.data, changed.actor) == ("openai:small", {"before": "openai:large"}, str(ana))


@pytest.mark.usefixtures("menu")
def test_a_choice_that_is_not_on_the_menu_is_refused_and_the_words_are_kept(page: Client) -> None:
    refused = page.post("/threads/", {"text": "my words", "model": "openai:secret"})

    assert refused.status_code == 422
    assert "This model is not offered any more." in refused.content.decode()
    assert "my words" in refused.content.decode()
    assert not Thread.objects.exists()


@pytest.mark.usefixtures("menu")
def test_nobody_chooses_for_a_thread_of_another(page: Client, ben: Any) -> None:
    run = post(ben, None, "openai:large")

    assert page.post(f"/threads/{run.thread_id}/messages/", {"text": "x", "model": ""}).status_code == 404
    assert Thread.objects.get().model == "openai:large"


@pytest.mark.usefixtures("menu")
def test_a_busy_thread_keeps_its_model(page: Client, ana: Any) -> None:
    run = post(ana, None, "openai:large")

    busy = page.post(f"/threads/{run.thread_id}/messages/", {"text": "more", "model": "openai:small"})

    assert busy.status_code == 409
    assert '<option value="openai:small" selected>' in busy.content.decode()
    assert Thread.objects.get().model == "openai:large"


def test_models_of_one_name_are_told_apart_by_their_provider(settings: Any) -> None:
    settings.SAYSO_MODEL, settings.SAYSO_MODELS = "openai:gpt-5", ("openrouter:gpt-5", "openai:small")

    assert [model_name(spec) for spec in ("", "openrouter:gpt-5", "openai:small", "gone:x")] == [
        "gpt-5 (openai)",
        "gpt-5 (openrouter)",
        "small",
        "gpt-5 (openai)",
    ]


def test_a_model_of_the_menu_that_cannot_be_made_says_so_when_it_is_asked(settings: Any, ana: Any) -> None:
    settings.SAYSO_MODEL, settings.SAYSO_MODELS = "builtin", ("mistral:small",)
    run = post(ana, None, "mistral:small")

    drive(model())  # type: ignore[arg-type]

    assert "uv sync --extra models" in Message.objects.get(run=run, role="note").text


def test_that_a_model_is_gone_does_not_hide_what_the_next_one_cannot_read(ana: Any) -> None:
    image = SimpleUploadedFile("plan.gif", b"GIF89a")
    run = post_message(person=ana, thread=None, text="go", at=timezone.now(), model="third", files=[image])

    drive(Several())

    gone, unread = Message.objects.filter(run=run, role="note").order_by("position").values_list("text", flat=True)
    assert "“third” is not offered here any more" in gone
    assert unread == "first cannot read plan.gif. It is told that the file is there."
