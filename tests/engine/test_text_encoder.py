"""The text encoder with small random weights: as the library computes each row alone."""

import pytest
import torch

from kokoro_speech_server.engine.kokoro_library import TextEncoder as LibraryTextEncoder
from kokoro_speech_server.engine.network.prosody import PaddedLSTM, PaddedTokens
from kokoro_speech_server.engine.network.text_encoder import TextEncoder

_CPU = torch.device("cpu")
_ROWS = [[5, 1, 9, 2, 7, 3, 3], [4], [8, 8, 1]]


@pytest.mark.filterwarnings("ignore:.*weight_norm:FutureWarning")  # of the library
@pytest.mark.parametrize("packed", [True, False])
def test_the_text_encoder_equals_the_librarys_row_by_row(packed: bool) -> None:
    torch.manual_seed(2)
    library = LibraryTextEncoder(channels=16, kernel_size=5, depth=3, n_symbols=10).eval()
    for block in library.cnn:
        torch.nn.utils.remove_weight_norm(block[0])
        torch.nn.init.normal_(block[1].gamma)
        torch.nn.init.normal_(block[1].beta)
    expected = []
    with torch.inference_mode():
        for ids in _ROWS:
            mask = torch.zeros(1, len(ids), dtype=torch.bool)
            expected.append(library(torch.tensor([ids]), torch.tensor([len(ids)]), mask)[0].T)
        encoder = TextEncoder(library, packed=packed, dtype=torch.float32)
        batches = [_ROWS] if packed else [[ids] for ids in _ROWS]
        encoded = [row for batch in batches for row in encoder(PaddedTokens.of(batch, _CPU))]
    for row, theirs in zip(encoded, expected, strict=True):
        torch.testing.assert_close(row[: len(theirs)], theirs)


def test_an_lstm_for_single_rows_refuses_padding() -> None:
    lstm = PaddedLSTM(torch.nn.LSTM(8, 4, batch_first=True, bidirectional=True), accepts_padding=False)
    with pytest.raises(ValueError, match="accepts padding"):
        lstm.new_input(torch.zeros(3, 7, 8), PaddedTokens.of(_ROWS, _CPU).inside)
