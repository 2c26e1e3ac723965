"""The parts of the `kokoro` library that the engine uses, without what the library imports besides.

The library imports its pipeline with itself, and with that spaCy and phonemizer: more than a second and 70 MB in each
process with a model. The server processes text on its own, and needs spaCy for English only. The library also imports
ALBERT from transformers: `albert_parameters.py` says what that would cost, and takes its place.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from kokoro_speech_server.engine.albert_parameters import AlbertConfig, AlbertModel


def _import_without_the_rest() -> None:
    """Import `kokoro` without `KPipeline` and transformers, unless the process has already imported all of it."""
    if "kokoro" in sys.modules:
        return
    instead = {
        "kokoro.pipeline": _module("kokoro.pipeline", KPipeline=None),
        "transformers": _module("transformers", AlbertConfig=AlbertConfig, AlbertModel=AlbertModel),
    }
    before = {name: sys.modules[name] for name in instead if name in sys.modules}
    sys.modules |= instead
    try:
        import kokoro  # noqa: PLC0415
    finally:
        for name in instead:
            del sys.modules[name]
        sys.modules |= before
    del kokoro.KPipeline  # so that nobody imports the None


def _module(name: str, **contents: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(contents)
    return module


_import_without_the_rest()

from kokoro import KModel, istftnet, modules  # noqa: E402
from kokoro.istftnet import AdaIN1d, AdainResBlk1d, AdaINResBlock1, Decoder, Generator  # noqa: E402
from kokoro.modules import AdaLayerNorm, TextEncoder  # noqa: E402

__all__ = [
    "AdaIN1d",
    "AdaINResBlock1",
    "AdaLayerNorm",
    "AdainResBlk1d",
    "Decoder",
    "Generator",
    "KModel",
    "TextEncoder",
    "without_weight_norm",
]


@contextmanager
def without_weight_norm() -> Iterator[None]:
    """While it is open, the library makes layers whose weight is one parameter, as in a file without weight norm.

    torch computes each weight anew when it adds weight norm and when it removes it: on the meta device, in Python.
    """
    weight_norm = istftnet.weight_norm
    istftnet.weight_norm = modules.weight_norm = lambda layer: layer
    try:
        yield
    finally:
        istftnet.weight_norm = modules.weight_norm = weight_norm
