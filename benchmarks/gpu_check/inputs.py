"""What the engine's stages read: chunks with known durations, and, if they were prepared, weights and references.

chunks.json is a part of the repository. The other files contain the model's data, so that `prepare` makes them:
weights.safetensors (float16), and references.safetensors (float32), which has "styles" [chunks, 256], and for the first
chunks "samples.N" and "draws", the distance in dB between two draws of the noise.
"""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file

from benchmarks.gpu_check.setup import Setup
from kokoro_speech_server.chunk import FRAME, Chunk, PhonemeToken, Samples
from kokoro_speech_server.engine.kokoro_library import KModel
from kokoro_speech_server.engine.kokoro_model import build_model

CHUNKS_FILE = Path(__file__).with_name("chunks.json")
WEIGHTS, REFERENCES = "weights.safetensors", "references.safetensors"

_RANDOM_STYLE = 0.1
"""Standard deviation of random styles, as of the voices'."""

State = dict[str, torch.Tensor]


@dataclass(frozen=True, slots=True)
class CheckChunk:
    """Phonemes, and the durations in frames that the kokoro library gives them, in float32 as in float64."""

    phonemes: str
    voice: str
    durations: list[int]

    @property
    def frames(self) -> int:
        return sum(self.durations)

    def with_style(self, style: np.typing.NDArray[np.float32], seed: int) -> Chunk:
        tokens = tuple(
            PhonemeToken(symbol, 0, 0) for symbol in self.phonemes
        )  # the network ignores the spans
        return Chunk(tokens, style, speed=1.0, pause=0.0, seed=seed)


@cache
def check_chunks() -> list[CheckChunk]:
    """The chunks of chunks.json, the shortest first."""
    content: list[dict[str, Any]] = json.loads(CHUNKS_FILE.read_text(encoding="utf-8"))
    return [CheckChunk(**one) for one in content]


class Inputs:
    """prepared: whether `prepare` wrote weights and references; otherwise weights and styles are random"""

    def __init__(self, setup: Setup) -> None:
        self._folder = setup.inputs
        self.prepared = setup.inputs is not None
        self._references = load_file(setup.inputs / REFERENCES) if setup.inputs else {}

    @property
    def chunks(self) -> list[Chunk]:
        """All chunks, with the styles of their voices."""
        generator = np.random.RandomState(0)
        known = check_chunks()
        styles = self._references.get("styles")
        rows = (
            _RANDOM_STYLE * generator.standard_normal((len(known), 256)) if styles is None else styles.numpy()
        )
        return [
            chunk.with_style(row.astype(np.float32), seed)
            for seed, (chunk, row) in enumerate(zip(known, rows, strict=True))
        ]

    @property
    def draws(self) -> list[float]:
        """Distances between two draws of the noise, in dB, of the chunks that have references."""
        found: list[float] = self._references["draws"].tolist()
        return found

    def reference(self, number: int) -> Samples:
        """The samples of a chunk by the plain network in float32, with the first draw of `noise`."""
        samples: Samples = self._references[f"samples.{number}"].numpy()
        return samples

    def model(self) -> KModel:
        """A model with the prepared weights, on the CPU and in float32, or with random ones."""
        if self._folder is None:
            return model_with(random_weights())
        return model_with(load_file(self._folder / WEIGHTS))


def model_with(weights: State) -> KModel:
    model = build_model()
    model.load_state_dict({key: value.float() for key, value in weights.items()}, assign=True)
    return model.eval()


def random_weights() -> State:
    """Weights with which values stay of the size that they have in the model."""
    generator = torch.Generator().manual_seed(0)

    def values(key: str, tensor: torch.Tensor) -> torch.Tensor:
        if "alpha" in key:
            return torch.ones(tensor.shape)
        if tensor.dim() < 2:
            return torch.full(tensor.shape, 0.0 if key.endswith(("bias", "beta")) else 1.0)
        deviation = 1 / math.sqrt(tensor[0].numel())
        return deviation * torch.randn(tensor.shape, generator=generator)

    return {key: values(key, tensor) for key, tensor in build_model().state_dict().items()}


def noise(frames: int, draw: int) -> Samples:
    """Standard normal noise, float32 [600 * frames], the same on every machine, unlike torch's."""
    return np.random.RandomState(draw).standard_normal(FRAME * frames).astype(np.float32)
