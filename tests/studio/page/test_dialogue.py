"""Dialogues on the page: written, pasted, ordered, and heard line by line."""

import pytest
from playwright.sync_api import expect

from tests.servers import FakeServer, joined_events
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server


SCRIPT = "Ana: Hola 😀.\nLuis: ¿Qué tal?\nAna: Bien."

_NOTE_HEARD_LINES = """
() => {
  globalThis.heardLines = [];
  studio.playback.addEventListener("word", () => {
    const heard = document.querySelector(".line[aria-current=true] textarea")?.value;
    if (heard && heardLines.at(-1) !== heard) heardLines.push(heard);
  });
}
"""


@pytest.fixture
def pasted(studio: StudioPage) -> StudioPage:
    """The page with a script in the editor, read by Spanish voices."""
    studio.page.get_by_role("link", name="Dialogue").click()
    studio.page.get_by_role("button", name="Paste a script").click()
    studio.page.get_by_label("Script", exact=True).fill(SCRIPT)
    studio.page.get_by_role("button", name="Replace the lines").click()
    studio.page.get_by_label("Voice of Ana").select_option("ef_dora")
    studio.page.get_by_label("Voice of Luis").select_option("em_alex")
    return studio


def lines(studio: StudioPage) -> list[str]:
    return [field.input_value() for field in studio.page.locator(".line textarea").all()]


def test_a_script_is_spoken_and_each_line_is_marked_while_it_is_heard(
    fake: FakeServer, pasted: StudioPage
) -> None:
    pasted.page.evaluate(_NOTE_HEARD_LINES)
    pasted.value("globalThis.soundRate = 0.2")  # so that a busy page does not miss a word
    pasted.page.locator("dialogue-editor").get_by_role("button", name="Speak", exact=True).click()
    pasted.wait_for_state("ended")
    body = pasted.value("() => studio.playback.body")
    assert body["turns"] == [
        {"input": "Hola 😀.", "voice": "ef_dora"},
        {"input": "¿Qué tal?", "voice": "em_alex"},
        {"input": "Bien.", "voice": "ef_dora"},
    ]
    sse = {"response_format": "pcm", "stream_format": "sse"}
    _, audio = joined_events(fake.client.post("/dev/dialogue", json={**body, **sse}).text)
    assert pasted.samples == audio
    assert pasted.value("() => heardLines") == ["Hola 😀.", "¿Qué tal?", "Bien."]
    expect(pasted.page.locator(".line[aria-current]")).to_have_count(0)


def test_a_line_is_heard_without_making_it_again(fake: FakeServer, pasted: StudioPage) -> None:
    pasted.page.locator("dialogue-editor").get_by_role("button", name="Speak", exact=True).click()
    pasted.wait_for_state("ended")
    made = len(fake.engine.chunks)
    pasted.page.get_by_role("button", name="Hear from line 3").click()
    pasted.wait_for_state("ended")
    assert len(fake.engine.chunks) == made
    pasted.page.get_by_label("Line 3", exact=True).fill("Muy bien.")
    pasted.page.get_by_role("button", name="Hear from line 3").click()
    pasted.wait("studio.playback.source.text === 'Muy bien.'")
    pasted.wait_for_state("ended")
    assert len(fake.engine.chunks) > made


def test_lines_are_ordered_by_keys_and_by_dragging(pasted: StudioPage) -> None:
    page = pasted.page
    page.get_by_role("button", name="Move down line 1").focus()
    page.keyboard.press("Enter")
    assert lines(pasted) == ["¿Qué tal?", "Hola 😀.", "Bien."]
    expect(page.get_by_role("button", name="Move down line 2")).to_be_focused()
    handle, last = (
        page.locator(".line .handle").first.bounding_box(),
        page.locator(".line").last.bounding_box(),
    )
    assert handle is not None
    assert last is not None
    page.mouse.move(handle["x"] + 4, handle["y"] + 4)
    page.mouse.down()
    page.mouse.move(handle["x"] + 4, last["y"] + last["height"] - 2, steps=5)
    page.mouse.up()
    assert lines(pasted) == ["Hola 😀.", "Bien.", "¿Qué tal?"]


def test_it_is_written_with_the_keyboard_alone_and_there_again_after_a_reload(pasted: StudioPage) -> None:
    page = pasted.page
    page.get_by_label("Line 3", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Adiós.")
    expect(page.get_by_label("Speaker of line 4").locator("option:checked")).to_have_text("Luis")
    page.get_by_role("button", name="Delete line 1").click()
    assert lines(pasted) == ["¿Qué tal?", "Bien.", "Adiós."]
    page.get_by_role("button", name="Undo").click()
    page.reload()
    assert lines(pasted) == ["Hola 😀.", "¿Qué tal?", "Bien.", "Adiós."]
    expect(page.get_by_label("Voice of Luis")).to_have_value("em_alex")
