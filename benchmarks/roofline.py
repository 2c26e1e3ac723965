"""How long the counted kernels of a pass take on GPUs with published figures, and what would bind them.

A kernel takes as long as its bytes at 75 % of the memory's bandwidth, or as its arithmetic at 40 % of the peak of its
type, whichever is longer; a launch takes 2 µs besides, and a recurrent step 5 µs.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

import torch

from benchmarks.kernel_counter import Kernel

_BANDWIDTH_SHARE = 0.75
_PEAK_SHARE = 0.4
_LAUNCH_S = 2e-6
_STEP_S = 5e-6


@dataclass(frozen=True, slots=True)
class Gpu:
    """Published figures. The peaks of float16 and TF32 are those of tensor cores that accumulate in float32, without
    sparsity; the peak of float64 includes tensor cores where the GPU has them for it.

    bandwidth: bytes per second
    peaks:     operations per second
    tf32:      operations per second on float32 operands of which 10 bits are used; those of float32 without TF32
    """

    bandwidth: float
    peaks: dict[torch.dtype, float]
    tf32: float


def _gpu(gigabytes: float, fp16: float, tf32: float, fp32: float, fp64: float) -> Gpu:
    """Gigabytes and teraflops per second."""
    peaks = {torch.float16: fp16 * 1e12, torch.float32: fp32 * 1e12, torch.float64: fp64 * 1e12}
    return Gpu(gigabytes * 1e9, peaks, tf32 * 1e12)


GPUS = {
    "T4": _gpu(320, 65, 8.1, 8.1, 0.25),
    "L4": _gpu(300, 121, 60, 30.3, 0.47),
    "A10": _gpu(600, 125, 62.5, 31.2, 0.49),
    "RTX 3060": _gpu(360, 25.5, 12.7, 12.7, 0.20),
    "RTX 4090": _gpu(1008, 165.2, 82.6, 82.6, 1.29),
    "RTX 5090": _gpu(1792, 209.5, 104.8, 104.8, 1.64),
    "A100 80 GB": _gpu(2039, 312, 156, 19.5, 19.5),
    "H100": _gpu(3350, 989, 495, 67, 67),
    "H200": _gpu(4800, 989, 495, 67, 67),
}
"""From NVIDIA's data sheets and architecture white papers."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a pass costs.

    peak_bytes: of the tensors that are in use at once, without weights
    seconds:    of audio
    tf32:       whether convolutions of float32 use TF32
    """

    kernels: list[Kernel]
    peak_bytes: int
    seconds: float
    tf32: bool = False

    @property
    def launches(self) -> int:
        return sum(kernel.launches for kernel in self.kernels)

    @property
    def steps(self) -> int:
        """Recurrent steps that run one after the other."""
        return sum(kernel.steps for kernel in self.kernels)

    @property
    def bytes(self) -> int:
        return sum(kernel.bytes for kernel in self.kernels)

    @property
    def mixed_bytes(self) -> int:
        """Of kernels whose operands lie in memory in different orders."""
        return sum(kernel.bytes for kernel in self.kernels if kernel.mixed)

    @property
    def flops(self) -> dict[torch.dtype, int]:
        flops: Counter[torch.dtype] = Counter()
        for kernel in self.kernels:
            flops[kernel.dtype] += kernel.flops
        return {dtype: count for dtype, count in flops.items() if count}

    def times(self, gpu: Gpu) -> dict[str, float]:
        """Seconds on a GPU that are bound by its memory, by arithmetic of each type, by launches and by recurrences."""
        times: defaultdict[str, float] = defaultdict(float)
        for kernel in self.kernels:
            memory = kernel.bytes / (_BANDWIDTH_SHARE * gpu.bandwidth)
            arithmetic = kernel.flops / (_PEAK_SHARE * self._peak(kernel, gpu)) if kernel.flops else 0.0
            if memory >= arithmetic:
                times["memory"] += memory
            else:
                times[dtype_name(kernel.dtype)] += arithmetic
        times["launches"] = self.launches * _LAUNCH_S
        times["recurrences"] = self.steps * _STEP_S
        return dict(times)

    def speed(self, gpu: Gpu) -> float:
        """Seconds of audio per second."""
        return self.seconds / sum(self.times(gpu).values())

    def _peak(self, kernel: Kernel, gpu: Gpu) -> float:
        is_tf32 = self.tf32 and kernel.name == "convolution" and kernel.dtype is torch.float32
        return gpu.tf32 if is_tf32 else gpu.peaks[kernel.dtype]


def dtype_name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")
