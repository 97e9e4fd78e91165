"""The scripted server, and what tests of the adapter clean up."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from chatsite.assistants.openai import close_pool
from tests.scripted_openai import Scripted, scripted_openai


@pytest.fixture(scope="session")
def server() -> Iterator[Scripted]:
    """One scripted server for all tests; each begins with ``server.play(script)``."""
    with scripted_openai([]) as running:
        yield running


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[None]:
    """Close this test's connections at its end."""
    yield
    await close_pool()
