"""Kokoro-82M as the `kokoro` library defines it, with weights that processes share."""

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from torch.overrides import TorchFunctionMode

from kokoro_speech_server.engine.kokoro_library import KModel, without_weight_norm
from kokoro_speech_server.weights import assets
from kokoro_speech_server.weights.own_models import OwnModel
from kokoro_speech_server.weights.own_weights import own_weights
from kokoro_speech_server.weights.weights_file import offsets


def loaded_model(model_dir: Path) -> KModel:
    """A `KModel` on the CPU whose weights are pages of the mapped file, shared with all processes that map it."""
    model = build_model()
    model.load_state_dict(load_file(assets.ensure_model(model_dir).weights), assign=True)
    return model.eval()


def loaded_own_models(own: OwnModel, number: int, model_dir: Path) -> list[KModel]:
    """As many `KModel`s of a model of one's own on the CPU, which share its weights.

    model_dir: of the server's own model
    Raises UntrustedFileError or OSError if its file of weights can't be used.
    """
    models = [build_model(own.config()) for _ in range(number)]
    shapes = {key: tuple(one.shape) for key, one in models[0].state_dict().items()}
    weights = own_weights(own, shapes, offsets(assets.ModelFiles.under(model_dir).weights))
    for model in models:
        model.load_state_dict(weights, assign=True)
    return [model.eval() for model in models]


def build_model(config: Mapping[str, Any] | None = None) -> KModel:
    """A `KModel` without weights: every parameter is on the meta device, and there is no weight norm.

    After `load_state_dict(..., assign=True)`, the loaded weights are the only copy in memory.

    config: None: that of Kokoro-82M v1.0
    """
    # Given an empty checkpoint, KModel does not download one; the weights come from our own verified file.
    checkpoint = io.BytesIO()
    torch.save({}, checkpoint)
    checkpoint.seek(0)
    with torch.device("meta"), _Uninitialized(), without_weight_norm(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the library: a dropout without effect
        return KModel(repo_id="hexgrad/Kokoro-82M", config=config or assets.config(), model=checkpoint)


_RANDOM = {
    torch.Tensor.normal_,
    torch.Tensor.uniform_,
    torch.nn.init.normal_,
    torch.nn.init.uniform_,
    torch.nn.init.kaiming_uniform_,
}


class _Uninitialized(TorchFunctionMode):
    """Nothing is drawn at random or computed on the meta device, which would import torch's compiler and SymPy."""

    def __torch_function__(
        self,
        function: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        arguments = kwargs or {}
        if function in _RANDOM:
            return args[0] if args else arguments["tensor"]
        if function is torch.hann_window:  # that of the STFT, which no checkpoint contains
            arguments = {**arguments, "device": "cpu"}
        return function(*args, **arguments)
