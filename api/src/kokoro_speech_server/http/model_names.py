"""The names of models by which requests may ask for Kokoro."""

import re
from collections.abc import Collection

from kokoro_speech_server.errors import ModelNotFoundError

MODELS = ("kokoro", "tts-1", "tts-1-hd", "gpt-4o-mini-tts")
"""The names that the lists of models have: the model's own and OpenAI's. All of them are Kokoro."""

_LONGEST = 200

_OWNER = re.compile(r"[\w.-]+/")
"""As on the Hugging Face hub: hexgrad/Kokoro-82M."""

_RELEASE = re.compile(r"-(?:latest|\d{4}(?:-\d\d-\d\d)?)")
"""As OpenAI writes releases of its models: tts-1-1106, gpt-4o-mini-tts-2025-12-15."""

_KOKORO = re.compile(r"kokoro(?:-82m)?(?:-v?1(?:[._]0)?)?(?:-onnx)?(?:-(?:bf16|fp16|fp32|int8))?")
"""As other servers and conversions name this model: kokoro-82m, kokoro-v1_0, kokoro-82m-v1.0-onnx-int8."""


def is_kokoro(name: str, further: Collection[str]) -> bool:
    """Whether a name stands for Kokoro: one of MODELS in any release, another name of Kokoro, or one of `further`.

    further: names of MODEL_NAMES; "*" stands for all
    """
    if "*" in further or name in further:
        return True
    if len(name) > _LONGEST:
        return False
    plain = name.strip().lower()
    if owner := _OWNER.match(plain):
        plain = plain[owner.end() :]
    known = next((one for one in sorted(MODELS, reverse=True) if plain.startswith(one)), "")
    is_release = known != "" and _RELEASE.fullmatch(plain, len(known)) is not None
    return plain in MODELS or is_release or _KOKORO.fullmatch(plain) is not None


def check_model(name: str | None, further: Collection[str], *, param: str = "model") -> None:
    """Raise ModelNotFoundError for a name that does not stand for Kokoro."""
    if name is not None and not is_kokoro(name, further):
        raise ModelNotFoundError(
            f"The model {name[:60]!r} does not exist; this server has {', '.join(MODELS)}.", param=param
        )
