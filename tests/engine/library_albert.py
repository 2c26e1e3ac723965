"""ALBERT as the transformers library computes it, which the engine does without."""

from typing import Any

import torch

from kokoro_speech_server.engine.albert_parameters import AlbertModel


def library_albert(parameters: AlbertModel) -> torch.nn.Module:
    """The library's ALBERT with these parameters. It returns what `kokoro` uses: [rows, tokens, 768]."""
    import transformers  # noqa: PLC0415 - takes seconds, which only the process of these tests needs

    class LibraryAlbert(transformers.AlbertModel):  # type: ignore[misc]
        def forward(self, *args: Any, **kwargs: Any) -> torch.Tensor:
            result: torch.Tensor = super().forward(*args, **kwargs).last_hidden_state
            return result

    config = transformers.AlbertConfig(**vars(parameters.config))
    albert = LibraryAlbert(config, add_pooling_layer=False).to(parameters.dtype)
    albert.load_state_dict(parameters.state_dict())  # strict: exactly these
    evaluated: torch.nn.Module = albert.eval()
    return evaluated
