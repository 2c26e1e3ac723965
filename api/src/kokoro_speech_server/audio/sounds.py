"""The sounds in SOUNDS_DIR, which SSML can put between the words."""

import logging
import re
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np

from kokoro_speech_server.audio.loudness import integrated_loudness
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

_FADE = SAMPLE_RATE // 200
_LOUDEST = 10.0

Stamp = tuple[int, int, int]
"""Of a file: when it changed, its size, its number."""


@dataclass(frozen=True, slots=True)
class _Sound:
    """A decoded file; one that can't be used has no samples. loudness: in LUFS, None for silence"""

    path: Path
    stamp: Stamp
    samples: Samples
    loudness: float | None


class SoundFaultError(Exception):
    """Why a file can't be used as a sound."""


class SoundFolder:
    """The sounds of a folder, by their names without a suffix. Its methods block, and any thread may call them.

    path: None: there are no sounds
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._kept: OrderedDict[str, _Sound] = OrderedDict()
        self._lock = threading.Lock()

    def seconds(self, name: str) -> float | None:
        """The length of a sound; None if there is no such sound."""
        sound = self._sound(name)
        return len(sound.samples) / SAMPLE_RATE if sound and len(sound.samples) else None

    def samples(self, clip: SoundClip, *, loudness: float) -> Samples:
        """What is heard of a clip, as loud as speech of this loudness in LUFS, but for the clip's own volume.

        Raises InvalidRequestError if the sound has been removed since the request was read.
        """
        sound = self._sound(clip.name)
        if sound is None or not len(sound.samples):
            raise InvalidRequestError(f"The sound {clip.name!r} has been removed.", param="input")
        gain = 1.0 if sound.loudness is None else 10 ** ((loudness - sound.loudness) / 20)
        part = sound.samples[round(clip.start_s * SAMPLE_RATE) : round(clip.end_s * SAMPLE_RATE)]
        part = part * np.float32(min(gain, _LOUDEST) * clip.volume)
        length = round(len(part) * clip.times)
        whole = np.tile(part, -(-length // len(part)))[:length] if len(part) else part
        return _faded(whole)

    def _sound(self, name: str) -> _Sound | None:
        if self._path is None or not NAME.fullmatch(name):
            return None
        found = _found(self._path, name)
        if found is None:
            return None
        path, stamp = found
        with self._lock:  # also so that one file is decoded once
            sound = self._kept.get(name)
            if sound is None or (sound.path, sound.stamp) != (path, stamp):
                sound = self._kept[name] = _decoded(path, stamp)
            self._kept.move_to_end(name)
            while (
                sum(one.samples.nbytes for one in self._kept.values()) > _KEPT_BYTES and len(self._kept) > 1
            ):
                self._kept.popitem(last=False)
        return sound


def _found(folder: Path, name: str) -> tuple[Path, Stamp] | None:
    for suffix in SUFFIXES:
        path = folder / f"{name}{suffix}"
        try:
            status = path.stat()
        except OSError:
            continue
        return path, (status.st_mtime_ns, status.st_size, status.st_ino)
    return None


def _decoded(path: Path, stamp: Stamp) -> _Sound:
    """The sound of a file. Why a file can't be used is logged, once until it changes."""
    try:
        if not path.resolve().is_relative_to(path.parent.resolve()):
            raise SoundFaultError("is a link out of the folder")
        if not path.is_file():
            raise SoundFaultError("is not a file")
        if stamp[1] > _LARGEST_BYTES:
            raise SoundFaultError(f"has more than {_LARGEST_BYTES} bytes")
        samples = decoded(path)
        return _Sound(path, stamp, samples, integrated_loudness(samples))
    except (SoundFaultError, OSError, av.FFmpegError, ValueError) as error:
        reason = str(error) if isinstance(error, SoundFaultError) else f"can't be decoded: {error}"
        logger.error("SOUNDS_DIR: %s %s", path.name, reason)
        return _Sound(path, stamp, np.zeros(0, np.float32), None)


def decoded(path: Path) -> Samples:
    """The samples of an audio file, mono at 24 kHz. Raises SoundFaultError, OSError, av.FFmpegError."""
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


def _faded(samples: Samples) -> Samples:
    """The samples without a click at either end. They may be changed."""
    length = min(_FADE, len(samples) // 2)
    ramp = np.linspace(0, 1, length, dtype=np.float32)
    samples[:length] *= ramp
    samples[len(samples) - length :] *= ramp[::-1]
    return samples
