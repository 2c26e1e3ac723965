"""The parts of the `kokoro` library that the engine uses, without what the library imports besides.

The library imports its pipeline with itself, and with that spaCy and phonemizer: more than a second and 70 MB in each
process with a model. The server processes text on its own, and needs spaCy for English only. By way of transformers it
also imports torch's compiler, which is not used, and which imports Triton where that is installed: almost a second.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import cast


def _import_without_the_rest() -> None:
    """Import `kokoro` without `KPipeline` and Triton, unless the process has already imported all of it."""
    if "kokoro" in sys.modules:
        return
    pipeline = ModuleType("kokoro.pipeline")
    vars(pipeline)["KPipeline"] = None
    hidden: dict[str, ModuleType | None] = {pipeline.__name__: pipeline}
    if "triton" not in sys.modules:
        hidden["triton"] = None  # its import fails
    modules = cast(dict[str, ModuleType | None], sys.modules)
    modules |= hidden
    try:
        import kokoro  # noqa: PLC0415
    finally:
        for name in hidden:
            del modules[name]
    del kokoro.KPipeline  # so that nobody imports the None


_import_without_the_rest()

from kokoro import KModel, istftnet, modules  # noqa: E402
from kokoro.istftnet import AdaIN1d, AdainResBlk1d, AdaINResBlock1, Decoder, Generator  # noqa: E402
from kokoro.modules import AdaLayerNorm, TextEncoder  # noqa: E402
from kokoro.modules import CustomAlbert as Albert  # noqa: E402

__all__ = [
    "AdaIN1d",
    "AdaINResBlock1",
    "AdaLayerNorm",
    "AdainResBlk1d",
    "Albert",
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
