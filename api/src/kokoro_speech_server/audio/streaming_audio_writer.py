"""Encodes samples incrementally as an audio file, with FFmpeg's codecs and containers through PyAV."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import IO, Literal, Self

import av
import numpy as np
import numpy.typing as npt
from av.audio.stream import AudioStream
from av.container import OutputContainer

from kokoro_speech_server.chunk import SAMPLE_RATE, Samples

SAMPLE_RATES = (8_000, 16_000, 22_050, 24_000, 44_100, 48_000)
"""The sample rates of audio files; opus has only those that divide 48,000."""


class AudioFormat(StrEnum):
    """The audio formats of the API: OpenAI's by its names, two of telephony (ITU-T G.711), and further containers.

    ogg is opus by another name, webm the same codec in another container, m4a is aac in MP4.
    """

    MP3 = "mp3"
    OPUS = "opus"
    AAC = "aac"
    FLAC = "flac"
    WAV = "wav"
    PCM = "pcm"
    ULAW = "ulaw"
    ALAW = "alaw"
    OGG = "ogg"
    WEBM = "webm"
    M4A = "m4a"

    @property
    def media_type(self) -> str:
        """The Content-Type of a response in this format."""
        return _MEDIA_TYPES.get(self, f"audio/{self}")

    @property
    def codec(self) -> str:
        """The codec, by the name of its setting: mp3, aac or opus; else that of the format."""
        return {"ogg": "opus", "webm": "opus", "m4a": "aac"}.get(self, str(self))

    @property
    def sample_rate(self) -> int:
        """The sample rate of files that are to have no other."""
        return 8_000 if self in (AudioFormat.ULAW, AudioFormat.ALAW) else SAMPLE_RATE

    @property
    def sample_rates(self) -> tuple[int, ...]:
        """The sample rates that files of this format can have."""
        opus = tuple(rate for rate in SAMPLE_RATES if 48_000 % rate == 0)
        return opus if self.codec == "opus" else SAMPLE_RATES


_MEDIA_TYPES = {
    "mp3": "audio/mpeg",
    "opus": "audio/ogg",
    "ulaw": "audio/PCMU",
    "alaw": "audio/PCMA",
    "m4a": "audio/mp4",
}
"""Of formats whose names are not subtypes of audio; PCMU and PCMA are those of RFC 4856."""


_FLAC_RATIO = 0.6
"""The size of speech as flac, relative to its samples, roughly."""


@dataclass(frozen=True, slots=True)
class BitRates:
    """Bit rates of the lossy formats in bits per second."""

    mp3: int
    aac: int
    opus: int

    def of(self, format: AudioFormat) -> int:
        """The bit rate of `format`, 0 for a lossless one."""
        return {"mp3": self.mp3, "aac": self.aac, "opus": self.opus}.get(format.codec, 0)

    def with_rate(self, format: AudioFormat, bit_rate: int) -> "BitRates":
        """The same but for the codec of a lossy `format`."""
        return replace(self, **{format.codec: bit_rate})

    def bytes_per_second(self, format: AudioFormat, sample_rate: int = SAMPLE_RATE) -> float:
        """The size of a second of speech in `format`, roughly."""
        bytes_per_sample = {"flac": 2 * _FLAC_RATIO, "ulaw": 1.0, "alaw": 1.0}.get(format, 2.0)
        return self.of(format) / 8 or sample_rate * bytes_per_sample


@dataclass(frozen=True, slots=True)
class _Recipe:
    """FFmpeg's names of a container and a codec, and their options. `stream_options` apply to streamed files only."""

    container: str
    codec: Literal["libmp3lame", "libopus", "aac", "flac", "pcm_s16le", "pcm_mulaw", "pcm_alaw"]
    container_options: Mapping[str, str] = field(default_factory=dict)
    stream_options: Mapping[str, str] = field(default_factory=dict)
    codec_options: Mapping[str, str] = field(default_factory=dict)


_OPUS_PAGES = {"page_duration": "60000"}
"""In µs. A page is written when the next one is full, so FFmpeg's pages of one second would delay audio by two."""

_AAC = {"aac_coder": "fast", "aac_tns": "0"}
"""The fast coder takes a third of the time on speech. FFmpeg recommends it above 64 kbit/s per channel. Without shaping
its noise in time (TNS) it takes a tenth less, and its noise is no louder."""

_RECIPES = {
    # No ID3 tag, since clients concatenate streamed responses. FFmpeg writes no Xing frame to a stream.
    # LAME's level 7 takes 2/3 of the default's time, and at 4 bits per sample its noise is no louder.
    AudioFormat.MP3: _Recipe(
        "mp3", "libmp3lame", {"id3v2_version": "0"}, codec_options={"compression_level": "7"}
    ),
    AudioFormat.OPUS: _Recipe("ogg", "libopus", stream_options=_OPUS_PAGES),
    AudioFormat.OGG: _Recipe("ogg", "libopus", stream_options=_OPUS_PAGES),
    # In ms. FFmpeg's clusters of one second would delay audio.
    AudioFormat.WEBM: _Recipe("webm", "libopus", {"fflags": "+bitexact"}, {"cluster_time_limit": "60"}),
    AudioFormat.AAC: _Recipe("adts", "aac", codec_options=_AAC),
    # A streamed MP4 is in fragments, of 0.05 s (in µs), after a header without any samples.
    AudioFormat.M4A: _Recipe(
        "ipod",
        "aac",
        {"fflags": "+bitexact"},
        {"movflags": "empty_moov+default_base_moof", "frag_duration": "50000"},
        codec_options=_AAC,
    ),
    # FFmpeg's default puts 8 KiB of padding for later tags before the first sample.
    AudioFormat.FLAC: _Recipe("flac", "flac", {"metadata_header_padding": "0"}),
    # FFmpeg's default puts a LIST chunk with its version between the header and the samples.
    AudioFormat.WAV: _Recipe("wav", "pcm_s16le", {"fflags": "+bitexact"}),
    AudioFormat.PCM: _Recipe("s16le", "pcm_s16le"),
    AudioFormat.ULAW: _Recipe("mulaw", "pcm_mulaw"),
    AudioFormat.ALAW: _Recipe("alaw", "pcm_alaw"),
}


_OPUS_MUSIC_BIT_RATE = 40_000
"""Bit rate from which opus encodes speech as it encodes music, which takes a quarter of the time and comes closer to
the samples. At lower rates the codec's model of a voice is better."""


def _codec_options(format: AudioFormat, bit_rate: int) -> dict[str, str]:
    options = dict(_RECIPES[format].codec_options)
    if format.codec == "opus" and bit_rate >= _OPUS_MUSIC_BIT_RATE:
        options["compression_level"] = "5"  # up to 6, the codec does not look for a voice
    return options


class _StreamSink:
    """A sink that cannot seek, from which FFmpeg infers that it cannot rewrite headers later."""

    def __init__(self) -> None:
        self._ready = bytearray()

    def write(self, data: bytes) -> int:
        self._ready += data
        return len(data)

    def drain(self) -> bytes:
        ready = bytes(self._ready)
        self._ready.clear()
        return ready


class StreamingAudioWriter:
    """Writes one audio file, mono, of samples at SAMPLE_RATE.

    sample_rate: of the file, to which PyAV resamples; by default that of the samples

    Without `whole` the file is streamed: `write` and `finish` return its bytes as they become ready.
    With `whole`, an empty and seekable binary file, the file is written there, so that its headers contain its
    length; `write` and `finish` return b"". The caller closes `whole`.

    The methods block. They may be called from different threads, one at a time. As a context manager the writer
    closes itself. Raises av.FFmpegError if the codec refuses the bit rate; then nothing is left open.
    """

    def __init__(
        self,
        format: AudioFormat,
        bit_rates: BitRates,
        *,
        sample_rate: int = SAMPLE_RATE,
        whole: IO[bytes] | None = None,
    ) -> None:
        self._open: tuple[OutputContainer, AudioStream] | None = None
        self._sink = _StreamSink()
        self._samples_written = 0
        recipe, bit_rate = _RECIPES[format], bit_rates.of(format)
        options = {**recipe.container_options, **(recipe.stream_options if whole is None else {})}
        sink = self._sink if whole is None else whole
        container = av.open(sink, "w", format=recipe.container, container_options=options)
        stream = container.add_stream(
            recipe.codec,
            rate=sample_rate,
            layout="mono",
            bit_rate=bit_rate,
            options=_codec_options(format, bit_rate),
        )
        self._open = container, stream
        try:
            container.start_encoding()
        except BaseException:
            self.close()
            raise

    def write(self, samples: Samples) -> bytes:
        """Encode `samples`, float32 [n] with n >= 0. Values beyond ±1 are clipped.

        Codec and resampler hold back up to about 0.2 s until the next `write` or `finish`. Raises ValueError after
        `finish` or `close`, and for samples that are not finite or not one-dimensional, which do not change the file.
        Any other error (av.FFmpegError, OSError from `whole`) closes the writer.
        """
        container, stream = self._require_open()
        pcm = _to_int16(samples)
        if pcm.size == 0:
            return self._sink.drain()
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
        return self._sink.drain()

    def finish(self) -> bytes:
        """Encode the rest, complete the headers of a whole file, and close the writer.

        Raises ValueError after `finish` or `close`, and the errors of `write`.
        """
        container, stream = self._require_open()
        try:
            container.mux(stream.encode(None))
            container.close()
            return self._sink.drain()
        finally:
            self.close()

    def close(self) -> None:
        """Release the codec and its memory. Never raises, and may be called at any time and repeatedly.

        Without `finish` the file is incomplete.
        """
        if self._open is None:
            return
        container, _ = self._open
        self._open = None
        # PyAV writes a trailer when it closes; an abandoned file needs none, so a failure does not matter.
        with suppress(Exception):
            container.close()

    def __del__(self) -> None:
        # PyAV's containers and streams refer to each other: unclosed, they stay until the garbage collector runs.
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _require_open(self) -> tuple[OutputContainer, AudioStream]:
        if self._open is None:
            raise ValueError("The audio file is closed.")
        return self._open


def _to_int16(samples: Samples) -> npt.NDArray[np.int16]:
    if samples.ndim != 1:
        raise ValueError(f"Mono samples have the shape [n], not {list(samples.shape)}.")
    # NaN makes a codec produce noise or crash.
    if not np.isfinite(samples).all():
        raise ValueError("The samples contain NaN or infinity.")
    return np.rint(np.clip(samples, -1.0, 1.0) * 32_767).astype(np.int16)
