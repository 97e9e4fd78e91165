"""The whole bench, one measurement after the other."""

import asyncio
from pathlib import Path

from tests.bench import forms, measuring, pages, rows, streams
from tests.bench.floor import Floor
from tests.bench.page import Person
from tests.bench.peers import peer
from tests.bench.table import Figures, stream_table, table, volume_table
from tests.bench.timing import Process
from tests.chatsite.started import Started, serving

IN_FLIGHT = 16
FORMS = 200


def run(data: Path, *, rounds: int, waiting: int, questions: int, streaming: int) -> str:
    """Start the peers and the product on this data folder, whose database this process uses too; returns the table."""
    with peer("model_server") as model, peer("mcp_server") as mcp:
        variables = {"SAYSO_MODEL": "openai:bench", "OPENAI_BASE_URL": model, "OPENAI_API_KEY": "none"}
        with serving(data, "--no-samples", **variables) as sayso:
            rows.connect(mcp)
            persons = [rows.sign_in(f"person{number}") for number in range(IN_FLIGHT + 1)]
            form_seconds = forms.card_seconds(FORMS)
            figures = asyncio.run(_measure(sayso, persons, Floor(model, mcp), rounds, waiting))
            watching = [rows.sign_in(f"watching{number}") for number in range(streaming + 1)]
            product = Process(sayso.process.pid)
            streamed = asyncio.run(streams.measure(sayso.address, watching, model, product, looks=rounds))
            few, many = pages.few_and_many(
                sayso.address, Process(sayso.process.pid), rows.sign_in, questions=questions, looks=rounds
            )
    return table(figures, form_seconds) + stream_table(streamed) + volume_table(few, many, questions)


async def _measure(sayso: Started, persons: list[Person], floor: Floor, rounds: int, waiting: int) -> Figures:
    product, (alone, *many) = Process(sayso.process.pid), persons
    beside = await measuring.rounds_beside_floor(sayso.address, alone, floor, product, rounds)
    await floor.close()
    one = await measuring.rounds_per_second(sayso.address, many[:1], rounds)
    all_at_once = await measuring.rounds_per_second(sayso.address, many, rounds)
    kib = await measuring.memory_per_waiting_run(sayso.address, many, product, waiting)
    return Figures(beside, one, all_at_once, kib, waiting)
