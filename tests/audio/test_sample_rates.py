"""Sample rates other than the engine's, and telephony's formats: a tone is heard at its pitch and length."""

import io
import tempfile

import av
import numpy as np
import numpy.typing as npt
import pytest

from kokoro_speech_server.audio.streaming_audio_writer import (
    SAMPLE_RATES,
    AudioFormat,
    BitRates,
    StreamingAudioWriter,
)
from kokoro_speech_server.chunk import SAMPLE_RATE
from tests.sounds import DEMUXERS

RATES = BitRates(mp3=96_000, aac=96_000, opus=48_000)
HERTZ = 440
EACH = [(format, rate) for format in AudioFormat for rate in format.sample_rates]


def tone(rate: int, seconds: float = 2.0) -> npt.NDArray[np.float32]:
    return (0.5 * np.sin(2 * np.pi * HERTZ * np.arange(int(rate * seconds)) / rate)).astype(np.float32)


def encode(format: AudioFormat, rate: int, *, whole: bool) -> bytes:
    """The tone, written in pieces of uneven lengths."""
    pieces = np.array_split(tone(SAMPLE_RATE), [100, 7_000, 7_001, 30_000])
    if not whole:
        with StreamingAudioWriter(format, RATES, sample_rate=rate) as writer:
            return b"".join([*map(writer.write, pieces), writer.finish()])
    with tempfile.SpooledTemporaryFile(max_size=1 << 20) as file:
        with StreamingAudioWriter(format, RATES, sample_rate=rate, whole=file) as writer:
            for piece in pieces:
                writer.write(piece)
            writer.finish()
        file.seek(0)
        return file.read()


def decode(format: AudioFormat, rate: int, data: bytes) -> tuple[int, npt.NDArray[np.float64]]:
    """The sample rate of the file, or of the codec for opus, and its samples. Bare samples have no header."""
    bare = format in (AudioFormat.PCM, AudioFormat.ULAW, AudioFormat.ALAW)
    options = {"sample_rate": str(rate)} if bare else {}
    demuxer = DEMUXERS.get(format, format.value)
    with av.open(io.BytesIO(data), "r", format=demuxer, options=options) as container:
        samples = np.concatenate([frame.to_ndarray()[0] for frame in container.decode(audio=0)])
        found = container.streams.audio[0].rate
    scale = {np.dtype(np.int16): 32_768, np.dtype(np.int32): 2**31}.get(samples.dtype, 1)
    return found, samples / scale


@pytest.mark.parametrize("whole", [False, True], ids=["streamed", "whole"])
@pytest.mark.parametrize(("format", "rate"), EACH)
def test_a_tone_is_heard_at_its_pitch_and_length(format: AudioFormat, rate: int, whole: bool) -> None:
    found, samples = decode(format, rate, encode(format, rate, whole=whole))
    assert found == (48_000 if format.codec == "opus" else rate)
    padding = 3_000 if format.codec in ("aac", "mp3") else 0
    assert 2 * found <= samples.size <= 2 * found + padding
    middle = samples[found // 2 : found * 3 // 2]
    spectrum = np.abs(np.fft.rfft(middle))
    assert int(spectrum.argmax()) == HERTZ  # bins of 1 Hz
    assert np.sqrt(np.mean(middle**2)) == pytest.approx(0.5 / np.sqrt(2), rel=0.08)


@pytest.mark.parametrize("rate", SAMPLE_RATES)
@pytest.mark.parametrize(
    ("format", "least_db"), [(AudioFormat.PCM, 70), (AudioFormat.ULAW, 34), (AudioFormat.ALAW, 34)]
)
def test_resampling_adds_little_noise(format: AudioFormat, rate: int, least_db: float) -> None:
    _, heard = decode(format, rate, encode(format, rate, whole=False))
    sent = tone(rate).astype(np.float64)
    middle = slice(rate // 100, -rate // 100)
    noise = np.mean((heard - sent)[middle] ** 2)
    assert 10 * np.log10(np.mean(sent[middle] ** 2) / noise) > least_db


def test_each_byte_of_telephony_is_a_sample() -> None:
    assert AudioFormat.ULAW.sample_rate == AudioFormat.ALAW.sample_rate == 8_000
    assert len(encode(AudioFormat.ULAW, 8_000, whole=False)) == 16_000
