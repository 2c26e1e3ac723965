"""The operations of tiles in kernels for the processor, which setup.py compiles from tile_kernels.c and winograd.c."""

import ctypes
import logging
from collections.abc import Sequence
from pathlib import Path

import torch

from kokoro_speech_server.engine.cpu_features import architecture, cpu_features
from kokoro_speech_server.engine.network.tile_operations import (
    Scaling,
    Snake,
    TileOperations,
    TileStatistics,
)
from kokoro_speech_server.engine.network.winograd import LANES, is_transformed, transformed
from kokoro_speech_server.observability import metrics

logger = logging.getLogger(__name__)

_POINTER, _FLAG, _SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t

_PARAMETERS = {
    "activate": [_POINTER, _FLAG, _POINTER, _FLAG, *[_POINTER] * 4, _SIZE, _SIZE],
    "statistics": [_POINTER, _FLAG, _POINTER, _POINTER, _SIZE, _SIZE],
    "store_result": [_POINTER, _POINTER, _FLAG, _POINTER, _POINTER, _SIZE, _SIZE],
    "add": [_POINTER, _FLAG, *[_POINTER] * 4, _SIZE, _SIZE],
    "accumulate": [_POINTER, _FLAG, _POINTER, _POINTER, _FLAG, _SIZE, _SIZE],
    "convolve": [*[_POINTER] * 5, *[_SIZE] * 6],
}


class FusedTileOperations(TileOperations):
    """The operations in fused kernels, which need float32 or bfloat16 and a multiple of 16 channels. Torch's operations
    compute anything else.

    library: compiled from tile_kernels.c. Raises OSError if it cannot be loaded.
    """

    def __init__(self, library: Path) -> None:
        self._kernels = ctypes.CDLL(str(library))
        for name, parameters in _PARAMETERS.items():
            function = getattr(self._kernels, name)
            function.argtypes, function.restype = parameters, None
        self._scratch_bytes = self._kernels.scratch_bytes
        self._scratch_bytes.argtypes, self._scratch_bytes.restype = [_SIZE] * 3, _SIZE

    def activate(self, values: torch.Tensor, scaling: Scaling, snake: Snake, output: torch.Tensor) -> None:
        if not _fits(values, output) or _is_rounded(values) > _is_rounded(output):
            super().activate(values, scaling, snake, output)
            return
        vectors = [vector.float().contiguous() for vector in (*scaling, *snake)]
        self._kernels.activate(
            *(values.data_ptr(), _is_rounded(values), output.data_ptr(), _is_rounded(output)),
            *(vector.data_ptr() for vector in vectors),
            *values.shape,
        )

    def weight(self, convolution: torch.nn.Conv1d, dtype: torch.dtype) -> torch.Tensor:
        """In float32 the transformed taps of winograd.c, which needs half of oneDNN's multiplications."""
        weight = convolution.weight.detach()
        if dtype is torch.float32 and weight.shape[0] % LANES == weight.shape[1] % LANES == 0:
            return transformed(weight)
        return super().weight(convolution, dtype)

    def convolve(
        self, x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, *, dilation: int, reach: int
    ) -> torch.Tensor:
        if not is_transformed(weight):
            return super().convolve(x, weight, bias, dilation=dilation, reach=reach)
        positions, inputs = x.shape
        groups, outputs = weight.shape[2], len(bias)
        y = x.new_empty(positions - 2 * reach, outputs)
        scratch = x.new_empty(self._scratch_bytes(inputs, outputs, groups), dtype=torch.uint8)
        self._kernels.convolve(
            *(tensor.data_ptr() for tensor in (x, weight, bias, y, scratch)),
            *(positions, len(y), inputs, outputs, groups, dilation),
        )
        return y

    def takes_any_length(self, weight: torch.Tensor) -> bool:
        return is_transformed(weight)

    def statistics(self, values: torch.Tensor) -> TileStatistics:
        if not _fits(values):
            return super().statistics(values)
        result = _new_statistics(values)
        self._kernels.statistics(values.data_ptr(), _is_rounded(values), *_pointers(result), *values.shape)
        return result

    def store(self, values: torch.Tensor, output: torch.Tensor) -> TileStatistics:
        if not _fits(values, output):
            return super().store(values, output)
        result = _new_statistics(values)
        self._kernels.store_result(
            *(values.data_ptr(), output.data_ptr(), _is_rounded(values)), *_pointers(result), *values.shape
        )
        return result

    def add(self, values: torch.Tensor, shortcut: torch.Tensor, output: torch.Tensor) -> TileStatistics:
        if not _fits(values, shortcut, output):
            return super().add(values, shortcut, output)
        result = _new_statistics(values)
        self._kernels.add(
            *(values.data_ptr(), _is_rounded(values), shortcut.data_ptr(), output.data_ptr()),
            *(*_pointers(result), *values.shape),
        )
        return result

    def accumulate(
        self, values: torch.Tensor, shortcut: torch.Tensor, output: torch.Tensor, *, overwrite: bool
    ) -> None:
        if not _fits(values, shortcut, output):
            super().accumulate(values, shortcut, output, overwrite=overwrite)
            return
        self._kernels.accumulate(
            *(values.data_ptr(), _is_rounded(values), shortcut.data_ptr(), output.data_ptr(), overwrite),
            *values.shape,
        )


def fastest_operations(*, fused: bool) -> TileOperations:
    """The fastest for this processor.

    fused: whether kernels may be used. Where there are none for it, that is logged and counted.
    """
    if not fused:
        return TileOperations()
    libraries = kernel_libraries(Path(__file__).parent)
    try:
        if libraries:
            return FusedTileOperations(libraries[0])
        logger.warning("The package has no fused kernels for this CPU; torch's own operations compute tiles")
    except OSError:
        logger.exception("Fused kernels cannot be loaded; torch's own operations compute tiles")
    metrics.ENGINE_FALLBACKS.labels("fused_kernels").inc()
    return TileOperations()


def kernel_libraries(folder: Path) -> Sequence[Path]:
    """The libraries that this processor can run, the fastest first.

    A library's name ends with the instruction set and the features that it needs: -x86_64-avx2-fma.so
    """
    present = {name.replace("_", "") for name in cpu_features()}

    def needed(library: Path) -> Sequence[str]:
        return library.stem.split("-")[2:]

    libraries = folder.glob(f"tile_kernels-{architecture()}*.so")
    usable = [library for library in libraries if present.issuperset(needed(library))]
    return sorted(usable, key=lambda library: len(needed(library)), reverse=True)


def _fits(*tensors: torch.Tensor) -> bool:
    return all(
        tensor.dtype in (torch.float32, torch.bfloat16)
        and tensor.is_contiguous()
        and tensor.shape[1] % LANES == 0
        for tensor in tensors
    )


def _is_rounded(values: torch.Tensor) -> bool:
    return values.dtype is torch.bfloat16


def _new_statistics(values: torch.Tensor) -> TileStatistics:
    mean, squares = values.new_empty(2, values.shape[1], dtype=torch.float32)
    return TileStatistics(len(values), mean, squares)


def _pointers(statistics: TileStatistics) -> tuple[int, int]:
    return statistics.mean.data_ptr(), statistics.squares.data_ptr()
