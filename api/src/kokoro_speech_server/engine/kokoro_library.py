"""The parts of the `kokoro` library that the engine uses, without the library's pipeline.

The library imports its pipeline with itself, and with that spaCy and phonemizer: more than a second and 70 MB in each
process with a model. The server processes text on its own, and needs spaCy for English only.
"""

import sys
from types import ModuleType


def _import_without_pipeline() -> None:
    """Import `kokoro` without `KPipeline`, unless the process has already imported all of it."""
    if "kokoro" in sys.modules:
        return
    pipeline = ModuleType("kokoro.pipeline")
    vars(pipeline)["KPipeline"] = None
    sys.modules[pipeline.__name__] = pipeline
    try:
        import kokoro  # noqa: PLC0415
    finally:
        del sys.modules[pipeline.__name__]
    del kokoro.KPipeline  # so that nobody imports the None


_import_without_pipeline()

from kokoro import KModel  # noqa: E402
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
]
