"""The text on the page: as a page, with the heard word, beside what will be said, and with errors at their place."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.servers import FakeServer
from tests.studio.page.conftest import NewPage
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server

MARKDOWN = """# El **viejo** faro

Cuesta 5 € hoy.

- Lunes
- Martes

| Día | Visitas |
|---|---|
| Sábado | 10 |

```
si a:
    b
```
"""

WITHOUT_HIGHLIGHTS = "Object.defineProperty(CSS, 'highlights', { value: undefined });"


def read_along(studio: StudioPage) -> None:
    studio.page.get_by_role("radio", name="Read along").check()


def test_markdown_is_shown_as_a_page(studio: StudioPage) -> None:
    studio.write(MARKDOWN)
    read_along(studio)
    page = studio.part("page", "speech-reader")
    expect(page.get_by_role("heading", name="El viejo faro")).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_text(["Lunes", "Martes"])
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("cell")).to_have_text(["Día", "Visitas", "Sábado", "10"])
    assert page.locator("pre").text_content() == "si a:\n    b"


def test_a_speech_that_begins_is_shown_to_read_along(studio: StudioPage) -> None:
    studio.write(MARKDOWN)
    studio.page.locator("#text").press("Control+Enter")
    studio.wait_for_state("ended")
    page = studio.part("page", "speech-reader")
    expect(page.get_by_role("heading", name="El viejo faro")).to_be_visible()
    expect(page).to_be_focused()


# As if all had been heard between two looks of a busy page at it.
NEVER_SEEN_PLAYING = """
const { dispatchEvent } = EventTarget.prototype;
EventTarget.prototype.dispatchEvent = function (event) {
  return (event.type === "state" && this.state === "playing") || dispatchEvent.call(this, event);
};
"""


def test_a_speech_that_is_over_at_once_is_shown_to_read_along_too(
    fake: FakeServer, new_page: NewPage
) -> None:
    studio = new_page(f"{fake.url}/")
    studio.page.add_init_script(NEVER_SEEN_PLAYING)
    studio.open()
    studio.write("Hola.")
    studio.speak()
    studio.wait_for_state("ended")
    expect(studio.page.get_by_role("radio", name="Read along")).to_be_checked()


def test_the_heard_word_is_marked_without_highlights_too(fake: FakeServer, new_page: NewPage) -> None:
    studio = new_page(f"{fake.url}/", sound_rate=0.05)
    studio.page.add_init_script(WITHOUT_HIGHLIGHTS)
    studio.open()
    studio.write("Hola a todos. " * 100)
    studio.speak()
    studio.wait("studio.playback.word !== null")
    studio.page.get_by_role("button", name="Pause").click()
    studio.wait_for_state("paused")
    mark, word = studio.value(BOXES)
    assert mark == pytest.approx(word, abs=1)


# Both at once, since the page may still scroll.
BOXES = """
(() => {
  const { from, to } = studio.playback.word;
  const node = document.querySelector(".reader-page p").firstChild;
  const range = new Range();
  range.setStart(node, from);
  range.setEnd(node, to);
  const place = ({ x, y, width, height }) => ({ x, y, width, height });
  return [document.querySelector(".heard-word"), range].map((one) => place(one.getBoundingClientRect()));
})()
"""


def test_what_is_said_otherwise_is_marked_on_both_sides(studio: StudioPage) -> None:
    studio.page.locator("#voice").select_option("ef_dora")
    studio.write("Cuesta 5 € hoy.\n\nAdiós.")
    studio.page.get_by_role("button", name="What will be said").click()
    spoken = studio.page.locator("#spoken-text")
    expect(spoken.locator("li")).to_have_count(2)
    expect(spoken.get_by_role("deletion")).to_have_text("5 €")
    expect(spoken.get_by_role("insertion")).to_have_text("cinco euros")
    spoken.get_by_label("Only differences").check()
    expect(spoken.locator("li")).to_have_count(1)


@pytest.mark.parametrize(
    ("markup", "text", "place"),
    [
        ("SSML", '<speak>Hola 😀, <prosody rate="wild">tú</prosody></speak>', "<prosody"),
        ("Tags", "Hola 😀. [voice:nobody]¿Quién?", "[voice:nobody]"),
    ],
)
def test_an_error_puts_the_caret_at_its_place(
    fake: FakeServer, new_page: NewPage, markup: str, text: str, place: str
) -> None:
    studio = new_page(f"{fake.url}/", refusals=[400]).open()
    studio.page.get_by_role("radio", name=markup).check()
    studio.write(text)
    studio.speak()
    studio.wait_for_state("failed")
    field = studio.page.locator("#text")
    expect(field).to_be_focused()
    caret: Any = field.evaluate("(field) => field.value.slice(field.selectionStart)")
    assert caret.startswith(place)
    expect(studio.part("problem", "text-editor")).to_be_visible()
    assert field.get_attribute("aria-invalid") == "true"
    field.press("End")
    field.press_sequentially("x")
    expect(studio.part("problem", "text-editor")).to_be_hidden()


def test_an_empty_page_offers_texts_to_begin_with(studio: StudioPage) -> None:
    studio.page.get_by_role("button", name="SSML").click()
    assert studio.value("studio.draft.markup") == "ssml"
    expect(studio.page.locator("text-examples")).to_be_hidden()
    assert studio.page.locator("#text").input_value().startswith("<speak>")


def test_the_text_is_there_again_the_next_time(studio: StudioPage) -> None:
    studio.write("Hola.")
    studio.wait("localStorage.getItem('kokoro-studio.draft')?.includes('Hola.')")
    studio.open()
    expect(studio.page.locator("#text")).to_have_value("Hola.")


def test_keys_without_ctrl_can_be_switched_off(studio: StudioPage) -> None:
    studio.page.keyboard.press("?")
    expect(studio.page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    studio.page.get_by_label("Use the keys without Ctrl").uncheck()
    studio.page.keyboard.press("Escape")
    studio.page.keyboard.press("?")
    expect(studio.page.get_by_role("dialog", name="Keyboard")).to_be_hidden()


def test_keys_in_a_field_write(studio: StudioPage) -> None:
    studio.page.locator("#text").press_sequentially("a ?")
    expect(studio.page.locator("#text")).to_have_value("a ?")
    expect(studio.page.get_by_role("dialog", name="Keyboard")).to_be_hidden()
