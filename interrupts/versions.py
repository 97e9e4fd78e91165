"""Threads with several versions: what follows what, which messages are shown, and what was done in those that are not.

What a person wrote last can be written anew; from there the thread has another version, and the old one stays. Then,
and only then, each message of theirs names the one it follows (``Message.follows``; the first names itself), and the
thread names the last one of the version that is shown (``Thread.tip``). All else belongs to a message by its run. A
thread that was never changed so has neither, and nothing here is asked about it.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from django.db.models import Exists, OuterRef

from interrupts import wire
from interrupts.arguments import argument_lines, gist
from interrupts.models import Interrupt, Message, Round, Run, Tool, ToolCall

EFFECTS_NAMED = 5
"""Calls of another version that are named one by one."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A call of another version that changed something, or may have: it has not been undone by changing a message."""

    server: str
    tool: str
    gist: str
    is_certain: bool

    def __str__(self) -> str:
        return f"{self.tool} ({self.gist})" if self.gist else self.tool


@dataclass(frozen=True, slots=True)
class Versions:
    """The place of a message among those written in the same place; ``before`` and ``after`` are its neighbours."""

    number: int
    count: int
    before: int | None
    after: int | None
    effects: tuple[Effect, ...]
    more_effects: int


class Tree:
    """A thread's versions, as seen from the one that ends with ``tip``."""

    def __init__(self, thread_id: uuid.UUID, tip: int, follows: Iterable[tuple[int, int | None]]) -> None:
        """``follows``: the person's messages in their order, each with the one it follows; itself, if it is a first."""
        self.thread_id, self.tip = thread_id, tip
        self._parents: dict[int, int | None] = {}
        self._children: dict[int | None, list[int]] = defaultdict(list)
        before = None
        for pk, parent in follows:
            # Code of before, at work during an update, knows of no versions: its message follows what stood last.
            self._parents[pk] = before if parent is None else parent if parent != pk else None
            self._children[self._parents[pk]].append(pk)
            before = pk

    def __contains__(self, message: int) -> bool:
        return message in self._parents

    @cached_property
    def path(self) -> frozenset[int]:
        """The person's messages of the version that is shown."""
        return self.path_to(self.tip)

    def path_to(self, message: int | None) -> frozenset[int]:
        found = set()
        while message is not None and message not in found:
            found.add(message)
            message = self._parents.get(message)
        return frozenset(found)

    def newest_below(self, message: int) -> int:
        """The last message of the newest version that goes on from here."""
        newest, below = message, {message}
        for pk, parent in self._parents.items():
            if parent in below:
                below.add(pk)
                newest = pk
        return newest

    def beside(self, message: int) -> list[int]:
        """The messages written in the same place, this one among them, in their order."""
        return self._children[self._parents[message]]

    @cached_property
    def _message_of_run(self) -> dict[int, int]:
        return dict(Run.objects.filter(thread=self.thread_id).values_list("pk", "message_id"))

    def shows(self, row: Any) -> bool:
        """Say whether a message, call or question belongs to the version that is shown."""
        if getattr(row, "role", "") == Message.Role.USER:
            return row.pk in self.path
        return row.run_id is None or self._message_of_run.get(row.run_id) in self.path

    def versions(self, message: int) -> Versions | None:
        """What there is beside a message, None when it is the only one in its place."""
        beside = self.beside(message)
        if len(beside) < 2:
            return None
        place = beside.index(message)
        effects = self._effects_beside(message)
        return Versions(
            number=place + 1,
            count=len(beside),
            before=beside[place - 1] if place else None,
            after=beside[place + 1] if place + 1 < len(beside) else None,
            effects=tuple(effects[:EFFECTS_NAMED]),
            more_effects=max(0, len(effects) - EFFECTS_NAMED),
        )

    def _effects_beside(self, message: int) -> list[Effect]:
        others = set(self.beside(message)) - {message}
        return [effect for path, effect in self._hidden_effects if others & path]

    @cached_property
    def _hidden_effects(self) -> list[tuple[frozenset[int], Effect]]:
        """What was done outside the version that is shown, each with the messages that led to it."""
        lost = Round.objects.filter(call=OuterRef("pk"), ended__in=(Round.Ended.OPEN, Round.Ended.LOST))
        answers = Interrupt.objects.filter(tool_call=OuterRef("pk"))
        calls = (
            ToolCall.objects.filter(thread=self.thread_id)
            .exclude(run__message__in=self.path)
            .select_related("run", "tool__server")
            .defer("result", "log")
            .annotate(
                is_open=Exists(lost),
                no_was_said=Exists(answers.filter(action__in=("decline", "cancel"))),
                yes_was_said=Exists(answers.filter(action="accept")),
            )
            .order_by("position")
        )
        return [(self.path_to(call.run.message_id), _effect(call)) for call in calls if _has_effect(call)]


def _has_effect(call: Any) -> bool:
    if call.no_was_said and not call.yes_was_said:
        # The tool finished with a no.
        return False
    ran = call.status == "completed" or (call.is_open and call.status != "failed")
    return ran and not (call.tool and _changes_nothing(call.tool))


def _changes_nothing(tool: Tool) -> bool:
    hint = (wire.load(tool.annotations) or {}).get("readOnlyHint") is True
    return tool.read_only or (tool.server.trusted and hint)


def _effect(call: ToolCall) -> Effect:
    name = call.tool_name or call.name
    return Effect(call.server_name, name, gist(argument_lines(call)), is_certain=call.status == "completed")


def tree_of(thread_id: uuid.UUID, tip: int) -> Tree:
    """Read the versions of a thread that has several."""
    rows = Message.objects.filter(thread=thread_id, role=Message.Role.USER).order_by("position")
    return Tree(thread_id, tip, rows.values_list("pk", "follows_id"))


class Placed(Protocol):
    """What is to be known of a message to find its place among the versions."""

    @property
    def pk(self) -> int: ...
    @property
    def role(self) -> str: ...
    @property
    def run_id(self) -> int | None: ...
    @property
    def follows_id(self) -> int | None: ...


def newest_version[M: Placed](thread_id: uuid.UUID, messages: list[M]) -> tuple[list[M], dict[int, str]]:
    """Return what a model is to know of all messages of a thread: those that led to the newest of the person's.

    With it, for each that has another version beside it, a sentence about what was done there.
    """
    said = [message for message in messages if message.role == Message.Role.USER]
    if not any(message.follows_id for message in said):
        return messages, {}
    tree = Tree(thread_id, said[-1].pk, [(message.pk, message.follows_id) for message in said])
    shown = [message for message in messages if tree.shows(message)]
    beside = {message.pk: tree.versions(message.pk) for message in shown if message.pk in tree.path}
    return shown, {pk: _told_to_model(versions) for pk, versions in beside.items() if versions and versions.effects}


def _told_to_model(versions: Versions) -> str:
    done = [
        f"{each.server}: {each}" + ("" if each.is_certain else " (it is not known whether it ran)")
        for each in versions.effects
    ]
    more = [f"and {versions.more_effects} more"] if versions.more_effects else []
    return (
        "[Added by the site: the person wrote this message anew. In an earlier version of it these tools were called, "
        f"and what they did stays done: {wire.dump([*done, *more])}]"
    )
