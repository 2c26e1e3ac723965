"""Whether fused kernels compute on this GPU what torch computes. Nobody has run them on one yet."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from kokoro_speech_server.chunk import Chunk
from kokoro_speech_server.engine.network.fused_operations import KernelLauncher
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.trial import FUSED_KERNELS, trial
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.temporary_folder import temporary_folder

logger = logging.getLogger(__name__)

_TOLERANCE = 0.1
"""Largest relative error of the samples, which half precision explains."""

_SPEEDS = (1.0, 0.7, 1.6)
"""Speeds at which the example is synthesized, so that rows of different lengths share a pass."""


class KernelMismatchError(Exception):
    """Fused kernels do not compute what torch's own operations compute."""


def cuda_kernel_launcher(device: torch.device) -> KernelLauncher:
    """Launches fused kernels on the device. Raises ImportError without Triton, which torch's build for CUDA brings."""
    from kokoro_speech_server.engine.network.kernel_launcher import CudaKernelLauncher  # noqa: PLC0415

    return CudaKernelLauncher(device)


def tried_kernels(
    build: Callable[[KernelLauncher | None], Network], example: Chunk, device: torch.device
) -> KernelLauncher | None:
    """A launcher of kernels that compute what torch computes; None where they cannot be used, which is logged.

    build:   makes a network on the device, with a launcher of fused kernels or without
    example: a short chunk

    Raises torch.AcceleratorError if no code in this process can use the device any more. The next start then does
    without.
    """
    begun = time.monotonic()
    try:
        with trial(Path(temporary_folder()), FUSED_KERNELS, fatal=torch.AcceleratorError):
            kernels = cuda_kernel_launcher(device)
            check_kernels(build(kernels), build(None), example, device)
    except torch.AcceleratorError:
        raise
    except Exception:
        logger.exception("Fused kernels cannot be used; torch's own operations compute everything")
        metrics.ENGINE_FALLBACKS.labels("fused_kernels").inc()
        return None
    logger.info("Fused kernels are ready after %.1f s", time.monotonic() - begun)
    return kernels


def check_kernels(fused: Network, plain: Network, example: Chunk, device: torch.device) -> None:
    """Synthesize a batch and a single row with both networks, on their device.

    Raises KernelMismatchError if the audio differs by more than rounding, and what the kernels raise.
    """
    batch = [replace(example, speed=speed) for speed in _SPEEDS]
    for chunks in (batch, batch[:1]):
        for ours, theirs in zip(fused(chunks, device), plain(chunks, device), strict=True):
            error = np.linalg.norm(ours.samples - theirs.samples, ord=2)
            is_close = error <= _TOLERANCE * np.linalg.norm(theirs.samples)  # False for NaN
            if not (is_close and np.array_equal(ours.durations, theirs.durations)):
                raise KernelMismatchError(
                    "The audio of fused kernels differs from that of torch's operations."
                )
