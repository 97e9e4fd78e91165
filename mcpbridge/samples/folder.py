"""A folder that no path leads out of.

Every step of a path is opened from the folder before it, never following a link, so nothing that is renamed or linked
while we look can lead elsewhere. (Checking a resolved path and opening it afterwards leaves a gap for exactly that.)
"""

import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from mcp.server.mcpserver.exceptions import ToolError

from mcpbridge.samples.words import sendable

MAX_READ_BYTES = 200_000
MAX_WRITE_BYTES = 1_000_000
MAX_LISTED = 500
_MAX_DEPTH = 20
_STEP = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK the opening of a named pipe would wait for its other end.
_LOOK = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a listing."""

    name: str
    is_folder: bool
    size: int


@dataclass(frozen=True, slots=True)
class Facts:
    """What a file is right now; two equal ones mean that nobody changed it in between."""

    size: int
    digest: str
    changed_at: datetime


class Folder:
    """The files below one folder, named by relative paths with forward slashes."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def list(self, folder: str) -> list[Entry]:
        """The entries of a folder, folders first; links and other special things are left out.

        Raises:
            ToolError: there is no such folder, or the path leads out.
        """
        steps = _steps(folder, "folder") if folder.strip() not in ("", ".", "/") else ()
        with self._inside(steps, folder) as at:
            entries = [_entry(at, name) for name in os.listdir(at)]
        found = [entry for entry in entries if entry is not None]
        return sorted(found, key=lambda entry: (not entry.is_folder, entry.name))

    def facts(self, path: str) -> Facts | None:
        """What the file is now, or None if there is none.

        Raises:
            ToolError: it is no ordinary file, or the path leads out.
        """
        *parents, name = _steps(path, "path")
        try:
            with self._inside(tuple(parents), path) as at, _regular(at, name, path) as descriptor:
                status = os.fstat(descriptor)
                with os.fdopen(os.dup(descriptor), "rb") as file:
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
        except _NoSuch:
            return None
        return Facts(status.st_size, digest, datetime.fromtimestamp(int(status.st_mtime), UTC))

    def read(self, path: str) -> bytes:
        """The first bytes of a file, one more than ``MAX_READ_BYTES`` if there are that many.

        Raises:
            ToolError: there is no such file, or the path leads out.
        """
        *parents, name = _steps(path, "path")
        with (
            self._inside(tuple(parents), path) as at,
            _regular(at, name, path) as descriptor,
            os.fdopen(os.dup(descriptor), "rb") as file,
        ):
            return file.read(MAX_READ_BYTES + 1)

    def create(self, path: str, content: bytes) -> bool:
        """Write a new file, with the folders it lies in; False if something of that name is there already."""
        *parents, name = _steps(path, "path")
        with self._inside(tuple(parents), path, make=True) as at, _draft(at, content) as draft:
            try:
                os.link(draft, name, src_dir_fd=at, dst_dir_fd=at, follow_symlinks=False)
            except FileExistsError:
                return False
            os.fsync(at)
        return True

    def replace(self, path: str, content: bytes) -> None:
        """Put a new content in a file's place; nobody ever sees half of it."""
        *parents, name = _steps(path, "path")
        with self._inside(tuple(parents), path) as at, _draft(at, content) as draft:
            os.replace(draft, name, src_dir_fd=at, dst_dir_fd=at)
            os.fsync(at)

    def delete(self, path: str) -> None:
        """Remove a file."""
        *parents, name = _steps(path, "path")
        with self._inside(tuple(parents), path) as at:
            os.unlink(name, dir_fd=at)
            os.fsync(at)

    @contextmanager
    def _inside(self, steps: tuple[str, ...], path: str, *, make: bool = False) -> Iterator[int]:
        """Walk down from the root, and give the descriptor of the folder reached."""
        at = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            for step in steps:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(step, 0o755, dir_fd=at)
                below = _open(step, _STEP, at, path)
                os.close(at)
                at = below
            yield at
        except OSError as error:
            raise _readable(error, path) from error
        finally:
            os.close(at)


class _NoSuch(ToolError):
    """There is nothing of that name."""


def tidy(path: str) -> str:
    """The path as it is shown and compared, without empty steps and dots.

    Raises:
        ToolError: it cannot name a file of the folder.
    """
    return "/".join(_steps(path, "path"))


def _steps(path: str, argument: str) -> tuple[str, ...]:
    """Split a path into its names.

    Raises:
        ToolError: it is empty, absolute, goes up, or holds what no file name can.
    """
    steps = [step for step in sendable(path, argument).split("/") if step not in ("", ".")]
    if any(ord(character) < 32 or ord(character) == 127 for character in path):
        raise ToolError(f"The {argument} holds a control character, which no file name here can.")
    if path.startswith(("/", "~")) or "\\" in path:
        raise ToolError(
            f'The {argument} "{path}" must be relative to the folder, with forward slashes: reports/2026-10.csv.'
        )
    if ".." in steps:
        raise ToolError(f'The {argument} "{path}" leads out of the folder; ".." is not allowed.')
    if not steps or (path.endswith("/") and argument == "path"):
        raise ToolError(f'The {argument} "{path}" names no file.')
    if len(steps) > _MAX_DEPTH:
        raise ToolError(f"The {argument} has more than {_MAX_DEPTH} steps.")
    return tuple(steps)


def _open(name: str, flags: int, at: int, path: str) -> int:
    try:
        return os.open(name, flags, dir_fd=at)
    except FileNotFoundError as error:
        raise _NoSuch(f'There is no "{path}" here; list_files shows what there is.') from error
    except OSError as error:
        raise _readable(error, path) from error


def _readable(error: OSError, path: str) -> ToolError:
    # A link opened with O_NOFOLLOW is ELOOP, or ENOTDIR when a directory was wanted.
    if error.errno in (errno.ELOOP, errno.EMLINK):
        return ToolError(f'"{path}" goes through a link, and links are not followed here.')
    if error.errno == errno.ENOTDIR:
        return ToolError(f'"{path}" goes through something that is no folder; links are not followed here.')
    return ToolError(f'"{path}" cannot be opened: {error.strerror}.')


@contextmanager
def _regular(at: int, name: str, path: str) -> Iterator[int]:
    descriptor = _open(name, _LOOK, at, path)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise ToolError(f'"{path}" is a folder, not a file.')
        if not stat.S_ISREG(mode):
            raise ToolError(f'"{path}" is no ordinary file.')
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _draft(at: int, content: bytes) -> Iterator[str]:
    """A finished file under a name of its own, to be moved into place; it is gone afterwards if it was not."""
    draft = f".draft-{secrets.token_hex(8)}"
    with os.fdopen(os.open(draft, _CREATE, 0o644, dir_fd=at), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    try:
        yield draft
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft, dir_fd=at)


def _entry(at: int, name: str) -> Entry | None:
    try:
        status = os.stat(name, dir_fd=at, follow_symlinks=False)
        name.encode()
    except (FileNotFoundError, UnicodeEncodeError):
        return None
    if stat.S_ISDIR(status.st_mode):
        return Entry(name, True, 0)
    return Entry(name, False, status.st_size) if stat.S_ISREG(status.st_mode) else None
