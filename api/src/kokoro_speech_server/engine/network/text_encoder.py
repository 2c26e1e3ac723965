"""Phoneme tokens to what is to be heard of each: the model's text encoder, on padded rows."""

from typing import cast

import torch
from kokoro.modules import TextEncoder

from kokoro_speech_server.engine.network.prosody import RowLSTM, Tokens


class Content(torch.nn.Module):
    """The text encoder, each row as if alone. Takes its modules.

    batched: whether rows share batches: then it is reckoned in float64, since a last bit that differs may round
             otherwise in the vocoder's half precision
    """

    def __init__(self, encoder: TextEncoder, *, batched: bool) -> None:
        super().__init__()
        self._dtype = encoder.embedding.weight.dtype
        if batched:
            encoder = encoder.double()
        self._embedding = encoder.embedding
        self._blocks = encoder.cnn
        self._lstm = RowLSTM(encoder.lstm, batched=batched)

    def forward(self, tokens: Tokens) -> torch.Tensor:
        """[rows, 512, tokens], in the dtype of the encoder's weights; behind a row's end anything."""
        inside = tokens.inside

        def keep(x: torch.Tensor) -> torch.Tensor:
            return x if inside is None else x * inside[:, None].to(x.dtype)

        x = keep(self._embedding(tokens.ids).transpose(1, 2))
        for block in self._blocks:
            x = keep(block(x))
        heard = cast(torch.Tensor, self._lstm(x.transpose(1, 2), inside))
        return heard.transpose(1, 2).to(self._dtype)
