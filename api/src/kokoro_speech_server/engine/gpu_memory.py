"""An engine's part of a GPU's memory, which it shares with other engines and programs."""

import torch

BYTES_PER_SECOND = 35_000_000
"""Bytes that a pass needs for each second of its audio: a quarter more than benchmarks/budget.py counts for 16 rows of
one second, for gaps between tensors and the workspaces of convolutions. Longer rows need less. A single short row needs
more, but little."""

_LONGEST_CHUNK_S = 16.0
"""Audio of the longest chunks, which every engine must be able to synthesize."""


class GpuMemory:
    """The memory of one engine, whose model is loaded on the device.

    share:   of the GPU's memory, 0 to 1, that its engines may keep reserved together
    engines: number of engines on the GPU
    """

    def __init__(self, device: torch.device, share: float, engines: int) -> None:
        self._device = device
        _, total = torch.cuda.mem_get_info(device)
        # Weights and CUDA graphs stay reserved whatever is released.
        kept = torch.cuda.memory_reserved(device)
        # A limit below what the next pass reserves again would only cost time.
        self._limit = max(share * total / engines, kept + _LONGEST_CHUNK_S * BYTES_PER_SECOND)

    def is_high(self) -> bool:
        """Whether this process keeps more memory reserved than its part, however much other programs use."""
        return torch.cuda.memory_reserved(self._device) > self._limit
