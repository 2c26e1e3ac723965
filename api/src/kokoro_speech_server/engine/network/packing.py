"""Rows of different lengths, end to end on one time axis: what keeps each of them as it would be alone.

Padding every row to the longest wastes a third to a half of the work, and each mixture has a shape of its own. Laid
end to end the rows waste next to nothing, and the shape is that of the whole axis alone.

What a convolution reads beyond a row's end must be zero, as it is where a row ends alone, and statistics over time
must be of one row each. Between two rows lie GAP frames of zeros: more than any convolution of the model reaches
(25 positions, of which a frame has 20 where that one works).
"""

from collections.abc import Sequence
from functools import cached_property

import torch
import torch.nn.functional as F

GAP = 2
"""Frames between two rows."""

STEPS_PER_FRAME = 2
"""Values of pitch and energy in a frame."""

BINS_PER_FRAME = 120
"""Spectra in a frame: each makes 5 samples."""


class Layout:
    """Where each row's frames lie. Of the rows themselves only tensors tell, so that a pass can be recorded for others.

    starts, lengths: int64 [rows], in frames; a row that is nowhere has length 0 and starts beyond `total`
    longest, total:  frames that no row exceeds, and those of the axis, which may have some behind its last row
    alone:           whether one row fills the axis, and there is nothing to be kept apart
    """

    def __init__(
        self, starts: torch.Tensor, lengths: torch.Tensor, *, longest: int, total: int, alone: bool = False
    ) -> None:
        self.starts = starts
        self.lengths = lengths
        self.longest = longest
        self.total = total
        self.alone = alone
        self._axes: dict[tuple[int, torch.dtype, int], Axis] = {}

    @classmethod
    def of(cls, frames: Sequence[int], *, device: torch.device, masked: bool = True) -> "Layout":
        """Rows of so many frames, each at least 1, and nothing behind them.

        masked: False: a row that fills the axis is reckoned without masks, whose roundings are a little different
        """
        starts = row_starts(frames)
        return cls(
            torch.tensor(starts, device=device),
            torch.tensor(frames, device=device),
            longest=max(frames),
            total=starts[-1] + frames[-1],
            alone=not masked and len(frames) == 1,
        )

    def axis(self, per_frame: int, dtype: torch.dtype, *, extra: int = 0) -> "Axis":
        """The axis with `per_frame` positions to a frame and `extra` ones at each row's end."""
        key = (per_frame, dtype, extra)
        if key not in self._axes:
            self._axes[key] = Axis(self, per_frame, dtype, extra)
        return self._axes[key]


def row_starts(frames: Sequence[int]) -> list[int]:
    """The frame at which each row of so many frames starts."""
    starts = [0]
    for count in frames[:-1]:
        starts.append(starts[-1] + count + GAP)
    return starts


class Axis:
    """The time axis at one resolution; tensors on it are [1, channels, size].

    alone: whether one row fills it, and there is nothing to be masked
    """

    def __init__(self, layout: Layout, per_frame: int, dtype: torch.dtype, extra: int) -> None:
        self.alone = layout.alone
        self.size = layout.total * per_frame + extra
        self.starts = layout.starts * per_frame
        self.lengths = layout.lengths * per_frame + extra
        self._longest = layout.longest * per_frame + extra
        self._per_frame = per_frame
        self._dtype = dtype

    @cached_property
    def row(self) -> torch.Tensor:
        """int64 [size]: whose each position is; a gap is the row's in front of it."""
        return torch.searchsorted(self.starts, self._positions, right=True) - 1

    @cached_property
    def offset(self) -> torch.Tensor:
        """int64 [size]: how far each position is from its row's start."""
        return self._positions - self.starts[self.row]

    @cached_property
    def inside(self) -> torch.Tensor:
        """bool [size]: False in the gaps and behind the last row."""
        return self.offset < self.lengths[self.row]

    @cached_property
    def mask(self) -> torch.Tensor:
        """[1, 1, size]: 1 inside, 0 in the gaps."""
        return self.inside.to(self._dtype)[None, None]

    @cached_property
    def _positions(self) -> torch.Tensor:
        return torch.arange(self.size, device=self.starts.device)

    def keep(self, x: torch.Tensor) -> torch.Tensor:
        """x with zeros in the gaps."""
        return x if self.alone else x * self.mask

    def lay(self, rows: torch.Tensor) -> torch.Tensor:
        """Padded rows, [rows, channels, longest], on the axis."""
        if self.alone:
            return rows
        offset = self.offset.clamp(max=rows.shape[-1] - 1)
        return self.keep(rows[self.row, :, offset].T[None])

    def rows(self, x: torch.Tensor) -> torch.Tensor:
        """What `lay` laid there: [rows, channels, longest], zero behind a row's end."""
        if self.alone:
            return x
        offset = torch.arange(self._longest, device=x.device)
        inside = offset < self.lengths[:, None]
        place = (self.starts[:, None] + offset).clamp(max=self.size - 1)
        return x[0][:, place].transpose(0, 1) * inside[:, None]

    def normalize(
        self, x: torch.Tensor, scale: torch.Tensor, shift: torch.Tensor, eps: float
    ) -> torch.Tensor:
        """Each row's channels brought to mean 0 and variance 1, then scaled and shifted; zeros in the gaps.

        scale, shift: [rows, channels]
        """
        if self.alone:
            return F.instance_norm(x, weight=scale[0], bias=shift[0], eps=eps)
        mean = self._mean(x * self.mask)
        centred = (x - mean[:, self.row].to(x.dtype)) * self.mask
        variance = self._mean(centred * centred)
        factor = scale.T * torch.rsqrt(variance + eps).to(x.dtype)
        return (centred * factor[:, self.row] + shift.T[:, self.row]) * self.mask

    def _mean(self, x: torch.Tensor) -> torch.Tensor:
        """float64 [channels, rows]: the mean over each row of x, [1, channels, size], which is zero in the gaps.

        A sum's last bits depend on the order in which it is made. The positions of a frame are added up by
        themselves, always in the same order; the frames' sums are added in float64, whose errors do not reach the
        bits that are kept. So a row's mean does not depend on its company.
        """
        frames = F.pad(x[0], (0, -self.size % self._per_frame))
        sums = frames.view(len(frames), -1, self._per_frame).sum(-1)
        return torch.div(sums.double() @ self._frame_rows, self.lengths)

    @cached_property
    def _frame_rows(self) -> torch.Tensor:
        """float64 [frames, rows]: 1 where the frame is the row's."""
        rows = torch.arange(len(self.starts), device=self.starts.device)
        return (self.row[:: self._per_frame, None] == rows).double()
