"""What the composer says of files before they are sent."""

from dataclasses import dataclass

from chatsite.configured import model_reads
from interrupts import storing
from interrupts.attaching import ACCEPT, MOST, MOST_BYTES, MOST_BYTES_TOGETHER


@dataclass(frozen=True, slots=True)
class Attaching:
    """Limits of the files of one message, and the kinds the model reads besides text."""

    most: int
    bytes: int
    together: int
    accept: str
    reads: str


def what_may_be_attached(model: str) -> Attaching | None:
    """Return the limits for a thread's model, None where this site keeps no files."""
    if storing.storage() is None or MOST == 0:
        return None
    return Attaching(MOST, MOST_BYTES, MOST_BYTES_TOGETHER, ACCEPT, " ".join(model_reads(model)))
