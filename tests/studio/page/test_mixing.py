"""Samples of voices and mixes on the page, beside what it speaks."""

import pytest
from playwright.sync_api import Route, expect

from tests.servers import FakeServer
from tests.studio.page.conftest import NewPage
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server


TEXT = " ".join(f"Esta es la frase número {number}, y sigue un rato." for number in range(1, 13))


# So that no sample has ended before the test looks.
ENDLESS_SAMPLES = """
const { play } = HTMLMediaElement.prototype;
HTMLMediaElement.prototype.play = function () {
  this.loop = true;
  return play.call(this);
};
"""


@pytest.fixture
def voices(fake: FakeServer, new_page: NewPage) -> StudioPage:
    """The view of the voices, with Spanish ones alone."""
    studio = new_page(f"{fake.url}/")
    studio.page.add_init_script(ENDLESS_SAMPLES)
    studio.open()
    studio.page.get_by_role("link", name="Voices", exact=True).click()
    studio.page.get_by_label("Language").and_(studio.page.locator("#voice-language")).select_option("e")
    expect(studio.page.locator(".voice-card")).to_have_count(3)
    return studio


def test_a_sample_is_made_once_for_all_visits(fake: FakeServer, voices: StudioPage) -> None:
    page = voices.page
    listen = page.get_by_role("button", name="Listen to Dora")
    listen.click()
    expect(page.get_by_role("button", name="Stop Dora")).to_be_visible()
    voices.wait("studio.audition.current && !studio.audition.isLoading")
    made = len(fake.engine.chunks)
    assert made
    voices.wait("studio.database.keys('samples').then((keys) => keys.length)")
    page.reload()
    voices.wait("globalThis.studio !== undefined")
    listen.click()
    voices.wait("studio.audition.current && !studio.audition.isLoading")
    assert len(fake.engine.chunks) == made


def test_only_one_thing_sounds(fake: FakeServer, voices: StudioPage) -> None:
    page = voices.page
    voices.value("globalThis.soundRate = 0.01")  # so that nothing ends by itself
    page.evaluate("(input) => studio.playback.speak({ body: { input, voice: 'ef_dora' } })", TEXT)
    voices.wait_for_state("playing")
    page.get_by_role("button", name="Listen to Alex").click()
    voices.wait("studio.audition.current && !studio.audition.isLoading")
    assert voices.state == "paused"
    page.evaluate("() => studio.playback.toggle()")
    voices.wait("studio.audition.current === null")
    voices.wait_for_state("playing")


def test_a_mix_is_heard_from_the_next_sentence_while_it_is_moved(
    fake: FakeServer, voices: StudioPage
) -> None:
    page = voices.page
    voices.value("globalThis.soundRate = 0.01")  # so that the first sentence stays the heard one
    page.get_by_label("Formula", exact=True).fill("ef_dora+em_alex")
    page.evaluate("(input) => studio.playback.speak({ body: { input, voice: 'ef_dora' } })", TEXT)
    voices.wait_for_state("playing")
    page.get_by_role("slider", name="Share of Alex").focus()
    with page.expect_request(lambda request: "em_alex" in (request.post_data or "")) as request:
        page.keyboard.press("End")
    expect(page.get_by_label("Formula", exact=True)).to_have_value("em_alex")
    expect(page.get_by_text("The next sentence takes this mix.")).to_be_visible()
    rest = request.value.post_data_json
    assert rest["voice"] == "em_alex"
    assert rest["input"].startswith("Esta es la frase número ")
    assert TEXT.endswith(f" {rest['input']}")
    voices.wait("studio.playback.recording.complete")
    assert voices.value("() => studio.playback.recording.words.at(-1).to") == TEXT.rindex(".")


def test_a_mix_is_kept_under_a_name(voices: StudioPage) -> None:
    page = voices.page
    page.get_by_label("Formula", exact=True).fill("ef_dora(2)+em_alex(1)")
    page.get_by_label("Keep it as").fill("Dúo")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Rename Dúo").click()
    page.get_by_label("New name of Dúo").fill("Pareja")
    page.keyboard.press("Enter")
    page.reload()
    expect(page.locator(".named-mix strong")).to_have_text(["Pareja"])
    page.get_by_role("button", name="Use Pareja").click()
    assert voices.value("() => studio.draft.voice") == "ef_dora(2)+em_alex(1)"
    page.get_by_role("link", name="Voices", exact=True).click()
    page.get_by_role("button", name="Delete Pareja").click()
    expect(page.locator(".named-mix")).to_have_count(0)


def test_nothing_is_mixed_before_the_voices_are_there(fake: FakeServer, new_page: NewPage) -> None:
    studio = new_page(f"{fake.url}/")
    formula = studio.page.get_by_label("Formula", exact=True)
    was_disabled: list[bool] = []

    def look_first(route: Route) -> None:
        was_disabled.append(formula.is_disabled())
        route.continue_()

    studio.page.route("**/v1/audio/voices", look_first)
    studio.open("#view=voices")
    expect(formula).to_have_value("af_heart+af_bella")
    expect(formula).to_be_enabled()
    assert was_disabled == [True]


def test_a_kept_mix_can_be_opened_before_the_voices_are_there(voices: StudioPage) -> None:
    page = voices.page
    formula = page.get_by_label("Formula", exact=True)
    formula.fill("ef_dora(2)+em_alex(1)")
    page.get_by_label("Keep it as").fill("Dúo")
    page.keyboard.press("Enter")
    formula.fill("ef_dora+em_alex")

    def open_first(route: Route) -> None:
        page.get_by_role("button", name="Open Dúo in the mixer").click()
        route.continue_()

    page.route("**/v1/audio/voices", open_first)
    page.reload()
    expect(formula).to_have_value("ef_dora(2)+em_alex(1)")
