"""The network of the `kokoro` library as the library runs it, for a count of its kernels.

One row at a time, in float32, with the weight norm computed in every pass. The library's own code runs on the CPU, with
random weights, since it reads values on the host that tensors on the meta device do not have.
"""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from benchmarks.kernel_counter import KernelCounter
from kokoro_speech_server.chunk import FRAME
from kokoro_speech_server.engine.kokoro_library import KModel
from kokoro_speech_server.weights import assets

_DURATIONS = 25.0
"""The sum of the sigmoids of 50 zeros, which the library divides by the speed: frames of a token at speed 1."""


class LibraryNetwork:
    def __init__(self) -> None:
        checkpoint = io.BytesIO()
        torch.save({}, checkpoint)  # without one, the library would download it
        checkpoint.seek(0)
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # of the library: a dropout without effect, a deprecated weight norm
            model = KModel(repo_id="hexgrad/Kokoro-82M", config=assets.config(), model=checkpoint)
        self._model = model.eval()

    def count(self, tokens: int, frames: int) -> KernelCounter:
        """The kernels of a row. tokens: with the two that frame it; frames: at least one for each token"""
        durations = torch.full((1, tokens), frames // tokens)
        durations[:, : frames % tokens] += 1
        ids, style = torch.zeros(1, tokens, dtype=torch.int64), torch.zeros(1, 256)
        with _zeros_from(self._model.predictor.duration_proj), KernelCounter() as counter:
            audio, predicted = self._model.forward_with_tokens(ids, style, _DURATIONS / durations)
        assert len(audio) == FRAME * frames
        assert torch.equal(predicted, durations[0])
        return counter


@contextmanager
def _zeros_from(module: torch.nn.Module) -> Iterator[None]:
    """The module's results are zeros, whatever it gets."""
    hook = module.register_forward_hook(lambda _module, _inputs, result: torch.zeros_like(result))
    try:
        yield
    finally:
        hook.remove()
