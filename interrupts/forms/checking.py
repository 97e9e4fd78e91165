"""The last word before an answer leaves: JSON Schema Draft 2020-12, on the schema as it was stored.

Nothing is fetched, and everything is bounded: references are counted, patterns are timed. A part of a schema that is
broken cannot be checked and is passed over; the rest of it is checked all the same.
"""

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import UnknownType, ValidationError
from jsonschema.validators import extend
from referencing.exceptions import NoSuchAnchor, NoSuchResource, Unresolvable
from referencing.jsonschema import EMPTY_REGISTRY

from interrupts.forms.patterns import PatternBudget
from interrupts.forms.sentences import sentence

_MOST_REFERENCES = 2000

type Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]


@dataclass(slots=True)
class _Budget:
    patterns: PatternBudget = field(default_factory=PatternBudget)
    references: int = _MOST_REFERENCES


class _TooMuch(Exception):
    """A schema whose references multiply without end."""


# What jsonschema raises while it walks a schema that is no schema. It promises nothing, so this list is measured.
_BROKEN = (
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    UnknownType,
    Unresolvable,
    NoSuchResource,
    NoSuchAnchor,
    _TooMuch,
)

_budget: ContextVar[_Budget] = ContextVar("interrupts.forms.checking")


def problems(root: Any, content: Any, effective: Mapping[str, Mapping[str, Any]]) -> dict[str | None, str]:
    """Return one sentence per property that does not fit, under ``None`` for what concerns the whole.

    ``root`` is the stored schema, ``content`` the answer; ``effective`` gives each property's own schema with wrappers
    taken away, because an error found there can be told more clearly. Never raises.
    """
    token = _budget.set(_Budget())
    try:
        return _problems(_validator(root), root, content, effective)
    except _BROKEN:
        return {}
    finally:
        _budget.reset(token)


def _problems(
    validator: Any, root: Any, content: Any, effective: Mapping[str, Mapping[str, Any]]
) -> dict[str | None, str]:
    found: dict[str | None, str] = {}
    for key, schema in effective.items():
        if key in content:
            for error in _checked(validator, content[key], schema):
                found.setdefault(key, sentence(error))
    for error in _checked(validator, content, root):
        place = error.absolute_path[0] if error.absolute_path else None
        # One sentence a field: what the effective schema said is the clearer one.
        if place not in found:
            found[place if isinstance(place, str) and place in effective else None] = sentence(error, depth=1)
    return found


def check_value(root: Any, value: Any) -> str | None:
    """Return a sentence when ``value`` itself does not fit ``root``, else None. Never raises."""
    token = _budget.set(_Budget())
    try:
        errors = _checked(_validator(root), value, root)
        return sentence(errors[0]) if errors else None
    except _BROKEN:
        return None
    finally:
        _budget.reset(token)


def _checked(validator: Any, value: Any, schema: Any) -> list[ValidationError]:
    """Return what ``schema`` has against ``value``; keyword by keyword where the whole cannot be walked."""
    try:
        return list(validator.descend(value, schema))
    except _BROKEN:
        pass
    errors: list[ValidationError] = []
    for keyword in schema if isinstance(schema, dict) else ():
        # Alone these would say something else than beside their neighbours.
        if keyword in ("additionalProperties", "unevaluatedProperties", "unevaluatedItems", "then", "else", "items"):
            continue
        try:
            errors += list(validator.descend(value, {keyword: schema[keyword]}))
        except _BROKEN:
            continue
    return errors


def _validator(root: Any) -> Any:
    kind = _WithoutUnevaluated if _mentions_patterned_names(root) else _Validator
    return kind(root, registry=EMPTY_REGISTRY)


def _mentions_patterned_names(root: Any) -> bool:
    """Say whether looking for unevaluated properties would make the library run patterns without a limit."""
    left = [root]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            if "patternProperties" in part:
                return True
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)
    return False


def _pattern(validator: Any, pattern: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and _budget.get().patterns.refuses(pattern, instance):
        yield ValidationError("pattern")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, dict):
        for pattern, subschema in patterns.items():
            for name, value in instance.items():
                if not _budget.get().patterns.refuses(pattern, name):
                    yield from validator.descend(value, subschema, path=name, schema_path=pattern)


def _additional_properties(validator: Any, allowed: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for name, value in instance.items():
        if name in known or not all(_budget.get().patterns.refuses(pattern, name) for pattern in patterns):
            continue
        if allowed is False:
            yield ValidationError("additionalProperties")
        elif isinstance(allowed, dict):
            yield from validator.descend(value, allowed, path=name)


def _multiple_of(validator: Any, step: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Compare as written: 0.3 is a multiple of 0.1 for people, though not for binary fractions."""
    is_number = isinstance(instance, int | float) and not isinstance(instance, bool)
    if is_number and Fraction(repr(instance)) % Fraction(repr(step)):
        yield ValidationError("multipleOf")


def _enum(validator: Any, values: Any, instance: Any, schema: Any) -> Iterator[ValidationError] | None:
    """Look texts up at once: the library compares one by one, a second for two thousand ticks of two thousand."""
    if isinstance(instance, str) and isinstance(values, list) and instance in values:
        return None
    return Draft202012Validator.VALIDATORS["enum"](validator, values, instance, schema)


def _counted(keyword: Keyword) -> Keyword:
    def counting(validator: Any, reference: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        budget = _budget.get()
        budget.references -= 1
        if budget.references < 0:
            raise _TooMuch
        yield from keyword(validator, reference, instance, schema) or ()

    return counting


_Validator = extend(
    Draft202012Validator,
    {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
        "multipleOf": _multiple_of,
        "enum": _enum,
        "$ref": _counted(Draft202012Validator.VALIDATORS["$ref"]),
        "$dynamicRef": _counted(Draft202012Validator.VALIDATORS["$dynamicRef"]),
    },
)
_WithoutUnevaluated = extend(_Validator, {"unevaluatedProperties": lambda validator, value, instance, schema: None})
