"""Links that carry a take, and the programs that the page shows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.servers import FakeServer
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server

TEXT = 'It\'s "quoted" $HOME,\nÜnïcode שלום 😀 \\ and back.'


def link_of(page: StudioPage) -> str:
    page.part("button", "share-menu").click()
    link = page.part("link", "share-menu")
    expect(link).not_to_have_value("")
    return str(link.input_value())


def test_a_link_brings_text_and_settings_and_speaks_nothing(
    fake: FakeServer, studio: StudioPage, new_page: Callable[..., StudioPage]
) -> None:
    studio.write(TEXT)
    studio.value("studio.draft.update({ speed: 1.5, voice: 'ef_dora(2)+em_alex(1)', markup: 'tags' })")
    link = link_of(studio)
    other = new_page(link)
    addresses: list[str] = []
    other.page.on("request", lambda request: addresses.append(request.url))
    other.open()
    expect(other.part("message", "shared-take")).to_contain_text("came with the link")
    expect(other.page.locator("#text")).to_have_value(TEXT)
    assert other.value("studio.draft.toJSON()") == studio.value("studio.draft.toJSON()")
    assert other.state == "idle"
    assert fake.engine.steps == 0
    taken = link.partition("#take=")[2]
    # What a browser loads has no fragment; only the page's own address is reported with one.
    assert [address for address in addresses if taken in address.partition("#")[0]] == []
    assert "take=" not in other.page.url


def test_what_a_link_replaces_can_be_brought_back(fake: FakeServer, studio: StudioPage) -> None:
    studio.write("The other text.")
    link = link_of(studio)
    studio.page.keyboard.press("Escape")
    studio.write("My own text.")
    studio.page.evaluate("(fragment) => { location.hash = fragment; }", link.partition("#")[2])
    expect(studio.page.locator("#text")).to_have_value("The other text.")
    studio.part("restore", "shared-take").click()
    expect(studio.page.locator("#text")).to_have_value("My own text.")


def test_a_broken_link_says_so_and_changes_nothing(
    fake: FakeServer, new_page: Callable[..., StudioPage]
) -> None:
    page = new_page(f"{fake.url}/#take=zAAAA").open()
    expect(page.part("message", "shared-take")).to_contain_text("broken")
    expect(page.page.locator("#text")).to_have_value("")


def test_a_text_that_is_too_long_for_a_link_is_refused_in_words(studio: StudioPage) -> None:
    studio.value(
        "studio.draft.update({ text: Array.from({ length: 60000 }, (_, i) => (i * i * 7919) % 9973).join() })"
    )
    studio.part("button", "share-menu").click()
    expect(studio.part("problem", "share-menu")).to_contain_text("too long for a link")
    expect(studio.part("link", "share-menu")).not_to_be_visible()


def test_the_program_is_that_of_the_draft_and_can_be_copied(fake: FakeServer, studio: StudioPage) -> None:
    studio.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    studio.write("Hola a todos.")
    studio.part("button", "share-menu").click()
    program = studio.part("program", "share-menu")
    expect(program).to_contain_text('"input": "Hola a todos."')
    assert fake.url in program.inner_text()
    assert "speed" not in program.inner_text()
    studio.page.locator("input[name=snippet][value=python]").check(force=True)
    studio.part("format", "share-menu").select_option("flac")
    studio.stop_clock()
    studio.part("copyProgram", "share-menu").click()
    expect(studio.part("copied", "share-menu")).to_contain_text("copied")
    copied = studio.value("navigator.clipboard.readText()")
    assert 'input="Hola a todos.",\n    response_format="flac",\n' in copied


def test_a_program_is_copied_where_there_is_no_clipboard(
    fake: FakeServer, new_page: Callable[..., StudioPage]
) -> None:
    """As on plain HTTP at another address than the machine's own."""
    page = new_page(f"{fake.url}/")
    page.page.add_init_script("delete Navigator.prototype.clipboard")
    page.open()
    page.write("Hola a todos.")
    page.value("document.addEventListener('copy', () => { globalThis.copied = String(getSelection()); })")
    page.part("button", "share-menu").click()
    page.stop_clock()
    page.part("copyProgram", "share-menu").click()
    expect(page.part("copied", "share-menu")).to_contain_text("is copied")
    assert '"input": "Hola a todos."' in page.value("copied")
