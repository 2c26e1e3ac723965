"""The sounds in SOUNDS_DIR, which SSML can put between the words."""

import logging
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np

from kokoro_speech_server.audio.loudness import integrated_loudness
from kokoro_speech_server.audio.samples import amplify
from kokoro_speech_server.chunk import SAMPLE_RATE, Samples
from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.script import SoundClip

logger = logging.getLogger(__name__)

SUFFIXES = (".wav", ".flac", ".mp3", ".ogg", ".opus", ".m4a")
"""Of the files, in the order in which they are looked for."""

LONGEST_S = 120
"""Seconds of a sound, at most."""

NAME = re.compile(r"\w[\w-]{0,59}", re.ASCII)

_LARGEST_BYTES = 64 * 1024 * 1024
_KEPT_BYTES = 64 * 1024 * 1024
"""Of decoded sounds, some eleven minutes. What is dropped is decoded again."""

_PIECE = 5 * SAMPLE_RATE
_FADE = SAMPLE_RATE // 200
_LOUDEST = 10.0
"""The greatest factor by which a sound is made as loud as speech."""

Stamp = tuple[int, int, int]
"""Of a file: when it changed, its size, its number."""


class SoundFaultError(Exception):
    """Why a file can't be used as a sound."""


@dataclass(frozen=True, slots=True)
class _Sound:
    """What is known of a file. seconds: 0 if it can't be used; loudness: in LUFS, None for silence"""

    path: Path
    stamp: Stamp
    seconds: float
    loudness: float | None


class SoundFolder:
    """The sounds of a folder, by their names without a suffix. Its methods block, and any thread may call them.

    path: None: there are no sounds
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, _Sound] = {}
        self._decoded: OrderedDict[_Sound, Samples] = OrderedDict()
        self._lock = threading.Lock()

    def seconds(self, name: str) -> float | None:
        """The length of a sound; None if there is no such sound. A file is decoded for it once."""
        sound = self._sound(name)
        return sound.seconds if sound is not None and sound.seconds else None

    def pieces(self, clip: SoundClip, *, loudness: float, gain: float, clips: bool) -> Iterator[Samples]:
        """What is heard of a clip, in pieces of at most 5 seconds.

        loudness: of speech, in LUFS; the clip is as loud, but for its own volume
        gain:     a factor of the amplitude
        clips:    whether peaks beyond full scale are clipped
        Raises InvalidRequestError if the sound has been removed since the request was read.
        """
        sound = self._sound(clip.name)
        if sound is None or not sound.seconds:
            raise _removed(clip)
        if sound.loudness is not None:
            gain *= min(_LOUDEST, 10 ** ((loudness - sound.loudness) / 20))
        part = self._samples(sound)[round(clip.start_s * SAMPLE_RATE) : round(clip.end_s * SAMPLE_RATE)]
        if not len(part):  # the file is another one now
            raise _removed(clip)
        length = round(len(part) * clip.times)
        for start in range(0, length, _PIECE):
            places = np.arange(start, min(length, start + _PIECE))
            # Neither end of the clip begins with a click.
            fade = np.minimum(1, np.minimum(places, length - 1 - places) / np.float32(_FADE))
            piece = part[places % len(part)] * fade.astype(np.float32)
            yield amplify(piece, gain * clip.volume) if clips else piece * np.float32(gain * clip.volume)

    def _sound(self, name: str) -> _Sound | None:
        """The present file of this name."""
        if self._path is None or not NAME.fullmatch(name) or (found := _found(self._path, name)) is None:
            return None
        sound = self._known.get(name)
        if sound is None or (sound.path, sound.stamp) != found:
            with self._lock:  # so that one file is measured once, and logged once
                sound = self._known.get(name)
                if sound is None or (sound.path, sound.stamp) != found:
                    sound = self._known[name] = self._measured(*found)
        return sound

    def _measured(self, path: Path, stamp: Stamp) -> _Sound:
        """What is known of a file. Why one can't be used is logged."""
        try:
            samples = _usable(path, stamp)
            sound = _Sound(path, stamp, len(samples) / SAMPLE_RATE, integrated_loudness(samples))
        except (SoundFaultError, OSError, av.FFmpegError, ValueError) as error:
            reason = str(error) if isinstance(error, SoundFaultError) else f"can't be decoded: {error}"
            logger.error("SOUNDS_DIR: %s %s", path.name, reason)
            return _Sound(path, stamp, 0.0, None)
        self._keep(sound, samples)
        return sound

    def _samples(self, sound: _Sound) -> Samples:
        with self._lock:  # also so that a file is not decoded twice at once
            samples = self._decoded.get(sound)
            if samples is None:
                try:
                    samples = _usable(sound.path, sound.stamp)
                except (
                    SoundFaultError,
                    OSError,
                    av.FFmpegError,
                    ValueError,
                ):  # it has been changed meanwhile
                    samples = np.zeros(0, np.float32)
            self._keep(sound, samples)
            return samples

    def _keep(self, sound: _Sound, samples: Samples) -> None:
        self._decoded[sound] = samples
        self._decoded.move_to_end(sound)
        while sum(one.nbytes for one in self._decoded.values()) > _KEPT_BYTES and len(self._decoded) > 1:
            self._decoded.popitem(last=False)


def _removed(clip: SoundClip) -> InvalidRequestError:
    return InvalidRequestError(f"The sound {clip.name!r} has been removed.", param="input")


def _found(folder: Path, name: str) -> tuple[Path, Stamp] | None:
    for suffix in SUFFIXES:
        path = folder / f"{name}{suffix}"
        try:
            status = path.stat()
        except OSError:
            continue
        return path, (status.st_mtime_ns, status.st_size, status.st_ino)
    return None


def _usable(path: Path, stamp: Stamp) -> Samples:
    """The samples of a file, mono at 24 kHz. Raises SoundFaultError, OSError, av.FFmpegError, ValueError."""
    if not path.resolve().is_relative_to(path.parent.resolve()):
        raise SoundFaultError("is a link out of the folder")
    if not path.is_file():
        raise SoundFaultError("is not a file")
    if stamp[1] > _LARGEST_BYTES:
        raise SoundFaultError(f"has more than {_LARGEST_BYTES} bytes")
    resampler = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE)
    parts: list[Samples] = []
    length = 0
    with av.open(path) as container:
        if not container.streams.audio:
            raise SoundFaultError("has no audio")
        for frame in container.decode(container.streams.audio[0]):
            for resampled in resampler.resample(frame):
                parts.append(resampled.to_ndarray()[0])
                length += len(parts[-1])
            if length > LONGEST_S * SAMPLE_RATE:
                raise SoundFaultError(f"has more than {LONGEST_S} seconds")
    parts += [resampled.to_ndarray()[0] for resampled in resampler.resample(None)]
    samples = np.concatenate([np.zeros(0, np.float32), *parts])
    if not len(samples) or not np.isfinite(samples).all():
        raise SoundFaultError("has no sound")
    return samples
