"""SOUNDS_DIR and SSML's <audio>: a sound between the words, parts of it, its level, and files that are none."""

import io
import math
import shutil
import wave
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest

from kokoro_speech_server.audio.sounds import LONGEST_S
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat, BitRates, StreamingAudioWriter
from kokoro_speech_server.chunk import SAMPLE_RATE, Samples
from tests.servers import FakeServer, assert_error, wait_until
from tests.sounds import Sound, decode, rms

pytestmark = pytest.mark.server

INVALID = "invalid_request_error"
TARGET = -20.0
"""LUFS that some tests request; that of a sine of 1 kHz is its level in dB of full scale, within a tenth."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "sounds"
    path.mkdir()
    return path


@pytest.fixture
def server(folder: Path) -> Iterator[FakeServer]:
    with FakeServer(sounds_dir=folder, max_sound_s=30) as server:
        yield server.wait_until_ready()


def tone(seconds: float = 0.5, *, amplitude: float = 0.3, hz: float = 1000) -> Samples:
    times = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return (amplitude * np.sin(2 * np.pi * hz * times)).astype(np.float32)


def write(path: Path, samples: Samples) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())


def spoken(server: FakeServer, document: str, **fields: object) -> Sound:
    """What is heard of a document. The server forgets what it has synthesized before."""
    server.engine.forget()
    return decode("pcm", server.pcm(f"<speak>{document}</speak>", ssml=True, **fields))


def chunk_lengths(server: FakeServer) -> list[int]:
    """The samples of each chunk that has been synthesized."""
    return [server.engine.length(chunk) for chunk in server.engine.chunks]


def level(sound: Sound) -> float:
    """In dB of full scale, without the faded ends."""
    return 20 * math.log10(rms(sound[len(sound) // 4 : -len(sound) // 4]))


def test_a_sound_is_heard_at_its_place(server: FakeServer, folder: Path) -> None:
    original = tone()
    write(folder / "ding.wav", original)
    heard = spoken(server, 'Before it. <audio src="ding">a bell</audio> After it.')
    before, after = chunk_lengths(server)
    assert heard.size == before + original.size + after
    middle = heard[before : before + original.size]
    assert np.corrcoef(middle, original)[0, 1] > 0.99
    assert np.abs(np.corrcoef(heard[: original.size], original)[0, 1]) < 0.5


def test_the_text_of_a_sound_that_exists_is_not_spoken(server: FakeServer, folder: Path) -> None:
    write(folder / "ding.wav", tone())
    content = 'the <break time="2s"/>bell <mark name="no"/><audio src="ding"/>rings'
    with_text = spoken(server, f'Hello. <audio src="ding">{content}</audio>')
    assert with_text.size == spoken(server, 'Hello. <audio src="ding"/>').size


def test_what_there_is_no_sound_for_is_spoken_and_told(server: FakeServer, folder: Path) -> None:
    write(folder.parent / "secret.wav", tone())
    write(folder / "ding.wav", tone())
    (folder / "linked.wav").symlink_to(folder.parent / "secret.wav")
    alone = spoken(server, "the bell").size
    names = (
        "dong",
        "../secret",
        "/etc/passwd",
        "https://example.com/ding.wav",
        "ding.wav",
        "linked",
        "",
        "x" * 999,
    )
    for name in names:
        assert spoken(server, f'<audio src="{name}">the bell</audio>').size == alone, name
    document = '<speak><audio src="../secret">a</audio> <audio>b</audio></speak>'
    answer = server.speak(document, ssml=True)
    assert answer.headers["x-ssml-unknown"] == "audio ../secret, audio"


def test_a_document_may_be_only_a_sound(server: FakeServer, folder: Path) -> None:
    original = tone(12)
    write(folder / "music.wav", original)
    assert spoken(server, '<audio src="music"/>').size == original.size
    assert server.engine.steps == 0
    heard = spoken(server, '<break time="1s"/><audio src="music"/><break time="2s"/>')
    assert heard.size == original.size + 3 * SAMPLE_RATE
    assert not heard[:SAMPLE_RATE].any()


@pytest.mark.parametrize(
    ("attributes", "seconds"),
    [
        ('clipBegin="0.5s"', 1.5),
        ('clipEnd="500ms"', 0.5),
        ('clipBegin="250ms" clipEnd="1s"', 0.75),
        ('clipEnd="99s"', 2.0),
        ('repeatCount="2.5"', 5.0),
        ('repeatDur="3s"', 3.0),
        ('repeatDur="1s" repeatCount="4"', 1.0),
        ('clipBegin="1s" repeatCount="3"', 3.0),
        ('speed="50%"', 2.0),
    ],
)
def test_parts_and_repetitions(server: FakeServer, folder: Path, attributes: str, seconds: float) -> None:
    original = np.concatenate([tone(1), tone(1, hz=2500)])
    write(folder / "two.wav", original)
    heard = spoken(server, f'<audio src="two" {attributes}/>')
    assert heard.size == round(seconds * SAMPLE_RATE)
    begins = original[SAMPLE_RATE // 4 :] if "250ms" in attributes else original
    begins = original[SAMPLE_RATE:] if 'clipBegin="1s"' in attributes else begins
    begins = original[SAMPLE_RATE // 2 :] if 'clipBegin="0.5s"' in attributes else begins
    assert np.corrcoef(heard[:6000], begins[:6000])[0, 1] > 0.98


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('clipBegin="2s"', "leave nothing"),
        ('clipBegin="1s" clipEnd="1s"', "leave nothing"),
        ('clipBegin="-1s"', "clipBegin"),
        ('clipEnd="soon"', "clipEnd"),
        ('repeatCount="0"', "repeatCount"),
        ('repeatCount="inf"', "repeatCount"),
        ('repeatCount="1e9"', "repeatCount"),
        ('repeatCount="0.001"', "less than 0.01 seconds"),
        ('repeatDur="0s"', "less than 0.01 seconds"),
        ('clipBegin="1s" clipEnd="1.001s"', "leave nothing"),
        ('repeatDur="9"', "repeatDur"),
        ('soundLevel="loudest"', "soundLevel"),
        ('soundLevel="+99dB"', "soundLevel"),
        ('repeatCount="16"', "add up to more than 30 seconds"),
        ('repeatDur="40s"', "add up to more than 30 seconds"),
    ],
)
def test_values_that_make_no_sense_are_refused(
    server: FakeServer, folder: Path, attributes: str, message: str
) -> None:
    write(folder / "two.wav", tone(2))
    answer = server.speak(f'<speak>Hello. <audio src="two" {attributes}/></speak>', ssml=True)
    error = assert_error(answer, 400, INVALID, param="input")
    assert message in error
    assert "line 1, column 15" in error
    assert server.engine.steps == 0


def test_many_sounds_add_up(server: FakeServer, folder: Path) -> None:
    write(folder / "two.wav", tone(2))
    assert spoken(server, '<audio src="two"/>' * 15).size == 30 * SAMPLE_RATE
    answer = server.speak("<speak>" + '<audio src="two"/>' * 16 + "</speak>", ssml=True)
    assert_error(answer, 400, INVALID, param="input")


def test_many_large_sounds_are_each_heard(server: FakeServer, folder: Path) -> None:
    """They do not fit into memory together, so that some are decoded twice."""
    for number in range(8):
        write(folder / f"long{number}.wav", tone(100, hz=400 + 100 * number))
    elements = "".join(f'<audio src="long{number % 8}" clipBegin="99s"/>' for number in range(16))
    heard = spoken(server, elements)
    assert heard.size == 16 * SAMPLE_RATE
    for number, second in enumerate(heard.reshape(16, SAMPLE_RATE)):
        spectrum = np.abs(np.fft.rfft(second))
        assert np.argmax(spectrum) == 400 + 100 * (number % 8)


def test_sounds_are_as_loud_as_speech(server: FakeServer, folder: Path) -> None:
    write(folder / "soft.wav", tone(2, amplitude=0.05))
    write(folder / "loud.wav", tone(2, amplitude=0.95))
    levels = {
        name: level(spoken(server, f'<audio src="{name}"/>', loudness=TARGET)) for name in ("soft", "loud")
    }
    assert levels == {name: pytest.approx(TARGET, abs=0.3) for name in levels}
    as_it_is = level(spoken(server, '<audio src="loud"/>'))
    assert -35 < as_it_is < -15  # as voices are
    assert level(spoken(server, '<audio src="soft"/>')) == pytest.approx(as_it_is, abs=0.1)
    softer = level(spoken(server, '<audio src="loud" soundLevel="-6dB"/>'))
    assert softer == pytest.approx(as_it_is - 6, abs=0.1)
    within = level(spoken(server, '<prosody volume="-6dB"><audio src="loud"/></prosody>'))
    assert within == pytest.approx(as_it_is - 6, abs=0.1)
    assert level(spoken(server, '<audio src="loud"/>', volume_multiplier=2)) == pytest.approx(
        as_it_is + 6, abs=0.1
    )


def test_a_sound_has_no_clicks(server: FakeServer, folder: Path) -> None:
    write(folder / "step.wav", np.full(SAMPLE_RATE, 0.5, np.float32) + tone(1, amplitude=0.1))
    heard = spoken(server, '<audio src="step" clipBegin="100ms" clipEnd="700ms"/>')
    assert np.abs(np.diff(heard)).max() < 0.05 * np.abs(heard).max()
    assert np.abs(heard[[0, -1]]).max() < 0.01


def test_silence_is_a_sound(server: FakeServer, folder: Path) -> None:
    write(folder / "silence.wav", np.zeros(SAMPLE_RATE, np.float32))
    assert not spoken(server, '<audio src="silence"/>').any()


@pytest.mark.parametrize("format", ["flac", "mp3", "ogg", "opus", "m4a"])
def test_sounds_of_many_formats(server: FakeServer, folder: Path, format: str) -> None:
    original = tone(2)
    file = io.BytesIO()
    rate = 48_000 if format == "opus" else 44_100 if format in {"mp3", "m4a"} else SAMPLE_RATE
    with StreamingAudioWriter(
        AudioFormat(format), BitRates(64_000, 64_000, 64_000), sample_rate=rate, whole=file
    ) as writer:
        writer.write(original)
        writer.finish()
    (folder / f"ding.{format}").write_bytes(file.getvalue())
    heard = spoken(server, '<audio src="ding"/>')
    assert heard.size == pytest.approx(original.size, abs=0.1 * SAMPLE_RATE)
    spectrum = np.abs(np.fft.rfft(heard * np.hanning(heard.size)))
    assert np.argmax(spectrum) * SAMPLE_RATE / heard.size == pytest.approx(1000, abs=2)


def test_files_that_are_no_sounds(server: FakeServer, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "text.wav").write_text("This is not a sound.")
    (folder / "empty.mp3").touch()
    (folder / "folder.flac").mkdir()
    write(folder / "long.wav", np.zeros((LONGEST_S + 1) * SAMPLE_RATE, np.float32))
    with (folder / "sparse.wav").open("wb") as file:
        file.truncate(10 * 2**30)
    names = ("text", "empty", "folder", "long", "sparse")
    for name in names * 2:
        answer = server.speak(f'<speak><audio src="{name}">a bell</audio></speak>', ssml=True)
        assert answer.status_code == 200, name
        assert answer.headers["x-ssml-unknown"] == f"audio {name}"
    logged = [message for message in caplog.messages if message.startswith("SOUNDS_DIR")]
    assert [message.split()[1].partition(".")[0] for message in logged] == list(names)


def test_a_new_file_is_heard_at_once(server: FakeServer, folder: Path) -> None:
    document = 'Hello. <audio src="ding">bell</audio>'
    spoken(server, document)
    assert len(chunk_lengths(server)) == 1
    write(folder / "ding.wav", tone(0.5))
    first = spoken(server, document)
    write(folder / "new.wav", tone(1.5))
    shutil.move(folder / "new.wav", folder / "ding.wav")
    assert spoken(server, document).size == first.size + SAMPLE_RATE


def test_a_sound_that_is_removed_ends_the_response(server: FakeServer, folder: Path) -> None:
    write(folder / "ding.wav", tone())
    document = '<speak>Hello. <break time="1s"/> <audio src="ding"/></speak>'
    with server.engine.hold(1) as gate:
        connection = server.connect(document, ssml=True, stream=False)
        server.engine.wait_for_step(1)
        (folder / "ding.wav").unlink()
        gate.set()
        answer = connection.getresponse()
        assert answer.status == 400
        assert "'ding' has been removed" in answer.read().decode()
    connection.close()


def test_marks_know_where_a_sound_is(server: FakeServer, folder: Path) -> None:
    write(folder / "two.wav", tone(2))
    document = (
        '<speak><mark name="first"/>Hello. <mark name="before"/><audio src="two"/>'
        '<mark name="after"/> Goodbye. <audio src="two"/><mark name="end"/></speak>'
    )
    answer = server.client.post(
        "/dev/captioned_speech", json={"input": document, "ssml": True, "response_format": "pcm"}
    ).json()
    before, after = (length / SAMPLE_RATE for length in chunk_lengths(server))
    times = {mark["name"]: mark["time"] for mark in answer["marks"]}
    assert times == {
        "first": pytest.approx(0, abs=0.1),
        "before": pytest.approx(before, abs=0.01),
        "after": pytest.approx(before + 2, abs=0.1),
        "end": pytest.approx(before + after + 4, abs=0.01),
    }


def test_without_a_folder_the_text_is_spoken() -> None:
    with FakeServer() as server:
        server.wait_until_ready()
        answer = server.speak('<speak><audio src="ding">a bell</audio></speak>', ssml=True)
        assert answer.headers["x-ssml-unknown"] == "audio ding"
        assert server.engine.steps == 1


def test_a_listener_hears_the_words_before_a_sound_is_encoded(server: FakeServer, folder: Path) -> None:
    write(folder / "music.wav", tone(20))
    document = '<speak>Hello. <audio src="music"/> And on.</speak>'
    body = {"input": document, "ssml": True, "response_format": "pcm"}
    with server.engine.hold(2), server.client.stream("POST", "/v1/audio/speech", json=body) as answer:
        received = 0
        for piece in answer.iter_raw():
            received += len(piece)
            if received > 2 * 20 * SAMPLE_RATE:  # all of the sound, although the next chunk is not ready
                break
        assert isinstance(answer, httpx.Response)


def test_a_last_sound_needs_no_place(server: FakeServer, folder: Path) -> None:
    """A client that is slow to read it keeps nobody waiting."""
    write(folder / "music.wav", tone(30))
    connection = server.connect('<speak>Hello. <audio src="music"/></speak>', ssml=True)
    server.engine.wait_for_step(1)
    wait_until(lambda: server.client.get("/dev/engine").json()["queue"]["running"] == 0, "free place")
    assert server.tasks
    server.leave(connection)
