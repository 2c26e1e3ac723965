"""The spectra of the prepared chunks, compared with those of the plain network in float32 on a CPU.

Durations and noise are the references', so that only the sound is compared.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import torch

from benchmarks.gpu_check.inputs import Inputs, check_chunks
from benchmarks.gpu_check.networks import PRECISIONS, build, decode, decoder_inputs, encode, split_rows
from benchmarks.gpu_check.setup import Setup
from benchmarks.gpu_check.stages import Case, Row, UnavailableError
from benchmarks.spectra import compared
from kokoro_speech_server.chunk import Samples
from kokoro_speech_server.engine.network.network import Network

_BATCH = 8
_SMALL_CHUNKS = 2


def cases(setup: Setup) -> Iterator[Case]:
    inputs, device = Inputs(setup), torch.device(setup.device)
    if not inputs.prepared:
        raise UnavailableError("Without --inputs weights are random, and there is nothing to compare with.")
    numbers = list(range(_SMALL_CHUNKS if setup.small else len(inputs.draws)))
    for precision in ("fp16", "bf16", "fp32"):
        network = build(inputs, Network, device, dtype=PRECISIONS[precision])
        for rows in (1, min(_BATCH, len(numbers))):
            groups = [numbers[start : start + rows] for start in range(0, len(numbers), rows)]
            yield f"{precision}, {rows} in a pass", partial(_compare, network, inputs, groups, device)


def _compare(network: Network, inputs: Inputs, groups: list[list[int]], device: torch.device) -> Row:
    """The figures of `spectra.compared`. groups: numbers of the chunks in each pass"""
    numbers = [number for group in groups for number in group]
    samples = [one for group in groups for one in _synthesized(network, inputs, group, device)]
    references = [inputs.reference(number) for number in numbers]
    figures: dict[str, Any] = compared(samples, references, [inputs.draws[number] for number in numbers])
    return {"chunks": len(numbers), **figures}


def _synthesized(network: Network, inputs: Inputs, numbers: list[int], device: torch.device) -> list[Samples]:
    chunks = [inputs.chunks[number] for number in numbers]
    encoded = encode(network, network.encoder_inputs(chunks, device))
    known = [check_chunks()[number] for number in numbers]
    return split_rows(decode(network, decoder_inputs(encoded, known, chunks)), known)
