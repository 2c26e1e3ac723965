"""Voices: their names, the notation of mixes, and their style packs."""

import asyncio
import difflib
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kokoro_speech_server.errors import InvalidVoiceError
from kokoro_speech_server.weights import assets

StylePack = npt.NDArray[np.float32]
"""Shape [510, 256]. Row n - 1 is the style for n tokens; its first half affects the sound, its second the prosody."""

_PART = re.compile(
    r"\s*(?P<name>[\w-]{1,40})\s*(?:\(\s*(?P<weight>\d{1,4}(?:\.\d{1,4})?)\s*\))?\s*", re.ASCII
)
_GENDERS = {"f": "female", "m": "male"}

# The overall grades of the model's authors, from VOICES.md of hexgrad/Kokoro-82M. Some voices have none.
_GRADES = {
    "af_heart": "A", "af_alloy": "C", "af_aoede": "C+", "af_bella": "A-", "af_jessica": "D", "af_kore": "C+",
    "af_nicole": "B-", "af_nova": "C", "af_river": "D", "af_sarah": "C+", "af_sky": "C-",
    "am_adam": "F+", "am_echo": "D", "am_eric": "D", "am_fenrir": "C+", "am_liam": "D", "am_michael": "C+",
    "am_onyx": "D", "am_puck": "C+", "am_santa": "D-",
    "bf_alice": "D", "bf_emma": "B-", "bf_isabella": "C", "bf_lily": "D",
    "bm_daniel": "D", "bm_fable": "C", "bm_george": "C", "bm_lewis": "D+",
    "ff_siwis": "B-", "hf_alpha": "C", "hf_beta": "C", "hm_omega": "C", "hm_psi": "C",
    "if_sara": "C", "im_nicola": "C",
    "jf_alpha": "C+", "jf_gongitsune": "C", "jf_nezumi": "C-", "jf_tebukuro": "C", "jm_kumo": "C-",
    "zf_xiaobei": "D", "zf_xiaoni": "D", "zf_xiaoxiao": "D", "zf_xiaoyi": "D",
    "zm_yunjian": "D", "zm_yunxi": "D", "zm_yunxia": "D", "zm_yunyang": "D",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Voice:
    """One of the model's voices.

    language: the one-letter code
    grade:    A to F, or None if the model's authors did not grade the voice
    """

    name: str
    language: str
    gender: str
    grade: str | None


VOICES: Mapping[str, Voice] = {
    name: Voice(name, name[0], _GENDERS[name[1]], _GRADES.get(name)) for name in sorted(assets.voice_names())
}


@dataclass(frozen=True, slots=True)
class VoiceMix:
    """Voices with weights that add up to 1, in the order of the request. The first one determines the language."""

    parts: tuple[tuple[str, float], ...]

    @property
    def language(self) -> str:
        return VOICES[self.parts[0][0]].language

    def __str__(self) -> str:
        """The mix in the notation of a request."""
        if len(self.parts) == 1:
            return self.parts[0][0]
        return "+".join(f"{name}({weight:.3g})" for name, weight in self.parts)


def parse_voice(text: str, *, aliases: Mapping[str, str], longest: int) -> VoiceMix:
    """Parse "af_bella", "af_bella+af_sky" or "af_bella(2)+af_heart(1)".

    aliases: further names, each for a voice or a mix ("nova" for "af_nova")
    longest: maximum number of voices in a mix
    Raises InvalidVoiceError for an unknown name, an invalid weight or too many voices.
    """
    text = aliases.get(text.strip().lower(), text)
    weights: dict[str, float] = {}
    for i, part in enumerate(text.split("+", longest)):
        if i == longest:
            raise InvalidVoiceError(f"A mix may have at most {longest} voices.")
        found = _PART.fullmatch(part)
        if not found:
            raise InvalidVoiceError(
                f"Can't read {part.strip()[:60]!r} as a voice. Write one like 'af_bella', a mix like "
                "'af_bella+af_sky' or with weights 'af_bella(2)+af_sky(1)'."
            )
        name = found["name"]
        name = aliases.get(name.lower(), name)
        if name not in VOICES:
            raise InvalidVoiceError(_unknown(name, [*VOICES, *aliases]))
        weight = float(found["weight"] or 1)
        if weight <= 0:
            raise InvalidVoiceError(f"The weight of {name!r} must be above 0.")
        weights[name] = weights.get(name, 0) + weight
    total = sum(weights.values())
    return VoiceMix(tuple((name, weight / total) for name, weight in weights.items()))


def _unknown(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name.lower().replace("-", "_"), known, n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    return f"Unknown voice {name!r}.{hint} GET /v1/audio/voices lists them all."


class VoiceLibrary:
    """The style packs of voices and mixes. It keeps the most recently used ones in memory and writes none to disk."""

    def __init__(self, model_dir: Path, *, size: int) -> None:
        self._files = assets.ModelFiles.under(model_dir)
        self._size = size
        self._packs: OrderedDict[VoiceMix, StylePack] = OrderedDict()

    async def pack(self, mix: VoiceMix) -> StylePack:
        """The style pack of a mix, read from disk in a thread the first time."""
        pack = self._packs.get(mix)
        if pack is None:
            pack = await asyncio.to_thread(self._blend, mix)
        self._packs[mix] = pack
        self._packs.move_to_end(mix)
        while len(self._packs) > self._size:
            self._packs.popitem(last=False)
        return pack

    def _blend(self, mix: VoiceMix) -> StylePack:
        blend = sum(assets.read_voice(self._files, name) * np.float32(weight) for name, weight in mix.parts)
        pack = np.asarray(blend, dtype=np.float32)
        pack.setflags(write=False)
        return pack
