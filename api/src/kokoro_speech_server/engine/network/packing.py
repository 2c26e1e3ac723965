"""Packed sequences: rows of different lengths end to end on one time axis, each computed as if it were the only one.

Padding every row to the longest wastes a third to a half of the work, and the tensors' shapes differ with every
mixture of lengths. Packed rows waste next to nothing, and the shapes depend on the total length only.

A convolution must read zeros beyond a row's end, as it does where the row is the only one, and statistics over time
must cover one row each. GAP frames of zeros therefore separate two rows, which is further than any convolution of the
model reaches: 25 positions, at a resolution of 20 positions per frame.
"""

from collections.abc import Sequence
from functools import cached_property

import torch
import torch.nn.functional as F

GAP = 2
"""Frames of zeros between two rows."""

STEPS_PER_FRAME = 2
"""Values of F0 and of energy per frame."""

BINS_PER_FRAME = 120
"""Short-time spectra per frame, each of which yields 5 samples."""


class PackedFrames:
    """The frames of packed rows. Tensors hold what is specific to the rows, so that a CUDA graph serves any rows.

    starts, lengths: int64 [rows], in frames; an absent row has length 0 and starts beyond `total`
    longest:         upper bound of the rows' frames
    total:           frames of the time axis, which may extend beyond the last row
    single_row:      whether one row fills the time axis, so that nothing needs masking
    """

    def __init__(
        self,
        starts: torch.Tensor,
        lengths: torch.Tensor,
        *,
        longest: int,
        total: int,
        single_row: bool = False,
    ) -> None:
        self.starts = starts
        self.lengths = lengths
        self.longest = longest
        self.total = total
        self.single_row = single_row
        self._positions: dict[tuple[int, torch.dtype, int], PackedPositions] = {}

    @classmethod
    def of(cls, frames: Sequence[int], *, device: torch.device, masked: bool = True) -> "PackedFrames":
        """Rows with these numbers of frames, each at least 1, and nothing after the last.

        masked: False: a single row is computed without masks, which rounds slightly differently
        """
        starts = row_starts(frames)
        return cls(
            torch.tensor(starts, device=device),
            torch.tensor(frames, device=device),
            longest=max(frames),
            total=starts[-1] + frames[-1],
            single_row=not masked and len(frames) == 1,
        )

    def positions(self, per_frame: int, dtype: torch.dtype, *, extra: int = 0) -> "PackedPositions":
        """The time axis with `per_frame` positions per frame and `extra` more at the end of each row."""
        key = (per_frame, dtype, extra)
        if key not in self._positions:
            self._positions[key] = PackedPositions(self, per_frame, dtype, extra)
        return self._positions[key]


def row_starts(frames: Sequence[int]) -> list[int]:
    """The frame at which each row starts, given the rows' numbers of frames."""
    starts = [0]
    for count in frames[:-1]:
        starts.append(starts[-1] + count + GAP)
    return starts


class PackedPositions:
    """The time axis at one resolution. Packed tensors have shape [1, channels, size].

    single_row: whether one row fills the time axis, so that nothing needs masking
    """

    def __init__(self, packed: PackedFrames, per_frame: int, dtype: torch.dtype, extra: int) -> None:
        self.single_row = packed.single_row
        self.size = packed.total * per_frame + extra
        self.starts = packed.starts * per_frame
        self.lengths = packed.lengths * per_frame + extra
        self._longest = packed.longest * per_frame + extra
        self._per_frame = per_frame
        self._dtype = dtype

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
    def mask(self) -> torch.Tensor:
        """[1, 1, size]: 1 inside the rows, 0 in the gaps."""
        return self.inside.to(self._dtype)[None, None]

    @cached_property
    def _indices(self) -> torch.Tensor:
        return torch.arange(self.size, device=self.starts.device)

    def mask_gaps(self, x: torch.Tensor) -> torch.Tensor:
        """x with zeros in the gaps."""
        return x if self.single_row else x * self.mask

    def pack(self, padded: torch.Tensor) -> torch.Tensor:
        """Padded rows, [rows, channels, longest] -> [1, channels, size]."""
        if self.single_row:
            return padded
        offset = self.offset.clamp(max=padded.shape[-1] - 1)
        return self.mask_gaps(padded[self.row, :, offset].T[None])

    def unpack(self, x: torch.Tensor) -> torch.Tensor:
        """The inverse of `pack`: [1, channels, size] -> [rows, channels, longest], zero after a row's end."""
        if self.single_row:
            return x
        offset = torch.arange(self._longest, device=x.device)
        inside = offset < self.lengths[:, None]
        index = (self.starts[:, None] + offset).clamp(max=self.size - 1)
        return x[0][:, index].transpose(0, 1) * inside[:, None]

    def normalize(
        self, x: torch.Tensor, scale: torch.Tensor, shift: torch.Tensor, eps: float
    ) -> torch.Tensor:
        """Normalize each channel of each row to mean 0 and variance 1, then scale and shift; zeros in the gaps.

        scale, shift: [rows, channels]
        """
        if self.single_row:
            return F.instance_norm(x, weight=scale[0], bias=shift[0], eps=eps)
        mean = self._mean(x * self.mask)
        centred = (x - mean[:, self.row].to(x.dtype)) * self.mask
        variance = self._mean(centred * centred)
        factor = scale.T * torch.rsqrt(variance + eps).to(x.dtype)
        return (centred * factor[:, self.row] + shift.T[:, self.row]) * self.mask

    def _mean(self, x: torch.Tensor) -> torch.Tensor:
        """float64 [channels, rows]: the mean of each row of x, [1, channels, size], which is zero in the gaps.

        The last bits of a sum depend on the order of its terms. The positions within a frame are summed in x's own
        precision, always in the same order. The sums of the frames are added in float64, whose rounding errors do not
        reach the bits that remain. The mean is therefore batch-invariant.
        """
        frames = F.pad(x[0], (0, -self.size % self._per_frame))
        sums = frames.view(len(frames), -1, self._per_frame).sum(-1)
        return torch.div(sums.double() @ self._frame_rows, self.lengths)

    @cached_property
    def _frame_rows(self) -> torch.Tensor:
        """float64 [frames, rows]: 1 where the frame belongs to the row."""
        rows = torch.arange(len(self.starts), device=self.starts.device)
        return (self.row[:: self._per_frame, None] == rows).double()
