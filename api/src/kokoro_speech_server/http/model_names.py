"""The names of models by which requests may ask for Kokoro, or for a model of one's own."""

import re
from collections.abc import Collection

from kokoro_speech_server.errors import ModelNotFoundError, ModelUnusableError
from kokoro_speech_server.http.model_library import ModelLibrary
from kokoro_speech_server.weights.own_models import OwnModel

MODELS = ("kokoro", "tts-1", "tts-1-hd", "gpt-4o-mini-tts")
"""The names that the lists of models have: the model's own and OpenAI's. All of them are Kokoro."""

_LONGEST = 200
_MOST_NAMED = 20

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


async def model_named(
    name: str | None, further: Collection[str], library: ModelLibrary, *, param: str = "model"
) -> OwnModel | None:
    """The model of one's own that a request names, or None for Kokoro.

    further: see is_kokoro; a model of the library takes precedence
    Raises ModelNotFoundError for a name that does not exist, ModelUnusableError for a model that can't be used, and
    ModelNotLoadedError if the folder of models can't be read now.
    """
    if name is None or is_kokoro(name, ()):
        return None
    models = await library.models()
    if (own := models.get(name)) is not None:
        if own.fault:
            raise ModelUnusableError(own.fault)
        return own
    if is_kokoro(name, further):
        return None
    known = [*MODELS, *(own.name for own in models.values() if not own.fault)]
    raise ModelNotFoundError(
        f"The model {name[:60]!r} does not exist; this server has {', '.join(known[:_MOST_NAMED])}.",
        param=param,
    )
