"""Runs the fused kernels without a GPU, in the interpreter that Triton has for debugging, and counts what they move.

Triton decides at its import whether its own functions are interpreted or compiled, so this must be imported first. A
process that interprets kernels cannot compile any.
"""

import os
import sys
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
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


class KernelInterpreter:
    """Launches kernels on the CPU: each program in turn, each operation by NumPy.

    launches: number of launches
    bytes:    that programs have read and written, whether or not another program had read them before
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
        with self._counted():
            interpreter.InterpretedFunction(getattr(fused_kernels, kernel))[grid](**arguments, **constants)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        builder = interpreter.interpreter_builder
        load, store = builder.create_masked_load, builder.create_masked_store

        def counted_load(pointers: Any, mask: Any, *rest: Any) -> Any:
            result = load(pointers, mask, *rest)
            self.bytes += int(np.count_nonzero(mask.data)) * result.data.itemsize
            return result

        def counted_store(pointers: Any, value: Any, mask: Any, *rest: Any) -> Any:
            self.bytes += int(np.count_nonzero(mask.data)) * value.data.itemsize
            return store(pointers, value, mask, *rest)

        with (
            mock.patch.object(builder, "create_masked_load", counted_load),
            mock.patch.object(builder, "create_masked_store", counted_store),
        ):
            yield


class CountingLauncher:
    """Counts the kernels of a pass with equal rows on torch's meta device, from what they load and store.

    Only the programs of the first row run, on zeros; the other rows' programs move as much.
    """

    def __init__(self, counter: KernelCounter, *, rows: int, frames: int) -> None:
        self._counter = counter
        self._rows = rows
        self._row_frames = frames + GAP
        packed = PackedFrames.of(
            [frames] * rows, device=torch.device("cpu"), masked=True, sum_dtype=torch.float32
        )
        self._tables = {"rows": packed.frame_rows, "starts": packed.starts, "lengths": packed.lengths}
        self._bytes: dict[Hashable, int] = {}

    def __call__(
        self,
        kernel: str,
        grid: tuple[int, int],
        arguments: Mapping[str, torch.Tensor | int | None],
        constants: Mapping[str, Any],
    ) -> None:
        types = tuple(getattr(value, "dtype", None) for value in arguments.values())
        key = (kernel, grid, types, *constants.items())
        if key not in self._bytes:
            self._bytes[key] = self._rows * self._row_bytes(kernel, grid, arguments, constants)
        dtype = torch.float32  # of the arithmetic
        self._counter.kernels.append(Kernel(kernel, 1, self._bytes[key], 0, dtype))

    def _row_bytes(
        self,
        kernel: str,
        grid: tuple[int, int],
        arguments: Mapping[str, torch.Tensor | int | None],
        constants: Mapping[str, Any],
    ) -> int:
        programs, blocks = grid
        programs = min(programs, self._row_frames if "rows" in arguments else 1)
        interpreted = KernelInterpreter()
        with no_dispatch():
            zeros = {
                name: torch.zeros(value.shape, dtype=value.dtype)
                if isinstance(value, torch.Tensor)
                else value
                for name, value in arguments.items()
            }
            tables = {name: table for name, table in self._tables.items() if name in arguments}
            interpreted(kernel, (programs, blocks), {**zeros, **tables}, constants)
        return interpreted.bytes
