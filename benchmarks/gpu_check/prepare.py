"""Writes what the check's engine stages read besides chunks.json: `python -m benchmarks.gpu_check.prepare FOLDER`.

It runs where the server is installed, on a CPU. The weights are rounded to float16, 164 MB, which halves what has to
travel; the references are made with the rounded weights, so that both sides of a comparison have the same.
--chunks rewrites chunks.json: phonemes, and the durations that the kokoro library gives them.
"""

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file, save_file

from benchmarks.figures import say
from benchmarks.gpu_check.inputs import (
    CHUNKS_FILE,
    REFERENCES,
    WEIGHTS,
    CheckChunk,
    State,
    check_chunks,
    model_with,
)
from benchmarks.gpu_check.networks import decode, decoder_inputs, encode
from benchmarks.quality import VOICES, sentences
from benchmarks.spectra import log_spectral_distance
from kokoro_speech_server.chunk import Chunk, Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_library import KModel
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.weights import assets

_TOKENS = [
    int(count)
    for count in "5 8 12 16 20 25 30 36 44 52 60 70 80 95 110 130 150 175 200 230 260 300 350 400".split()
]
"""At most, of each chunk, which ends with a word."""

_MOST_REFERENCE_TOKENS = 130
"""Of chunks with reference samples: 55 seconds, 5 MB."""

_SENTENCES = 24


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu_check.prepare", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chunks", action="store_true", help="also rewrite the repository's chunks.json")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    files = assets.ensure_model(Settings().model_dir)
    weights = {key: value.half() for key, value in load_file(files.weights).items()}
    if not all(value.isfinite().all() for value in weights.values()):
        raise ValueError("A weight is too large for float16.")
    save_file(weights, options.folder / WEIGHTS)
    if options.chunks:
        _write_chunks(weights, files)
    chunks = [
        chunk.with_style(_style(files, chunk.voice, chunk.phonemes), seed)
        for seed, chunk in enumerate(check_chunks())
    ]
    save_file(_references(model_with(weights), chunks), options.folder / REFERENCES)


def _write_chunks(weights: State, files: assets.ModelFiles) -> None:
    prose = ["".join(token.symbol for token in chunk.tokens) for chunk in asyncio.run(sentences(_SENTENCES))]
    lines = []
    for i, tokens in enumerate(_TOKENS):
        phonemes = _words(" ".join(prose[i:] + prose[:i]), tokens)
        voice = VOICES[i % len(VOICES)]
        style = torch.from_numpy(_style(files, voice, phonemes))[None]
        durations, exact = (
            _library_durations(model_with(weights).to(dtype), phonemes, style.to(dtype))
            for dtype in (torch.float32, torch.float64)
        )
        if durations != exact:
            raise ValueError(
                f"A duration of {phonemes!r} is close to a half, so that it may be rounded either way."
            )
        say(f"{len(phonemes)} tokens, {sum(durations)} frames")
        content = {"phonemes": phonemes, "voice": voice, "durations": durations}
        lines.append(json.dumps(content, ensure_ascii=False))
    CHUNKS_FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    check_chunks.cache_clear()


def _words(phonemes: str, tokens: int) -> str:
    end = phonemes.rfind(" ", 0, tokens + 1)
    return phonemes[: end if end > 0 else tokens]


def _style(files: assets.ModelFiles, voice: str, phonemes: str) -> npt.NDArray[np.float32]:
    style: npt.NDArray[np.float32] = assets.read_voice(files, voice)[len(phonemes) - 1]
    return style


def _library_durations(model: KModel, phonemes: str, style: torch.Tensor) -> list[int]:
    """By the library's own code, without the decoder, which does not influence them."""
    model.decoder = _NoDecoder()
    vocabulary: dict[str, int] = assets.config()["vocab"]
    ids = torch.tensor([[0, *(vocabulary[symbol] for symbol in phonemes), 0]])
    default = torch.get_default_dtype()
    torch.set_default_dtype(style.dtype)  # of tensors that the library makes
    try:
        _, durations = model.forward_with_tokens(ids, style, 1)
    finally:
        torch.set_default_dtype(default)
    found: list[int] = durations.tolist()
    return found


class _NoDecoder(torch.nn.Module):
    def forward(self, *inputs: Any) -> torch.Tensor:
        return torch.zeros(1)


def _references(model: KModel, chunks: Sequence[Chunk]) -> State:
    """What references.safetensors contains."""
    network = Network(model, assets.config()["vocab"], packed=False).eval()
    samples: State = {}
    draws = []
    for number, chunk in enumerate(chunks):
        if len(chunk.tokens) <= _MOST_REFERENCE_TOKENS:
            first, second = (_synthesized(network, check_chunks()[number], chunk, draw) for draw in (0, 1))
            samples[f"samples.{number}"] = torch.from_numpy(first)
            draws.append(log_spectral_distance(second, first))
            say(f"{len(chunk.tokens)} tokens, two draws {draws[-1]:.2f} dB apart")
    styles = torch.from_numpy(np.stack([chunk.style for chunk in chunks]))
    return {"styles": styles, "draws": torch.tensor(draws), **samples}


def _synthesized(network: Network, known: CheckChunk, chunk: Chunk, draw: int) -> Samples:
    encoded = encode(network, network.encoder_inputs([chunk], torch.device("cpu")))
    samples: Samples = decode(network, decoder_inputs(encoded, [known], [chunk], draw)).numpy()
    return samples


if __name__ == "__main__":
    main()
