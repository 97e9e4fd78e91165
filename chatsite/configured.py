"""What the environment chose: the model that answers."""

from django.conf import settings
from django.utils.translation import gettext as _

from chatsite.assistants import choose
from interrupts.ports import Model


def model() -> Model:
    """Return the model that SAYSO_MODEL names. Raises: ValueError with a sentence."""
    return choose(settings.SAYSO_MODEL, base_url=settings.OPENAI_BASE_URL, api_key=settings.OPENAI_API_KEY or None)


def model_reads() -> tuple[str, ...]:
    """The kinds of files that the model can be given, besides text."""
    try:
        return tuple(getattr(model(), "reads", ()))
    except ValueError:
        return ()


def model_name() -> str:
    """What the page calls the model, without making one."""
    return settings.SAYSO_MODEL.partition(":")[2].strip() or _("Built-in assistant")
