"""JSON as a person types it: every value, nothing that would change on its way."""

import json
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from interrupts.forms.model import MISSING, Refused
from interrupts.forms.number import read_number

_DEEPEST = 64


def read_json(text: str) -> Any:
    """Return the value that ``text`` is, MISSING when it is blank.

    Raises: Refused when it is no JSON, or none that could be sent exactly as written.
    """
    if not text.strip():
        return MISSING
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_float)
    except json.JSONDecodeError as error:
        raise Refused(
            _("This is not JSON yet: {msg}, line {lineno}, column {colno}. Text needs double quotes.").format(
                msg=error.msg, lineno=error.lineno, colno=error.colno
            )
        ) from None
    except RecursionError:
        raise Refused(_("This is nested too deeply.")) from None
    except ValueError:
        raise Refused(_("A number in this is too long.")) from None
    if _is_deep(value):
        raise Refused(_("This is nested too deeply."))
    return value


def _is_deep(value: Any) -> bool:
    layer = [value]
    for _level in range(_DEEPEST):
        layer = [part for each in layer if isinstance(each, dict | list) for part in _parts(each)]
        if not layer:
            return False
    return True


def _parts(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise Refused(_("A name is used twice in one object; only one of the two could be sent."))
    return made


def _refuse_constant(name: str) -> Any:
    raise Refused(_("{name} is no JSON value.").format(name=name))


def _float(text: str) -> float:
    return float(read_number(text, whole=False))
