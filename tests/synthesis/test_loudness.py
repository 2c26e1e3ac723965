"""`loudness`: the gains of voices, and the limiter in streams and whole files."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kokoro_speech_server.audio.limiter import CEILING
from kokoro_speech_server.voices import VOICES, Voice, parse_voice
from kokoro_speech_server.voices.loudness import (
    MOST_MADE_UP,
    PLAIN_TARGETS,
    VoiceLoudness,
    gain_for,
    loudness_of,
)
from tests.servers import FakeServer, assert_error, each_way, joined_events
from tests.sounds import Sound, decode, rms

TEXT = "Uno dos tres cuatro. " * 8


def decibels(sound: Sound) -> float:
    return 20 * float(np.log10(rms(sound)))


def pcm(server: FakeServer, **fields: Any) -> Sound:
    return decode("pcm", server.pcm(TEXT, seed=1, **fields))


def mix(formula: str, voices: Mapping[str, Voice] = VOICES) -> VoiceLoudness:
    return loudness_of(parse_voice(formula, aliases={}, longest=8, voices=voices), voices)


def gain_db(target: float, loudness: VoiceLoudness) -> float:
    return 20 * float(np.log10(gain_for(target, loudness)))


def after_limiter(plain_target: float, loudness: VoiceLoudness) -> float:
    """LUFS of a voice after a gain that alone would bring it to the target, and the limiter."""
    return plain_target - float(np.interp(plain_target, PLAIN_TARGETS, loudness.taken))


def test_every_voice_is_measured() -> None:
    measured = {name: mix(name) for name in VOICES}
    assert all(-40 < loudness.plain < -10 for loudness in measured.values())
    assert len({loudness.plain for loudness in measured.values()}) > 40
    for loudness in measured.values():
        assert len(loudness.taken) == len(PLAIN_TARGETS)
        assert loudness.taken[0] == 0, "lower targets need no measurement"
        reached = np.subtract(PLAIN_TARGETS, loudness.taken)
        assert all(low < high for low, high in pairwise(reached)), "a gain can be found for what is reached"


def test_a_mix_is_as_loud_as_its_parts() -> None:
    bella, sky = mix("af_bella"), mix("af_sky")
    for formula in ("af_bella(3)+af_sky", "af_bella(3)-af_sky"):
        mixed = mix(formula)
        assert mixed.plain == pytest.approx(0.75 * bella.plain + 0.25 * sky.plain)
        assert mixed.taken == pytest.approx(np.dot(0.75, bella.taken) + np.dot(0.25, sky.taken))


def test_a_gain_makes_up_for_what_the_limiter_takes() -> None:
    loudness = VoiceLoudness(-25.0, tuple(max(0.0, (target + 20) / 4) for target in PLAIN_TARGETS))
    for target in (-40.0, -30.0, -23.0, -20.0):
        assert gain_db(target, loudness) == pytest.approx(target + 25), "the limiter has nothing to do"
    # To end at -17, it has to be -16 before the limiter, which takes 1 LU.
    assert gain_db(-17, loudness) == pytest.approx(-16 + 25)


def test_a_target_beyond_reach_gets_the_greatest_gain() -> None:
    loudness = VoiceLoudness(-25.0, tuple(max(0.0, 0.9 * (target + 20)) for target in PLAIN_TARGETS))
    assert gain_db(-19, loudness) == pytest.approx(-19 + 25 + MOST_MADE_UP)
    assert gain_db(-10, loudness) == pytest.approx(-10 + 25 + MOST_MADE_UP)


def test_every_voice_reaches_the_targets_of_broadcasts_and_podcasts() -> None:
    for voice in (*VOICES, "af_bella(3)+zm_yunyang"):
        loudness = mix(voice)
        for target in (-23, -20, -16):
            gain = gain_db(target, loudness)
            assert after_limiter(gain + loudness.plain, loudness) == pytest.approx(target, abs=0.001)


def test_a_louder_target_never_makes_a_voice_softer() -> None:
    for voice in VOICES:
        loudness = mix(voice)
        targets = np.linspace(-40, -10, 301)
        gains = [gain_db(target, loudness) for target in targets]
        assert all(low < high for low, high in pairwise(gains))
        for target, gain in zip(targets, gains, strict=True):
            assert -0.001 <= gain - (target - loudness.plain) <= MOST_MADE_UP + 0.001


def test_each_voice_gets_its_gain(fake: FakeServer) -> None:
    for voice in ("ef_dora", "em_alex", "ef_dora+em_alex"):
        plain = pcm(fake, voice=voice)
        level = pcm(fake, voice=voice, loudness=-30)
        assert level.size == plain.size
        assert decibels(level) - decibels(plain) == pytest.approx(-30 - mix(voice).plain, abs=0.02)


def test_a_volume_is_a_factor_on_top(fake: FakeServer) -> None:
    plain = pcm(fake, voice="ef_dora")
    loud = pcm(fake, voice="ef_dora", loudness=-14, volume_multiplier=0.1)
    gain = gain_db(-14, mix("ef_dora"))
    assert gain > -14 - mix("ef_dora").plain + 0.5, "it makes up for the limiter"
    assert decibels(loud) - decibels(plain) == pytest.approx(gain - 20, abs=0.02)


def test_each_passage_gets_the_gain_of_its_voice(fake: FakeServer) -> None:
    text = "Uno dos tres. [voice:em_alex]Uno dos tres."
    sound = decode("pcm", fake.pcm(text, voice="ef_dora", tags=True, loudness=-30))
    length = fake.engine.length(fake.engine.chunks[0])
    first, second = sound[:length], sound[length:]
    difference = decibels(first) - decibels(second)
    assert difference == pytest.approx(mix("em_alex").plain - mix("ef_dora").plain, abs=0.05)


@each_way
def test_loud_speech_is_limited_and_nothing_is_clipped(fake: FakeServer, way: dict[str, Any]) -> None:
    body = {"input": TEXT, "loudness": -10, "volume_multiplier": 4, "response_format": "pcm", "seed": 1}
    answer = fake.client.post("/v1/audio/speech", json={**body, **way})
    data = joined_events(answer.text)[1] if way.get("stream_format") else answer.content
    sound = decode("pcm", data)
    assert sound.size == sum(fake.engine.length(chunk) for chunk in fake.engine.chunks)
    assert 0.8 < np.abs(sound).max() <= CEILING + 0.005
    assert np.mean(np.abs(sound) > 0.88) < 0.4, "a limiter leaves the wave, clipping makes it flat"


def test_a_stream_is_as_loud_as_a_whole_file(fake: FakeServer) -> None:
    streamed, whole = (
        pcm(fake, loudness=-12, volume_multiplier=2, stream=stream) for stream in (True, False)
    )
    assert np.abs(streamed - whole).max() < 2 / 32768


def test_words_are_heard_when_they_are_said_to_be(fake: FakeServer) -> None:
    bodies = [{"input": TEXT, "response_format": "pcm", **more} for more in ({}, {"loudness": -20})]
    answers = [fake.client.post("/dev/captioned_speech", json=body).json() for body in bodies]
    assert answers[0]["timestamps"] == answers[1]["timestamps"]


def test_the_servers_setting_is_for_requests_that_choose_none(fake: FakeServer) -> None:
    plain = decibels(pcm(fake, voice="ef_dora"))
    with FakeServer(loudness=-30) as server:
        server.wait_until_ready()
        default, own = (decibels(pcm(server, voice="ef_dora", **more)) for more in ({}, {"loudness": -35}))
    assert default - plain == pytest.approx(-30 - mix("ef_dora").plain, abs=0.05)
    assert default - own == pytest.approx(5, abs=0.05)


@pytest.mark.parametrize("loudness", [-41, -9, 0, "loud", [1]])
def test_a_wrong_loudness(fake: FakeServer, loudness: Any) -> None:
    assert_error(fake.speak("Hola.", loudness=loudness), 400, "invalid_request_error", param="loudness")


@pytest.fixture
def own(tmp_path: Path, model_files: None) -> Iterator[FakeServer]:
    for name in ("known", "unknown"):
        (tmp_path / f"{name}.bin").write_bytes(np.ones(510 * 256, "<f4").tobytes())
    (tmp_path / "voices.toml").write_text("[known]\nloudness = -35.5\n")
    with FakeServer(voices_dir=tmp_path) as server:
        yield server.wait_until_ready()


def test_a_voice_of_ones_own(own: FakeServer) -> None:
    average = float(np.mean([mix(name).plain for name in VOICES]))
    for voice, loudness in (("known", -35.5), ("unknown", average)):
        plain, level = (pcm(own, voice=voice, lang_code="e", **more) for more in ({}, {"loudness": -40}))
        assert decibels(level) - decibels(plain) == pytest.approx(-40 - loudness, abs=0.05)


def test_the_limiter_takes_from_a_voice_of_ones_own_what_it_takes_on_average() -> None:
    known = replace(VOICES["af_bella"], name="known", loudness=-35.5)
    unknown = replace(known, name="unknown", loudness=None)
    voices = {**VOICES, "known": known, "unknown": unknown}
    measured = [mix(name) for name in VOICES]
    taken = pytest.approx(np.mean([loudness.taken for loudness in measured], axis=0))
    assert mix("known", voices).plain == pytest.approx(-35.5)
    assert mix("unknown", voices).plain == pytest.approx(np.mean([loudness.plain for loudness in measured]))
    assert mix("known", voices).taken == taken
    assert mix("unknown", voices).taken == taken
