"""Kokoro-82M as the `kokoro` library defines it, with weights that processes share."""

import io
import warnings
from pathlib import Path

import torch
from safetensors.torch import load_file

from kokoro_speech_server.engine.kokoro_library import KModel, without_weight_norm
from kokoro_speech_server.weights import assets


def loaded_model(model_dir: Path) -> KModel:
    """A `KModel` on the CPU whose weights are pages of the mapped file, shared with all processes that map it."""
    model = build_model()
    model.load_state_dict(load_file(assets.ensure_model(model_dir).weights), assign=True)
    return model.eval()


def build_model() -> KModel:
    """A `KModel` without weights: every parameter is on the meta device, and there is no weight norm.

    After `load_state_dict(..., assign=True)`, the loaded weights are the only copy in memory.
    """
    # Given an empty checkpoint, KModel does not download one; the weights come from our own verified file.
    checkpoint = io.BytesIO()
    torch.save({}, checkpoint)
    checkpoint.seek(0)
    with torch.device("meta"), without_weight_norm(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the library: a dropout without effect
        model = KModel(repo_id="hexgrad/Kokoro-82M", config=assets.config(), model=checkpoint)
    model.bert.pooler = None  # Kokoro reads ALBERT's hidden states only; our weights file omits it
    _materialize_constants(model)
    return model


def _materialize_constants(model: KModel) -> None:
    """Create the tensors that no checkpoint contains: ALBERT's position and type indices and the STFT's window."""
    embeddings = model.bert.embeddings
    positions = model.bert.config.max_position_embeddings
    embeddings.register_buffer("position_ids", torch.arange(positions)[None], persistent=False)
    embeddings.register_buffer(
        "token_type_ids", torch.zeros(1, positions, dtype=torch.long), persistent=False
    )
    stft = model.decoder.generator.stft
    stft.window = torch.hann_window(stft.win_length, periodic=True)
