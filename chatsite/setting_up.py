"""What is left to do until a new site works with people's own tools, for those who run it."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from interrupts.models import Server


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to be set up. ``command`` and ``link`` are how; both are empty once it is done."""

    done: bool
    title: str
    about: str
    command: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """What makes a site one's own."""

    steps: tuple[Step, ...]

    @property
    def done(self) -> int:
        return sum(step.done for step in self.steps)

    @property
    def todo(self) -> int:
        return len(self.steps) - self.done


def setup() -> Setup:
    """Return how far a site is: a server of one's own, and a language model."""
    return Setup((_server(), _model()))


def _server() -> Step:
    own = list(Server.objects.filter(enabled=True, sample=False).order_by("name").values_list("name", flat=True)[:5])
    title = _("Connect a server of your own")
    if own:
        return Step(True, title, _("Connected: {names}.").format(names=", ".join(own)))
    about = _("Tools come from MCP servers. Add one in the admin, or on the command line.")
    return Step(False, title, about, "manage.py addserver NAME URL", reverse("admin:interrupts_server_add"))


def _model() -> Step:
    title = _("Use a language model")
    if settings.SAYSO_MODEL != "builtin":
        return Step(True, title, _("It is {model}.").format(model=settings.SAYSO_MODEL.partition(":")[2]))
    about = _("The built-in assistant follows simple English sentences. Name a model and start Sayso again.")
    return Step(False, title, about, "SAYSO_MODEL=openai:MODEL OPENAI_API_KEY=… manage.py serve")
