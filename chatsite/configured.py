"""What the environment chose: the models that answer, and how they are asked."""

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils.translation import gettext as _

from chatsite.assistants import choose, name_of
from chatsite.assistants.manner import Manner
from chatsite.assistants.menu import Menu
from interrupts.ports import Model


@dataclass(frozen=True, slots=True)
class Offer:
    """A model on the menu: ``spec`` is what is stored, empty for the default, ``name`` what people read."""

    spec: str
    name: str


def model() -> Model:
    """Return the models of SAYSO_MODEL and SAYSO_MODELS as one, the default first.

    Raises: ValueError with a sentence.
    """
    return Menu(specs(), make)


def specs() -> tuple[str, ...]:
    """What is offered, as it is written in the settings; the default first."""
    return tuple(dict.fromkeys((settings.SAYSO_MODEL, *settings.SAYSO_MODELS)))


def make(spec: str) -> Model:
    """Return the model of one spec. Raises: ValueError with a sentence."""
    return choose(spec, base_url=settings.OPENAI_BASE_URL, api_key=settings.OPENAI_API_KEY or None, manner=_manner())


def offers() -> list[Offer]:
    """The menu; of one model alone there is none."""
    listed = specs()
    return [Offer(spec if number else "", _shown(spec)) for number, spec in enumerate(listed)] if listed[1:] else []


def model_name(spec: str = "") -> str:
    """What the page calls a thread's model, without making one. What is not offered any more will be the default."""
    return _shown(spec if spec in specs() else settings.SAYSO_MODEL)


def model_reads(spec: str = "") -> tuple[str, ...]:
    """The kinds of files that a thread's model can be given, besides text."""
    wanted = spec if spec in specs() else settings.SAYSO_MODEL
    return _reads(wanted, settings.OPENAI_BASE_URL, settings.SAYSO_IMAGES)


@lru_cache(maxsize=64)
def _reads(spec: str, base_url: str, images: bool) -> tuple[str, ...]:
    try:
        return tuple(getattr(make(spec), "reads", ()))
    except ValueError:
        return ()


def _shown(spec: str) -> str:
    """Its name, with the provider where two of them offer one of the same name."""
    name = name_of(spec)
    if not name:
        return _("Built-in assistant")
    same = [other for other in specs() if name_of(other) == name]
    return f"{name} ({spec.partition(':')[0].strip()})" if same[1:] else name


def _manner() -> Manner:
    return Manner(
        temperature=settings.SAYSO_TEMPERATURE,
        max_tokens=settings.SAYSO_MAX_TOKENS or None,
        reasoning=settings.SAYSO_REASONING or None,
        images=settings.SAYSO_IMAGES,
        extra_body=settings.SAYSO_EXTRA_BODY,
    )
