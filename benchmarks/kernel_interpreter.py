"""Runs the fused kernels without a GPU, in the interpreter that Triton has for debugging, and counts what they move.

Triton decides at its import whether its own functions are interpreted or compiled, so this must be imported first. A
process that interprets kernels cannot compile any.
"""

import os
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar
from unittest import mock

import numpy as np
import torch

if "triton" in sys.modules and os.environ.get("TRITON_INTERPRET") != "1":
    raise ImportError("Triton was imported before benchmarks.kernel_interpreter.")
os.environ["TRITON_INTERPRET"] = "1"

from torch.utils._mode_utils import no_dispatch
from triton.runtime import interpreter

from benchmarks.kernel_counter import Kernel, KernelCounter
from kokoro_speech_server.engine.network import fused_kernels
from kokoro_speech_server.engine.network.packing import GAP, PackedFrames

_FEW = 1
"""Frames of the shorter of two rows that are interpreted."""


class KernelInterpreter:
    """Launches kernels on the CPU: each program in turn, each operation by NumPy.

    launches: number of launches
    bytes:    that programs have read and written, whether or not another program had read them before

    An access outside the arguments' memory is an IndexError.
    """

    def __init__(self) -> None:
        self.launches = 0
        self.bytes = 0

    def __call__(
        self,
        kernel: str,
        grid: tuple[int, int],
        arguments: Mapping[str, torch.Tensor | int | None],
        constants: Mapping[str, Any],
    ) -> None:
        self.launches += 1
        tensors = [value for value in arguments.values() if isinstance(value, torch.Tensor)]
        with self._observed(tensors), _patched_once():
            interpreter.InterpretedFunction(getattr(fused_kernels, kernel))[grid](**arguments, **constants)

    @contextmanager
    def _observed(self, tensors: Sequence[torch.Tensor]) -> Iterator[None]:
        ranges = sorted((one.data_ptr(), one.data_ptr() + one.nbytes) for one in tensors if one.nbytes)
        begins, ends = np.array(ranges, dtype=np.uint64).T
        builder = interpreter.interpreter_builder
        load, store = builder.create_masked_load, builder.create_masked_store

        def observe(pointers: Any, mask: Any, size: int) -> None:
            used = pointers.data[mask.data]
            argument = np.searchsorted(begins, used, side="right") - 1
            if (argument < 0).any() or (used + np.uint64(size) > ends[argument]).any():
                raise IndexError("A program of a kernel leaves the memory of its arguments.")
            self.bytes += used.size * size

        def observed_load(pointers: Any, mask: Any, *rest: Any) -> Any:
            observe(pointers, mask, pointers.get_element_ty().primitive_bitwidth // 8)
            return load(pointers, mask, *rest)

        def observed_store(pointers: Any, value: Any, mask: Any, *rest: Any) -> Any:
            observe(pointers, mask, value.data.itemsize)
            return store(pointers, value, mask, *rest)

        with (
            mock.patch.object(builder, "create_masked_load", observed_load),
            mock.patch.object(builder, "create_masked_store", observed_store),
        ):
            yield


@contextmanager
def _patched_once() -> Iterator[None]:
    """While it is open, for one launch, Triton replaces the functions of its language once for each module that uses
    them, instead of at every call of one of its own functions: a fifth of the time."""
    patch_language = interpreter._patch_lang
    scopes: dict[int, Any] = {}

    def patch_once(function: Any) -> Any:
        module = id(function.__globals__)
        if module not in scopes:
            scopes[module] = patch_language(function)
        return scopes[module]

    with mock.patch.object(interpreter, "_patch_lang", patch_once):
        yield


class CountingLauncher:
    """Counts the kernels of a pass with equal rows on torch's meta device, from what they load and store.

    Two short rows are interpreted, on zeros. The bytes of a row grow linearly with its length, so those of the longer
    ones follow, in this pass and in all others of the process.

    counter: of the pass
    rows:    of the pass, each with that number of frames, on average
    """

    _bytes: ClassVar[dict[Hashable, tuple[int, int]]] = {}

    def __init__(self, counter: KernelCounter, *, rows: int = 1, frames: float = 1) -> None:
        self._counter = counter
        self.rows = rows
        self.frames = frames

    def __call__(
        self,
        kernel: str,
        grid: tuple[int, int],
        arguments: Mapping[str, torch.Tensor | int | None],
        constants: Mapping[str, Any],
    ) -> None:
        types = tuple(getattr(value, "dtype", None) for value in arguments.values())
        key = (kernel, types, *constants.items())
        if key not in self._bytes:
            with no_dispatch():
                few, more = (
                    _row_bytes(count, kernel, grid, arguments, constants) for count in (_FEW, 2 * _FEW)
                )
            self._bytes[key] = few, (more - few) // _FEW
        few, per_frame = self._bytes[key]
        moved = round(self.rows * (few + (self.frames - _FEW) * per_frame))
        self._counter.kernels.append(Kernel(kernel, 1, moved, 0, torch.float32))


def _row_bytes(
    frames: int,
    kernel: str,
    grid: tuple[int, int],
    arguments: Mapping[str, torch.Tensor | int | None],
    constants: Mapping[str, Any],
) -> int:
    """What the programs of one row and the gap behind it move."""
    packed = PackedFrames(
        torch.tensor([0]),
        torch.tensor([frames]),
        longest=frames,
        total=frames + GAP,
        sum_dtype=torch.float32,
    )
    zeros = {
        name: _zeros(value) if isinstance(value, torch.Tensor) else value for name, value in arguments.items()
    }
    tables = {"rows": packed.frame_rows, "starts": packed.starts, "lengths": packed.lengths}
    is_over_frames = "rows" in arguments
    _, blocks = grid
    # Programs of full blocks move the same for other channels, so that one of them stands for all.
    are_full = constants["CHANNELS"] % constants["BLOCK_CHANNELS"] == 0
    interpreted = KernelInterpreter()
    interpreted(
        kernel,
        (frames + GAP if is_over_frames else 1, 1 if are_full else blocks),
        {**zeros, **{name: table for name, table in tables.items() if name in arguments}},
        constants,
    )
    return interpreted.bytes * (blocks if are_full else 1)


def _zeros(like: torch.Tensor) -> torch.Tensor:
    """By NumPy, whose zeros take no memory until a program touches them."""
    return torch.from_numpy(np.zeros(like.nbytes, np.uint8)).view(like.dtype).view(like.shape)
