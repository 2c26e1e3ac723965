"""From a style to the scales and shifts of all AdaIN layers, in one matrix product instead of dozens of small ones."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import torch

from kokoro_speech_server.engine.kokoro_library import AdaIN1d


class StyleTable(torch.nn.Module):
    """The linear layers and weights of several AdaIN layers, one after the other.

    dtype: in which styles become scales and shifts; in float64, a row gets the same ones to the bit in any batch
    """

    def __init__(self, norms: Iterable[AdaIN1d], dtype: torch.dtype) -> None:
        super().__init__()
        self._norms = list(norms)
        self._registered = torch.nn.ModuleList(self._norms)
        self._dtype = dtype
        self._slices: dict[AdaIN1d, slice] = {}
        begin = 0
        for norm in self._norms:
            end = begin + norm.norm.num_features
            self._slices[norm] = slice(begin, end)
            begin = end

    def forward(self, style: torch.Tensor) -> "LayerStyles":
        """style: [rows, 128]"""
        weight, bias, norm_weight, norm_bias = self._joined
        gamma, beta = torch.addmm(bias, style.to(self._dtype), weight).chunk(2, 1)
        gamma = gamma + 1
        return LayerStyles(gamma * norm_weight, torch.addcmul(beta, gamma, norm_bias), self._slices)

    @cached_property
    def _joined(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """The layers' weight [128, 2 * channels] and bias, first of all gammas, and the norms' weights and biases.

        Made when they are first needed: a network that is only kept for a failure shares the library's weights.
        """
        layers = [norm.fc for norm in self._norms]

        def joined(parts: Iterable[torch.Tensor]) -> torch.Tensor:
            gammas, betas = zip(*(part.detach().chunk(2) for part in parts), strict=True)
            return torch.cat([*gammas, *betas]).to(self._dtype)

        norms = [norm.norm for norm in self._norms]
        return (
            joined(layer.weight for layer in layers).T,
            joined(layer.bias for layer in layers),
            torch.cat([norm.weight.detach() for norm in norms]).to(self._dtype),
            torch.cat([norm.bias.detach() for norm in norms]).to(self._dtype),
        )


class LayerScalings(NamedTuple):
    """Final scales and shifts of all layers for the rows of one pass, each [rows, channels of all layers].

    They hold for any input, unlike those of LayerStyles, which its mean and variance belong to.
    """

    scales: torch.Tensor
    shifts: torch.Tensor
    slices: Mapping[AdaIN1d, slice]

    def of(self, norm: AdaIN1d) -> tuple[torch.Tensor, torch.Tensor]:
        """The scales and shifts of one layer, [rows, channels]."""
        part = self.slices[norm]
        return self.scales[:, part], self.shifts[:, part]


class LayerStyles(NamedTuple):
    """Scales and shifts of all layers for the rows of one pass, each [rows, channels of all layers]."""

    scales: torch.Tensor
    shifts: torch.Tensor
    slices: Mapping[AdaIN1d, slice]

    def to(self, dtype: torch.dtype) -> "LayerStyles":
        return LayerStyles(self.scales.to(dtype), self.shifts.to(dtype), self.slices)

    def row(self, number: int) -> "LayerStyles":
        """Those of one row, [1, channels of all layers]."""
        return self._replace(scales=self.scales[number : number + 1], shifts=self.shifts[number : number + 1])

    def of(
        self, norm: AdaIN1d, mean: torch.Tensor, variance: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Normalization and AdaIN (Huang and Belongie, 2017) combined into one scale and one shift, [rows, channels].

        mean, variance: of the layer's input, [rows, channels]
        """
        part = self.slices[norm]
        scale = self.scales[:, part] * torch.rsqrt(variance + norm.norm.eps)
        return scale, torch.addcmul(self.shifts[:, part], mean, scale, value=-1)

    def scalings(self, norms: Sequence[AdaIN1d], mean: torch.Tensor, variance: torch.Tensor) -> LayerScalings:
        """Those of several layers whose inputs have a known mean and variance, [rows, channels of these layers]."""
        parts = [self.slices[norm] for norm in norms]
        scales, shifts = (torch.cat([values[:, part] for part in parts], 1) for values in self[:2])
        slices, begin = {}, 0
        for norm, part in zip(norms, parts, strict=True):
            slices[norm] = slice(begin, begin := begin + part.stop - part.start)
        scales = scales * torch.rsqrt(variance + norms[0].norm.eps)
        return LayerScalings(scales, torch.addcmul(shifts, mean, scales, value=-1), slices)
