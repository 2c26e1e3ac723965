"""How loud voices are, as scripts/voice_loudness.py has measured the model's, and the gains that make them alike.

The limiter that follows takes loudness from a voice, and more from one with high peaks. Its gain makes up for that.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from kokoro_speech_server.voices import Voice, VoiceMix

PLAIN_TARGETS = tuple(range(-30, -3, 2))
"""LUFS to which a gain alone brings a voice, at each of which it is measured what the limiter then takes."""

MOST_MADE_UP = 6.0
"""LU of the limiter's that a gain makes up for, at most. A target that needs more is not reached: a limiter that takes
more changes how a voice sounds."""


@dataclass(frozen=True, slots=True)
class VoiceLoudness:
    """How loud a voice or a mix is.

    plain: integrated loudness in LUFS (EBU R128), without a gain and a limiter
    taken: LU that the limiter takes after the gain for each of PLAIN_TARGETS
    """

    plain: float
    taken: tuple[float, ...]


def gain_for(target: float, loudness: VoiceLoudness) -> float:
    """The factor of the amplitude after which the limiter leaves a voice as loud as the target, in LUFS, or nearly so.

    It is between the factor that brings the voice to the target without a limiter and MOST_MADE_UP above it.
    """
    reached = np.subtract(PLAIN_TARGETS, loudness.taken)
    made_up = min(MOST_MADE_UP, np.interp(target, reached, loudness.taken))
    return float(10 ** ((target + made_up - loudness.plain) / 20))


def loudness_of(mix: VoiceMix, voices: Mapping[str, Voice]) -> VoiceLoudness:
    """The loudness of a mix: the average of its voices', by their weights without regard to signs.

    A voice that was not measured counts as the average of the model's, but for the loudness that voices.toml has. With
    a model of one's own, the model's voices were not measured.
    """
    measured = _measured() if mix.model is None else {}
    parts = [measured[name] if name in measured else _unmeasured(voices.get(name)) for name, _ in mix.parts]
    return _average(parts, [abs(weight) for _, weight in mix.parts])


@cache
def _measured() -> Mapping[str, VoiceLoudness]:
    """The loudness of each of the model's voices."""
    table = Path(__file__).with_name("loudness.json").read_text(encoding="utf-8")
    return {name: VoiceLoudness(plain, tuple(taken)) for name, (plain, *taken) in json.loads(table).items()}


@cache
def _average_voice() -> VoiceLoudness:
    measured = list(_measured().values())
    return _average(measured, [1.0] * len(measured))


def _unmeasured(voice: Voice | None) -> VoiceLoudness:
    average = _average_voice()
    return average if voice is None or voice.loudness is None else replace(average, plain=voice.loudness)


def _average(parts: Sequence[VoiceLoudness], weights: Sequence[float]) -> VoiceLoudness:
    plain, *taken = np.average([(part.plain, *part.taken) for part in parts], axis=0, weights=weights)
    return VoiceLoudness(float(plain), tuple(float(lu) for lu in taken))
