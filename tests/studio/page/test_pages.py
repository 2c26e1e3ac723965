"""The page of a server that a proxy publishes under a path, and the documentation page."""

import pytest
from playwright.sync_api import expect

from tests.servers import FakeServer
from tests.studio.page.conftest import NewPage
from tests.studio.page.prefix_proxy import published_under

pytestmark = pytest.mark.server


def test_the_page_works_under_a_path(fake: FakeServer, new_page: NewPage) -> None:
    with published_under("/a/tts/", fake.port) as address:
        studio = new_page(address).open()
        studio.write("Hola a todos.")
        studio.speak()
        studio.wait_for_state("ended")
        assert studio.samples
        studio.view("Voices")
        expect(studio.page.get_by_role("button", name="Listen to Dora").first).to_be_visible()
        documentation = studio.page.context.new_page()
        documentation.goto(f"{address}docs")
        expect(documentation.get_by_text("/v1/audio/speech").first).to_be_visible()


def test_the_documentation_shows_itself_from_this_server_alone(fake: FakeServer, new_page: NewPage) -> None:
    studio = new_page(fake.url)
    studio.page.goto(f"{fake.url}/docs")
    expect(studio.page.get_by_text("OAS 3.1", exact=True)).to_be_visible()
    operation = studio.page.locator("#operations-Development-normalize")
    operation.locator("button").first.click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text("four dollars and twenty cents")
