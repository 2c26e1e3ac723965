"""The server's state in the header, and the drawer that watches the server."""

import pytest
from playwright.sync_api import Request, Route, expect

from tests.servers import FakeServer
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server


def test_the_drawer_shows_what_the_server_does(fake: FakeServer, studio: StudioPage) -> None:
    studio.page.locator("[data-opens=watch]").click()
    panels = studio.part("panels", "watch-drawer")
    expect(panels).to_contain_text("0 of 10 places taken")
    expect(panels).to_contain_text("0 of 1 busy")
    with fake.engine.hold(1):
        connection = fake.connect("hola")
        expect(panels).to_contain_text("1 of 10 places taken")
        expect(panels).to_contain_text("1 of 1 busy")
    fake.leave(connection)
    expect(panels).to_contain_text("0 of 10 places taken")
    studio.page.locator("watch-drawer summary").first.click()
    expect(panels.get_by_role("rowheader", name="Last 30 s")).to_be_visible()
    expect(studio.part("engines", "watch-drawer")).to_contain_text("fake")


def test_a_closed_drawer_asks_for_nothing(studio: StudioPage) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/metrics"):
            asked.append(request.url)

    studio.page.on("request", note)
    studio.page.clock.install()
    studio.page.locator("[data-opens=watch]").click()
    expect(studio.part("panels", "watch-drawer")).to_be_visible()
    studio.page.clock.run_for(2_000)
    studio.page.wait_for_event("requestfinished", lambda request: request.url.endswith("/metrics"))
    studio.page.keyboard.press("Escape")
    expect(studio.part("dialog", "watch-drawer")).not_to_be_visible()
    # Requests are reported in their order, so those before this one have been.
    with studio.page.expect_request(lambda request: request.url.endswith("/health")):
        studio.value("() => { fetch('health'); }")
    before = len(asked)
    assert before >= 2
    studio.page.clock.run_for(20_000)
    assert len(asked) == before


def test_the_header_says_whether_the_server_is_ready(studio: StudioPage) -> None:
    state = studio.part("state", "server-state")
    expect(state).to_have_text("Ready")
    answers = {
        "Starting": '{"error": {"message": "The model is still loading.", "type": "server_error", "param": null, '
        '"code": "server_is_starting"}}',
        "No connection": "",
    }
    now = ""

    def answer(route: Route) -> None:
        if not now:
            route.fallback()
        elif answers[now]:
            route.fulfill(status=503, content_type="application/json", body=answers[now])
        else:
            route.abort()

    studio.page.route("**/ready", answer)
    for now in ("Starting", "No connection", ""):
        studio.page.evaluate("dispatchEvent(new Event('online'))")
        expect(state).to_have_text(now or "Ready")
    studio.faults.clear()  # Chromium reports each failed request in the console
