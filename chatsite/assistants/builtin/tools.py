"""A listed tool as words: its verbs, its nouns, its parameters. Whatever a server sends as schema, this reads it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chatsite.assistants.builtin.vocabulary import (
    FILE_NOUNS,
    FREE_TEXT_NAMES,
    FUNCTION_WORDS,
    HINT_NOUNS,
    classes_of,
    same_class,
    singular,
)
from interrupts.ports import ToolSpec

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


class Unfit(Exception):
    """A value does not fit its parameter. ``str(error)`` says what would."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a tool."""

    name: str
    kind: str
    """A JSON type; ``""`` where the schema allows anything."""

    options: tuple[str, ...]
    description: str
    free_text: bool
    file_like: bool

    def typed(self, written: str) -> Any:
        """Give the value that ``written`` means here. Raises: Unfit."""
        if self.options:
            for option in self.options:
                if option.lower() == written.strip().lower():
                    return option
            raise Unfit(f"“{self.name}” can only be one of: {', '.join(self.options[:20])}.")
        match self.kind:
            case "integer" if re.fullmatch(r"[+-]?[0-9]{1,30}", written.strip()):
                return int(written)
            case "number" if re.fullmatch(r"[+-]?[0-9]{1,30}(\.[0-9]{1,30})?", written.strip()):
                return float(written) if "." in written else int(written)
            case "integer" | "number":
                raise Unfit(f"“{self.name}” must be a number.")
            case "boolean" if written.strip().lower() in (*_YES, *_NO):
                return written.strip().lower() in _YES
            case "boolean":
                raise Unfit(f"“{self.name}” must be yes or no.")
            case "object" | "array":
                return self._parsed(written)
        return written

    def _parsed(self, written: str) -> Any:
        try:
            value = json.loads(written)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, list if self.kind == "array" else dict):
            return value
        if self.kind == "array" and not written.lstrip().startswith(("[", "{")):
            return [each.strip() for each in written.split(",") if each.strip()]
        raise Unfit(f"“{self.name}” must be JSON ({'a list' if self.kind == 'array' else 'an object'}).")


class Tool:
    """A tool the assistant may use, read once."""

    def __init__(self, spec: ToolSpec) -> None:
        self.spec = spec
        words = [word.lower() for word in _WORDS.findall(spec.tool[:200])] or [spec.tool.lower()]
        self.words = tuple("rollback" if pair == ("roll", "back") else pair[0] for pair in _pairs(words))
        self.verbs = frozenset(word for word in self.words if classes_of(word)) or frozenset(self.words[:1])
        self.nouns = frozenset(singular(word) for word in self.words if word not in self.verbs)
        self.lists_many = any(word != singular(word) for word in self.words if word not in self.verbs)
        self.read_only = spec.read_only
        self.destroys = any(same_class(verb, "delete") for verb in self.verbs)
        self.server_words = frozenset(word.lower() for word in _WORDS.findall(spec.server[:200])) | {
            spec.server.lower()
        }

    @property
    def label(self) -> str:
        """The tool as a person reads it."""
        return f"{self.spec.tool} ({self.spec.server})" if self.spec.server else self.spec.tool

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """All parameters in the order of the schema."""
        properties = self.spec.input_schema.get("properties")
        listed = properties.items() if isinstance(properties, Mapping) else ()
        return tuple(self._parameter(str(name), schema) for name, schema in list(listed)[:50])

    @cached_property
    def required(self) -> tuple[Parameter, ...]:
        """The parameters that a call cannot do without."""
        names = self.spec.input_schema.get("required")
        wanted = [name for name in names if isinstance(name, str)] if isinstance(names, list | tuple) else []
        return tuple(each for each in self.parameters if each.name in wanted)

    @cached_property
    def hint_nouns(self) -> frozenset[str]:
        """Words that point at this tool without being in its name: “columns” at a tool that describes."""
        return frozenset(
            noun for verb in self.verbs for group in classes_of(verb) for noun in HINT_NOUNS.get(group, ())
        )

    @cached_property
    def told_by(self) -> frozenset[str]:
        """Words of the description that point at a tool which only reads and needs no argument."""
        if not self.read_only or self.required:
            return frozenset()
        return (
            frozenset(singular(word.lower()) for word in _WORDS.findall(self.spec.description[:400])) - FUNCTION_WORDS
        )

    @cached_property
    def takes_a_file(self) -> bool:
        """Whether one of the arguments is the name of a file."""
        return any(each.file_like for each in self.parameters)

    @cached_property
    def example(self) -> str:
        """A sentence that calls this tool, its arguments in capitals."""
        wanted = [each.name.upper() for each in self.required]
        return " ".join([*self.words, *wanted])

    @cached_property
    def summary(self) -> str:
        """The first sentence of the description, short."""
        text = " ".join(self.spec.description[:400].split())
        first = re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]
        return first if len(first) <= 160 else first[:159] + "…"

    def parameter(self, name: str) -> Parameter | None:
        """Give the parameter of that name, in any case and with ``-`` or ``_``."""
        wanted = name.lower().replace("-", "_")
        return next((each for each in self.parameters if each.name.lower().replace("-", "_") == wanted), None)

    def label_of(self, parameter: Parameter) -> str:
        """What a person calls this parameter: “file” rather than “path”, where the tool is about files."""
        if parameter.name.lower() in ("name", "path", "id", "filename", "file_name") and len(self.nouns) == 1:
            return next(iter(self.nouns))
        return " ".join(_WORDS.findall(parameter.name)).lower() or parameter.name

    def _parameter(self, name: str, schema: object) -> Parameter:
        found = _plain_schema(schema, self.spec.input_schema)
        options = found.get("enum")
        strings = [each for each in options if isinstance(each, str)] if isinstance(options, list | tuple) else []
        kind = found.get("type")
        words = {word.lower() for word in _WORDS.findall(name)}
        about_a_file = bool(self.nouns & FILE_NOUNS) and name.lower() in ("name", "id")
        return Parameter(
            name=name,
            kind=kind if isinstance(kind, str) else "",
            options=tuple(strings[:200]),
            description=_short(found.get("description")),
            free_text=bool(words & FREE_TEXT_NAMES) and not strings and kind in ("string", None),
            file_like=bool(words & (FILE_NOUNS - {"folder"})) or about_a_file,
        )


def _pairs(words: list[str]) -> list[tuple[str, ...]]:
    """The words one by one, “roll back” as one pair."""
    pairs: list[tuple[str, ...]] = []
    for word in words:
        if word == "back" and pairs and pairs[-1] == ("roll",):
            pairs[-1] = ("roll", "back")
        else:
            pairs.append((word,))
    return pairs


def _plain_schema(schema: object, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema itself, behind one reference and behind “or null”."""
    if not isinstance(schema, Mapping):
        return {}
    reference = schema.get("$ref")
    if isinstance(reference, str):
        definitions = root.get("$defs")
        target = definitions.get(reference.rpartition("/")[2]) if isinstance(definitions, Mapping) else None
        return target if isinstance(target, Mapping) else schema
    choices = schema.get("anyOf") or schema.get("oneOf")
    for choice in choices if isinstance(choices, list) else ():
        if isinstance(choice, Mapping) and choice.get("type") != "null":
            return {**choice, "description": schema.get("description", choice.get("description"))}
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return {**schema, "type": next((kind for kind in kinds if kind != "null"), None)}
    return schema


def _short(text: object) -> str:
    return " ".join(text[:200].split()) if isinstance(text, str) else ""
