"""Kokoro-82M v1.0 behind the engine's contract."""

import logging
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import torch

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.engine.base import BatchTooLargeError, EngineState, ModelBackend
from kokoro_speech_server.engine.cpu_features import has_bfloat16, is_x86
from kokoro_speech_server.engine.fallback import Networks
from kokoro_speech_server.engine.kokoro_model import loaded_model
from kokoro_speech_server.engine.malloc_tuning import Heap
from kokoro_speech_server.engine.network.cuda_graphs import RecordedNetwork, Recorder, recorder_for
from kokoro_speech_server.engine.network.network import Network, Row, Spoken
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.weights import assets

logger = logging.getLogger(__name__)

N = TypeVar("N", bound=Network)

_DTYPES = {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}

_VOLTA = (7, 0)
"""The compute capability from which on there are tensor cores, which make float16 worth its while."""

_GPU_BATCH = 16
"""Chunks in a batch on a GPU, unless its memory is small."""

_GPU_BYTES_PER_CHUNK = 500_000_000
"""What one of the longest chunks takes in a pass, generously."""

_EXAMPLE, _EXAMPLE_VOICE = "həlˈO", "af_heart"
"""What recorded passes are tried with."""


class KokoroV1(ModelBackend):
    """One Kokoro model on one device.

    device:  "auto", "cpu", "mps", "cuda" or "cuda:N"; auto takes CUDA, then Apple's MPS, then the CPU
    threads: of a forward pass on a CPU; None: torch's own choice
    gpu_memory_threshold: share of the GPU's memory in use, by whomever, beyond which it is crowded
    max_batch_size: chunks in one pass; None: 1 on a CPU, where more gain nothing, and as many as a GPU holds
    precision: of the vocoder's convolutions: "auto", "fp32", "bf16" or, on a GPU alone, "fp16"; all else is float32
    cpu_backend: "tiled", "torch" or "auto": see tiled.py; auto takes it where oneDNN does the convolutions
    recording_s: seconds that `load` may take to record passes on a GPU: see recording.py; 0: none are
    recording_mb: memory of the GPU that they may take
    heap: whether this process's heap is set for a model on a CPU; not where it is never loaded
    """

    def __init__(
        self,
        model_dir: Path,
        device: str = "auto",
        threads: int | None = None,
        *,
        gpu_memory_threshold: float = 0.8,
        max_batch_size: int | None = None,
        precision: str = "auto",
        cpu_backend: str = "auto",
        recording_s: float = 0,
        recording_mb: int = 2048,
        heap: bool = True,
    ) -> None:
        self._model_dir = model_dir
        self._device = _choose_device(device)
        self._threads = threads
        self._gpu_memory_threshold = gpu_memory_threshold
        self._max_batch_size = max_batch_size
        self._capacity = 1
        self._precision = _checked_precision(precision, self._device)
        self._tiled = self._device.type == "cpu" and _is_tiled(cpu_backend)
        self._heap = Heap() if heap and self._device.type == "cpu" else None
        self._token_ids: dict[str, int] = assets.config()["vocab"]
        self._recording_s = recording_s
        self._recording_mb = recording_mb
        self._recorded = False
        self._networks: Networks | None = None

    @property
    def device(self) -> str:
        return str(self._device)

    @property
    def precision(self) -> str:
        return "fp32" if self._fell_back else self._precision

    @property
    def backend(self) -> str:
        if self._fell_back:
            return "torch"
        return "tiled" if self._tiled else "graphs" if self._recorded else "torch"

    @property
    def _fell_back(self) -> bool:
        networks = self._networks  # another thread may ask while it is unloaded
        return networks is not None and networks.fell_back

    @property
    def capacity(self) -> int:
        return self._capacity

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
            if self._device.type == "cuda" and self._device.index is not None:
                torch.cuda.set_device(self._device)  # of this thread: recorded passes know no other
            # Else a GPU rounds float32 to ten bits where it multiplies.
            torch.backends.cudnn.allow_tf32 = False
            if self._precision == "auto":
                self._precision = _best_precision(self._device)
            self._capacity = _batch_size(self._device, self._max_batch_size)
            self._networks = self._fastest()
        except BaseException:
            self.state = EngineState.FAILED
            raise
        self.state = EngineState.READY
        logger.info(
            "Kokoro v1.0 is loaded on %s, %s, by %s, %d in a batch",
            *(self.device, self.precision, self.backend, self.capacity),
        )

    def unload(self) -> None:
        self._networks = None
        self.state = EngineState.UNLOADED
        self.release_memory()

    def memory_is_high(self) -> bool:
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
        if self._networks is None:
            raise RuntimeError("synthesize was called before load")
        try:
            spoken = self._networks.speak([self._row(chunk) for chunk in chunks])
            return [_audio(chunk, one) for chunk, one in zip(chunks, spoken, strict=True)]
        except torch.OutOfMemoryError as error:
            self.release_memory()
            raise BatchTooLargeError("The server's device ran out of memory.") from error
        except torch.AcceleratorError:
            # After a fault on the device nothing in this process can use it any more.
            self.state = EngineState.FAILED
            raise

    def _fastest(self) -> Networks:
        dtype = _DTYPES[self._precision]
        recorder = recorder_for(self._device, self._recording_mb) if self._recording_s else None
        network: Network
        if recorder is not None:
            network = recording = self._network(RecordedNetwork, batched=True, dtype=dtype)
            self._recorded = self._record(recording, recorder)
        else:
            network = self._network(Network, batched=self._capacity > 1, dtype=dtype, tiled=self._tiled)
        if not (self._tiled or self._recorded) and dtype is torch.float32:
            return Networks(network, None, self._device)
        return Networks(network, lambda: self._network(Network, batched=self._capacity > 1), self._device)

    def _network(self, kind: type[N], **how: Any) -> N:
        return kind(loaded_model(self._model_dir), **how).to(self._device).eval()

    def _record(self, network: RecordedNetwork, recorder: Recorder) -> bool:
        """Whether there are any then."""
        style = assets.read_voice(assets.ModelFiles.under(self._model_dir), _EXAMPLE_VOICE)[len(_EXAMPLE) - 1]
        example = Row([0, *(self._token_ids[symbol] for symbol in _EXAMPLE), 0], style, 1.0, 0)
        begun = time.monotonic()
        try:
            network.record(
                recorder, example, self._device, capacity=self._capacity, seconds=self._recording_s
            )
        except Exception:  # also of the device: an attempt to record what can't be does it no harm
            logger.exception("Passes can't be recorded; they are run step by step")
            metrics.ENGINE_FALLBACKS.labels("recording").inc()
            network.forget()
            return False
        logger.info("%d passes are recorded, in %.1f s", network.recordings, time.monotonic() - begun)
        return network.recordings > 0

    def _row(self, chunk: Chunk) -> Row:
        # The ids are framed by the pad symbol, as in training.
        ids = [0, *(self._token_ids[token.symbol] for token in chunk.tokens), 0]
        return Row(ids, chunk.style, chunk.speed, chunk.seed)


def _audio(chunk: Chunk, spoken: Spoken) -> ChunkAudio | EngineError:
    if not spoken.finite:
        logger.error("The model made samples that are not numbers, from %d tokens", len(chunk.tokens))
        return EngineError("The model failed to speak a part of the input.")
    return ChunkAudio(samples=spoken.samples.numpy(), durations=spoken.durations.numpy())


def _choose_device(wanted: str) -> torch.device:
    if wanted != "auto":
        return torch.device(wanted)
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")


def _checked_precision(wanted: str, device: torch.device) -> str:
    """Raises ValueError for one that the device has not."""
    if wanted == "fp16" and device.type != "cuda":
        raise ValueError(f"PRECISION=fp16 needs a GPU, and the model runs on {device}")
    return wanted


def _best_precision(device: torch.device) -> str:
    if device.type == "cuda" and torch.cuda.get_device_capability(device) >= _VOLTA:
        return "fp16"  # the finer half: a batch's rows then differ less from what they are alone
    return "bf16" if device.type == "cpu" and has_bfloat16() else "fp32"


def _is_tiled(wanted: str) -> bool:
    if wanted == "auto":
        return bool(torch.backends.mkldnn.is_available()) and is_x86()  # type: ignore[no-untyped-call]
    return wanted == "tiled"


def _batch_size(device: torch.device, wanted: int | None) -> int:
    if device.type == "mps":
        return 1  # Apple's GPUs have no float64, without which a row would not sound in company as alone
    if wanted is not None:
        return wanted
    if device.type != "cuda":
        return 1
    free, _ = torch.cuda.mem_get_info(device)
    return max(1, min(_GPU_BATCH, free // _GPU_BYTES_PER_CHUNK))
