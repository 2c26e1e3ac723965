"""Decodes audio files with FFmpeg and measures them with numpy."""

import io

import av
import numpy as np
import numpy.typing as npt

from kokoro_speech_server.chunk import SAMPLE_RATE

Sound = npt.NDArray[np.float64]

FORMATS = ("mp3", "opus", "aac", "flac", "wav", "pcm", "ogg", "webm", "m4a")

TELEPHONY = ("ulaw", "alaw")

DEMUXERS = {"opus": "ogg", "webm": "matroska", "m4a": "mov", "ulaw": "mulaw", "pcm": "s16le"}

SURPLUS = {
    # Samples that a decoder may return beyond the original ones, (streamed, whole): the codec's delay and padding, if
    # the file does not declare them.
    "mp3": (1105 + 2 * 576, 48),
    "aac": (1024 + 1024, 1024 + 1024),
    "m4a": (1024 + 1024, 1024),
}


def decode(format: str, data: bytes) -> Sound:
    """Returns what a player plays: mono at SAMPLE_RATE, full scale 1."""
    if format == "pcm":
        assert len(data) % 2 == 0
        return np.frombuffer(data, "<i2") / 32767
    with av.open(io.BytesIO(data), "r", format=DEMUXERS.get(format, format)) as container:
        frames = list(container.decode(audio=0))
    rate = frames[0].sample_rate
    assert rate in (SAMPLE_RATE, 2 * SAMPLE_RATE)  # Opus decodes to 48 kHz
    blocks = []
    for frame in frames:
        assert frame.layout.nb_channels == 1
        block = frame.to_ndarray()[0]
        blocks.append(block / 32767 if block.dtype == np.int16 else block.astype(np.float64))
    return np.concatenate(blocks)[:: rate // SAMPLE_RATE]


def rms(sound: Sound) -> float:
    return float(np.sqrt(np.mean(sound**2)))


def seconds(sound: Sound) -> float:
    return sound.size / SAMPLE_RATE


def silences(sound: Sound, *, level: float = 0.003) -> list[tuple[int, int]]:
    """Returns spans, in samples, of at least 10 ms below the level, by default -50 dB of full scale."""
    window = SAMPLE_RATE // 100
    blocks = np.abs(sound[: sound.size // window * window]).reshape(-1, window).max(axis=1) < level
    edges = np.flatnonzero(np.diff(np.concatenate([[False], blocks, [False]]).astype(int)))
    return [(int(start) * window, int(stop) * window) for start, stop in edges.reshape(-1, 2)]


def speech(sound: Sound) -> Sound:
    """Returns the sound without the silence before and after."""
    loud = np.flatnonzero(np.abs(sound) > 0.003)
    return sound[loud[0] : loud[-1] + 1]
