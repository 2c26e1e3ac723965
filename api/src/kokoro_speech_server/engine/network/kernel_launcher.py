"""Compiles the fused kernels for NVIDIA's GPUs, and launches them.

Triton compiles for any GPU on any machine, and keeps the results in a folder of its own (TRITON_CACHE_DIR): what an
image or an earlier start has compiled is only read. Triton's launcher would need a C compiler, so cuda-bindings, which
torch's build for CUDA brings, loads and launches the kernels.
"""

import ctypes
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from kokoro_speech_server.engine.network import fused_kernels

_WARPS = 4
_ALIGNMENT = 16
"""Bytes that tensors are aligned to, which lets a thread read several values at once. Torch aligns to 512."""

_POINTERS = {
    torch.float16: "*fp16",
    torch.bfloat16: "*bf16",
    torch.float32: "*fp32",
    torch.int32: "*i32",
    torch.int64: "*i64",
}

_MIN_CAPABILITY_OF_BF16 = 80


@dataclass(frozen=True, slots=True)
class KernelVariant:
    """A kernel for one set of argument types and constants.

    kernel:    name of a function in fused_kernels.py
    types:     in Triton's notation, by the parameters' names; of those that are passed
    constants: the other parameters
    """

    kernel: str
    types: tuple[tuple[str, str], ...]
    constants: tuple[tuple[str, Any], ...]

    @classmethod
    def of(
        cls,
        kernel: str,
        arguments: Mapping[str, torch.Tensor | int | None],
        constants: Mapping[str, Any],
    ) -> "KernelVariant":
        passed = {name: value for name, value in arguments.items() if value is not None}
        absent = {name: None for name, value in arguments.items() if value is None}
        return cls(
            kernel,
            tuple((name, _type(value)) for name, value in passed.items()),
            tuple({**absent, **constants}.items()),
        )

    def compile(self, capability: int) -> Any:
        """Triton's compiled kernel for GPUs of a compute capability, 75 being 7.5; from its folder if it is there.

        Raises ValueError if these GPUs lack a type, and Triton's errors.
        """
        if capability < _MIN_CAPABILITY_OF_BF16 and "*bf16" in dict(self.types).values():
            raise ValueError(f"GPUs of compute capability {capability / 10} do not compute bfloat16.")
        function = triton.jit(getattr(fused_kernels, self.kernel))
        types, constants = dict(self.types), dict(self.constants)
        aligned = [(i,) for i, name in enumerate(function.arg_names) if types.get(name, "").startswith("*")]
        program = ASTSource(
            function,
            signature={name: types.get(name, "constexpr") for name in function.arg_names},
            constexprs=constants,
            attrs={path: [["tt.divisibility", _ALIGNMENT]] for path in aligned},
        )
        return triton.compile(
            program, target=GPUTarget("cuda", capability, 32), options={"num_warps": _WARPS}
        )


def _type(value: torch.Tensor | int) -> str:
    return "i32" if isinstance(value, int) else _POINTERS[value.dtype]


class CudaKernelLauncher:
    """Launches kernels on the current stream of a CUDA device, each compiled when it is first needed."""

    def __init__(self, device: torch.device) -> None:
        major, minor = torch.cuda.get_device_capability(device)
        self._capability = 10 * major + minor
        self._kernels: dict[KernelVariant, _LoadedKernel] = {}

    def __call__(
        self,
        kernel: str,
        grid: tuple[int, int],
        arguments: Mapping[str, torch.Tensor | int | None],
        constants: Mapping[str, Any],
    ) -> None:
        """Raises CudaError if the driver refuses, and Triton's errors if the kernel cannot be compiled."""
        variant = KernelVariant.of(kernel, arguments, constants)
        if (loaded := self._kernels.get(variant)) is None:
            loaded = self._kernels[variant] = _LoadedKernel(variant.compile(self._capability))
        loaded.launch(grid, arguments)


class CudaError(Exception):
    """A call of CUDA's driver failed."""


class _LoadedKernel:
    """A compiled kernel in the memory of the current device."""

    def __init__(self, compiled: Any) -> None:
        from cuda.bindings import driver  # noqa: PLC0415 - only torch's CUDA build brings it

        if compiled.metadata.global_scratch_size:
            raise ValueError("A fused kernel wants memory besides its arguments.")
        self._driver = driver
        self._names = [name for name, type_ in compiled.src.signature.items() if type_ != "constexpr"]
        self._parameter_count = parameter_count(compiled)
        self._shared_bytes = compiled.metadata.shared
        self._module = self._checked(driver.cuModuleLoadData(compiled.asm["cubin"]))
        self._function = self._checked(
            driver.cuModuleGetFunction(self._module, compiled.metadata.name.encode())
        )

    def launch(self, grid: tuple[int, int], arguments: Mapping[str, torch.Tensor | int | None]) -> None:
        passed = [value for name in self._names if (value := arguments[name]) is not None]
        parameters = KernelParameters(passed, self._parameter_count)
        stream = torch.cuda.current_stream().cuda_stream
        self._checked(
            self._driver.cuLaunchKernel(
                self._function,
                *(*grid, 1),
                *(32 * _WARPS, 1, 1),
                self._shared_bytes,
                stream,
                parameters.address,
                0,
            )
        )

    def _checked(self, result: tuple[Any, ...]) -> Any:
        error, *values = result
        if error != self._driver.CUresult.CUDA_SUCCESS:
            raise CudaError(f"CUDA's driver reports {error!r}")
        return values[0] if values else None


class KernelParameters:
    """The parameters of a launch as the driver reads them: an array of pointers to values.

    count:   of the kernel's parameters; those without an argument are null
    address: of the array; valid as long as this object
    """

    def __init__(self, arguments: Sequence[torch.Tensor | int], count: int) -> None:
        values = [*map(_encoded, arguments), *[0] * (count - len(arguments))]
        self._values = (ctypes.c_uint64 * len(values))(*values)
        first = ctypes.addressof(self._values)
        step = ctypes.sizeof(ctypes.c_uint64)
        self._pointers = (ctypes.c_void_p * len(values))(*(first + step * i for i in range(len(values))))
        self.address = ctypes.addressof(self._pointers)


def parameter_count(compiled: Any) -> int:
    """Of a kernel that Triton has compiled. Triton adds some for memory that these kernels do not use."""
    entry = re.search(r"\.entry \w+\((.*?)\)", compiled.asm["ptx"], re.DOTALL)
    assert entry is not None
    return entry[1].count(".param")


def _encoded(value: torch.Tensor | int) -> int:
    """A pointer, or the bytes of an int32, as an unsigned integer of 64 bits."""
    if isinstance(value, int):
        return int.from_bytes(struct.pack("<i", value), "little")
    if not value.is_contiguous() or value.data_ptr() % _ALIGNMENT:
        raise ValueError("A fused kernel needs contiguous and aligned tensors.")
    return value.data_ptr()
