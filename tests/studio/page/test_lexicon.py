"""The lexicon on the page: entries are tried before they are kept, and go with what is spoken."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.engines import symbols
from tests.servers import FakeServer
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server

FILE = "# nombres\nNguyen=/nwˈɪn/\nSQLite\tsicuelait\nsin separador\n"


@pytest.fixture
def lexicon(studio: StudioPage) -> Page:
    """The view of the lexicon, whose entries are tried in Spanish."""
    studio.page.evaluate("() => studio.draft.update({ voice: 'ef_dora', language: 'e' })")
    studio.page.get_by_role("link", name="Lexicon").click()
    return studio.page


def keep(page: Page, word: str, pronunciation: str) -> None:
    page.get_by_label("Word or phrase").fill(word)
    page.get_by_label("Pronunciation", exact=True).fill(pronunciation)
    page.get_by_role("button", name="Keep the entry").click()
    expect(page.locator(".entry strong").get_by_text(word, exact=True)).to_be_visible()


def test_an_entry_is_tried_and_heard_before_it_is_kept(fake: FakeServer, lexicon: Page) -> None:
    pronunciation = lexicon.get_by_label("Pronunciation", exact=True)
    lexicon.get_by_label("Word or phrase").fill("Nguyen")
    pronunciation.fill("/nwn/")
    pronunciation.evaluate("(field) => field.setSelectionRange(3, 3)")
    lexicon.get_by_text("IPA keyboard").click()
    lexicon.get_by_role("button", name="ˈ, stress, before the syllable").click()
    lexicon.get_by_role("toolbar", name="Vowels").get_by_role("button").first.focus()
    lexicon.keyboard.press("ArrowRight")
    lexicon.keyboard.press("Enter")
    expect(pronunciation).to_have_value("/nwˈɪn/")
    expect(lexicon.locator("[data-part=with]")).to_have_text("nwˈɪn")
    expect(lexicon.locator("[data-part=without]")).not_to_have_text("nwˈɪn")
    lexicon.get_by_role("button", name="Hear it with the entry").click()
    fake.engine.wait_for_step(1)
    assert "nwˈɪn" in symbols(fake.engine.chunks[0].tokens)
    expect(lexicon.locator(".entry")).to_have_count(0)


def test_nothing_is_written_while_an_entry_is_kept(lexicon: Page) -> None:
    word = lexicon.get_by_label("Word or phrase")
    word.fill("Nguyen")
    lexicon.get_by_label("Pronunciation", exact=True).fill("nuin")
    expect(lexicon.locator("[data-part=with]")).not_to_be_empty()
    written: list[str] = []

    def write_first(route: Route) -> None:
        word.press_sequentially("x")
        written.append(word.input_value())
        route.continue_()

    lexicon.route("**/dev/phonemize", write_first)
    lexicon.get_by_role("button", name="Keep the entry").click()
    expect(lexicon.locator(".entry strong")).to_have_text("Nguyen")
    assert set(written) == {"Nguyen"}
    expect(word).to_have_value("")
    word.press_sequentially("Ngu")
    expect(word).to_have_value("Ngu")


def test_entries_go_with_what_is_spoken_unless_they_are_off(
    fake: FakeServer, studio: StudioPage, lexicon: Page
) -> None:
    keep(lexicon, "Nguyen", "/nwˈɪn/")
    lexicon.reload()
    expect(lexicon.locator(".entry")).to_have_count(1)
    lexicon.get_by_role("link", name="Speak", exact=True).click()
    studio.write("Hola Nguyen.")
    studio.speak()
    studio.wait_for_state("ended")
    assert "nwˈɪn" in symbols(fake.engine.chunks[-1].tokens)
    lexicon.get_by_role("link", name="Lexicon").click()
    lexicon.get_by_label("Use them for everything that is spoken").uncheck()
    assert "pronunciations" not in studio.value("() => studio.draft.fields()")


def test_a_lexicon_is_imported_and_exported(lexicon: Page) -> None:
    keep(lexicon, "Nguyen", "nuin")
    file = {"name": "lexicon.txt", "mimeType": "text/plain", "buffer": FILE.encode()}
    lexicon.locator("lexicon-editor input[type=file]").set_input_files(file)
    report = lexicon.locator("lexicon-editor [data-part=report]")
    expect(report).to_contain_text("2 entries are added.")
    expect(report).to_contain_text("Line 4: There is neither a tab nor a = in it.")
    with lexicon.expect_download() as download:
        lexicon.get_by_role("button", name="Export").click()
    assert Path(download.value.path()).read_text("utf-8") == "Nguyen=/nwˈɪn/\nSQLite=sicuelait\n"
    lexicon.get_by_role("button", name="Undo").click()
    expect(lexicon.locator(".entry")).to_have_text(["Nguyennuin"])
