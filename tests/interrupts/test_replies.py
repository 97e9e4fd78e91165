"""Going on in one's own words in place of an answer: by a link beside the buttons, a page, and its form."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts.answers import answer_interrupt
from interrupts.models import Interrupt, Message, Run, Thread
from tests.interrupts.test_card import ask, card, words
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, connect, drive, questions, say, status

TWO = {
    "tools": [{"name": "move", "inputSchema": {"type": "object"}}],
    "calls": {
        "move": {
            "by": "state",
            "steps": [
                {
                    "ask": {
                        key: {"message": f"{key}?", "requestedSchema": {"properties": {"x": {"type": "string"}}}}
                        for key in ("from", "to")
                    },
                    "state": "1",
                },
                {"text": "moved"},
            ],
        }
    },
}


def path(question: Interrupt) -> str:
    return f"/interrupts/{question.pk}/reply/"


@pytest.mark.django_db(transaction=True)
def test_a_reply_withdraws_what_the_run_asks_and_is_the_next_message(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(TWO) as server:
        connect(server)
        run = say(ana, "move it")
        drive(ScriptedModel([("bank_move", {})]))

        gone = client.post(path(questions(run)[1]), {"text": "Leave it\r\nwhere it is"})
        model = drive(ScriptedModel("As you like."))

        assert gone["Location"].startswith(f"/threads/{run.thread_id}/")
        assert [question.status for question in questions(run)] == ["withdrawn", "withdrawn"]
        assert status(run) == "cancelled"
        assert model.requests[0].messages[-1].parts[0].text == "Leave it\nwhere it is"
        assert len(server.calls("move")) == 1


@pytest.mark.django_db
class TestThePage:
    @pytest.fixture
    def question(self, ana: Any, client: Client) -> Interrupt:
        """An open question of Ana's, who is signed in; two more came with it."""
        client.force_login(ana)
        return ask(ana, count=3)

    def test_it_is_beside_the_buttons_and_says_what_will_be_withdrawn(
        self, question: Interrupt, client: Client
    ) -> None:
        assert f'<a href="{path(question)}">Write your own reply</a>' in card(question, question.asked_of)

        read = words(client.get(path(question)).content.decode())

        assert "database wants to run drop_table" in read
        assert "All 3 open questions of this request are withdrawn: nothing goes to database" in read

    def test_opening_it_withdraws_nothing(self, question: Interrupt, client: Client) -> None:
        client.get(path(question), {"text": "hi"})

        assert set(Interrupt.objects.values_list("status", flat=True)) == {"pending"}

    def test_an_empty_message_is_refused_and_the_question_stays(self, question: Interrupt, client: Client) -> None:
        reply = client.post(path(question), {"text": "  "})

        assert reply.status_code == 422
        assert "Write something first." in reply.content.decode()
        assert Interrupt.objects.get(pk=question.pk).status == "pending"

    def test_a_message_that_is_too_long_is_kept_on_the_page(self, question: Interrupt, client: Client) -> None:
        reply = client.post(path(question), {"text": "x" * 200_001})

        assert reply.status_code == 422
        assert "x" * 200_001 in reply.content.decode()

    def test_a_question_answered_meanwhile_goes_on_and_the_text_is_given_back(
        self, question: Interrupt, client: Client, ana: Any
    ) -> None:
        answer_interrupt(question, person=ana, action="decline", content=None, at=timezone.now())

        reply = client.post(path(question), {"text": "too late"})

        assert reply.status_code == 409
        read = reply.content.decode()
        assert "already answered by ana. Your message was not used." in read and "too late" in read
        assert Run.objects.get().status == "interrupted"
        assert not Message.objects.filter(text="too late").exists()

    def test_a_closed_question_leads_back_to_the_conversation(
        self, question: Interrupt, client: Client, ana: Any
    ) -> None:
        answer_interrupt(question, person=ana, action="decline", content=None, at=timezone.now())

        assert client.get(path(question))["Location"].startswith(f"/threads/{question.thread_id}/")

    def test_who_does_not_own_the_conversation_cannot_write_in_it(
        self, question: Interrupt, client: Client, ana: Any, ben: Any
    ) -> None:
        Thread.objects.update(owner=ben)

        assert client.post(path(question), {"text": "hi"}).status_code == 404
        assert "Write your own reply" not in card(question, ana)
        assert Interrupt.objects.get(pk=question.pk).status == "pending"
