"""The model's text encoder on padded rows: phoneme tokens to the features from which the vocoder synthesizes them."""

from typing import cast

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.kokoro_library import TextEncoder as KokoroTextEncoder
from kokoro_speech_server.engine.network.prosody import PaddedLSTM, PaddedTokens


class TextEncoder(torch.nn.Module):
    """The text encoder, each row computed as if it were the only one. Takes over the library's modules.

    packed: whether several rows may share a pass
    dtype:  of the computation. Where batches must be equal to the bit it is float64, since the vocoder's half precision
            could round values differently if their last bits differed.
    """

    def __init__(self, encoder: KokoroTextEncoder, *, packed: bool, dtype: torch.dtype) -> None:
        super().__init__()
        self._dtype = encoder.embedding.weight.dtype
        encoder = encoder.to(dtype)
        self._embedding = encoder.embedding
        self._blocks = encoder.cnn
        self._reach = self._blocks[0][0].padding[0]
        self._lstm = PaddedLSTM(encoder.lstm, accepts_padding=packed)

    def forward(self, tokens: PaddedTokens) -> torch.Tensor:
        """[rows, tokens, 512], in the dtype of the library's weights; undefined at padding."""
        inside = tokens.inside
        x = self._embedding(tokens.ids)
        padded = x.new_zeros(len(x), x.shape[1] + 2 * self._reach, x.shape[2])
        within = padded[:, self._reach : -self._reach]
        for convolution, norm, activation, _ in self._blocks:
            _copy_inside(x, inside, within)
            windows = padded.unfold(1, convolution.kernel_size[0], 1).flatten(2)
            x = F.linear(windows, convolution.weight.flatten(1), convolution.bias)
            x = F.layer_norm(x, x.shape[2:], norm.gamma, norm.beta, norm.eps)
            x = F.leaky_relu_(x, activation.negative_slope)
        wide, channels = self._lstm.new_input(x, inside)
        _copy_inside(x, inside, channels)
        return cast(torch.Tensor, self._lstm(wide)).to(self._dtype)


def _copy_inside(x: torch.Tensor, inside: torch.Tensor | None, target: torch.Tensor) -> None:
    """x, target: [rows, tokens, channels]; the target gets zeros at padding."""
    if inside is None:
        target.copy_(x)
    else:
        torch.mul(x, inside[..., None], out=target)
