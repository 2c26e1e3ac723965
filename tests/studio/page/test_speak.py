"""Speaking, hearing and reading a text on the page."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.servers import SPEECH, FakeServer, joined_events, wait_until
from tests.studio.page.conftest import NewPage
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server

TEXT = "Hola a todos. Son las cinco. Adiós, amigos."
LONG = " ".join(f"Esta es la frase número {i} de un libro muy largo." for i in range(14))

NEAR_S = 0.05
"""How far off the marked word may be from what `timestamps` says."""

WATCH_WORDS = """
() => {
  globalThis.marked = [];
  const set = CSS.highlights.set;
  CSS.highlights.set = function (name, highlight) {
    if (name === "heard-word") {
      const text = [...highlight].map(String).join("");
      marked.push([studio.playback.position, text]);
    }
    return set.call(this, name, highlight);
  };
}
"""


def of_the_api(fake: FakeServer, body: dict[str, Any]) -> tuple[list[dict[str, Any]], bytes]:
    """The words and the samples that the API has for a request of the page."""
    as_events = {"stream_format": "sse", "response_format": "pcm", "timestamps": "word"}
    answer = fake.client.post(SPEECH, json={**body, **as_events})
    events, audio = joined_events(answer.text)
    return [word for event in events for word in event.get("timestamps", [])], audio


def metric(server: FakeServer, name: str) -> float:
    lines = server.client.get("/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith((f"{name} ", f"{name}{{")))


def test_a_text_is_heard_to_its_end_by_the_browser_s_sound(fake: FakeServer, new_page: NewPage) -> None:
    studio = new_page(f"{fake.url}/", sound_rate=None).open()
    studio.write(TEXT)
    studio.speak()
    studio.wait_for_state("ended")
    assert studio.body["input"] == TEXT
    _, audio = of_the_api(fake, studio.body)
    assert studio.samples == audio
    assert studio.value("studio.playback.position") == pytest.approx(len(audio) / 48_000, abs=1e-3)
    expect(studio.part("state", "speak-control")).to_have_text("Ended")


def test_the_heard_word_is_marked_in_time(fake: FakeServer, new_page: NewPage) -> None:
    studio = new_page(f"{fake.url}/", sound_rate=1)
    clock = studio.page.clock
    clock.install(time=0)
    studio.open()
    studio.write(f"# Saludo\n\n**Hola** a todos 😀. {TEXT}")
    studio.read_along()
    studio.value(WATCH_WORDS)
    studio.speak()
    studio.wait_for_state("ended")
    words, audio = of_the_api(fake, studio.body)
    studio.wait("document.querySelector('speech-reader strong, speech-reader h2, speech-reader h3')")
    clock.pause_at(studio.value("Date.now()") + 3_600_000)  # cannot have passed when this arrives
    studio.value("() => { marked.length = 0; studio.playback.toggle(); }")
    for _ in range(len(audio) // 480 + 50):  # steps of 10 ms
        clock.run_for(10)
    assert studio.state == "ended"
    marked = [(position, text) for position, text in studio.value("marked") if text]
    assert [text for _, text in marked] == [word["word"] for word in words]
    for (position, _), word in zip(marked, words, strict=True):
        assert abs(position - word["start_time"]) <= NEAR_S


def test_a_click_on_a_word_plays_from_there(fake: FakeServer, studio: StudioPage) -> None:
    studio.write(TEXT)
    studio.speak()
    studio.wait_for_state("ended")
    words, _ = of_the_api(fake, studio.body)
    [last] = [word for word in words if word["word"] == "amigos"]
    studio.read_along()
    studio.value("globalThis.soundRate = 0")  # so that the position stays

    def clicked_is_heard() -> bool:
        # The page may be scrolling to the word that was heard last, so that a click misses.
        place = studio.value("""
          () => {
            const walker = document.createTreeWalker(document.querySelector("speech-reader"), NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
              const at = walker.currentNode.data.indexOf("amigos");
              if (at < 0) continue;
              const range = new Range();
              range.setStart(walker.currentNode, at + 1);
              range.setEnd(walker.currentNode, at + 3);
              const { x, y, width, height } = range.getBoundingClientRect();
              return { x: x + width / 2, y: y + height / 2 };
            }
          }
        """)
        studio.page.mouse.click(place["x"], place["y"])
        position: float = studio.value("studio.playback.position")
        return bool(abs(position - last["start_time"]) < 0.01)

    wait_until(clicked_is_heard, "playback from the word")


def test_keys_go_from_sentence_to_sentence(studio: StudioPage) -> None:
    studio.write(TEXT)
    studio.speak()
    studio.wait_for_state("ended")
    studio.wait("studio.playback.sentences")
    studio.value("globalThis.soundRate = 0")
    studio.part("back", "speech-player").click()
    studio.wait("studio.playback.position < studio.playback.duration - 0.1")
    place = studio.value("studio.playback.position")
    studio.part("back", "speech-player").click()
    studio.wait(f"studio.playback.position < {place} - 0.1")
    studio.part("forward", "speech-player").click()
    studio.wait(f"studio.playback.position > {place} - 0.1")


def test_cancelling_frees_the_engine(fake: FakeServer, studio: StudioPage) -> None:
    with fake.engine.hold(3):
        studio.write(LONG)
        studio.speak()
        fake.engine.wait_for_step(3)
        assert metric(fake, "speech_requests_running") == 1
        connections = fake.connections
        studio.page.get_by_role("button", name="Cancel", exact=True).click()
        studio.wait("!studio.playback.making")
        wait_until(lambda: fake.connections < connections, "end of the request")
    wait_until(lambda: metric(fake, "speech_requests_running") == 0, "free engine")
    made = fake.engine.steps
    fake.engine.forget()
    fake.pcm(LONG)
    assert made <= 4 < fake.engine.steps


def test_a_new_speed_holds_from_the_next_sentence(fake: FakeServer, studio: StudioPage) -> None:
    studio.value("globalThis.soundRate = 0.01")  # so that the first sentence stays the heard one
    studio.write(LONG)
    with fake.engine.hold(3):
        studio.speak()
        fake.engine.wait_for_step(3)
        studio.wait("studio.playback.state === 'playing'")
        studio.page.locator("#player-speed").select_option("2")
    wait_until(lambda: any(chunk.speed == 2 for chunk in fake.engine.chunks), "a chunk with the new speed")
    studio.value("globalThis.soundRate = 50")
    studio.wait_for_state("ended")
    _, audio = of_the_api(fake, {**studio.body, "speed": 1})
    assert len(studio.samples) <= len(audio)
    said = studio.value("studio.playback.recording.words.map(({ from, to }) => [from, to])")
    assert [LONG[start:end] for start, end in said] == LONG.replace(".", "").split()


def test_a_full_server_is_waited_for(model_files: None, new_page: NewPage) -> None:
    with FakeServer(queue_size=1) as server:
        server.wait_until_ready()
        studio = new_page(f"{server.url}/", refusals=[503]).open()
        with server.engine.hold(1):
            other = server.connect("Hola.")
            server.engine.wait_for_step(1)
            studio.write(TEXT)
            studio.speak()
            studio.wait_for_state("refused")
            expect(studio.part("state", "speak-control")).to_contain_text("next try in")
        assert other.getresponse().read()
        other.close()
        studio.wait_for_state("ended")
        assert studio.samples


def test_an_error_is_told_in_words(studio: StudioPage, fake: FakeServer, new_page: NewPage) -> None:
    studio = new_page(f"{fake.url}/", refusals=[400]).open()
    studio.page.get_by_role("radio", name="SSML").check()
    studio.write("<speak>Hola")
    studio.speak()
    studio.wait_for_state("failed")
    expect(studio.page.locator("speak-sheet")).to_contain_text("not well-formed")


def test_what_will_be_said_is_shown(studio: StudioPage) -> None:
    studio.write("Cuesta 5 € hoy.")
    studio.page.get_by_role("button", name="What will be said").click()
    expect(studio.page.locator("#spoken-text")).to_contain_text("cinco euros")


def test_a_server_that_is_gone_is_told_in_words(model_files: None, new_page: NewPage) -> None:
    with FakeServer() as server:
        server.wait_until_ready()
        studio = new_page(f"{server.url}/").open()
        studio.write(TEXT)
        studio.page.route("**/v1/audio/speech", lambda route: route.abort("connectionrefused"))
        studio.speak()
        studio.wait_for_state("failed")
        expect(studio.part("state", "speak-control")).to_contain_text("server")
        studio.faults.clear()  # the console tells of the connection


def test_a_text_is_there_again_however_soon_the_page_is_left(studio: StudioPage) -> None:
    studio.write("Hola a todos.")
    studio.reload()
    assert studio.page.locator("#text").input_value() == "Hola a todos."
