"""Effects on whole speech."""

import sys
import time
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import psutil  # type: ignore[import-untyped]
import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE
from tests.engines import PATIENCE_S
from tests.servers import FakeServer, assert_error, wait_until
from tests.sounds import Sound, decode, rms

INVALID = "invalid_request_error"
TEXT = "Uno dos tres cuatro. " * 2


def changed(fake: FakeServer, *effects: Any, text: str = TEXT, **fields: Any) -> Sound:
    body = {"response_format": "wav", "stream": False, "seed": 1, "effects": list(effects), **fields}
    answer = fake.speak(text, **body)
    assert answer.status_code == 200, answer.text
    sound = decode("wav", answer.content)
    assert float(answer.headers["x-audio-seconds"]) == pytest.approx(sound.size / SAMPLE_RATE, abs=0.001)
    assert int(answer.headers["content-length"]) == len(answer.content)
    return sound


def level(sound: Sound) -> float:
    return 20 * float(np.log10(rms(sound)))


def test_no_effects_change_nothing(fake: FakeServer) -> None:
    plain = decode("wav", fake.speak(TEXT, response_format="wav", stream=False, seed=1).content)
    assert np.array_equal(changed(fake), plain)
    same = changed(fake, {"type": "compress", "threshold_db": 0})
    assert np.abs(same - plain).max() < 2 / 32767


def test_normalize(fake: FakeServer) -> None:
    assert np.abs(changed(fake, "normalize")).max() == pytest.approx(10 ** (-0.1 / 20), abs=0.002)
    quiet = changed(fake, {"type": "normalize", "headroom_db": 12}, volume_multiplier=0.1)
    assert np.abs(quiet).max() == pytest.approx(10 ** (-12 / 20), abs=0.002)


def test_compress(fake: FakeServer) -> None:
    plain = changed(fake)
    loud = changed(fake, {"type": "compress", "threshold_db": -30, "ratio": 4})
    assert level(loud) < level(plain) - 6
    assert loud.size == plain.size


def test_fades(fake: FakeServer) -> None:
    plain = changed(fake)
    both = changed(fake, {"type": "fade_in", "ms": 200}, {"type": "fade_out", "ms": 300})
    assert both.size == plain.size
    edge = SAMPLE_RATE // 50
    assert level(both[:edge]) < level(plain[:edge]) - 20
    assert level(both[-edge:]) < level(plain[-edge:]) - 20
    middle = slice(SAMPLE_RATE // 4, -SAMPLE_RATE // 3)
    assert np.abs(both[middle] - plain[middle]).max() < 2 / 32767
    assert changed(fake, {"type": "fade_in", "ms": 60_000}).size == plain.size, "longer than the speech"


def test_strip_silence(fake: FakeServer) -> None:
    text = "Uno. [pause:3s] Dos."
    plain = changed(fake, text=text)
    shorter = changed(fake, {"type": "strip_silence", "min_ms": 500, "padding_ms": 100}, text=text)
    removed = (plain.size - shorter.size) / SAMPLE_RATE
    assert removed == pytest.approx(3 - 0.2, abs=0.1)


def test_filters(fake: FakeServer) -> None:
    # The fake engine makes tones of 100 to 300 Hz.
    plain, low, high, phone = (
        level(changed(fake, *effects))
        for effects in (
            [],
            [{"type": "low_pass", "hz": 100}],
            [{"type": "high_pass", "hz": 3000}],
            ["telephone"],
        )
    )
    assert low < plain - 1
    assert high < plain - 15
    assert phone < plain - 1


def test_effects_come_in_their_order(fake: FakeServer) -> None:
    last = changed(fake, {"type": "high_pass", "hz": 3000}, "normalize")
    first = changed(fake, "normalize", {"type": "high_pass", "hz": 3000})
    assert np.abs(last).max() > 0.9
    assert np.abs(first).max() < 0.5


@pytest.mark.parametrize("format", ["mp3", "opus", "m4a", "pcm", "ulaw"])
def test_every_format_and_sample_rate(fake: FakeServer, format: str) -> None:
    body = {"response_format": format, "stream": False, "effects": ["normalize"]}
    answer = fake.speak(TEXT, **body)
    assert answer.status_code == 200, answer.text
    assert answer.content
    plain = fake.speak(TEXT, response_format=format, stream=False)
    assert answer.headers["content-type"] == plain.headers["content-type"]
    assert float(answer.headers["x-audio-seconds"]) == pytest.approx(
        float(plain.headers["x-audio-seconds"]), abs=0.001
    )


def test_a_dialogue_has_them_too(fake: FakeServer) -> None:
    body = {"turns": [{"input": "Uno."}], "effects": ["normalize"], "response_format": "wav"}
    answer = fake.client.post("/dev/dialogue", json={**body, "stream": False})
    assert np.abs(decode("wav", answer.content)).max() > 0.9
    assert_error(fake.client.post("/dev/dialogue", json=body), 400, INVALID, param="effects")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"stream": True}, "stream false"),
        ({"stream": None}, "stream false"),
        ({"stream_format": "sse"}, "stream false"),
        ({"return_download_link": True, "return_timing": True}, "return_timing"),
        ({"effects": ["echo"]}, "echo"),
        ({"effects": [{"type": "normalize", "hz": 3}]}, "hz"),
        ({"effects": [{"type": "low_pass", "hz": 12_000}]}, "11000"),
        ({"effects": [{"type": "compress", "ratio": 0}]}, "ratio"),
        ({"effects": ["normalize", {"type": "normalize"}]}, "once"),
        ({"effects": ["normalize"] * 9}, "at most 8"),
        ({"effects": "normalize"}, "array"),
        ({"effects": [{"ms": 3}]}, "type"),
        ({"effects": [{"type": "strip_silence", "min_ms": 50, "padding_ms": 60}]}, "padding_ms"),
    ],
)
def test_what_cannot_be_done(fake: FakeServer, fields: dict[str, Any], words: str) -> None:
    answer = fake.speak("Hola.", **{"stream": False, "effects": ["normalize"], **fields})
    assert words in assert_error(answer, 400, INVALID, param="effects")
    assert fake.engine.steps == 0


def test_captions_have_no_effects(fake: FakeServer) -> None:
    body = {"input": "Hola.", "effects": ["normalize"], "stream": False}
    assert_error(fake.client.post("/dev/captioned_speech", json=body), 400, INVALID, param="effects")


def test_long_speech_is_refused(model_files: None) -> None:
    with FakeServer(effects_max_s=1) as server:
        server.wait_until_ready()
        for text in ("Uno dos tres. " * 1_000, "Uno dos tres cuatro cinco seis siete ocho nueve diez. " * 2):
            answer = server.speak(text, stream=False, effects=["normalize"])
            assert "longer than 1 s" in assert_error(answer, 400, INVALID, param="effects")
        assert server.speak("Hola.", stream=False, effects=["normalize"]).status_code == 200


def test_speech_that_vanishes_is_an_error(fake: FakeServer) -> None:
    body = {"stream": False, "effects": [{"type": "strip_silence", "padding_ms": 0}, "normalize", "fade_in"]}
    answer = fake.speak(TEXT, volume_multiplier=0, **body)
    assert_error(answer, 400, INVALID, param="effects")


def test_a_process_that_fails_is_an_error_and_logged(
    fake: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho the disk is full >&2\nexit 3\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    answer = fake.speak(TEXT, stream=False, effects=["normalize"])
    assert "exit code 3" in assert_error(answer, 500, "server_error")
    assert "the disk is full" in caplog.text


def _processes() -> list[psutil.Process]:
    found = psutil.Process().children(recursive=True)
    return [process for process in found if "kokoro_speech_server.audio.effects" in process.cmdline()]


def test_other_requests_are_served_meanwhile_and_a_disconnect_ends_the_process(fake: FakeServer) -> None:
    text = "Uno dos tres cuatro cinco seis siete ocho nueve diez. " * 150
    body = {"input": text, "stream": False, "effects": ["compress"], "response_format": "wav"}
    patience = httpx.Timeout(PATIENCE_S, read=0.01)
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{fake.url}/v1/audio/speech", json=body, timeout=patience, trust_env=False)
    fake.wait_until_idle()
    assert _processes() == []
    connection = fake.connect(text, stream=False, effects=["compress"])
    wait_until(_processes, "process")
    began = time.monotonic()
    assert fake.client.get("/health").status_code == 200
    assert fake.speak("Hola.").status_code == 200
    assert time.monotonic() - began < 60
    assert _processes(), "it still works on the other request"
    fake.leave(connection)
    wait_until(lambda: not _processes(), "end of the process")
    fake.wait_until_idle()
