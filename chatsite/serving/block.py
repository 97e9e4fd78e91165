"""The one block ``serve`` prints: where, how to sign in, what runs, where the data lies."""

from dataclasses import dataclass
from pathlib import Path

from chatsite.serving.firststeps import FirstSteps


@dataclass(frozen=True, slots=True)
class Facts:
    """What there is to say once everything runs."""

    address: str
    link: str | None
    first_steps: FirstSteps
    model: str
    samples: tuple[str, ...]
    samples_wanted: bool
    engine: bool
    data: Path


def block(facts: Facts) -> str:
    rows = [("Address", facts.address + "/")]
    rows += [("Sign in" if number == 0 else "", line) for number, line in enumerate(_sign_in(facts))]
    rows += [
        ("Model", facts.model if facts.engine else "no engine here; another process must run one"),
        ("Samples", _samples(facts)),
        ("Data", str(facts.data)),
        ("Stop", "Ctrl-C"),
    ]
    lines = "\n".join(f"  {label:<9} {text}" for label, text in rows)
    return f"\nSayso is running.\n{lines}\n"


def _sign_in(facts: Facts) -> list[str]:
    steps, login = facts.first_steps, f"{facts.address}/accounts/login/"
    if steps.user_id is None:
        return [login, "there is no active administrator; make one with: manage.py createsuperuser"]
    lines = [facts.link, "opens once, within an hour, in a browser on this machine"] if facts.link else [login]
    if steps.new_password is not None:
        lines.append(f"user {steps.user_name}, password {steps.new_password} (shown only this time; write it down)")
    return lines


def _samples(facts: Facts) -> str:
    if not facts.samples_wanted:
        return "none"
    missing = "" if facts.samples else "none has come up yet"
    return ", ".join(facts.samples) or missing
