"""The network without weights, on torch's meta device, where operations have shapes and no values."""

from typing import TypeVar

import torch

from kokoro_speech_server.engine.kokoro_model import build_model
from kokoro_speech_server.engine.network.fused_operations import KernelLauncher
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.weights import assets

META = torch.device("meta")

N = TypeVar("N", bound=Network)


def empty_network(
    kind: type[N],
    dtype: torch.dtype,
    *,
    device: torch.device = META,
    kernels: KernelLauncher | None = None,
) -> N:
    """A packed network. dtype: of the vocoder's convolutions; device: on another one, weights are whatever is there"""
    model = build_model()
    window = model.decoder.generator.stft.window
    model.to_empty(device=device)
    model.decoder.generator.stft.window = window.clone()  # the inverse transform computes with it
    network = kind(model, assets.config()["vocab"], packed=True, dtype=dtype, kernels=kernels)
    return network.to(device).eval()
