"""The sizes of batches on a GPU: those that have CUDA graphs, and the grid to which all others are rounded up.

A size has three numbers. Tokens and frames are rounded to a few steps in each doubling, so that the convolutions, for
which cuDNN keeps a plan per shape, have the same shapes again and again. Rows are rounded to the next power of two, so
that two callers don't pay for sixteen. Rows beyond the batch are absent, and masks exclude them.

With a capacity of 16 there are 137 graphs:

- 17 of single rows' second stage, four in each doubling up to 25.6 s of audio: a caller alone waits for nothing else.
- 77 of batches' second stage, for which the frames of all rows count, since they lie end to end. Most of a pass's work
  grows with them. From 8 rows on, where throughput counts, there are four in each doubling, otherwise two. The longest
  row matters less: it bounds a recurrence (5 µs a step) and the harmonic source. So there are three, for first chunks,
  ordinary and long ones. Sizes that no batch has are left out: rows have 32 frames or more on average.
- 43 of the first stage, two in each doubling of the tokens. A token has more than two frames on average, so even a
  batch that is three quarters padding has fewer than 2 * MAX_TOTAL positions.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from kokoro_speech_server.engine.network.packing import row_starts

MAX_TOKENS = 512
"""The model's context length."""

MAX_TOTAL = 2048
"""Frames of the largest batch with a graph: 51 s of audio, which is what the scheduler gives to an engine that
synthesizes 1,100 seconds per second."""

_MAX_SINGLE_ROW = 1024
"""Frames of the largest graph for a single row."""

_FIRST_TOKENS, _FIRST_TOTAL = 32, 64
"""The smallest steps of the grid."""

_LONGEST = (192, 384, 768)
"""Frames of a batch's longest row."""

_MIN_ROW = 32
"""Frames per row, on average, of a batch that deserves a graph: 0.8 s with the silence around a word."""

_FULL_ROWS = 8
"""Rows from which a batch is one of a busy server."""

_MAX_EXCESS = 2
"""How many times the work of its size a batch may take on in a larger graph, rather than launch its kernels."""


class EncodeSize(NamedTuple):
    """Size of the first stage: rows, and tokens of the longest."""

    rows: int
    tokens: int

    @property
    def positions(self) -> int:
        """What the work is proportional to."""
        return self.rows * self.tokens

    def holds(self, batch: "EncodeSize") -> bool:
        return self.rows >= batch.rows and self.tokens >= batch.tokens

    def rounded(self) -> "EncodeSize":
        """The smallest size of the grid that is not smaller."""
        return EncodeSize(_next_step(self.rows, 1, 1), _next_step(self.tokens, _FIRST_TOKENS, 2))


class DecodeSize(NamedTuple):
    """Size of the second stage: frames of all rows with the gaps between them, frames of the longest row, rows."""

    total: int
    longest: int
    rows: int

    @property
    def positions(self) -> int:
        """What the work is proportional to."""
        return self.total

    @property
    def tokens(self) -> int:
        """Tokens of the longest row at most, since a token has at least one frame."""
        return min(self.longest, MAX_TOKENS)

    @classmethod
    def of(cls, frames: Sequence[int]) -> "DecodeSize":
        """Of rows with these numbers of frames, from the start of the first row to the end of the last."""
        return cls(row_starts(frames)[-1] + frames[-1], max(frames), len(frames))

    def holds(self, batch: "DecodeSize") -> bool:
        return self.total >= batch.total and self.longest >= batch.longest and self.rows >= batch.rows

    def rounded(self) -> "DecodeSize":
        """The smallest size of the grid that is not smaller."""
        if self.rows == 1:
            total = _next_step(self.total, _FIRST_TOTAL, 4)
            return DecodeSize(total, total, 1)
        longest = _next_step(self.longest, _LONGEST[0], 1)
        total = _next_step(max(self.total, longest), _FIRST_TOTAL, 4)
        return DecodeSize(total, longest, _next_step(self.rows, 1, 1))


Size = EncodeSize | DecodeSize
S = TypeVar("S", EncodeSize, DecodeSize)


def best_size(sizes: Iterable[S], batch: S) -> S | None:
    """The size with the least work that holds the batch. None if there is none, or if it is far too large."""
    limit = _MAX_EXCESS * batch.rounded().positions
    fitting = (size for size in sizes if size.positions <= limit and size.holds(batch))
    return min(fitting, key=lambda size: (size.positions, *size), default=None)


def graph_sizes(capacity: int) -> list[Size]:
    """The sizes to capture, in that order, for batches of up to `capacity` rows.

    Whenever time ends the capture, what matters most exists: first a few graphs that hold any batch, then all single
    rows, where launches dominate; then a graph per doubling for batches of fewer rows, and last the steps between. In
    each part the largest come first: those that follow use the memory that the first left free, but not vice versa.
    """

    def order(size: Size) -> tuple[int, ...]:
        is_coarse = _is_power_of_two(size.tokens if isinstance(size, EncodeSize) else size.total)
        part = 0 if is_coarse and size.rows == capacity else 1 if size.rows == 1 else 2 if is_coarse else 3
        frames = 2 * size.positions if isinstance(size, DecodeSize) else size.positions
        return (part, -frames, *(-number for number in size))

    return sorted([*_encode_sizes(capacity), *_decode_sizes(capacity)], key=order)


def _encode_sizes(capacity: int) -> Iterator[EncodeSize]:
    for rows in _row_buckets(capacity):
        for tokens in _steps(_FIRST_TOKENS, MAX_TOKENS, 2):
            if rows * tokens <= 2 * MAX_TOTAL:
                yield EncodeSize(rows, tokens)


def _decode_sizes(capacity: int) -> Iterator[DecodeSize]:
    for total in _steps(_FIRST_TOTAL, _MAX_SINGLE_ROW, 4):
        yield DecodeSize(total, total, 1)
    for rows in _row_buckets(capacity)[1:]:
        for total in _steps(_FIRST_TOTAL, MAX_TOTAL, 4 if rows >= _FULL_ROWS else 2):
            for longest in _LONGEST:
                if max(longest, rows * _MIN_ROW) <= total <= rows * longest:
                    yield DecodeSize(total, longest, rows)


def _row_buckets(capacity: int) -> list[int]:
    """1, 2, 4 and so on, and the capacity."""
    return [*(1 << i for i in range(capacity.bit_length()) if 1 << i < capacity), capacity]


def _steps(first: int, last: int, per_doubling: int) -> Iterator[int]:
    """From `first` to at least `last`, in equal steps within each doubling."""
    begin = first
    while True:
        for step in range(per_doubling):
            size = begin + begin * step // per_doubling
            yield size
            if size >= last:
                return
        begin *= 2


def _next_step(number: int, first: int, per_doubling: int) -> int:
    """The smallest step that is not below the number."""
    *_, last = _steps(first, number, per_doubling)
    return last


def _is_power_of_two(number: int) -> bool:
    return number & (number - 1) == 0
