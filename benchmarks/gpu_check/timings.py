"""Milliseconds of both stages of a pass, by precision of the prosody, number of rows and their length.

Weights are random, since they do not matter for the time. Kernels are launched one by one, without CUDA
graphs.
"""

from collections.abc import Iterator
from functools import partial

import torch

from benchmarks.gpu_check.inputs import Inputs, check_chunks
from benchmarks.gpu_check.kernels import engine_kernels
from benchmarks.gpu_check.networks import (
    PRECISIONS,
    build,
    decode,
    decoder_inputs,
    encode,
    engine_dtype,
    milliseconds,
)
from benchmarks.gpu_check.setup import Setup
from benchmarks.gpu_check.stages import Case, Row
from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE
from kokoro_speech_server.engine.network.network import Network

_ROWS, _SMALL_ROWS = (1, 2, 4, 8, 16, 32), (1, 2)
_TOKENS, _SMALL_TOKENS = (20, 60, 125, 396), (3,)
"""Of chunks in chunks.json."""

_MAX_SECONDS = 300
"""Audio of the largest pass, which takes 7 GB."""


def cases(setup: Setup) -> Iterator[Case]:
    inputs, device = Inputs(Setup(setup.device)), torch.device(setup.device)
    numbers = {len(chunk.phonemes): number for number, chunk in enumerate(check_chunks())}
    kernels = engine_kernels(device)
    for precision in ("fp32", "fp64"):
        network = build(
            inputs,
            Network,
            device,
            dtype=engine_dtype(device),
            prosody_dtype=PRECISIONS[precision],
            kernels=kernels,
        )
        for tokens in _SMALL_TOKENS if setup.small else _TOKENS:
            for rows in _SMALL_ROWS if setup.small else _ROWS:
                if rows * _seconds(numbers[tokens]) <= _MAX_SECONDS:
                    name = f"{precision} prosody, {rows} x {tokens} tokens"
                    yield name, partial(_time, network, inputs, [numbers[tokens]] * rows, device)


def _seconds(number: int) -> float:
    return check_chunks()[number].frames * FRAME / SAMPLE_RATE


def _time(network: Network, inputs: Inputs, numbers: list[int], device: torch.device) -> Row:
    chunks = [inputs.chunks[number] for number in numbers]
    tokens = network.encoder_inputs(chunks, device)
    encode_ms = milliseconds(lambda: encode(network, tokens), device)
    features = decoder_inputs(encode(network, tokens), [check_chunks()[number] for number in numbers], chunks)
    if device.type == "cuda":
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats(device)
    decode_ms = milliseconds(lambda: decode(network, features), device)
    audio_s = sum(map(_seconds, numbers))
    peak = {"peak_mb": torch.cuda.max_memory_allocated(device) / 1e6} if device.type == "cuda" else {}
    return {
        "rows": len(numbers),
        "audio_s": audio_s,
        "encode_ms": encode_ms,
        "decode_ms": decode_ms,
        "audio_seconds_per_second": 1000 * audio_s / (encode_ms + decode_ms),
        **peak,
    }
