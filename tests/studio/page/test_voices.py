"""Voices, mixes, dialogues and the lexicon on the page."""

import pytest
from playwright.sync_api import expect

from tests.servers import FakeServer
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server


def test_the_gallery_has_all_voices_and_finds_them(studio: StudioPage) -> None:
    studio.view("Voices")
    gallery = studio.page.locator("voice-gallery")
    listen = gallery.get_by_role("button", name="Listen to")
    expect(listen).to_have_count(54)
    gallery.get_by_label("Search").fill("dora")
    expect(listen).to_have_count(2)


def test_a_mix_is_heard_and_used(fake: FakeServer, studio: StudioPage) -> None:
    studio.view("Voices")
    formula = studio.page.get_by_label("Formula", exact=True)
    formula.fill("ef_dora(3)+em_alex(1)")
    studio.page.locator("voice-mixer").get_by_role("button", name="Listen").click()
    fake.engine.wait_for_step(1)
    studio.page.get_by_role("button", name="Use this mix").click()
    studio.view("Speak")
    studio.write("Hola a todos.")
    studio.speak()
    studio.wait_for_state("ended")
    assert "ef_dora" in studio.body["voice"]
    assert "em_alex" in studio.body["voice"]
    answer = fake.client.post("/v1/audio/speech", json={**studio.body, "response_format": "pcm"})
    assert studio.samples == answer.content
    other = fake.pcm("Hola a todos.", voice="ef_dora", seed=studio.body["seed"])
    assert answer.content != other


def test_a_slider_changes_the_formula(studio: StudioPage) -> None:
    studio.view("Voices")
    formula = studio.page.get_by_label("Formula", exact=True)
    formula.fill("ef_dora+em_alex")
    before = formula.input_value()
    slider = studio.page.locator("voice-mixer input[type=range]").first
    slider.focus()
    studio.page.keyboard.press("End")
    expect(formula).not_to_have_value(before)
