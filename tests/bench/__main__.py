"""Measure the product against the floor and print one table. Nothing here is asserted: a machine has its moods."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import django


def main() -> None:
    """Run everything in processes of its own, on a data folder that goes afterwards."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100, help="measured rounds; the same number again in flight")
    parser.add_argument("--waiting", type=int, default=1000, help="runs that wait at once for the memory of one")
    parser.add_argument("--questions", type=int, default=10_000, help="questions that wait while pages are looked at")
    parser.add_argument("--streaming", type=int, default=100, help="replies that stream at once while pages are loaded")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SAYSO_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "chatsite.settings"
        # Started processes would compile everything anew each time where this is set.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        django.setup()
        # Imported here, since it reads the models, which need Django set up.
        from tests.bench.bench import run

        sys.stdout.write(run(Path(folder), **vars(chosen)))


if __name__ == "__main__":
    main()
