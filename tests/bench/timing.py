"""Times of one round, and the clocks they are taken from."""

import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Timed:
    """Seconds: message to question, answer to result, and all of it to the reply's last token."""

    ask: float
    resume: float
    whole: float


class Process:
    """What another process has used so far."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        # What clock_getcpuclockid() computes; /proc only counts in steps of 10 ms.
        self._clock = (~pid << 3) | 2

    def cpu(self) -> float:
        """Seconds of processor time, all its threads together."""
        return time.clock_gettime(self._clock)

    def memory(self) -> int:
        """Resident KiB."""
        lines = Path(f"/proc/{self._pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
