"""Packed sequences: rows of different lengths end to end on one time axis, each computed as if it were the only one.

Padding every row to the longest wastes a third to a half of the work, and the tensors' shapes differ with every
mixture of lengths. Packed rows waste next to nothing, and the shapes depend on the total length only.

A convolution must read zeros beyond a row's end, as it does where the row is the only one, and statistics over time
must cover one row each. GAP frames of zeros therefore separate two rows, which is further than any convolution of the
model reaches: 25 positions, at a resolution of 20 positions per frame.
"""

import weakref
from collections.abc import Sequence
from functools import cached_property

import torch
import torch.nn.functional as F

GAP = 2
"""Frames of zeros between two rows."""

STEPS_PER_FRAME = 2
"""Values of F0 and of energy per frame."""

STAGE_POSITIONS_PER_FRAME = 20
"""Positions per frame between the generator's two stages."""

BINS_PER_FRAME = 120
"""Short-time spectra per frame, each of which yields 5 samples."""

_EPSILON = 1e-5
"""Keeps the variance of a constant channel away from zero while statistics are computed."""


class PackedFrames:
    """The frames of packed rows. Tensors hold what is specific to the rows, so that a CUDA graph serves any rows.

    starts, lengths: int64 [rows], in frames; an absent row has length 0 and starts beyond `total`
    longest:         upper bound of the rows' frames
    total:           frames of the time axis, which may extend beyond the last row
    sum_dtype:       of sums over the frames of a row
    single_row:      whether one row fills the time axis, so that nothing needs masking
    row_by_row:      whether operations go through the rows one by one, which is best on a CPU: its operations take
                     longer than their call, and it need not be waited for
    """

    def __init__(
        self,
        starts: torch.Tensor,
        lengths: torch.Tensor,
        *,
        longest: int,
        total: int,
        sum_dtype: torch.dtype,
        single_row: bool = False,
        row_by_row: bool = False,
    ) -> None:
        self.starts = starts
        self.lengths = lengths
        self.longest = longest
        self.total = total
        self.sum_dtype = sum_dtype
        self.single_row = single_row
        self.row_by_row = row_by_row
        self._positions: dict[tuple[int, int], PackedPositions] = {}

    @classmethod
    def of(
        cls,
        frames: Sequence[int],
        *,
        device: torch.device,
        masked: bool,
        sum_dtype: torch.dtype,
        row_by_row: bool = False,
    ) -> "PackedFrames":
        """Rows with these numbers of frames, each at least 1, and nothing after the last.

        masked: False: a single row is computed without masks, which rounds slightly differently
        """
        starts = row_starts(frames)
        return cls(
            torch.tensor(starts, device=device),
            torch.tensor(frames, device=device),
            longest=max(frames),
            total=starts[-1] + frames[-1],
            sum_dtype=sum_dtype,
            single_row=not masked and len(frames) == 1,
            row_by_row=row_by_row,
        )

    def positions(self, per_frame: int, *, extra: int = 0) -> "PackedPositions":
        """The time axis with `per_frame` positions per frame and `extra` (0 or 1) more at the end of each row."""
        key = (per_frame, extra)
        if key not in self._positions:
            self._positions[key] = PackedPositions(self, per_frame, extra)
        return self._positions[key]

    @property
    def row(self) -> torch.Tensor:
        """int64 [total]: the row of each frame; a gap belongs to the row before it."""
        return self.positions(1).row

    @cached_property
    def frame_rows(self) -> torch.Tensor:
        """int32 [total + 1]: the same for fused kernels, which also need the frame after the last one."""
        frames = torch.arange(self.total + 1, device=self.starts.device)
        return torch.searchsorted(self.starts, frames, out_int32=True, right=True) - 1

    @cached_property
    def row_or_gap(self) -> torch.Tensor:
        """int64 [total]: the row of each frame, or the number of rows in the gaps."""
        return torch.where(self.positions(1).inside, self.row, len(self.starts))

    @cached_property
    def members(self) -> torch.Tensor:
        """[total, rows], in `sum_dtype`: 1 where the frame belongs to the row."""
        rows = torch.arange(len(self.starts), device=self.starts.device)
        return (self.row_or_gap[:, None] == rows).to(self.sum_dtype)


def row_starts(frames: Sequence[int]) -> list[int]:
    """The frame at which each row starts, given the rows' numbers of frames."""
    starts = [0]
    for count in frames[:-1]:
        starts.append(starts[-1] + count + GAP)
    return starts


class PackedPositions:
    """The time axis at one resolution, for as long as its frames exist. Packed tensors have shape [size, channels].

    packed:     the frames of the rows
    per_frame:  positions per frame
    extra:      positions, 0 or 1, that each row has besides
    single_row: whether one row fills the time axis, so that nothing needs masking
    """

    def __init__(self, packed: PackedFrames, per_frame: int, extra: int) -> None:
        self.single_row = packed.single_row
        self.size = packed.total * per_frame + extra
        self.starts = packed.starts * per_frame
        self.lengths = packed.lengths * per_frame + extra
        self._longest = packed.longest * per_frame + extra
        # A cycle of references would keep the tensors until a garbage collection, also in the memory of CUDA graphs.
        self.packed: PackedFrames = weakref.proxy(packed)
        self.per_frame = per_frame
        self.extra = extra

    @cached_property
    def rows(self) -> list[slice]:
        """The positions of each row. Waits for the device."""
        if self.single_row:
            return [slice(0, self.size)]
        return [
            slice(start, start + length)
            for start, length in zip(self.starts.tolist(), self.lengths.tolist(), strict=True)
        ]

    @cached_property
    def row(self) -> torch.Tensor:
        """int64 [size]: the row of each position; a gap belongs to the row before it."""
        return torch.searchsorted(self.starts, self._indices, right=True) - 1

    @cached_property
    def offset(self) -> torch.Tensor:
        """int64 [size]: the distance of each position from the start of its row."""
        return self._indices - self.starts[self.row]

    @cached_property
    def inside(self) -> torch.Tensor:
        """bool [size]: False in the gaps and after the last row."""
        return self.offset < self.lengths[self.row]

    @cached_property
    def _indices(self) -> torch.Tensor:
        return torch.arange(self.size, device=self.starts.device)

    @cached_property
    def _last(self) -> torch.Tensor:
        """int64 [rows]: each row's last position if a row has one more than its frames; `size` for absent rows."""
        return (self.starts + self.lengths - 1).clamp(max=self.size)

    def mask_gaps(self, x: torch.Tensor) -> torch.Tensor:
        """x with zeros in the gaps, whatever is there."""
        return x if self.single_row else torch.where(self.inside[:, None], x, 0)

    def pack(self, padded: torch.Tensor) -> torch.Tensor:
        """Padded rows, [rows, longest, channels] -> [size, channels]."""
        if self.single_row:
            return padded[0]
        offset = self.offset.clamp(max=padded.shape[1] - 1)
        return self.mask_gaps(padded[self.row, offset])

    def join(self, rows: Sequence[torch.Tensor]) -> torch.Tensor:
        """Rows of their lengths, each [length, channels] -> [size, channels], zero in the gaps."""
        if self.single_row:
            return rows[0]
        result = rows[0].new_zeros(self.size, rows[0].shape[1])
        for place, row in zip(self.rows, rows, strict=True):
            result[place] = row
        return result

    def unpack(self, x: torch.Tensor) -> torch.Tensor:
        """The inverse of `pack`: [size, channels] -> [rows, longest, channels], zero after a row's end."""
        if self.single_row:
            return x[None]
        offset = torch.arange(self._longest, device=x.device)
        inside = offset < self.lengths[:, None]
        index = (self.starts[:, None] + offset).clamp(max=self.size - 1)
        return torch.where(inside[..., None], x[index], 0)

    def reflect(self, x: torch.Tensor) -> torch.Tensor:
        """Values of the axis without `extra` -> [size, channels]: each row is preceded by its second position."""
        if self.single_row:
            return torch.cat([x[1:2], x])
        return x.index_select(0, torch.where(self.offset == 0, self._indices + 1, self._indices - 1))

    def mean_and_variance(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Of each row over time, each [rows, channels] in `sum_dtype`; what is in the gaps does not matter.

        The statistics of frames are combined into those of rows (Chan, Golub and LeVeque, 1979). The last bits of a sum
        depend on the order of its terms. Within a frame the order is always the same. If frames are added up in
        float64, rounding errors do not reach the bits that remain, and the statistics are batch-invariant.
        """
        if self.single_row or self.packed.row_by_row:
            statistics = [_mean_and_variance(x[row]) for row in self.rows]
            return torch.stack([mean for mean, _ in statistics]), torch.stack([one for _, one in statistics])
        frames = x[: self.size - self.extra].view(-1, self.per_frame, x.shape[1])
        variances, means = (
            statistic.to(self.packed.sum_dtype) for statistic in torch.var_mean(frames, 1, correction=0)
        )
        members = self.packed.members
        lengths = self.lengths[:, None]
        sums = members.T @ means * self.per_frame
        if self.extra:
            last = x[self._last.clamp(max=self.size - 1)].to(sums.dtype)
            sums += last
        mean = sums / lengths
        deviations = means - mean[self.packed.row]
        squares = members.T @ torch.addcmul(variances, deviations, deviations) * self.per_frame
        if self.extra:
            squares += (last - mean).square()
        return mean, squares / lengths

    def scale_and_shift(self, x: torch.Tensor, scale: torch.Tensor, shift: torch.Tensor) -> torch.Tensor:
        """x times the scale of its row plus the shift, in the dtype of float32 or more; zeros in the gaps.

        scale, shift: [rows, channels]
        """
        scale, shift = scale.to(x.dtype), shift.to(x.dtype)
        if self.single_row:
            return torch.addcmul(shift, x, scale)
        if self.packed.row_by_row:
            result = torch.zeros_like(x)
            for number, row in enumerate(self.rows):
                torch.addcmul(shift[number], x[row], scale[number], out=result[row])
            return result
        index = self.packed.row_or_gap
        # A row of zeros for the gaps.
        scales, shifts = (F.pad(values, (0, 0, 0, 1))[index][:, None] for values in (scale, shift))
        result = x.new_empty(self.size + 1, x.shape[1])  # the last position is for absent rows
        whole = self.size - self.extra
        shape = (-1, self.per_frame, x.shape[1])
        torch.addcmul(shifts, x[:whole].view(shape), scales, out=result[:whole].view(shape))
        if self.extra:
            result[whole:] = 0
            last = x[self._last.clamp(max=self.size - 1)]
            result.index_copy_(0, self._last, torch.addcmul(shift, last, scale))
        return result[: self.size]


def _mean_and_variance(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Over time, [time, channels] -> [channels] each. On a CPU, eight times as fast as `var_mean`."""
    _, mean, factor = torch.native_batch_norm(x, None, None, None, None, True, 0.0, _EPSILON)
    return mean, factor.square().reciprocal() - _EPSILON  # the normalized values are not needed
