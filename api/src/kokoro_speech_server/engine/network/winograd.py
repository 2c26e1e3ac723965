"""Transforms the taps of convolutions for winograd.c, which explains the method."""

import torch
import torch.nn.functional as F

LANES = 16
"""Outputs that are computed together. Inputs and outputs have to be multiples of it."""

_GROUP = 4
"""Taps that are transformed together."""

_POINTS = (
    (1 / 2, 0, 0, 0),
    (1 / 6, 1 / 6, 1 / 6, 1 / 6),
    (1 / 18, -1 / 18, 1 / 18, -1 / 18),
    (8 / 9, 4 / 9, 2 / 9, 1 / 9),
    (8 / 15, -4 / 15, 2 / 15, -1 / 15),
    (1 / 90, 2 / 90, 4 / 90, 8 / 90),
    (0, 0, 0, 1 / 4),
)
"""What each tap of a group adds to the polynomial's value at 0, 1, -1, 1/2, -1/2, 2 and infinity. The denominators that
the transform of inputs would have are in it."""


def transformed(weight: torch.Tensor) -> torch.Tensor:
    """[out, in, taps] -> float32 [points, out / 16, groups, in, 16]"""
    outputs, inputs, taps = weight.shape
    groups = -(-taps // _GROUP)
    grouped = F.pad(weight.double(), (0, groups * _GROUP - taps)).view(outputs, inputs, groups, _GROUP)
    points = torch.einsum("pt,oigt->pogi", torch.tensor(_POINTS, dtype=torch.float64), grouped)
    split = points.view(len(_POINTS), outputs // LANES, LANES, groups, inputs)
    return split.permute(0, 1, 3, 4, 2).float().contiguous()


def is_transformed(weight: torch.Tensor) -> bool:
    """Whether a weight is from `transformed`; no other one has as many dimensions."""
    return weight.dim() == 5
