"""Waits for its turn, then becomes ``tests.conformance.client``: the suite starts all clients of a revision at once.

``CONFORMANCE_TURNS`` is how many may work at a time; a turn lasts as long as its process. ``CONFORMANCE_LEFT_OUT``
names the scenarios of extensions, for which nothing is done. Nothing heavy is imported before the turn has come.
"""

import fcntl
import os
import sys
import zlib
from pathlib import Path


def main() -> None:
    scenario = os.environ["MCP_CONFORMANCE_SCENARIO"]
    if scenario in os.environ["CONFORMANCE_LEFT_OUT"].split(","):
        return
    turn = zlib.crc32(scenario.encode()) % int(os.environ["CONFORMANCE_TURNS"])
    descriptor = os.open(Path(os.environ["CONFORMANCE_QUEUE"]) / f"{turn}.lock", os.O_RDWR | os.O_CREAT)
    os.set_inheritable(descriptor, True)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    os.execv(sys.executable, [sys.executable, "-m", "tests.conformance.client", *sys.argv[1:]])


if __name__ == "__main__":
    main()
