"""``python -m tests.conformance``: our client and our server against the official suite; writes docs/conformance.md.

With words, only scenarios that begin with one of them are run and nothing is written. ``--check`` writes nothing and
fails when the page is not what came out. The exit code is 1 when a required scenario fails.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from tests.conformance.page import render, why_left_out
from tests.conformance.suite import REVISIONS, ROOT, Result, Scenario, run_client, run_server, scenarios

PAGE = ROOT / "docs" / "conformance.md"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("beginnings", nargs="*", help="run only scenarios that begin so")
    parser.add_argument("--check", action="store_true", help="fail when the page is not what came out")
    options = parser.parse_args()
    began = time.monotonic()
    listed = [each for revision in REVISIONS for side in ("client", "server") for each in scenarios(revision, side)]
    wanted = [each for each in listed if why_left_out(each) is None and _is_wanted(each, options.beginnings)]
    results = _run(wanted)
    failed = _tell(results, time.monotonic() - began)
    if options.beginnings:
        return 1 if failed else 0
    page = render(results, [each for each in listed if why_left_out(each) is not None])
    if not options.check:
        PAGE.write_text(page)
    elif page != PAGE.read_text():
        _say(f"{PAGE.relative_to(ROOT)} is not what came out. Run this without --check and look at what changed.")
        return 1
    return 1 if failed else 0


def _is_wanted(scenario: Scenario, beginnings: list[str]) -> bool:
    return not beginnings or scenario.name.startswith(tuple(beginnings))


def _run(wanted: list[Scenario]) -> list[Result]:
    """Both sides at once; the order stays."""
    turns = max(2, os.cpu_count() or 2)
    with ThreadPoolExecutor(2) as pool:
        parts = [pool.submit(_run_part, revision, wanted, turns) for revision in REVISIONS]
        by_scenario = {each.scenario: each for part in parts for each in part.result()}
    return [by_scenario[each] for each in wanted]


def _run_part(revision: str, wanted: list[Scenario], turns: int) -> list[Result]:
    of_client, of_server = (
        [each for each in wanted if (each.revision, each.side) == (revision, side)] for side in ("client", "server")
    )
    found = run_server(revision, of_server) if of_server else []
    return [*found, *(run_client(revision, of_client, turns=turns) if of_client else [])]


def _tell(results: list[Result], seconds: float) -> bool:
    """Print what came out; says whether something that is required failed."""
    for each in results:
        one = each.scenario
        mark = "ok  " if each.passed else "FAIL" if not one.unscored else "no  "
        _say(
            f"{mark} {one.revision} {one.side:6} {one.name}{f' (not required: {one.unscored})' if one.unscored else ''}"
        )
        if not each.passed and not one.unscored:
            _say("       " + each.why.replace("\n", "\n       "))
    required = [each for each in results if not each.scenario.unscored]
    _say(f"{sum(each.passed for each in required)} of {len(required)} required scenarios pass ({seconds:.0f} s)")
    return not all(each.passed for each in required)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command


if __name__ == "__main__":
    sys.exit(main())
