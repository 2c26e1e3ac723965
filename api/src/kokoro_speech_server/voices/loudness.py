"""How loud each of the model's voices is, as scripts/voice_loudness.py has measured it, and what follows for others."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from statistics import fmean

from kokoro_speech_server.voices import Voice, VoiceMix


@cache
def _measured() -> Mapping[str, float]:
    """The integrated loudness of each voice in LUFS (EBU R128)."""
    table: dict[str, float] = json.loads(
        Path(__file__).with_name("loudness.json").read_text(encoding="utf-8")
    )
    return table


def loudness_of(mix: VoiceMix, voices: Mapping[str, Voice]) -> float:
    """The loudness of a mix in LUFS: that of its voices, by their weights without regard to signs.

    A voice that was not measured, and that voices.toml does not know either, counts as the average of the model's. With
    a model of one's own, the model's voices were not measured.
    """
    total = sum(abs(weight) for _, weight in mix.parts)
    measured = _measured() if mix.model is None else {}
    return sum(abs(weight) * _of_voice(name, voices, measured) for name, weight in mix.parts) / total


def gain_for(target: float, loudness: float) -> float:
    """The factor of the amplitude that brings a loudness to the target, both in LUFS."""
    return float(10 ** ((target - loudness) / 20))


def _of_voice(name: str, voices: Mapping[str, Voice], measured: Mapping[str, float]) -> float:
    own = voices[name].loudness if name in voices else None
    return measured.get(name, fmean(_measured().values()) if own is None else own)
