"""Durations of the prepared chunks, compared with the kokoro library's on a CPU, alone and in batches."""

from collections.abc import Iterator, Sequence
from functools import partial

import torch

from benchmarks.gpu_check.inputs import Inputs, check_chunks
from benchmarks.gpu_check.networks import PRECISIONS, build, encode
from benchmarks.gpu_check.setup import Setup
from benchmarks.gpu_check.stages import Case, Row, UnavailableError
from kokoro_speech_server.chunk import Chunk
from kokoro_speech_server.engine.network.network import Network

_BATCH, _SMALL_BATCH = 8, 2
_SMALL_CHUNKS = 4


def cases(setup: Setup) -> Iterator[Case]:
    inputs, device = Inputs(setup), torch.device(setup.device)
    if not inputs.prepared:
        raise UnavailableError("Without --inputs weights are random, and durations mean nothing.")
    chunks = inputs.chunks[: _SMALL_CHUNKS if setup.small else None]
    for precision in ("fp32", "fp64"):
        network = build(inputs, Network, device, dtype=torch.float32, prosody_dtype=PRECISIONS[precision])
        for rows in (1, _SMALL_BATCH if setup.small else _BATCH):
            yield (
                f"{precision}, {rows} in a pass",
                partial(_compare, network, chunks, rows, device),
            )


def _compare(network: Network, chunks: Sequence[Chunk], rows: int, device: torch.device) -> Row:
    """tokens: compared; differing: of them; greatest_difference: in frames; chunks: numbers of those that differ"""
    tokens = differing = greatest = 0
    numbers = []
    for start in range(0, len(chunks), rows):
        tokens_of_rows = network.encoder_inputs(chunks[start : start + rows], device)
        for number, found in enumerate(encode(network, tokens_of_rows).durations.tolist(), start):
            expected = check_chunks()[number].durations
            differences = [abs(a - b) for a, b in zip(found, expected, strict=False)]  # padding follows
            tokens += len(expected)
            differing += sum(map(bool, differences))
            greatest = max(greatest, *differences)
            if any(differences):
                numbers.append(number)
    return {"tokens": tokens, "differing": differing, "greatest_difference": greatest, "chunks": numbers}
