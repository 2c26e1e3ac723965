"""What the kernels of a computation would do on a GPU, counted on torch's meta device, where nothing is computed.

The figures are those of torch's CUDA backend without compilation: one kernel per operation, a further one for the bias
of a convolution and for the inside of a padded tensor. Caches are left out: each kernel reads its operands from the
GPU's memory and writes its results to it.
"""

import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

import torch
from torch.nn.utils.rnn import PackedSequence
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

_NO_KERNEL = {"empty", "empty_like", "empty_strided", "new_empty", "_unsafe_view"}
_WRITE_ONLY = {"copy_", "fill_", "zero_", "normal_"}
"""Operations in place that do not read what they overwrite."""

_LOOKUPS = {"embedding", "gather", "index", "index_select"}
_ANY_LAYOUT = {"convolution", "mm", "addmm", "bmm", *_LOOKUPS}
"""Operations that read operands of different layouts without loss."""

_LARGE = 100_000
"""Elements from which the layout of a tensor matters."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """One operation, which may launch more than one kernel.

    launches: number of kernels
    bytes:    read and written
    flops:    of matrix products and convolutions, a multiplication and an addition being two; others have none
    dtype:    of the result
    steps:    of a recurrence that run one after the other, in both directions at once
    mixed:    whether its large operands lie in memory in different orders, so that some are read across the grain
    """

    name: str
    launches: int
    bytes: int
    flops: int
    dtype: torch.dtype
    steps: int = 0
    mixed: bool = False


class KernelCounter(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Collects the kernels of everything that runs while it is active.

    kernels:    in order
    live_bytes: of tensors that were made while it was active and are in use
    peak_bytes: the most that were in use at once

    A value that the host reads raises an error, since tensors on the meta device have none.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        # It imports Triton, which must not happen before kernel_interpreter.py is imported.
        from torch.utils.flop_counter import flop_registry  # noqa: PLC0415

        self._flop_registry = flop_registry
        self.kernels: list[Kernel] = []
        self.live_bytes = 0
        self.peak_bytes = 0
        self._storages: set[int] = set()

    def __enter__(self) -> "KernelCounter":
        self._patch = _library_kernels_counted_by(self)
        self._patch.__enter__()
        super().__enter__()  # type: ignore[no-untyped-call]
        return self

    def __exit__(self, *details: Any) -> None:
        super().__exit__(*details)  # type: ignore[no-untyped-call]
        self._patch.__exit__(None, None, None)

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        if _is_view(func):
            return result
        outputs = _tensors(result)
        for tensor in outputs:
            self._hold(tensor)
        name = func._schema.name.removeprefix("aten::")
        if name not in _NO_KERNEL:
            inputs = _tensors((args, kwargs))
            launches, moved = _traffic(name, inputs, outputs, args)
            formula = self._flop_registry.get(func.overloadpacket)
            flops = 0 if formula is None else int(formula(*args, **kwargs, out_val=result))
            mixed = name not in _ANY_LAYOUT and len(set(_layouts([*inputs, *outputs]))) > 1
            dtype = outputs[0].dtype if outputs else torch.float32
            self.kernels.append(Kernel(name, launches, moved, flops, dtype, mixed=mixed))
        return result

    def count_lstm(self, lstm: torch.nn.LSTM, x: torch.Tensor) -> torch.Tensor:
        """Counts a bidirectional layer as cuDNN computes it: [rows, length, in] -> [rows, length, 2 * hidden].

        The inputs of all steps are one matrix product for each direction. The recurrent weights count once, since they
        stay in the GPU's cache.
        """
        rows, length, width = x.shape
        hidden = lstm.hidden_size
        gates = x.new_empty(rows, length, 8 * hidden)
        result = x.new_empty(rows, length, 2 * hidden)
        weights = sum(_touched(weight) for weight in lstm.parameters())
        moved = _touched(x) + 2 * _touched(gates) + _touched(result) + weights
        flops = 2 * rows * length * 8 * hidden * (width + hidden)
        self.kernels.append(Kernel("lstm", 2, moved, flops, x.dtype, steps=length))
        return result

    def count_attention(
        self,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        attn_mask: torch.Tensor | None = None,
        **_options: object,
    ) -> torch.Tensor:
        """Counts CUDA's memory-efficient attention, which keeps the scores to itself; there is none for float64.

        query, key, value: [rows, heads, length, channels]
        """
        assert query.dtype is not torch.float64
        rows, heads, length, channels = query.shape
        result = value.new_empty(rows, length, heads, channels)
        moved = sum(map(_touched, [query, key, value, result, *_tensors(attn_mask)]))
        flops = 2 * (2 * rows * heads * length * key.shape[2] * channels)
        self.kernels.append(Kernel("scaled_dot_product_attention", 1, moved, flops, query.dtype))
        return result.transpose(1, 2)

    def _hold(self, tensor: torch.Tensor) -> None:
        storage = tensor.untyped_storage()
        key, size = storage._cdata, storage.nbytes()
        if key in self._storages:
            return
        self._storages.add(key)
        self.live_bytes += size
        self.peak_bytes = max(self.peak_bytes, self.live_bytes)

        def release() -> None:
            self._storages.discard(key)
            self.live_bytes -= size

        weakref.finalize(storage, release)


@contextmanager
def _library_kernels_counted_by(counter: KernelCounter) -> Iterator[None]:
    """On the meta device, torch would compute an LSTM step by step, and attention as its products and a softmax."""

    def forward(lstm: torch.nn.LSTM, x: Any) -> tuple[Any, None]:
        if isinstance(x, PackedSequence):  # of a single row
            return x._replace(data=counter.count_lstm(lstm, x.data[None])[0]), None
        return counter.count_lstm(lstm, x), None

    with (
        mock.patch.object(torch.nn.LSTM, "forward", forward),
        mock.patch.object(torch.nn.functional, "scaled_dot_product_attention", counter.count_attention),
    ):
        yield


def _tensors(values: Any) -> list[torch.Tensor]:
    return [value for value in tree_leaves(values) if isinstance(value, torch.Tensor)]


def _is_view(func: Any) -> bool:
    aliases = [one.alias_info for one in func._schema.returns]
    return any(alias is not None and not alias.is_write for alias in aliases)


def _traffic(
    name: str, inputs: list[torch.Tensor], outputs: list[torch.Tensor], args: tuple[Any, ...]
) -> tuple[int, int]:
    """The number of kernels and their bytes."""
    written = sum(map(_touched, outputs))
    if name in _WRITE_ONLY:
        return 1, sum(map(_touched, inputs[1:])) + written
    if name == "index_copy_":
        _, index, source = inputs
        return 1, _touched(index) + 2 * _touched(source)
    if name in _LOOKUPS:
        table, *indices = inputs
        return 1, min(_touched(table), written) + sum(map(_touched, indices)) + written
    read = sum(map(_touched, inputs))
    if name == "convolution" and args[2] is not None:
        return 2, read + 3 * written  # the bias is added to the result
    if name == "constant_pad_nd" and any(count > 0 for count in args[1]):
        return 2, 2 * read + written  # the result is filled, and the inside copied
    return 1, read + written


def _touched(tensor: torch.Tensor) -> int:
    """Bytes of the elements in memory; an expanded dimension has one."""
    count = tensor.element_size()
    for size, stride in zip(tensor.shape, tensor.stride(), strict=True):
        count *= size if stride else 1
    return count


def _layouts(tensors: Sequence[torch.Tensor]) -> Iterator[tuple[int, ...]]:
    """The order of the dimensions in memory, counted from the last, of each large tensor that is not broadcast."""
    largest = max((tensor.numel() for tensor in tensors), default=0)
    for tensor in tensors:
        if tensor.numel() == largest > _LARGE and tensor.is_floating_point():
            dimensions = [
                (stride, i - tensor.dim())
                for i, (size, stride) in enumerate(zip(tensor.shape, tensor.stride(), strict=True))
                if size > 1 and stride
            ]
            if len(dimensions) > 1:
                yield tuple(i for _, i in sorted(dimensions))
