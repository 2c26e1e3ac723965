"""Sizes of CUDA graphs: every batch has one that is not much larger, and the most important come first."""

from functools import cache

import pytest

from kokoro_speech_server.engine.network.graph_sizes import (
    MAX_TOKENS,
    MAX_TOTAL,
    DecodeSize,
    EncodeSize,
    S,
    best_size,
    graph_sizes,
)

_sizes = cache(graph_sizes)


def _best(capacity: int, batch: S) -> S:
    size = best_size((one for one in _sizes(capacity) if isinstance(one, type(batch))), batch)
    assert size is not None
    return size


@pytest.mark.parametrize(("capacity", "limit"), [(1, 30), (2, 50), (12, 150), (16, 150), (32, 170)])
def test_each_size_is_captured_once_and_there_are_not_too_many(capacity: int, limit: int) -> None:
    sizes = graph_sizes(capacity)
    assert len(set(sizes)) == len(sizes) < limit
    assert {size.rows for size in sizes} == {rows for rows in (1, 2, 4, 8, 16, 32) if rows < capacity} | {
        capacity
    }


def test_two_rows_do_not_pay_for_sixteen() -> None:
    for tokens in (20, 60, 200, 510):
        encode = _best(16, EncodeSize(2, tokens))
        assert encode.rows == 2
        assert encode.tokens <= max(32, 1.5 * tokens)
    for frames in ([100, 80], [180, 150], [300, 200], [700, 500]):
        decode = _best(16, DecodeSize.of(frames))
        assert decode.rows <= 8
        assert decode.total <= max(192, 1.5 * sum(frames))


def test_a_single_row_has_a_graph_that_is_hardly_larger() -> None:
    for tokens in range(1, MAX_TOKENS + 1):
        assert _best(16, EncodeSize(1, tokens)).positions <= max(32, 1.5 * tokens)
    for frames in range(1, 1025):
        assert _best(16, DecodeSize(frames, frames, 1)).positions <= max(64, 1.25 * frames)


@pytest.mark.parametrize("capacity", [3, 12, 16, 32])
def test_a_batch_has_a_graph_that_is_not_much_larger(capacity: int) -> None:
    for rows in range(2, capacity + 1):
        for longest in (150, 192, 350, 768):
            for total in range(longest + 34 * (rows - 1), min(rows * longest, MAX_TOTAL) + 1, 31):
                size = _best(capacity, DecodeSize(total, longest, rows))
                excess = 1.25 if rows > 8 else 1.5
                assert size.positions <= max(192, 32 * capacity, excess * max(total, longest)) * 1.01


def test_the_grid_holds_every_batch_and_repeats() -> None:
    encode = {EncodeSize(rows, tokens).rounded() for rows in range(1, 17) for tokens in range(1, 513)}
    assert len(encode) == 5 * 9
    single = {DecodeSize(frames, frames, 1).rounded() for frames in range(1, 1400)}
    assert len(single) < 20
    batches = {
        DecodeSize(total, longest, rows)
        for rows in range(2, 17)
        for longest in range(1, 1300, 37)
        for total in range(longest + 3, rows * (longest + 2), 97)
    }
    rounded = {size: size.rounded() for size in batches}
    assert all(ours >= theirs for size in batches for ours, theirs in zip(rounded[size], size, strict=True))
    assert all(rounded[size].total <= max(192, 2 * size.longest, 1.25 * size.total) for size in batches)
    assert len(set(rounded.values())) < len(batches) / 100


def test_a_size_of_the_grid_is_its_own_rounding() -> None:
    for size in graph_sizes(16):
        assert size.rounded() == size


def test_a_graph_that_is_far_too_large_is_not_used() -> None:
    assert best_size([EncodeSize(1, 128)], EncodeSize(1, 60))
    assert not best_size([EncodeSize(1, 192)], EncodeSize(1, 60))
    assert not best_size([DecodeSize(1024, 1024, 1)], DecodeSize(300, 300, 1))
    assert not best_size([DecodeSize(384, 192, 2)], DecodeSize(300, 100, 3))


def test_what_matters_most_is_captured_first() -> None:
    """Graphs that hold any batch, then single rows, then doublings, then the steps between."""
    sizes = graph_sizes(16)
    begin = sizes[: sizes.index(next(size for size in sizes if size.rows == 1))]
    assert {size.rows for size in begin} == {16}
    assert DecodeSize(MAX_TOTAL, 768, 16) == begin[0]
    single = [i for i, size in enumerate(sizes) if size.rows == 1]
    assert single == list(range(len(begin), len(begin) + len(single)))
    rest = sizes[len(begin) + len(single) :]
    coarse = [size.positions & (size.positions - 1) == 0 for size in rest]
    assert coarse == sorted(coarse, reverse=True)


def test_within_each_part_the_largest_come_first() -> None:
    sizes = [size for size in graph_sizes(16) if isinstance(size, DecodeSize)]
    single = [size.total for size in sizes if size.rows == 1]
    assert single == sorted(single, reverse=True)
    assert all(size.total <= sizes[0].total for size in sizes)
