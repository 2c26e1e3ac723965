"""ALBERT with small random weights: as the transformers library computes each row alone."""

import subprocess
import sys

import pytest
import torch

from kokoro_speech_server.engine.albert_parameters import AlbertConfig, AlbertModel
from kokoro_speech_server.engine.network.albert import Albert
from kokoro_speech_server.engine.network.onednn import has_onednn
from kokoro_speech_server.engine.network.prosody import PaddedTokens
from kokoro_speech_server.weights import assets
from tests.engine.library_albert import library_albert

_ROWS = [[5, 1, 9, 2, 7, 3, 3], [4], [8, 8, 1]]
_PADDED = PaddedTokens.of(_ROWS, torch.device("cpu"))


def _albert() -> AlbertModel:
    config = AlbertConfig(
        vocab_size=10,
        embedding_size=8,
        hidden_size=24,
        num_attention_heads=3,
        num_hidden_layers=3,
        intermediate_size=32,
        max_position_embeddings=16,
    )
    torch.manual_seed(1)
    return AlbertModel(config).double().eval()


@pytest.mark.parametrize("joined", [True, False])
def test_albert_equals_the_librarys_row_by_row(joined: bool) -> None:
    parameters = _albert()
    for parameter in parameters.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    library, albert = library_albert(parameters), Albert(parameters, joined=joined)
    with torch.inference_mode():
        result = albert(_PADDED.ids, _PADDED.inside)
        for row, ids in zip(result, _ROWS, strict=True):
            expected = library(torch.tensor([ids]))
            torch.testing.assert_close(row[: len(ids)], expected[0])
            torch.testing.assert_close(albert(torch.tensor([ids]), None), expected)


def test_a_row_without_tokens_is_finite() -> None:
    """A CUDA graph has more rows than the batch."""
    inside = torch.zeros(1, 3, dtype=torch.bool)
    with torch.inference_mode():
        assert Albert(_albert(), joined=True)(torch.zeros(1, 3, dtype=torch.int64), inside).isfinite().all()


@pytest.mark.skipif(not has_onednn(torch.float32), reason="torch has no oneDNN here")
def test_ordered_weights_give_the_same() -> None:
    with torch.inference_mode():
        plain, ordered = (
            Albert(_albert().float(), joined=True, ordered=ordered) for ordered in (False, True)
        )
        expected, result = (albert(_PADDED.ids, _PADDED.inside) for albert in (plain, ordered))
    torch.testing.assert_close(result, expected, rtol=1e-4, atol=1e-5)


def test_what_a_file_does_not_name_is_as_in_the_library() -> None:
    import transformers  # noqa: PLC0415 - takes seconds

    named = {"vocab_size": 10, **assets.config()["plbert"]}
    ours, librarys = vars(AlbertConfig(**named)), vars(transformers.AlbertConfig(**named))
    assert ours == {name: librarys[name] for name in ours}


def test_the_engine_does_without_what_the_library_imports_besides() -> None:
    unused = {"transformers", "scipy", "sympy", "spacy", "phonemizer", "triton", "torch._dynamo"}
    source = (
        "import sys\n"
        "from kokoro_speech_server.engine import kokoro_model, kokoro_v1\n"
        "kokoro_model.build_model()\n"
        f"print({unused}.intersection(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
