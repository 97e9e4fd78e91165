"""Access tokens: made by a command or in the admin, shown once, revoked at once."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from interrupts.models import AccessToken
from interrupts.tokens import make_token, person_of_token

pytestmark = pytest.mark.django_db
ADMIN = "/admin/interrupts/accesstoken/"


def mcptoken(*words: str) -> str:
    said = io.StringIO()
    call_command("mcptoken", *words, stdout=said, stderr=io.StringIO())
    return said.getvalue().strip()


def test_a_token_from_the_command_is_its_person_s(ana: User) -> None:
    token = mcptoken("make", "ana", "my laptop", "--days", "2")

    assert person_of_token(token, at=timezone.now()) == ana
    assert person_of_token(token, at=timezone.now() + timedelta(days=3)) is None


def test_the_list_names_tokens_without_showing_them(ana: User) -> None:
    token = mcptoken("make", "ana", "my laptop")

    listed = mcptoken("list")

    assert "ana  my laptop  never used, does not expire" in listed
    assert token not in listed


def test_an_empty_list_says_so_and_prints_nothing_a_script_would_take_for_a_token(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("mcptoken", "list")

    assert capsys.readouterr() == ("", "There are no tokens.\n")


def test_a_revoked_token_is_nobody_s(ana: User) -> None:
    token = mcptoken("make", "ana", "my laptop")

    mcptoken("revoke", str(AccessToken.objects.get().pk))

    assert person_of_token(token, at=timezone.now()) is None


@pytest.mark.parametrize("words", [("make", "nobody", "x"), ("make", "ana", "x", "--days", "0"), ("revoke", "99")])
def test_what_cannot_be_done_is_a_sentence(ana: User, words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        mcptoken(*words)


def test_a_token_of_somebody_who_may_not_sign_in_any_more_is_refused(ana: User) -> None:
    _, token = make_token(person=ana, name="x", expires_at=None, at=timezone.now())
    ana.is_active = False
    ana.save(update_fields=["is_active"])

    assert person_of_token(token, at=timezone.now()) is None


def test_when_a_token_was_used_is_known_to_the_minute(ana: User) -> None:
    row, token = make_token(person=ana, name="x", expires_at=None, at=timezone.now())
    now = timezone.now()

    def used_at(at: Any) -> Any:
        person_of_token(token, at=at)
        return AccessToken.objects.get().used_at

    assert [used_at(now), used_at(now + timedelta(seconds=30)), used_at(now + timedelta(minutes=1))] == [
        now,
        now,
        now + timedelta(minutes=1),
    ]
    assert token not in str(row)


def test_the_admin_shows_a_new_token_once_and_keeps_none(ana: User, client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))

    page = client.post(f"{ADMIN}add/", {"person": ana.pk, "name": "my laptop", "expires_at_0": "", "expires_at_1": ""})

    token = page.context["secret"]
    assert page.content.decode().count(token) == 1
    assert "no-store" in page["Cache-Control"]
    assert person_of_token(token, at=timezone.now()) == ana
    assert token not in client.get(ADMIN, follow=True).content.decode()
    assert token not in str(client.cookies)
    assert not any(token in str(value) for value in AccessToken.objects.values_list().get())


def test_who_is_no_superuser_makes_tokens_for_themselves_alone(ana: User, client: Client) -> None:
    helper = User.objects.create_user("helper", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="interrupts"))
    client.force_login(helper)

    for person in (ana, helper):
        client.post(f"{ADMIN}add/", {"person": person.pk, "name": "x", "expires_at_0": "", "expires_at_1": ""})

    assert [row.person for row in AccessToken.objects.all()] == [helper]


def test_a_token_in_the_admin_cannot_be_given_to_somebody_else(ana: User, ben: User, client: Client) -> None:
    row, _ = make_token(person=ana, name="x", expires_at=None, at=timezone.now())
    client.force_login(User.objects.create_superuser("root"))

    changed = client.post(f"{ADMIN}{row.pk}/change/", {"person": ben.pk, "name": "x"})

    assert changed.status_code == 403
    assert AccessToken.objects.get().person == ana


def test_deleting_a_token_in_the_admin_revokes_it(ana: User, client: Client) -> None:
    row, token = make_token(person=ana, name="x", expires_at=None, at=timezone.now())
    client.force_login(User.objects.create_superuser("root"))

    client.post(f"{ADMIN}{row.pk}/delete/", {"post": "yes"})

    assert person_of_token(token, at=timezone.now()) is None
