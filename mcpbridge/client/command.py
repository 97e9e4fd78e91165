"""A server that is a program started here and spoken to through its standard input and output."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from mcpbridge.client.server import Address, BadAddress

_MODULE = re.compile(r"\w+(\.\w+)*")


@dataclass(frozen=True, slots=True, repr=False)
class Command:
    """The program and its arguments, what is added to its environment, and the folder it runs in.

    Of this process's own environment it is given only what every program needs (PATH, HOME, …). Arguments and values
    may be secrets, so neither repr nor ``shown`` gives them away. Raises: BadAddress
    """

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "argv", tuple(self.argv))
        object.__setattr__(self, "env", dict(self.env))
        if not self.argv or not self.argv[0].strip():
            raise BadAddress("The command must name a program.")
        if any(not name or "=" in name for name in self.env):
            raise BadAddress("A name in the command's environment is empty or holds an equals sign.")
        if any("\0" in text for text in (*self.argv, *self.env, *self.env.values(), self.cwd or "")):
            raise BadAddress("The command holds a null character.")

    def __hash__(self) -> int:
        return hash((self.argv, frozenset(self.env.items()), self.cwd))

    def __repr__(self) -> str:
        return f"Command({self.shown!r}, env={sorted(self.env)})"

    @property
    def shown(self) -> str:
        """The program for people and logs: its name, and which Python module it runs."""
        name = PurePath(self.argv[0]).name
        runs_a_module = len(self.argv) > 2 and self.argv[1] == "-m" and _MODULE.fullmatch(self.argv[2])
        return f"{name} -m {self.argv[2]}" if runs_a_module else name


type Place = Address | Command
"""Where a server is."""
