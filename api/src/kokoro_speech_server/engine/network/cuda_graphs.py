"""The network on a GPU: sizes rounded up to a grid, and CUDA graphs for the sizes of most batches.

A pass consists of more than a thousand small kernels, and the host needs some microseconds to launch each: for a short
text the launches take longer than the GPU's work. A captured stage is a single launch. A graph has one size: a batch
uses the smallest graph that holds it, and the same masks that separate rows also exclude the unused part. A batch that
suits no graph is computed at the size of the grid, kernel by kernel. graph_sizes.py says which sizes there are.

Each graph is checked when it is captured, with as many rows as it has, and once more when all exist, in another order,
since they share memory. One that is wrong at first is dropped alone. One that was right and is wrong at last was
disturbed by others, and nobody knows by which, so that all are dropped.
"""

import logging
import math
import time
from collections.abc import Sequence
from typing import Any

import torch

from kokoro_speech_server.chunk import FRAME, Chunk
from kokoro_speech_server.engine.network.graph_capture import GraphCapture, GraphMemoryError, Tensors
from kokoro_speech_server.engine.network.graph_inputs import FullRows, decode_inputs, encode_inputs
from kokoro_speech_server.engine.network.graph_sizes import (
    DecodeSize,
    EncodeSize,
    Size,
    graph_sizes,
)
from kokoro_speech_server.engine.network.graph_stage import GraphMismatchError, GraphStage
from kokoro_speech_server.engine.network.network import EncodedTokens, Network
from kokoro_speech_server.engine.network.packing import PackedFrames
from kokoro_speech_server.engine.network.prosody import PaddedTokens
from kokoro_speech_server.observability import metrics

logger = logging.getLogger(__name__)


class CudaGraphNetwork(Network):
    """A packed network whose passes have the sizes of a grid, with a CUDA graph where one suits.

    Arguments as in Network. planned_graphs: graphs that were to be captured
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._encode_stage = GraphStage("encode", self.encode_at)
        self._decode_stage = GraphStage("decode", self.decode_at)
        self.planned_graphs = 0

    @property
    def graph_count(self) -> int:
        return len(self._encode_stage.sizes) + len(self._decode_stage.sizes)

    def drop_graphs(self) -> None:
        """Launch all kernels one by one from now on."""
        self._encode_stage.drop_graphs()
        self._decode_stage.drop_graphs()

    @torch.no_grad()  # not in inference mode, outside of which its tensors could not be written to
    def capture_graphs(
        self,
        capture: GraphCapture,
        example: Chunk,
        device: torch.device,
        *,
        capacity: int,
        max_seconds: float,
    ) -> None:
        """Capture graphs for single rows and for batches of up to `capacity`, until the time or memory is used up.

        What fails ends the capture, and the graphs that exist stay.

        example: a short chunk, of which the batches for the checks are made

        Raises GraphMismatchError if graphs are wrong once all exist.
        """
        deadline = time.monotonic() + max_seconds
        sizes = graph_sizes(capacity)
        self.planned_graphs = len(sizes)
        full = FullRows(self, example, device, sizes)
        capture.reserve(self.allocate_buffers(full, sizes))
        too_large: dict[type[Size], float] = {}
        for size in sizes:
            if time.monotonic() >= deadline:
                logger.warning("The time for CUDA graphs is used up")
                break
            if size.positions >= too_large.get(type(size), math.inf):
                continue
            try:
                self._capture(size, full, capture)
            except (GraphMemoryError, torch.OutOfMemoryError):
                too_large[type(size)] = size.positions
                logger.warning("The memory for CUDA graphs does not suffice for %s", size)
            except GraphMismatchError:
                metrics.ENGINE_FALLBACKS.labels("cuda_graphs").inc()
                logger.exception("The CUDA graph of %s is wrong and not used", size)
            except Exception:
                metrics.ENGINE_FALLBACKS.labels("cuda_graphs").inc()
                logger.exception("The CUDA graph of %s cannot be captured, nor are further ones", size)
                break
        self._check_all(full)

    def encode(self, tokens: PaddedTokens, styles: torch.Tensor, speeds: torch.Tensor) -> EncodedTokens:
        rows, longest = tokens.ids.shape
        outputs = self._encode_stage.run(
            EncodeSize(rows, longest), lambda size: encode_inputs(size, tokens, styles, speeds)
        )
        return EncodedTokens(*(output[:rows, :longest].clone() for output in outputs))

    def decode(
        self, encoded: EncodedTokens, styles: torch.Tensor, noise: torch.Tensor, frames: Sequence[int]
    ) -> torch.Tensor:
        batch = DecodeSize.of(frames)
        [samples] = self._decode_stage.run(
            batch, lambda size: decode_inputs(size, encoded, styles, noise, frames)
        )
        return samples[: batch.total * FRAME].clone()

    def encode_at(self, size: EncodeSize, inputs: Tensors) -> Tensors:
        """The first stage, kernel by kernel: durations and features of a batch that has been enlarged to the size."""
        ids, lengths, styles, speeds = inputs
        return super().encode(PaddedTokens(ids, lengths, has_padding=True), styles, speeds)

    def decode_at(self, size: DecodeSize, inputs: Tensors) -> Tensors:
        """The second stage, likewise: packed samples."""
        *encoded, styles, noise, starts, lengths = inputs
        packed = PackedFrames(
            starts, lengths, longest=size.longest, total=size.total, sum_dtype=self._sum_dtype
        )
        return [self.decode_packed(EncodedTokens(*encoded), styles, noise, packed)]

    def allocate_buffers(self, full: FullRows, sizes: Sequence[Size]) -> int:
        """Allocate the inputs and outputs of graphs of these sizes. Returns their bytes."""
        count = 0
        for stage, kind in ((self._encode_stage, EncodeSize), (self._decode_stage, DecodeSize)):
            own = [size for size in sizes if isinstance(size, kind)]
            count += stage.allocate(map(full.inputs, own), map(full.outputs, own))
        return count

    def _capture(self, size: Size, full: FullRows, capture: GraphCapture) -> None:
        batch, outputs = full.batch(size), full.outputs(size)
        if isinstance(size, EncodeSize):
            self._encode_stage.capture(size, batch, outputs, capture)
        else:
            self._decode_stage.capture(size, batch, outputs, capture)

    def _check_all(self, full: FullRows) -> None:
        """Check all graphs, in the reverse order of their capture within each stage."""
        for encode_size in reversed(self._encode_stage.sizes):
            self._encode_stage.check(encode_size, full.batch(encode_size))
        for decode_size in reversed(self._decode_stage.sizes):
            self._decode_stage.check(decode_size, full.batch(decode_size))
