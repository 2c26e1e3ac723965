"""Voices: their names, the notation of mixes, and their style packs."""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kokoro_speech_server.errors import InvalidVoiceError
from kokoro_speech_server.weights import assets
from kokoro_speech_server.weights.own_models import OwnModel

StylePack = npt.NDArray[np.float32]
"""Shape [510, 256]. Row n - 1 is the style for n tokens; its first half affects the sound, its second the prosody."""

_SIGN = re.compile(r"([+-])(?![^()+-]{0,20}\))")  # "(-1)" is a wrong weight and no subtraction
_PART = re.compile(r"\s*(?P<name>\w{1,60})\s*(?:\(\s*(?P<weight>\d{1,4}(?:\.\d{1,4})?)\s*\))?\s*", re.ASCII)
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

_KOKORO_FASTAPI_VOICES = frozenset(
    "af_jadzia af_v0 af_v0bella af_v0irulan af_v0nicole af_v0sarah af_v0sky am_v0adam am_v0gurney am_v0michael "
    "bf_v0emma bf_v0isabella bm_v0george bm_v0lewis".split()
)
"""Voices of other models, which that server ships beside the 54 of Kokoro-82M v1.0."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice.

    language: the one-letter code
    gender:   "female", "male" or "unknown"
    grade:    A to F, or None if the model's authors did not grade the voice
    title:    a name for people
    licence:  of a voice that is not the model's, or None if that is not known
    loudness: of a voice that is not the model's, in LUFS, or None if that is not known
    fault:    why its file can't be used, in a sentence; empty if it can
    """

    name: str
    language: str
    gender: str
    grade: str | None
    title: str
    licence: str | None = None
    loudness: float | None = None
    fault: str = ""


VOICES: Mapping[str, Voice] = {
    name: Voice(name, name[0], _GENDERS[name[1]], _GRADES.get(name), name)
    for name in sorted(assets.voice_names())
}


@dataclass(frozen=True, slots=True)
class VoiceMix:
    """Voices with weights, in the order of the request. The first one determines the language.

    The weights as the request writes them add up to 1, without regard to signs; that of a subtracted voice is negative.

    model: of one's own that speaks; None: the server's
    """

    parts: tuple[tuple[str, float], ...]
    language: str = field(default="", compare=False)
    model: OwnModel | None = None

    def __str__(self) -> str:
        """The mix in the notation of a request."""
        if len(self.parts) == 1:
            return self.parts[0][0]
        written = (f"{'-+'[weight > 0]}{name}({abs(weight):.3g})" for name, weight in self.parts)
        return "".join(written).removeprefix("+")


def parse_voice(
    text: str,
    *,
    aliases: Mapping[str, str],
    longest: int,
    voices: Mapping[str, Voice] = VOICES,
    model: OwnModel | None = None,
) -> VoiceMix:
    """Parse "af_bella", "af_bella+af_sky", "af_bella(2)+af_heart(1)" or "af_bella(3)-af_sky".

    aliases: further names, each for a voice or a mix ("nova" for "af_nova")
    longest: maximum number of voices in a mix
    voices:  all that exist
    model:   of one's own that speaks; None: the server's
    Raises InvalidVoiceError for an unknown name, an invalid weight or too many voices.
    """
    text = aliases.get(text.strip().lower(), text)
    parts = ["+", *_SIGN.split(text, longest)]
    weights: dict[str, float] = {}
    total = 0.0
    for i, (sign, part) in enumerate(zip(parts[::2], parts[1::2], strict=True)):
        if i == longest:
            raise InvalidVoiceError(f"A mix may have at most {longest} voices.")
        found = _PART.fullmatch(part)
        if not found:
            raise InvalidVoiceError(
                f"Can't read {part.strip()[:60]!r} as a voice. Write one like 'af_bella', a mix like "
                "'af_bella+af_sky' or with weights 'af_bella(2)+af_sky(1)'."
            )
        name = aliases.get(found["name"].lower(), found["name"])
        if name not in voices:
            raise InvalidVoiceError(_unknown(name, text.strip(), [*voices, *aliases], model))
        if voices[name].fault:
            raise InvalidVoiceError(voices[name].fault)
        weight = float(found["weight"] or 1)
        if weight <= 0:
            raise InvalidVoiceError(f"The weight of {name!r} must be above 0.")
        total += weight
        weights[name] = weights.get(name, 0) + (weight if sign == "+" else -weight)
    if not any(weights.values()):
        raise InvalidVoiceError("The voices of this mix cancel each other out.")
    parts_of_mix = tuple((name, weight / total) for name, weight in weights.items())
    return VoiceMix(parts_of_mix, voices[parts_of_mix[0][0]].language, model)


def _unknown(name: str, text: str, known: list[str], model: OwnModel | None) -> str:
    if model is None and name in _KOKORO_FASTAPI_VOICES:
        return (
            f"{name!r} is a voice that Kokoro-FastAPI adds to Kokoro-82M v1.0. To have it here, put its file into "
            "VOICES_DIR. GET /v1/audio/voices lists the voices that there are."
        )
    written = text if text.lower().replace("-", "_") in known else name  # "af-bella" is no subtraction
    near = difflib.get_close_matches(written.lower().replace("-", "_"), known, n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    query = f"?model={model.name}" if model else ""
    return f"Unknown voice {written!r}.{hint} GET /v1/audio/voices{query} lists them all."
