"""``manage.py mcptoken``: let a program call the tools of this site in a person's name, or no longer."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from interrupts.models import AccessToken
from interrupts.tokens import make_token


class Command(BaseCommand):
    help = "Make, list or revoke the access tokens with which programs call the tools of this site."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        make = what.add_parser("make", help="make a token; it is printed once")
        make.add_argument("person", help="the user in whose name calls are made")
        make.add_argument("name", help="what the token is for")
        make.add_argument("--days", type=int, help="days until it expires; without it, it lives until it is revoked")
        what.add_parser("list", help="say which tokens there are")
        revoke = what.add_parser("revoke", help="revoke a token at once")
        revoke.add_argument("id", type=int, help="its number in the list")

    def handle(self, *args: Any, **options: Any) -> None:
        {"make": self._make, "list": self._list, "revoke": self._revoke}[options["what"]](options)

    def _make(self, options: dict[str, Any]) -> None:
        people, days, now = get_user_model(), options["days"], timezone.now()
        if days is not None and days < 1:
            raise CommandError("--days is at least 1.")
        try:
            person = people._default_manager.get_by_natural_key(options["person"])  # type: ignore[attr-defined]
        except people.DoesNotExist:
            raise CommandError(f"There is no user named {options['person']}.") from None
        expires_at = None if days is None else now + timedelta(days=days)
        _, text = make_token(person=person, name=options["name"], expires_at=expires_at, at=now)
        # The token alone on stdout, so that a script can take it.
        self.stderr.write("This is shown once; keep it like a password:")
        self.stdout.write(text)

    def _list(self, options: dict[str, Any]) -> None:
        tokens = AccessToken.objects.select_related("person")
        if not tokens:
            # Not on stdout, where a script looks for tokens.
            self.stderr.write("There are no tokens.")
        for token in tokens:
            used = f"used {token.used_at:%Y-%m-%d}" if token.used_at else "never used"
            ends = f"expires {token.expires_at:%Y-%m-%d}" if token.expires_at else "does not expire"
            self.stdout.write(f"{token.pk}  {token.person.get_username()}  {token.name}  {used}, {ends}")

    def _revoke(self, options: dict[str, Any]) -> None:
        if not AccessToken.objects.filter(pk=options["id"]).delete()[0]:
            raise CommandError(f"There is no token with the number {options['id']}.")
        self.stdout.write("Revoked.")
