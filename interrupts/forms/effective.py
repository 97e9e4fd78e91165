"""One property's schema as the controls see it: local references followed, wrappers and "or null" taken away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from django.utils.translation import gettext as _

from interrupts.forms.model import MISSING

_MOST_STEPS = 64
"""References and wrappers followed for one property. A hostile schema nests them without end, or doubles them."""


@dataclass(frozen=True, slots=True)
class Effective:
    """``schema`` with nothing left to follow. ``problem`` says what could not be followed, else it is empty."""

    schema: Mapping[str, Any]
    problem: str = ""


class _Unfollowable(Exception):
    """A reference that leads nowhere, out of the schema, or round in circles."""


def effective(schema: Mapping[str, Any], root: Any) -> Effective:
    """Return what ``schema`` asks for. Never raises: what cannot be followed is left out and named in ``problem``."""
    if not _is_wrapped(schema) and not _is_wrapped(schema.get("items")):
        return Effective(schema)
    follower = _Follower(root)
    try:
        found = follower.follow(schema)
        if _is_wrapped(found.get("items")):
            found = {**found, "items": follower.follow(found["items"])}
        return Effective(found)
    except _Unfollowable as problem:
        return Effective({key: schema[key] for key in ("title", "description") if key in schema}, str(problem))


_WRAPPERS = frozenset({"$ref", "allOf", "anyOf", "oneOf", "enum"})


def _is_wrapped(schema: Any) -> bool:
    return isinstance(schema, dict) and (not _WRAPPERS.isdisjoint(schema) or isinstance(schema.get("type"), list))


class _Follower:
    def __init__(self, root: Any) -> None:
        self._root = root
        self._steps = 0

    def follow(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _Unfollowable(_("Part of the schema refers to itself or is nested too deeply."))
        if isinstance(schema.get("$ref"), str):
            target = _at(self._root, schema["$ref"])
            return self.follow(_merged(target, _without(schema, "$ref")))
        if _all_objects(schema.get("allOf")):
            merged: Mapping[str, Any] = {}
            for part in schema["allOf"]:
                merged = _merged(merged, self.follow(part))
            return self.follow(_merged(merged, _without(schema, "allOf")))
        for keyword in ("anyOf", "oneOf"):
            if _all_objects(schema.get(keyword)):
                branches = [branch for branch in schema[keyword] if not _is_null(branch)]
                if len(branches) == 1 and "const" not in branches[0]:
                    return self.follow(_merged(branches[0], _without(schema, keyword)))
                schema = {**schema, keyword: branches}
        return _without_null(schema)


def _all_objects(branches: Any) -> bool:
    return isinstance(branches, list) and bool(branches) and all(isinstance(branch, dict) for branch in branches)


def _without(schema: Mapping[str, Any], keyword: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != keyword}


def _merged(inner: Mapping[str, Any], outer: Mapping[str, Any]) -> dict[str, Any]:
    """Return both together; the outer one's words win, properties and required names add up."""
    merged = {**inner, **outer}
    if isinstance(inner.get("properties"), dict) and isinstance(outer.get("properties"), dict):
        merged["properties"] = {**inner["properties"], **outer["properties"]}
    if isinstance(inner.get("required"), list) and isinstance(outer.get("required"), list):
        merged["required"] = inner["required"] + outer["required"]
    return merged


def _is_null(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "null" or schema.get("const", MISSING) is None or schema.get("enum", MISSING) == [None]


def _without_null(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    kinds = schema.get("type")
    if isinstance(kinds, list):
        rest = [kind for kind in kinds if kind != "null"]
        if set(map(repr, rest)) == {"'integer'", "'number'"}:
            rest = ["number"]
        schema = {**schema, "type": rest[0] if len(rest) == 1 else rest}
    values = schema.get("enum")
    if isinstance(values, list) and None in values:
        schema = _without_null_choice(schema, values)
    return schema


def _without_null_choice(schema: Mapping[str, Any], values: list[Any]) -> dict[str, Any]:
    kept = [index for index, value in enumerate(values) if value is not None]
    names = schema.get("enumNames")
    changed = {**schema, "enum": [values[index] for index in kept]}
    if isinstance(names, list):
        changed["enumNames"] = [names[index] for index in kept if index < len(names)]
    return changed


def _at(root: Any, reference: str) -> Mapping[str, Any]:
    """Return what a local JSON pointer names. Nothing is ever fetched."""
    if reference != "#" and not reference.startswith("#/"):
        raise _Unfollowable(_("Part of the schema lies elsewhere and is not fetched."))
    found = root
    for part in reference.split("/")[1:]:
        name = unquote(part).replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict) and name in found:
            found = found[name]
        elif isinstance(found, list) and name.isascii() and name.isdigit() and int(name) < len(found):
            found = found[int(name)]
        else:
            raise _Unfollowable(_("Part of the schema refers to something that is not there."))
    if found is True:
        return {}
    if not isinstance(found, dict):
        raise _Unfollowable(_("Part of the schema refers to something that is no schema."))
    return found
