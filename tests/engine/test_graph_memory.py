"""The memory of the default CUDA graphs, on a simulation of torch's allocator."""

import pytest

from benchmarks.caching_allocator import MIB, CachingAllocator
from benchmarks.graph_memory import CAPACITY, captures
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.network.graph_sizes import graph_sizes

LIMIT = Settings.model_fields["cuda_graphs_max_mb"].default * 1_000_000

_LARGEST_FIRST = 1.02
"""The memory of all graphs over that of the first: what follows uses what the first has left free."""


@pytest.mark.parametrize(
    "part", [pytest.param("some", id="some"), pytest.param("all", marks=pytest.mark.proof, id="all")]
)
def test_the_default_graphs_fit_into_their_memory(part: str) -> None:
    sizes = graph_sizes(CAPACITY)
    if part == "some":
        sizes = [*sizes[:2], *sizes[4::96]]
    first, *_, last = captures(sizes)
    assert first.peak < first.reserved <= last.reserved <= LIMIT
    assert last.reserved <= _LARGEST_FIRST * first.reserved


def test_small_blocks_share_segments_of_2_mib() -> None:
    allocator = CachingAllocator()
    blocks = [allocator.allocate(size) for size in (1, 512, 513, MIB)]
    assert [block.size for block in blocks] == [512, 512, 1024, MIB]
    assert allocator.reserved == 2 * MIB
    allocator.allocate(MIB)
    assert allocator.reserved == 4 * MIB


@pytest.mark.parametrize(
    ("size", "segment"), [(2 * MIB, 20), (10 * MIB - 512, 20), (10 * MIB, 10), (33 * MIB, 34)]
)
def test_large_blocks_get_segments_by_their_size(size: int, segment: int) -> None:
    allocator = CachingAllocator()
    block = allocator.allocate(size)
    assert allocator.reserved == segment * MIB
    # What remains is split off only if it is larger than 1 MiB.
    assert block.size == (segment * MIB if segment * MIB - size <= MIB else -(-size // 512) * 512)


def test_the_smallest_free_block_is_used() -> None:
    allocator = CachingAllocator()
    large, small = allocator.allocate(40 * MIB), allocator.allocate(30 * MIB)
    allocator.free(large)
    allocator.free(small)
    assert allocator.allocate(29 * MIB) is small
    assert allocator.allocate(31 * MIB) is large
    assert allocator.reserved == 70 * MIB


def test_neighbours_that_are_free_are_joined() -> None:
    allocator = CachingAllocator()
    blocks = [allocator.allocate(5 * MIB) for _ in range(4)]
    assert allocator.reserved == 20 * MIB
    for i in (0, 2, 1):
        allocator.free(blocks[i])
    allocator.allocate(15 * MIB)
    assert allocator.reserved == 20 * MIB
    allocator.free(blocks[3])
    allocator.allocate(6 * MIB)
    assert allocator.reserved == 40 * MIB


def test_small_and_large_blocks_do_not_mix() -> None:
    allocator = CachingAllocator()
    allocator.free(allocator.allocate(20 * MIB))
    allocator.allocate(1000)
    assert allocator.reserved == 22 * MIB
