"""Kokoro-82M v1.0 behind the engine's contract, by the `kokoro` library's own modules."""

import io
import logging
import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from kokoro import KModel
from safetensors.torch import load_file

from api.src.core.errors import EngineError
from api.src.inference import assets
from api.src.inference.base import Chunk, ChunkAudio, EngineState, ModelBackend
from api.src.inference.heap import Heap

logger = logging.getLogger(__name__)


class KokoroV1(ModelBackend):
    """One Kokoro model on one device.

    device:  "auto", "cpu", "mps", "cuda" or "cuda:N"; auto takes CUDA, then Apple's MPS, then the CPU
    threads: of a forward pass on a CPU; None: torch's own choice
    gpu_memory_threshold: share of the GPU's memory in use, by whomever, beyond which it is crowded
    """

    def __init__(
        self,
        model_dir: Path,
        device: str = "auto",
        threads: int | None = None,
        *,
        gpu_memory_threshold: float = 0.8,
    ) -> None:
        self._model_dir = model_dir
        self._device = _choose_device(device)
        self._threads = threads
        self._gpu_memory_threshold = gpu_memory_threshold
        self._heap = Heap() if self._device.type == "cpu" else None
        self._token_ids: dict[str, int] = assets.config()["vocab"]
        self._model: KModel | None = None

    @property
    def device(self) -> str:
        return str(self._device)

    @property
    def capacity(self) -> int:
        return 1

    @property
    def vocabulary(self) -> Mapping[str, int]:
        return self._token_ids

    def load(self) -> None:
        self.state = EngineState.LOADING
        # oneDNN keeps 1024 compiled convolutions, and every new length of text brings new ones: a gigabyte that
        # is hardly ever used again. Enough for one length is enough.
        os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")
        try:
            if self._threads is not None:
                torch.set_num_threads(self._threads)
            files = assets.ensure_model(self._model_dir)
            model = build_model()
            model.load_state_dict(load_file(files.weights), assign=True)
            self._model = model.to(self._device).eval()
        except BaseException:
            self.state = EngineState.FAILED
            raise
        self.state = EngineState.READY
        logger.info("Kokoro v1.0 is loaded on %s", self.device)

    def unload(self) -> None:
        self._model = None
        self.state = EngineState.UNLOADED
        self.release_memory()

    def crowded(self) -> bool:
        if self._heap is not None:
            return self._heap.is_large()
        if self._device.type != "cuda":
            return False
        free, total = torch.cuda.mem_get_info(self._device)
        return 1 - free / total > self._gpu_memory_threshold

    def release_memory(self) -> None:
        if self._heap is not None:
            self._heap.give_back()
        elif self._device.type == "cuda":
            torch.cuda.empty_cache()

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        return [self._speak(chunk) for chunk in chunks]

    def _speak(self, chunk: Chunk) -> ChunkAudio | EngineError:
        if self._model is None:
            raise RuntimeError("synthesize was called before load")
        try:
            # The ids are framed by the pad symbol, as in training.
            ids = [0, *(self._token_ids[token.symbol] for token in chunk.tokens), 0]
            # The source module draws its noise from torch's global generator, which this thread alone uses.
            torch.manual_seed(chunk.seed)
            with torch.inference_mode():
                samples, durations = self._model.forward_with_tokens(
                    torch.tensor([ids], device=self._device),
                    torch.tensor(chunk.style, device=self._device)[None],
                    chunk.speed,
                )
            audio = samples.float().cpu().numpy()
        except torch.OutOfMemoryError as error:
            logger.error("The device has no memory for a chunk of %d tokens", len(chunk.tokens))
            self.release_memory()
            failure = EngineError("The server's device ran out of memory.")
            failure.__cause__ = error
            return failure
        except Exception as error:
            logger.exception("The model failed on a chunk of %d tokens", len(chunk.tokens))
            if isinstance(error, torch.AcceleratorError):
                # After a fault on the device nothing in this process can use it any more.
                self.state = EngineState.FAILED
            failure = EngineError("The model failed to speak a part of the input.")
            failure.__cause__ = error
            return failure
        if not np.isfinite(audio).all():
            logger.error("The model made samples that are not numbers, from %d tokens", len(chunk.tokens))
            return EngineError("The model failed to speak a part of the input.")
        return ChunkAudio(samples=audio, durations=durations.cpu().numpy())


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


def _choose_device(wanted: str) -> torch.device:
    if wanted != "auto":
        return torch.device(wanted)
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")
