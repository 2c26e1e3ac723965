"""Measures the seconds of audio in a streamed answer."""

import struct
from dataclasses import dataclass
from typing import Protocol

_PCM_RATE = 24_000
_PCM_SAMPLE_BYTES = 2

_LARGEST_SIZE = 0x7FFF_0000
"""Larger sizes in a header, and 0, are placeholders for a length that was unknown at the start of the stream."""


class Answer(Protocol):
    """Counts the bytes of an answer. `begun`: whether audio has arrived after the header."""

    @property
    def begun(self) -> bool: ...

    def add(self, piece: bytes) -> None:
        """Add the next bytes. Raises ValueError if they do not fit the format."""

    def seconds(self) -> float:
        """Seconds of audio, once all bytes are added. Raises ValueError if the file is incomplete."""


class PcmAnswer:
    """OpenAI's pcm: 16-bit samples, 24 kHz, mono, no header."""

    def __init__(self) -> None:
        self._size = 0

    @property
    def begun(self) -> bool:
        return self._size > 0

    def add(self, piece: bytes) -> None:
        self._size += len(piece)

    def seconds(self) -> float:
        if self._size == 0:
            raise ValueError("no audio")
        if self._size % _PCM_SAMPLE_BYTES:
            raise ValueError("pcm that ends within a sample")
        return self._size / _PCM_SAMPLE_BYTES / _PCM_RATE


@dataclass(frozen=True, slots=True)
class _Header:
    """The part of a file before the audio. data_size: the announced bytes of audio, None if unknown."""

    size: int
    byte_rate: int
    data_size: int | None


class WavAnswer:
    """A RIFF file of any rate and sample format, with its length or a placeholder in the header."""

    def __init__(self) -> None:
        self._beginning = b""
        self._header: _Header | None = None
        self._size = 0

    @property
    def begun(self) -> bool:
        return self._header is not None and self._size > self._header.size

    def add(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._header is None:
            self._beginning += piece
            self._header = _wav_header(self._beginning)

    def seconds(self) -> float:
        header = self._header
        if header is None or not self.begun:
            raise ValueError("no audio")
        received = self._size - header.size
        if header.data_size is None:
            return received / header.byte_rate
        if received < header.data_size:
            raise ValueError("wav shorter than its header announces")
        return header.data_size / header.byte_rate


def _wav_header(data: bytes) -> _Header | None:
    """The header at the start of a file, or None while it is incomplete."""
    if len(data) < 12:
        return None
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise ValueError("not a wav file")
    position = 12
    byte_rate = 0
    while len(data) >= position + 8:
        kind, size = struct.unpack_from("<4sI", data, position)
        position += 8
        if kind == b"data":
            if byte_rate == 0:
                raise ValueError("wav without a format")
            return _Header(position, byte_rate, size if 0 < size < _LARGEST_SIZE else None)
        if kind == b"fmt " and len(data) >= position + 16:
            byte_rate = struct.unpack_from("<I", data, position + 8)[0]
        position += size + size % 2
    return None


FORMATS: dict[str, type[PcmAnswer] | type[WavAnswer]] = {"wav": WavAnswer, "pcm": PcmAnswer}
