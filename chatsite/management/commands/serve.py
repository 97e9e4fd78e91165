"""``manage.py serve``: the whole product in one process and its sample servers."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from chatsite.datafolder import prepare_data_folder
from chatsite.environment import SettingRefused
from chatsite.serving.listening import listen
from chatsite.serving.refusal import CannotServe


class Command(BaseCommand):
    help = "Start Sayso: tables, web server, engine and sample servers, in one go."
    # They run later, while the samples start: some connect to the database, and a busy port should be noticed before.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument(
            "--port", type=_port, default=8000, help="port to listen on, 0 for any free one (default: %(default)s)"
        )
        parser.add_argument("--no-samples", action="store_true", help="do not start the three sample servers")
        parser.add_argument("--no-engine", action="store_true", help="serve pages only; another process does the runs")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            code = self._serve(options)
        except (CannotServe, SettingRefused) as refusal:
            raise SystemExit(f"Sayso cannot start: {refusal}") from None
        if code:
            raise SystemExit(code)

    def _serve(self, options: dict[str, Any]) -> int:
        prepare_data_folder(settings.SAYSO_DATA)
        listener = listen(options["host"], options["port"])
        # Not at the top, because it loads the web server, and a refusal should come at once.
        from chatsite.serving.run import Serving, Wishes

        wishes = Wishes(
            host=options["host"],
            samples=not options["no_samples"],
            engine=not options["no_engine"] and settings.SAYSO_ENGINE == "embedded",
            check=self.check,
        )
        with listener:
            return Serving(listener, wishes, self.stdout).run()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 65536):
        raise ValueError(text)
    return int(text)
