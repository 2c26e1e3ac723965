"""What was spoken, kept in the browser."""

import io
import wave
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Request, expect

from tests.servers import FakeServer
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server

TEXT = "Hola a todos. Son las cinco."


def speak(page: StudioPage, text: str) -> None:
    """Speaks a text to its end, and waits until its take is stored with its sentences."""
    page.page.locator("input[name=sheet-mode][value=write]").check(force=True)
    page.write(text)
    page.speak()
    page.wait_for_state("ended")
    page.wait(f"studio.history.takes.some(({{ text }}) => text === {text!r})")
    row = "studio.database.get('takes', `${studio.history.takes[0].id}/row`)"
    page.wait(f"{row}.then(({{ source }}) => source.sentences)")


def reload(page: StudioPage) -> None:
    page.page.reload()
    page.wait("globalThis.studio !== undefined")


def open_history(page: StudioPage) -> None:
    page.page.get_by_role("link", name="History").click()


def test_a_take_is_heard_again_without_the_server(fake: FakeServer, studio: StudioPage) -> None:
    speak(studio, TEXT)
    samples = studio.samples
    reload(studio)
    open_history(studio)
    posts: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            posts.append(request.url)

    studio.page.on("request", note)
    studio.page.get_by_role("button", name=f"Play: {TEXT}").click()
    studio.wait("studio.playback.word !== null")
    studio.wait_for_state("ended")
    assert studio.samples == samples
    studio.value("() => { globalThis.soundRate = 0; studio.playback.seek(0.4); }")
    assert studio.value("studio.playback.position") == pytest.approx(0.4, abs=0.3)
    assert posts == []


def test_a_take_is_saved_and_worked_on_again(studio: StudioPage) -> None:
    studio.value("studio.draft.update({ speed: 1.5 })")
    speak(studio, TEXT)
    samples = studio.samples
    studio.value("studio.draft.update({ speed: 1, text: '' })")
    open_history(studio)
    with studio.page.expect_download() as download:
        studio.page.get_by_role("button", name="Save as WAV").click()
    with wave.open(io.BytesIO(Path(download.value.path()).read_bytes())) as file:
        assert file.readframes(file.getnframes()) == samples
    studio.page.get_by_role("button", name="Work on it again").click()
    expect(studio.page.locator("#text")).to_have_value(TEXT)
    assert studio.value("studio.draft.speed") == 1.5


def test_takes_are_found_and_deleted(studio: StudioPage) -> None:
    for text in ("Uno y dos.", "Tres y cuatro.", "Cinco."):
        speak(studio, text)
    open_history(studio)
    takes = studio.page.locator(".take")
    expect(takes).to_have_count(3)
    studio.part("search", "history-list").fill("CUATRO")
    expect(takes).to_have_count(1)
    expect(takes).to_contain_text("Tres y cuatro.")
    studio.page.get_by_role("button", name="Delete: Tres y cuatro.").click()
    expect(studio.part("empty", "history-list")).to_contain_text("No take")
    studio.part("search", "history-list").fill("")
    expect(takes).to_have_count(2)
    studio.part("clear", "history-list").click()
    studio.page.get_by_role("button", name="Keep them").click()
    expect(takes).to_have_count(2)
    studio.part("clear", "history-list").click()
    studio.part("confirm", "history-list").click()
    expect(takes).to_have_count(0)
    reload(studio)
    expect(studio.part("empty", "history-list")).to_contain_text("Nothing yet")


def test_tabs_share_the_history(fake: FakeServer, studio: StudioPage) -> None:
    other = StudioPage(studio.page.context, f"{fake.url}/").open("#view=history")
    expect(other.part("empty", "history-list")).to_contain_text("Nothing yet")
    speak(studio, TEXT)
    expect(other.page.locator(".take")).to_contain_text(TEXT)
    other.page.get_by_role("button", name="Delete").click()
    open_history(studio)
    expect(studio.part("empty", "history-list")).to_contain_text("Nothing yet")
    assert other.faults == []


def test_without_storage_the_history_lasts_as_long_as_the_page(
    fake: FakeServer, new_page: Callable[..., StudioPage]
) -> None:
    page = new_page(f"{fake.url}/")
    page.page.add_init_script(
        "delete globalThis.indexedDB; Object.defineProperty(globalThis, 'indexedDB', {value: undefined})"
    )
    page.open()
    speak(page, TEXT)
    open_history(page)
    expect(page.part("note", "history-list")).to_contain_text("keeps nothing")
    page.page.get_by_role("button", name=f"Play: {TEXT}").click()
    page.wait_for_state("ended")
    reload(page)
    expect(page.part("empty", "history-list")).to_contain_text("Nothing yet")
