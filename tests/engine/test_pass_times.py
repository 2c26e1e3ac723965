"""The times of the engine's passes, of which the simulated load consists."""

import pytest

pytest.importorskip("triton", reason="Triton is for Linux on x86-64")

from benchmarks.budget import Pass, count
from benchmarks.pass_times import PassCounter
from benchmarks.roofline import GPUS
from kokoro_speech_server.engine.network.graph_sizes import DecodeSize, EncodeSize


@pytest.fixture(scope="module")
def counter() -> PassCounter:
    return PassCounter()


def test_a_pass_has_the_sizes_of_cuda_graphs(counter: PassCounter) -> None:
    assert counter.sizes([60, 20]) == (EncodeSize(2, 64), DecodeSize(256, 192, 2))
    # Twice as much as the largest graph holds.
    assert counter.sizes([240] * 7) == (EncodeSize(8, 256), DecodeSize(5120, 768, 8))


def test_a_pass_that_fills_its_graphs_takes_what_the_budget_counts(counter: PassCounter) -> None:
    gpu = GPUS["H100"]
    tokens = 96 - 2
    time = counter.timer(gpu)([tokens] * 16)
    encode_size, decode_size = counter.sizes([tokens] * 16)
    assert (encode_size.rows, encode_size.tokens, decode_size.rows) == (16, 96, 16)
    budget = count(Pass(16, 96, decode_size.total // 16 - 2)).times(gpu)
    launches_and_steps = budget.pop("launches") + budget.pop("recurrences")
    assert time.busy == pytest.approx(sum(budget.values()), rel=0.05)
    # The graph's longest row is longer, which takes recurrent steps.
    assert launches_and_steps < time.waiting < 1.5 * launches_and_steps


def test_a_faster_gpu_takes_less_time(counter: PassCounter) -> None:
    slow, fast = (sum(counter.timer(GPUS[name])([60])) for name in ("T4", "H200"))
    assert slow > 2 * fast
