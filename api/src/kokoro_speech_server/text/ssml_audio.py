"""SSML's <audio>: which part of a sound is heard, how often and how loud."""

from collections.abc import Mapping
from typing import Protocol

from kokoro_speech_server.text import ssml_values as values
from kokoro_speech_server.text.script import SoundClip

CLIP_ATTRIBUTES = frozenset({"src", "clipBegin", "clipEnd", "repeatCount", "repeatDur", "soundLevel"})
"""Those that have an effect."""

_MOST_REPEATS = 1_000
_SHORTEST_S = 0.01


class Sounds(Protocol):
    """The sounds that a document may name."""

    def seconds(self, name: str) -> float | None:
        """The length of a sound; None if there is no such sound. It may block."""


class NoSounds:
    """Where documents can't have sounds."""

    def seconds(self, name: str) -> float | None:
        return None


NO_SOUNDS = NoSounds()


def sound_clip(name: str, length: float, attributes: Mapping[str, str], *, marks: int) -> SoundClip:
    """What the attributes of an <audio> select of a sound.

    length: of the sound, in seconds
    marks:  the document's marks before it
    Raises ValueError for an invalid value.
    """
    start = _time(attributes, "clipBegin", 0.0)
    end = min(length, _time(attributes, "clipEnd", length))
    if end - start < _SHORTEST_S:
        raise ValueError(f"clipBegin and clipEnd leave nothing of a sound of {length:.3f} seconds")
    times = _times(attributes.get("repeatCount", "1"))
    if "repeatDur" in attributes:
        enough = _time(attributes, "repeatDur", 0.0) / (end - start)
        times = min(times, enough) if "repeatCount" in attributes else enough
    try:
        volume = values.volume(attributes.get("soundLevel", "+0dB"))
    except ValueError as error:
        raise ValueError(f"soundLevel {error}") from error
    clip = SoundClip(name, start, end, times, volume, marks)
    if clip.seconds < _SHORTEST_S:
        raise ValueError(f"repeatCount or repeatDur leave less than {_SHORTEST_S:g} seconds of it")
    return clip


def _time(attributes: Mapping[str, str], name: str, otherwise: float) -> float:
    if name not in attributes:
        return otherwise
    try:
        return values.seconds(attributes[name])
    except ValueError as error:
        raise ValueError(f"{name} {error}") from error


def _times(text: str) -> float:
    try:
        times = float(text) if text.replace(".", "", 1).isdecimal() else 0.0
    except ValueError:
        times = 0.0
    if not 0 < times <= _MOST_REPEATS:
        raise ValueError(f"repeatCount is not a number above 0, up to {_MOST_REPEATS:,}")
    return times
