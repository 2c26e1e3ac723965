"""`loudness`: the gains of voices, and the limiter in streams and whole files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kokoro_speech_server.audio.limiter import CEILING
from kokoro_speech_server.voices import VOICES, parse_voice
from kokoro_speech_server.voices.loudness import gain_for, loudness_of
from tests.servers import FakeServer, assert_error, each_way, joined_events
from tests.sounds import Sound, decode, rms

TEXT = "Uno dos tres cuatro. " * 8


def decibels(sound: Sound) -> float:
    return 20 * float(np.log10(rms(sound)))


def pcm(server: FakeServer, **fields: Any) -> Sound:
    return decode("pcm", server.pcm(TEXT, seed=1, **fields))


def mix(formula: str) -> float:
    return loudness_of(parse_voice(formula, aliases={}, longest=8), VOICES)


def test_every_voice_is_measured() -> None:
    measured = {name: mix(name) for name in VOICES}
    assert all(-40 < loudness < -10 for loudness in measured.values())
    assert len(set(measured.values())) > 40


def test_a_mix_is_as_loud_as_its_parts() -> None:
    bella, sky = mix("af_bella"), mix("af_sky")
    assert mix("af_bella(3)+af_sky") == pytest.approx(0.75 * bella + 0.25 * sky)
    assert mix("af_bella(3)-af_sky") == pytest.approx(0.75 * bella + 0.25 * sky)


def test_each_voice_gets_its_gain(fake: FakeServer) -> None:
    for voice in ("ef_dora", "em_alex", "ef_dora+em_alex"):
        plain = pcm(fake, voice=voice)
        level = pcm(fake, voice=voice, loudness=-30)
        assert level.size == plain.size
        assert decibels(level) - decibels(plain) == pytest.approx(-30 - mix(voice), abs=0.02)


def test_each_passage_gets_the_gain_of_its_voice(fake: FakeServer) -> None:
    text = "Uno dos tres. [voice:em_alex]Uno dos tres."
    sound = decode("pcm", fake.pcm(text, voice="ef_dora", tags=True, loudness=-30))
    length = fake.engine.length(fake.engine.chunks[0])
    first, second = sound[:length], sound[length:]
    difference = decibels(first) - decibels(second)
    assert difference == pytest.approx(mix("em_alex") - mix("ef_dora"), abs=0.05)


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
    assert default - plain == pytest.approx(-30 - mix("ef_dora"), abs=0.05)
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
    average = float(np.mean([mix(name) for name in VOICES]))
    for voice, loudness in (("known", -35.5), ("unknown", average)):
        plain, level = (pcm(own, voice=voice, lang_code="e", **more) for more in ({}, {"loudness": -40}))
        gain = 20 * np.log10(gain_for(-40, loudness))
        assert decibels(level) - decibels(plain) == pytest.approx(gain, abs=0.05)
