"""Chunks for the real model, and how close their audio is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from kokoro_speech_server.chunk import Chunk, PhonemeToken, Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_library import KModel
from kokoro_speech_server.engine.kokoro_model import build_model
from kokoro_speech_server.weights import assets

CPU = torch.device("cpu")
VOCABULARY: dict[str, int] = assets.config()["vocab"]

_PHONEMES = "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˌOvəɹ ðə lˈAzi dˈɔɡ, ænd nˈO wˈʌn nˈOz wˌI. "

Floats = Samples | npt.NDArray[np.float64] | torch.Tensor


def make_chunk(tokens: int, voice: str, *, speed: float = 1.0, seed: int = 0) -> Chunk:
    """voice: a name, or two names joined by a plus sign for their mean"""
    symbols = (_PHONEMES * (tokens // len(_PHONEMES) + 1))[:tokens]
    files = assets.ModelFiles.under(Settings().model_dir)
    style = np.stack([assets.read_voice(files, name)[tokens - 1] for name in voice.split("+")]).mean(0)
    return Chunk(tuple(PhonemeToken(symbol, 0, 0) for symbol in symbols), style, speed, 0.0, seed)


def make_model(weights: dict[str, torch.Tensor]) -> KModel:
    """The library's model, which shares the weights until it converts them.

    weights: Kokoro's, or thin ones
    """
    is_thin = weights["decoder.generator.conv_post.weight"].shape[1] < 128
    model = _thin_model() if is_thin else build_model()
    model.load_state_dict(weights, assign=True)
    return model.eval()


def thin_weights(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Kokoro's weights for the first channels of the generator, an eighth of them. They make noise, not speech."""
    shapes = {name: tensor.shape for name, tensor in _thin_model().state_dict().items()}
    return {name: weights[name][tuple(map(slice, shape))].clone() for name, shape in shapes.items()}


def _thin_model() -> KModel:
    """A model whose passes take a quarter of the time, for tests whose subject is not the sound: two layers of ALBERT,
    and a generator of 32 and 16 channels, which reads as many of the decoder as Kokoro's."""
    config = assets.config()
    generator = {**config["istftnet"], "upsample_initial_channel": 64}
    albert = {**config["plbert"], "num_hidden_layers": 2}
    model = build_model({**config, "istftnet": generator, "plbert": albert})
    first = model.decoder.generator.ups[0]
    first.weight = torch.nn.Parameter(torch.empty(512, *first.weight.shape[1:], device="meta"))
    return model


def decibels(samples: Floats, reference: Floats) -> float:
    """Signal-to-noise ratio, where the noise is the difference from the reference."""
    signal = torch.as_tensor(reference).double()
    noise = torch.as_tensor(samples).double() - signal
    return float(10 * torch.log10(signal.square().sum() / noise.square().sum()))


@contextmanager
def observed_results(kind: type[torch.nn.Module]) -> Iterator[list[torch.Tensor]]:
    """The results of all modules of a kind while the context is open."""
    results: list[torch.Tensor] = []
    forward = kind.forward

    def observed(self: torch.nn.Module, *args: Any) -> torch.Tensor:
        result: torch.Tensor = forward(self, *args)
        results.append(result)
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "forward", observed)
        yield results
