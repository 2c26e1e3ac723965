"""The page in Chromium, on a server with a fake engine, which speaks in tones."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.servers import FakeServer
from tests.studio.page import chromium
from tests.studio.page.studio_page import PATIENCE_MS, StudioPage


class NewPage(Protocol):
    """Makes a page at an address, which has to be opened. See StudioPage; `options` are those of its context."""

    def __call__(
        self, address: str, *, sound_rate: float | None = 20, refusals: Sequence[int] = (), **options: Any
    ) -> StudioPage: ...


expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium.started() as browser:
        yield browser


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Pages, which may not fail or reach other origins."""
    pages: list[StudioPage] = []
    contexts: list[BrowserContext] = []

    def new(
        address: str, *, sound_rate: float | None = 20, refusals: Sequence[int] = (), **options: Any
    ) -> StudioPage:
        # Places on a page that scrolls smoothly would have moved when they are clicked.
        contexts.append(browser.new_context(**{"reduced_motion": "reduce", **options}))
        pages.append(StudioPage(contexts[-1], address, sound_rate=sound_rate, refusals=refusals))
        return pages[-1]

    yield new
    for context in contexts:
        context.close()
    for page in pages:
        assert page.foreign == []
        assert page.faults == []


@pytest.fixture
def studio(fake: FakeServer, new_page: NewPage) -> StudioPage:
    """The page of a server with default settings."""
    return new_page(f"{fake.url}/").open()
