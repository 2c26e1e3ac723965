"""The page of a server that wants an API key."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.servers import FakeServer
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server

KEY = "sk-right"
STORED = "Object.values(localStorage).join().includes('sk-')"


@pytest.fixture(scope="module")
def keyed(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(api_keys=KEY) as server:
        yield server.wait_until_ready()


@pytest.fixture
def page(keyed: FakeServer, new_page: Callable[..., StudioPage]) -> Iterator[StudioPage]:
    """Chromium reports each 401 in the console, and nothing else may be there."""
    page = new_page(f"{keyed.url}/").open()
    yield page
    assert [fault for fault in page.faults if "401" not in fault] == []
    page.faults.clear()


def give(page: StudioPage, key: str) -> None:
    page.part("key", "key-dialog").fill(key)
    page.part("use", "key-dialog").click()


def decline(page: StudioPage) -> None:
    """Closes the dialog by Escape. Before the server's answer has opened it, that key would cancel the speech."""
    expect(page.part("key", "key-dialog")).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(page.part("dialog", "key-dialog")).not_to_be_visible()


def test_a_refused_text_is_spoken_once_the_key_is_right(page: StudioPage) -> None:
    dialog = page.part("dialog", "key-dialog")
    expect(dialog).not_to_be_visible()
    page.write("Hola a todos.")
    page.speak()
    reason = page.part("reason", "key-dialog")
    expect(reason).to_contain_text("has set API keys")
    expect(page.part("key", "key-dialog")).to_be_focused()
    give(page, "sk-wrong")
    expect(reason).to_contain_text("does not accept")
    give(page, KEY)
    expect(dialog).not_to_be_visible()
    page.wait_for_state("ended")
    assert not page.value(STORED)
    page.page.reload()
    page.wait("globalThis.studio !== undefined")
    assert page.value("studio.server.key") == ""


def test_without_a_key_the_page_says_why_it_does_not_speak(page: StudioPage) -> None:
    page.write("Hola a todos.")
    page.speak()
    decline(page)
    page.wait_for_state("failed")
    expect(page.part("state", "speak-control")).to_contain_text("no API key")
    page.part("key", "server-state").click()
    expect(page.part("dialog", "key-dialog")).to_be_visible()


def test_who_closes_the_dialog_while_a_key_is_tried_gives_none(page: StudioPage) -> None:
    def decline_instead(_unanswered: Route) -> None:
        page.part("key", "key-dialog").press("Escape")

    page.page.route("**/dev/engine", decline_instead)
    page.write("Hola a todos.")
    page.speak()
    give(page, KEY)
    page.wait_for_state("failed")
    page.part("key", "server-state").click()
    expect(page.part("use", "key-dialog")).to_be_enabled()
    page.page.unroute("**/dev/engine")
    give(page, "sk-wrong")
    expect(page.part("reason", "key-dialog")).to_contain_text("does not accept")
    assert page.value("studio.server.key") == ""


def test_the_key_that_was_tried_is_used_whatever_is_written_meanwhile(page: StudioPage) -> None:
    def write_first(route: Route) -> None:
        page.part("key", "key-dialog").press_sequentially("x")
        route.continue_()

    page.page.route("**/dev/engine", write_first)
    page.write("Hola a todos.")
    page.speak()
    give(page, KEY)
    page.wait_for_state("ended")
    assert page.value("studio.server.key") == KEY


def test_a_refused_request_leaves_what_is_written_in_the_open_dialog(page: StudioPage) -> None:
    page.write("Hola a todos.")
    page.speak()
    decline(page)
    page.part("key", "server-state").click()
    page.part("key", "key-dialog").fill("sk-r")
    page.value("() => { studio.server.askForKey(); }")
    expect(page.part("key", "key-dialog")).to_have_value("sk-r")


def test_a_key_is_remembered_if_told_to_and_can_be_forgotten(page: StudioPage) -> None:
    page.write("Hola a todos.")
    page.speak()
    page.part("remember", "key-dialog").check()
    give(page, KEY)
    page.wait_for_state("ended")
    page.page.reload()
    page.wait("globalThis.studio !== undefined")
    page.speak()
    page.wait_for_state("ended")
    page.part("key", "server-state").click()
    expect(page.part("reason", "key-dialog")).to_contain_text("has a key")
    page.part("forget", "key-dialog").click()
    assert not page.value(STORED)
    assert page.value("studio.server.key") == ""
    page.speak()
    expect(page.part("dialog", "key-dialog")).to_be_visible()


def test_a_program_does_not_show_the_key(page: StudioPage) -> None:
    page.value("(key) => { studio.server.key = key; }", KEY)
    page.write("Hola a todos.")
    page.part("button", "share-menu").click()
    program = page.part("program", "share-menu")
    for kind in ("curl", "python", "openai", "fetch"):
        page.page.locator(f"input[name=snippet][value={kind}]").check(force=True)
        expect(program).to_contain_text("SPEECH_API_KEY")
        assert KEY not in program.inner_text()


def test_who_has_no_key_reads_why_the_server_s_figures_are_hidden(page: StudioPage) -> None:
    page.page.locator("[data-opens=watch]").click()
    expect(page.part("reasons", "watch-drawer")).to_contain_text("only callers with a key")
    page.part("key", "watch-drawer").click()
    give(page, KEY)
    expect(page.part("panels", "watch-drawer")).to_contain_text("0 of 10 places taken")
    expect(page.part("reasons", "watch-drawer")).not_to_be_visible()
