"""What a pass costs on a GPU, counted without one: no change may make it dearer unnoticed."""

from collections.abc import Callable

import pytest
import torch

pytest.importorskip("triton", reason="Triton is for Linux on x86-64")

from benchmarks.budget import PASSES, ROWS, count, count_library
from benchmarks.kernel_counter import Kernel, KernelCounter
from benchmarks.library_network import LibraryNetwork
from benchmarks.roofline import GPUS, Count


@pytest.fixture(scope="module")
def counts() -> dict[str, Count]:
    shape = PASSES["16 rows of 1 s"]
    return {"fused": count(shape), "torch alone": count(shape, fused=False)}


@pytest.fixture(scope="module")
def counted(counts: dict[str, Count]) -> Count:
    return counts["fused"]


# Lower a limit when a change makes the figure smaller. Launches and steps are those of the whole pass.
@pytest.mark.parametrize(
    ("figure", "fused", "torch_alone"),
    [
        ("launches", 663, 2_637),
        ("steps", 130, 130),
        ("bytes", 0.486e9, 1.84e9),
        ("mixed_bytes", 0.009e9, 0.29e9),
        ("peak_bytes", 16.9e6, 20.6e6),
        ("float16", 54.53e9, 54.53e9),
        ("float32", 4.0e9, 4.06e9),
    ],
)
def test_a_pass_stays_within_its_budget(
    counts: dict[str, Count], figure: str, fused: float, torch_alone: float
) -> None:
    for name, limit in (("fused", fused), ("torch alone", torch_alone)):
        counted = counts[name]
        if figure in ("launches", "steps"):
            assert 0.9 * limit < getattr(counted, figure) <= limit
            continue
        costs = {str(dtype).removeprefix("torch."): flops for dtype, flops in counted.flops.items()}
        cost = costs[figure] if figure in costs else getattr(counted, figure)
        assert 0.9 * limit < cost / counted.seconds <= limit


def test_no_gpu_computes_float64(counted: Count) -> None:
    assert torch.float64 not in counted.flops


def test_the_times_add_up_to_what_binds(counted: Count) -> None:
    for gpu in GPUS.values():
        times = counted.times(gpu)
        assert times["memory"] >= 0.2 * counted.bytes / gpu.bandwidth
        assert times["float16"] > counted.flops[torch.float16] / gpu.peaks[torch.float16]
    assert counted.times(GPUS["T4"])["memory"] > 10 * counted.times(GPUS["H100"])["memory"]


@pytest.mark.proof
def test_a_t4_is_five_times_as_fast_as_with_the_librarys_network(counted: Count) -> None:
    library = count_library(ROWS["1 s"], LibraryNetwork())
    assert (library.launches, library.steps) == (1_611, counted.steps)
    assert sum(library.flops.values()) == pytest.approx(
        sum(counted.flops.values()) * library.seconds / counted.seconds, rel=0.06
    )
    assert counted.speed(GPUS["T4"]) > 5 * library.speed(GPUS["T4"])


# The counter


def _counted(computation: Callable[[], object]) -> list[Kernel]:
    with torch.no_grad(), KernelCounter() as counter:
        computation()
    return counter.kernels


def _floats(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.empty(*shape, dtype=dtype, device="meta")


def test_a_kernel_reads_its_operands_and_writes_its_result() -> None:
    x, row = _floats(1000, 500), _floats(500)
    [kernel] = _counted(lambda: x + row)
    assert kernel == Kernel("add", 1, 4 * (500_000 + 500 + 500_000), 0, torch.float32)
    [kernel] = _counted(lambda: x.mul_(2))
    assert kernel.bytes == 2 * 4 * 500_000
    [kernel] = _counted(x.zero_)
    assert kernel.bytes == 4 * 500_000


def test_views_cost_nothing() -> None:
    x = _floats(1000, 500)
    assert _counted(lambda: x.T[3:].unsqueeze(0).expand(7, -1, -1).chunk(2)) == []


def test_a_convolution_adds_its_bias_in_a_kernel_of_its_own() -> None:
    x, weight, bias = (
        _floats(*shape, dtype=torch.float16) for shape in ((1, 8, 1, 100), (16, 8, 1, 3), (16,))
    )
    [kernel] = _counted(lambda: torch.nn.functional.conv2d(x, weight, bias, padding=(0, 1)))
    assert (kernel.launches, kernel.dtype) == (2, torch.float16)
    assert kernel.flops == 2 * 100 * 16 * 8 * 3
    assert kernel.bytes == 2 * (8 * 100 + 16 * 8 * 3 + 16 + 3 * 16 * 100)


def test_operands_in_different_orders_are_mixed() -> None:
    x, y = _floats(1000, 500), _floats(500, 1000)
    assert [kernel.mixed for kernel in _counted(lambda: (x + y.T, x + x, (x + x) * 2))] == [
        True,
        *[False] * 3,
    ]
    small = _floats(10, 20)
    assert not _counted(lambda: small + _floats(20, 10).T)[0].mixed


def test_an_lstm_is_counted_as_a_library_computes_it() -> None:
    lstm = torch.nn.LSTM(64, 32, batch_first=True, bidirectional=True, device="meta")
    [kernel] = _counted(lambda: lstm(_floats(4, 10, 64)))
    assert (kernel.name, kernel.steps) == ("lstm", 10)
    assert kernel.flops == 2 * (2 * 4 * 10 * 4 * 32 * (64 + 32))


def test_attention_is_counted_as_one_kernel() -> None:
    query, key, value = (_floats(2, 10, 3, 4, 8).unbind(2)[0].transpose(1, 2) for _ in range(3))
    mask = _floats(2, 1, 1, 10).expand(-1, 4, 10, -1)
    attention = torch.nn.functional.scaled_dot_product_attention
    [kernel] = _counted(lambda: torch.nn.functional.scaled_dot_product_attention(query, key, value, mask))
    assert torch.nn.functional.scaled_dot_product_attention is attention
    assert (kernel.name, kernel.launches) == ("scaled_dot_product_attention", 1)
    assert kernel.flops == 2 * (2 * 2 * 4 * 10 * 10 * 8)
    assert kernel.bytes == 4 * (4 * (2 * 4 * 10 * 8) + 2 * 10)


def test_weights_are_not_in_use_for_a_view_of_them() -> None:
    weight = _floats(100, 200)
    with torch.no_grad(), KernelCounter() as counter:
        transposed = weight.T
        assert (transposed.shape, counter.peak_bytes) == ((200, 100), 0)


def test_the_peak_is_the_most_that_is_in_use_at_once() -> None:
    with torch.no_grad(), KernelCounter() as counter:
        x = _floats(1000)
        for _ in range(5):
            x = x + 1
        assert (counter.live_bytes, counter.peak_bytes) == (4_000, 8_000)
        del x
        assert counter.live_bytes == 0


def test_what_the_host_reads_is_an_error() -> None:
    with pytest.raises((RuntimeError, NotImplementedError)):
        _counted(lambda: _floats(3).sum().item())
