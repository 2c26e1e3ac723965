"""Kokoro-82M as the `kokoro` library has it, with weights that processes share."""

import io
import warnings
from pathlib import Path

import torch
from kokoro import KModel
from safetensors.torch import load_file

from kokoro_speech_server.weights import assets


def loaded_model(model_dir: Path) -> KModel:
    """A `KModel` on the CPU whose weights are the mapped file's pages, shared with whoever maps it, too."""
    model = build_model()
    model.load_state_dict(load_file(assets.ensure_model(model_dir).weights), assign=True)
    return model.eval()


def build_model() -> KModel:
    """A `KModel` without weights: every parameter on the meta device, the weight norm folded away.

    Ready for `load_state_dict(..., assign=True)`, which then is the only copy of the weights in memory.
    """
    # An empty checkpoint keeps KModel from fetching one; the real weights come from our own verified file.
    nothing = io.BytesIO()
    torch.save({}, nothing)
    nothing.seek(0)
    with torch.device("meta"), warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # the library's own: a dropout without effect, a deprecated weight norm
        model = KModel(repo_id="hexgrad/Kokoro-82M", config=assets.config(), model=nothing)
    for module in model.modules():
        if any(name == "weight_g" for name, _ in module.named_parameters(recurse=False)):
            torch.nn.utils.remove_weight_norm(module)
    model.bert.pooler = None  # Kokoro reads ALBERT's hidden states only; our weights file leaves it out
    _materialize_constants(model)
    return model


def _materialize_constants(model: KModel) -> None:
    """Make for real what no checkpoint holds: ALBERT's position and type indices and the STFT's window."""
    embeddings = model.bert.embeddings
    positions = model.bert.config.max_position_embeddings
    embeddings.register_buffer("position_ids", torch.arange(positions)[None], persistent=False)
    embeddings.register_buffer(
        "token_type_ids", torch.zeros(1, positions, dtype=torch.long), persistent=False
    )
    stft = model.decoder.generator.stft
    stft.window = torch.hann_window(stft.win_length, periodic=True)
