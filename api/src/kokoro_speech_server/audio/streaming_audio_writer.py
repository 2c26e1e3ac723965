"""Samples in, the bytes of an audio file out as they come; FFmpeg's codecs and containers by way of PyAV."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import IO, Literal, Self

import av
import numpy as np
import numpy.typing as npt
from av.audio.stream import AudioStream
from av.container import OutputContainer

from kokoro_speech_server.chunk import SAMPLE_RATE, Samples


class AudioFormat(StrEnum):
    """What a client can ask for; the values are OpenAI's."""

    MP3 = "mp3"
    OPUS = "opus"
    AAC = "aac"
    FLAC = "flac"
    WAV = "wav"
    PCM = "pcm"

    @property
    def media_type(self) -> str:
        """The Content-Type of an answer in this format."""
        return {"mp3": "audio/mpeg", "opus": "audio/ogg"}.get(self, f"audio/{self}")


@dataclass(frozen=True, slots=True)
class BitRates:
    """Bits per second of the lossy formats, for 24 kHz mono."""

    mp3: int
    aac: int
    opus: int

    def of(self, format: AudioFormat) -> int:
        """The rate of `format`, 0 for a lossless one."""
        return {"mp3": self.mp3, "aac": self.aac, "opus": self.opus}.get(format, 0)


@dataclass(frozen=True, slots=True)
class _Recipe:
    """FFmpeg's names of a container and a codec, and their options; `stream_options` are a stream's only."""

    container: str
    codec: Literal["libmp3lame", "libopus", "aac", "flac", "pcm_s16le"]
    container_options: Mapping[str, str] = field(default_factory=dict)
    stream_options: Mapping[str, str] = field(default_factory=dict)
    codec_options: Mapping[str, str] = field(default_factory=dict)


_RECIPES = {
    # No ID3: clients join streamed answers end to end. FFmpeg itself leaves the Xing frame out of a stream.
    # LAME's level 7: at our 4 bits per sample its noise is no louder than the default's, in 2/3 of the time.
    AudioFormat.MP3: _Recipe(
        "mp3", "libmp3lame", {"id3v2_version": "0"}, codec_options={"compression_level": "7"}
    ),
    # A page leaves when the next one is full: FFmpeg's pages of a second would hold two seconds back. In µs.
    AudioFormat.OPUS: _Recipe("ogg", "libopus", stream_options={"page_duration": "60000"}),
    # FFmpeg calls it the better coder above 64 kbit/s a channel; on speech it takes a third of the time.
    AudioFormat.AAC: _Recipe("adts", "aac", codec_options={"aac_coder": "fast"}),
    # Without it 8 KiB of padding, room for tags that nobody adds, go out in front of the first sample.
    AudioFormat.FLAC: _Recipe("flac", "flac", {"metadata_header_padding": "0"}),
    # Without it a LIST chunk with FFmpeg's version stands between the header and the samples.
    AudioFormat.WAV: _Recipe("wav", "pcm_s16le", {"fflags": "+bitexact"}),
    AudioFormat.PCM: _Recipe("s16le", "pcm_s16le"),
}


class _Outlet:
    """A sink that can't seek, which is how FFmpeg knows that headers can't be mended later."""

    def __init__(self) -> None:
        self._ready = bytearray()

    def write(self, data: bytes) -> int:
        self._ready += data
        return len(data)

    def take(self) -> bytes:
        ready = bytes(self._ready)
        self._ready.clear()
        return ready


class StreamingAudioWriter:
    """One audio file in the making, mono at SAMPLE_RATE.

    Streamed (no `whole`): `write` and `finish` return the bytes that became ready; joined they are the file.
    Whole: the file goes into `whole`, an empty binary file that can seek and that stays the caller's, so that
    its headers tell the length; `write` and `finish` return b"".

    The calls block and may come from different threads, one at a time. As a context manager it closes itself.
    Raises av.FFmpegError where the codec refuses the bit rate; then nothing is left open.
    """

    def __init__(self, format: AudioFormat, bit_rates: BitRates, *, whole: IO[bytes] | None = None) -> None:
        self._open: tuple[OutputContainer, AudioStream] | None = None
        self._outlet = _Outlet()
        self._samples_written = 0
        recipe = _RECIPES[format]
        options = {**recipe.container_options, **(recipe.stream_options if whole is None else {})}
        sink = self._outlet if whole is None else whole
        container = av.open(sink, "w", format=recipe.container, container_options=options)
        stream = container.add_stream(
            recipe.codec,
            rate=SAMPLE_RATE,
            layout="mono",
            bit_rate=bit_rates.of(format),
            options=dict(recipe.codec_options),
        )
        self._open = container, stream
        try:
            container.start_encoding()
        except BaseException:
            self.close()
            raise

    def write(self, samples: Samples) -> bytes:
        """Encode `samples`, float32 [n], n from 0; what lies beyond ±1 is clipped.

        Up to some 0.2 s stay behind until more samples or `finish` come. Raises ValueError after `finish` or
        `close`, and for samples that are not finite or not one-dimensional, which leave the file as it was.
        Whatever else goes wrong (av.FFmpegError, OSError from `whole`) closes the writer.
        """
        container, stream = self._opened()
        pcm = _to_int16(samples)
        if pcm.size == 0:
            return self._outlet.take()
        frame = av.AudioFrame.from_ndarray(pcm[np.newaxis], format="s16", layout="mono")
        frame.sample_rate = SAMPLE_RATE
        frame.pts = self._samples_written
        frame.time_base = Fraction(1, SAMPLE_RATE)
        self._samples_written += pcm.size
        try:
            container.mux(stream.encode(frame))
        except BaseException:
            self.close()
            raise
        return self._outlet.take()

    def finish(self) -> bytes:
        """Bring out what the codec still holds, complete the headers of a whole file, and close the writer.

        Raises ValueError after `finish` or `close`, else as `write`.
        """
        container, stream = self._opened()
        try:
            container.mux(stream.encode(None))
            container.close()
            return self._outlet.take()
        finally:
            self.close()

    def close(self) -> None:
        """Give back the codec and its memory, at any time and any number of times; never raises.

        Without `finish` the file is not complete.
        """
        if self._open is None:
            return
        container, _ = self._open
        self._open = None
        # PyAV writes a trailer on the way out; nobody reads an abandoned file's, so its failure is no news.
        with suppress(Exception):
            container.close()

    def __del__(self) -> None:
        # PyAV's containers and streams refer to each other: without close they wait for the cycle collector.
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _opened(self) -> tuple[OutputContainer, AudioStream]:
        if self._open is None:
            raise ValueError("The audio file is closed.")
        return self._open


def _to_int16(samples: Samples) -> npt.NDArray[np.int16]:
    if samples.ndim != 1:
        raise ValueError(f"Mono samples have the shape [n], not {list(samples.shape)}.")
    # A codec makes noise of NaN, or a crash; better an error.
    if not np.isfinite(samples).all():
        raise ValueError("The samples hold NaN or infinity.")
    return np.rint(np.clip(samples, -1.0, 1.0) * 32_767).astype(np.int16)
