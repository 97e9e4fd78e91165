"""``docs/conformance.md``: what passes, in figures and by name, as the suite says it."""

from collections.abc import Iterator

from tests.conformance.suite import REVISIONS, VERSION, Result, Scenario, Side

NOT_DECLARED = {
    "auth/client-credentials-jwt": "a program signs in as itself; here a person always signs in",
    "auth/client-credentials-basic": "a program signs in as itself; here a person always signs in",
    "auth/enterprise-managed-authorization": "an identity provider of the enterprise signs people in; not declared",
    "auth/dpop": "tokens bound to a key of the client; not declared",
    "auth/dpop-nonce": "tokens bound to a key of the client; not declared",
    "auth/wif-jwt-bearer": "a workload signs in as itself; here a person always signs in",
    "tasks-": "io.modelcontextprotocol/tasks is not declared: what waits here waits in the state of the call",
}
"""Extensions, by how their scenarios begin, and why they are left out."""

_PENDING = {
    "json-schema-2020-12": "wants a tool with a schema of its own; the suite's own server does not pass it either",
    "server-sse-polling": "wants a server that ends streams and goes on in others; the suite's own does not pass it",
}
_TITLES: dict[Side, str] = {"client": "Client (`mcpbridge.client`)", "server": "Server (`mcpbridge.authoring`)"}


def why_left_out(scenario: Scenario) -> str | None:
    """Return why a scenario of an extension is not run, None for one that is."""
    if scenario.unscored != "extension":
        return None
    return next(why for beginning, why in NOT_DECLARED.items() if scenario.name.startswith(beginning))


def render(results: list[Result], left_out: list[Scenario]) -> str:
    """Return the page."""
    return "\n".join([*_head(results), *_by_name(results), *_beyond(results), *_left_out(left_out), *_how()]) + "\n"


def _head(results: list[Result]) -> Iterator[str]:
    yield "# Conformance"
    yield ""
    yield f"What the official suite, `@modelcontextprotocol/conformance` {VERSION}, says of Sayso's two sides of MCP."
    yield "This page is written by `uv run python -m tests.conformance`; each build runs it again and fails when it"
    yield "changes."
    yield ""
    yield "| required scenarios passed | " + " | ".join(REVISIONS) + " |"
    yield "|---|---|---|"
    for side, title in _TITLES.items():
        cells = [_figure(results, revision, side) for revision in REVISIONS]
        yield f"| {title} | " + " | ".join(cells) + " |"
    yield ""
    yield "The client signs in by itself wherever a scenario asks for it. In `sep-2322-client-request-state` the call"
    yield "and its retry are sent by two processes. A scenario passes when none of its checks fails or warns."


def _figure(results: list[Result], revision: str, side: Side) -> str:
    of_these = [each for each in _required(results) if (each.scenario.revision, each.scenario.side) == (revision, side)]
    return f"{sum(each.passed for each in of_these)} of {len(of_these)}"


def _required(results: list[Result]) -> list[Result]:
    return [each for each in results if not each.scenario.unscored]


def _by_name(results: list[Result]) -> Iterator[str]:
    for side, title in _TITLES.items():
        yield from ("", f"## {title}", "", "| scenario | " + " | ".join(REVISIONS) + " |", "|---|---|---|")
        of_side = [each for each in _required(results) if each.scenario.side == side]
        for name in dict.fromkeys(each.scenario.name for each in of_side):
            found = {each.scenario.revision: each for each in of_side if each.scenario.name == name}
            cells = [_word(found[revision]) if revision in found else "" for revision in REVISIONS]
            yield f"| `{name}` | " + " | ".join(cells) + " |"


def _word(result: Result) -> str:
    return "passed" if result.passed else "**failed**"


def _beyond(results: list[Result]) -> Iterator[str]:
    yield from (
        "",
        "## Run, though no revision requires it",
        "",
        "| scenario | side | revision | |",
        "|---|---|---|---|",
    )
    for each in results:
        one = each.scenario
        if one.unscored:
            word = "passed" if each.passed else f"not passed: {_PENDING.get(one.name, 'see the run')}"
            yield f"| `{one.name}` | {one.side} | {one.revision} | {word} |"


def _left_out(left_out: list[Scenario]) -> Iterator[str]:
    yield from (
        "",
        "## Not run: extensions that Sayso does not declare",
        "",
        "| scenario | side | why |",
        "|---|---|---|",
    )
    for name, side in dict.fromkeys((each.name, each.side) for each in left_out):
        why = next(why_left_out(each) for each in left_out if each.name == name)
        yield f"| `{name}` | {side} | {why} |"


def _how() -> Iterator[str]:
    yield ""
    yield "## Running it"
    yield ""
    yield "```console"
    yield "uv run python -m tests.conformance           # all of it, and writes this page"
    yield "uv run python -m tests.conformance auth/     # what begins so, and what went wrong in it"
    yield "```"
    yield ""
    yield "Node comes with the development packages; the suite comes from npm once, by a lock file, into the cache"
    yield "folder of whoever runs it."
