"""The model's text encoder on padded rows: phoneme tokens to the features from which the vocoder synthesizes them."""

from typing import cast

import torch

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
        self._lstm = PaddedLSTM(encoder.lstm, accepts_padding=packed)

    def forward(self, tokens: PaddedTokens) -> torch.Tensor:
        """[rows, tokens, 512], in the dtype of the library's weights; undefined at padding."""
        inside = tokens.inside

        def mask_padding(x: torch.Tensor) -> torch.Tensor:
            return x if inside is None else x * inside[:, None].to(x.dtype)

        x = mask_padding(self._embedding(tokens.ids).transpose(1, 2))
        for block in self._blocks:
            x = mask_padding(block(x))
        encoded = cast(torch.Tensor, self._lstm(x.transpose(1, 2), inside))
        return encoded.to(self._dtype)
