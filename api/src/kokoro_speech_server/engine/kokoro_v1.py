"""Kokoro-82M v1.0 behind the engine's contract."""

import logging
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import torch

from kokoro_speech_server.chunk import Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.engine.base import BatchTooLargeError, CudaGraphCount, EngineState, ModelBackend
from kokoro_speech_server.engine.device import (
    batch_size,
    best_precision,
    checked_precision,
    choose_device,
    is_tiled,
)
from kokoro_speech_server.engine.fallback import FallbackNetwork, is_finite
from kokoro_speech_server.engine.gpu_memory import GpuMemory
from kokoro_speech_server.engine.kokoro_model import loaded_model, loaded_own_models
from kokoro_speech_server.engine.malloc_tuning import MallocTuning
from kokoro_speech_server.engine.network.cuda_graphs import CudaGraphNetwork
from kokoro_speech_server.engine.network.fused_check import tried_kernels
from kokoro_speech_server.engine.network.fused_operations import KernelLauncher
from kokoro_speech_server.engine.network.graph_capture import CudaGraphCapture, has_cuda_graphs
from kokoro_speech_server.engine.network.moments import moment_table
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.tile_kernels import FusedTileOperations, fastest_operations
from kokoro_speech_server.engine.network.windowed import WindowedNetwork
from kokoro_speech_server.engine.own_networks import OwnNetworks
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.weights import assets
from kokoro_speech_server.weights.own_models import ModelFolder, OwnModel

logger = logging.getLogger(__name__)

N = TypeVar("N", bound=Network)

_DTYPES = {"fp64": torch.float64, "fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}

_EXAMPLE, _EXAMPLE_VOICE = "həlˈO", "af_heart"
"""The chunk with which a device and CUDA graphs are checked."""

_ABANDONED_S = 30.0
"""Seconds after which nobody is expected to want another window of a chunk. Memory is released when any request ends,
and the others' chunks are not to be prepared again."""


class KokoroV1(ModelBackend):
    """One Kokoro model on one device.

    device:               "auto", "cpu", "mps", "cuda" or "cuda:N"; auto prefers CUDA, then Apple's MPS, then the CPU,
                          and falls back to the CPU where the model does not run on the device that it prefers
    threads:              of a forward pass on a CPU, until `use_threads`; None: torch's default
    gpu_memory_threshold: share of the GPU's memory that all engines together may keep reserved
    engines:              engines that share the GPU
    max_batch_size:       chunks per pass; None: 4 on a CPU if it works in tiles, otherwise 1, and 16 on a GPU
    precision:            of the vocoder's convolutions: "auto", "fp32", "bf16" or, on a GPU only, "fp16"
    prosody_precision:    of what decides durations and F0, "fp32" or "fp64"; see network/prosody.py
    cpu_backend:          "tiled" (see tiled.py), "torch" or "auto": tiled where oneDNN computes the convolutions
    fused_kernels:        whether fused kernels may be used; see network/fused_kernels.py and network/tile_kernels.py
    cuda_graphs_max_s:    seconds that `load` may spend on capturing CUDA graphs; 0: capture none
    cuda_graphs_max_mb:   limit of the CUDA graphs' memory on the GPU
    network:              loaded already, by `load_for_forks` in the process of which this one is a fork
    tune_malloc:          whether to tune malloc for a model on a CPU; False in a process that never loads it
    models_dir:           the folder of models of one's own

    Raises ValueError if the device does not support the precision.
    """

    def __init__(
        self,
        model_dir: Path,
        device: str = "auto",
        threads: int | None = None,
        *,
        gpu_memory_threshold: float = 0.8,
        engines: int = 1,
        max_batch_size: int | None = None,
        precision: str = "auto",
        prosody_precision: str = "fp32",
        cpu_backend: str = "auto",
        fused_kernels: bool = True,
        cuda_graphs_max_s: float = 0,
        cuda_graphs_max_mb: int = 2048,
        tune_malloc: bool = True,
        network: FallbackNetwork | None = None,
        models_dir: Path | None = None,
    ) -> None:
        self._model_dir = model_dir
        self._is_auto = device == "auto"
        self._threads = threads
        self._gpu_memory_threshold = gpu_memory_threshold
        self._engines = engines
        self._gpu_memory: GpuMemory | None = None
        self._max_batch_size = max_batch_size
        self._capacity = 1
        self._requested_precision = precision
        self._prosody_dtype = _DTYPES[prosody_precision]
        self._cpu_backend = cpu_backend
        self._tune_malloc = tune_malloc
        self._use(choose_device(device))
        self._vocabulary: dict[str, int] = assets.config()["vocab"]
        self._fused_kernels = fused_kernels
        self._cuda_graphs_max_s = cuda_graphs_max_s
        self._cuda_graphs_max_mb = cuda_graphs_max_mb
        self._network = network
        self._kernels: KernelLauncher | None = None
        self._own = OwnNetworks(ModelFolder(models_dir), self._own_network)

    def _use(self, device: torch.device) -> None:
        """Choose what depends on the device alone."""
        self._device = device
        self._precision = checked_precision(self._requested_precision, device)
        self._tiled = device.type == "cpu" and is_tiled(self._cpu_backend)
        self._malloc = MallocTuning() if self._tune_malloc and device.type == "cpu" else None
        self._graph_network: CudaGraphNetwork | None = None

    @property
    def device(self) -> str:
        network = self._network
        return str(self._device if network is None else network.device)

    @property
    def precision(self) -> str:
        return "fp32" if self._fell_back else self._precision

    @property
    def backend(self) -> str:
        if self._fell_back:
            return "torch"
        parts = [
            ("tiled", self._tiled),
            ("fused", self._kernels is not None or self._has_fused_tiles),
            ("graphs", self.cuda_graphs.captured > 0),
        ]
        return "+".join(name for name, used in parts if used) or "torch"

    @property
    def _has_fused_tiles(self) -> bool:
        network = self._network
        return network is not None and isinstance(network.active.tiles, FusedTileOperations)

    @property
    def cuda_graphs(self) -> CudaGraphCount:
        network = self._graph_network
        if network is None:
            return CudaGraphCount(0, 0)
        return CudaGraphCount(0 if self._fell_back else network.graph_count, network.planned_graphs)

    @property
    def _fell_back(self) -> bool:
        network = self._network  # another thread may read it during `unload`
        return network is not None and network.fell_back

    @property
    def capacity(self) -> int:
        return self._capacity

    @property
    def batch_invariant(self) -> bool:
        return self._capacity == 1 or self._prosody_dtype is torch.float64

    @property
    def has_windows(self) -> bool:
        return self._tiled and not self._fell_back

    @property
    def vocabulary(self) -> Mapping[str, int]:
        return self._vocabulary

    def load_for_forks(self) -> FallbackNetwork | None:
        """Load and return the network for engines in forks of this process, which share its memory. CPU only.

        A fork can use OpenMP if this process has never had more than one of its threads.
        """
        if self._device.type != "cpu":
            return None
        torch.set_num_threads(1)
        self._load()
        assert self._network is not None
        try:
            # Forks share also what the first pass makes: tables, and weights in the order of oneDNN's code.
            self._network.active([self._example()], self._device)
        except Exception:  # every fork makes what it needs, and falls back by itself if it must
            logger.exception("A first pass failed; workers do not share what it makes")
        return self._network

    def load(self) -> None:
        self.state = EngineState.LOADING
        # By default oneDNN caches 1024 compiled convolutions, and every new length of text adds some: a gigabyte that
        # is hardly ever used again. 128 suffice for one length.
        os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")
        # By default plans for 10,000 shapes of convolutions stay: 2 GiB, by torch's documentation. One size of a batch
        # has some 40.
        os.environ.setdefault("TORCH_CUDNN_V8_API_LRU_CACHE_LIMIT", "1000")
        try:
            if self._threads is not None:
                torch.set_num_threads(self._threads)
            # TF32 would round float32 to ten bits in multiplications.
            torch.backends.cudnn.allow_tf32 = False
            if self._is_auto and self._device.type != "cpu":
                self._load_with_way_back()
            else:
                self._load()
        except BaseException:
            self.state = EngineState.FAILED
            raise
        self.state = EngineState.READY
        logger.info(
            "Kokoro v1.0 is loaded: device %s, precision %s, backend %s, batches of up to %d",
            *(self.device, self.precision, self.backend, self.capacity),
        )

    def _load_with_way_back(self) -> None:
        """Load the model and try it, or load it on the CPU instead."""
        try:
            self._load()
            assert self._network is not None
            [audio] = self._network.active([self._example()], self._device)
            if not is_finite(audio):
                raise ArithmeticError("the samples of a test are not finite")
        except Exception:
            device, self._network, self._gpu_memory = self._device, None, None
            if self._requested_precision == "fp16":
                raise  # which a CPU does not have
            logger.exception("The model does not run on %s; DEVICE=auto falls back to the CPU", device)
            metrics.ENGINE_FALLBACKS.labels("device").inc()
            self._use(torch.device("cpu"))
            self._load()

    def _load(self) -> None:
        if self._device.type == "cuda" and self._device.index is not None:
            torch.cuda.set_device(self._device)  # for this thread: graphs are captured on the current device
        if self._precision == "auto":
            self._precision = best_precision(self._device)
        self._capacity = batch_size(self._device, self._max_batch_size, tiled=self._tiled)
        if self._network is None:
            self._network = self._fastest_network()
        if self._device.type == "cuda":
            self._gpu_memory = GpuMemory(self._device, self._gpu_memory_threshold, self._engines)

    def unload(self) -> None:
        self._network = self._graph_network = self._kernels = self._gpu_memory = None
        self._own.use(())
        self.state = EngineState.UNLOADED
        self.release_memory()

    def use_models(self, models: Sequence[str]) -> None:
        self._own.use(models)

    @property
    def own_models(self) -> Sequence[str]:
        return self._own.keys

    def memory_is_high(self) -> bool:
        if self._malloc is not None:
            return self._malloc.has_grown()
        return self._gpu_memory is not None and self._gpu_memory.is_high()

    def release_memory(self) -> None:
        if self._network is not None and isinstance(network := self._network.active, WindowedNetwork):
            network.forget(unused_s=_ABANDONED_S)
        if self._malloc is not None:
            self._malloc.release()
        elif self._device.type == "cuda":
            torch.cuda.empty_cache()

    def use_threads(self, threads: int) -> None:
        if self.device == "cpu":
            torch.set_num_threads(threads)

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        if self._network is None:
            raise RuntimeError("synthesize was called before load")
        network = self._own.of(chunks[0].model) if chunks[0].model else self._network
        try:
            results = network.synthesize(chunks)
            return [_checked_audio(chunk, audio) for chunk, audio in zip(chunks, results, strict=True)]
        except torch.OutOfMemoryError as error:
            self.release_memory()
            raise BatchTooLargeError("The server's device ran out of memory.") from error
        except torch.AcceleratorError:
            # After such a fault no code in this process can use the device.
            self.state = EngineState.FAILED
            raise

    def _fastest_network(self) -> FallbackNetwork:
        dtype, packed = _DTYPES[self._precision], self._capacity > 1
        network: Network
        if has_cuda_graphs(self._device):
            self._kernels = self._tried_kernels(dtype) if self._fused_kernels else None
            network = self._graph_network = self._build(
                CudaGraphNetwork, packed=True, dtype=dtype, kernels=self._kernels
            )
            network.to(self._device)
            if self._cuda_graphs_max_s:
                self._capture_graphs(self._graph_network)
        else:
            network = (
                self._windowed(dtype) if self._tiled else self._build(Network, packed=packed, dtype=dtype)
            )
        network.to(self._device)
        plain = None
        if type(network) is not Network or self._has_plain_network(dtype):
            # Now, since the first failure is no time for building: it takes a quarter of a second, and hardly memory.
            plain = self._build(Network, packed=packed)
        return FallbackNetwork(network, plain, device=self._device, plain_device=self._plain_device)

    def _own_network(self, own: OwnModel) -> FallbackNetwork:
        """The network of a model of one's own. What was captured or tried with the engine's own model is not used."""
        dtype, packed = _DTYPES[self._precision], self._capacity > 1
        tiles = fastest_operations(fused=self._fused_kernels) if self._tiled else None
        models = loaded_own_models(own, 2, self._model_dir)
        network = Network(
            models[0],
            own.vocabulary,
            packed=packed,
            prosody_dtype=self._prosody_dtype,
            dtype=dtype,
            tiles=tiles,
        ).eval()
        plain = Network(models[1], own.vocabulary, packed=packed, prosody_dtype=self._prosody_dtype).eval()
        return FallbackNetwork(
            network.to(self._device),
            plain if self._has_plain_network(dtype) else None,
            device=self._device,
            plain_device=self._plain_device,
        )

    def _has_plain_network(self, dtype: torch.dtype) -> bool:
        """Whether the plain network is another one than the fast one."""
        return self._tiled or dtype is not torch.float32 or self._plain_device != self._device

    @property
    def _plain_device(self) -> torch.device:
        # Nobody has run the model on Apple's MPS yet.
        return torch.device("cpu") if self._is_auto and self._device.type == "mps" else self._device

    def _windowed(self, dtype: torch.dtype) -> Network:
        tiles = fastest_operations(fused=self._fused_kernels)
        return self._build(
            WindowedNetwork, packed=self._capacity > 1, dtype=dtype, tiles=tiles, moments=moment_table
        )

    def _build(self, kind: type[N], **options: Any) -> N:
        model = loaded_model(self._model_dir)
        return kind(model, self._vocabulary, prosody_dtype=self._prosody_dtype, **options).eval()

    def _tried_kernels(self, dtype: torch.dtype) -> KernelLauncher | None:
        def build(kernels: KernelLauncher | None) -> Network:
            return self._build(Network, packed=True, dtype=dtype, kernels=kernels).to(self._device)

        return tried_kernels(build, self._example(), self._device)

    def _example(self) -> Chunk:
        style = assets.read_voice(assets.ModelFiles.under(self._model_dir), _EXAMPLE_VOICE)[len(_EXAMPLE) - 1]
        tokens = tuple(PhonemeToken(symbol, 0, 0) for symbol in _EXAMPLE)
        return Chunk(tokens, style, speed=1.0, pause=0.0, seed=0)

    def _capture_graphs(self, network: CudaGraphNetwork) -> None:
        begun = time.monotonic()
        try:
            network.capture_graphs(
                CudaGraphCapture(self._device, self._cuda_graphs_max_mb),
                *(self._example(), self._device),
                capacity=self._capacity,
                max_seconds=self._cuda_graphs_max_s,
            )
        except Exception:  # including the device's: a capture that fails does it no harm
            logger.exception("CUDA graphs cannot be used; kernels are launched one by one")
            metrics.ENGINE_FALLBACKS.labels("cuda_graphs").inc()
            network.drop_graphs()
        logger.info(
            "Captured %d of %d CUDA graphs in %.1f s",
            *(network.graph_count, network.planned_graphs, time.monotonic() - begun),
        )


def _checked_audio(chunk: Chunk, audio: ChunkAudio) -> ChunkAudio | EngineError:
    if not is_finite(audio):
        logger.error("The model produced samples that are not finite, from %d tokens", len(chunk.tokens))
        return EngineError("The model failed to synthesize a part of the input.")
    return audio
