"""CUDA graphs of the network's two stages, captured at the start for a fixed set of sizes.

A pass consists of more than a thousand small kernels, and the host needs some microseconds to launch each: for a short
text the launches take longer than the GPU's work. A captured stage is a single launch. A graph has one size: a batch
uses the smallest graph that holds it, and the same masks that separate rows also exclude the unused part. A batch that
fits no graph launches its kernels one by one.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import torch

from kokoro_speech_server.chunk import FRAME, Chunk
from kokoro_speech_server.engine.network.graph_capture import Computation, GraphCapture, Replay, Tensors
from kokoro_speech_server.engine.network.network import EncodedTokens, Network
from kokoro_speech_server.engine.network.packing import GAP, PackedFrames, row_starts
from kokoro_speech_server.engine.network.prosody import PaddedTokens

logger = logging.getLogger(__name__)

_MAX_TOKENS = 512
"""The model's context length."""

_MAX_SINGLE_ROW_FRAMES = 1024
"""Frames of the largest graph for a single row: 25.6 s of audio."""

_FRAMES_PER_ROW = 320
"""Frames per row, on average, of the largest batch."""

_LONGEST_ROW_FRAMES = (192, 384, 768)
"""Frames of a batch's longest row: for first chunks, ordinary ones and long ones."""

_TOLERANCE = 0.1
"""Largest relative error of a graph's result. Libraries may choose other algorithms for its size, in half precision."""


class GraphMismatchError(Exception):
    """The replay of a graph does not reproduce the results of the computation that was captured."""


class _EncodeSize(NamedTuple):
    """Size of a graph of the first stage. Of several that hold a batch, the first in order is the smallest."""

    rows: int
    tokens: int


class _DecodeSize(NamedTuple):
    """Size of a graph of the second stage, in frames and rows, ordered likewise."""

    total: int
    longest: int
    rows: int


class CudaGraphNetwork(Network):
    """A packed network that replays a CUDA graph wherever one holds the batch. Arguments as in Network."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._encode_graphs: dict[_EncodeSize, Replay] = {}
        self._decode_graphs: dict[_DecodeSize, Replay] = {}

    @property
    def graph_count(self) -> int:
        return len(self._encode_graphs) + len(self._decode_graphs)

    def drop_graphs(self) -> None:
        """Launch all kernels one by one from now on."""
        self._encode_graphs.clear()
        self._decode_graphs.clear()

    @torch.inference_mode()
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

        example: a short chunk, with which each graph is checked

        Raises GraphMismatchError if a graph's results are wrong, and any exception of `capture`.
        """
        deadline = time.monotonic() + max_seconds
        tokens, styles, speeds = self.encoder_inputs([example], device)
        encoded = super().encode(tokens, styles, speeds)
        frames = encoded.durations.sum(1).tolist()
        noise = self.draw_noise([example], frames, device)
        samples = super().decode(encoded, styles, noise, frames)
        for size in _sizes(capacity):
            if time.monotonic() >= deadline or capture.full:
                logger.warning(
                    "The time or memory for CUDA graphs is used up after %d graphs", self.graph_count
                )
                return
            if isinstance(size, _EncodeSize):
                inputs = _encode_graph_inputs(size, tokens, styles, speeds)
                self._encode_graphs[size] = capture(self._encode_computation(), inputs)
                _check_equal(self._replay_encode(size, tokens, styles, speeds), encoded)
            elif size.longest >= frames[0]:
                inputs = _decode_graph_inputs(size, encoded, styles, noise, frames)
                self._decode_graphs[size] = capture(self._decode_computation(size), inputs)
                _check_equal([self._replay_decode(size, encoded, styles, noise, frames)], [samples])

    def encode(self, tokens: PaddedTokens, styles: torch.Tensor, speeds: torch.Tensor) -> EncodedTokens:
        rows, longest = tokens.ids.shape
        size = min((s for s in self._encode_graphs if s.rows >= rows and s.tokens >= longest), default=None)
        if size is None:
            return super().encode(tokens, styles, speeds)
        return self._replay_encode(size, tokens, styles, speeds)

    def decode(
        self, encoded: EncodedTokens, styles: torch.Tensor, noise: torch.Tensor, frames: Sequence[int]
    ) -> torch.Tensor:
        total, longest, rows = _packed_frames(frames), max(frames), len(frames)
        fitting = (
            s for s in self._decode_graphs if s.total >= total and s.longest >= longest and s.rows >= rows
        )
        size = min(fitting, default=None)
        if size is None:
            return super().decode(encoded, styles, noise, frames)
        return self._replay_decode(size, encoded, styles, noise, frames)

    def _replay_encode(
        self, size: _EncodeSize, tokens: PaddedTokens, styles: torch.Tensor, speeds: torch.Tensor
    ) -> EncodedTokens:
        rows, longest = tokens.ids.shape
        replay = self._encode_graphs[size]
        durations, prosody, text = replay(*_encode_graph_inputs(size, tokens, styles, speeds))
        return EncodedTokens(*(part[:rows, :longest] for part in (durations, prosody, text)))

    def _replay_decode(
        self,
        size: _DecodeSize,
        encoded: EncodedTokens,
        styles: torch.Tensor,
        noise: torch.Tensor,
        frames: Sequence[int],
    ) -> torch.Tensor:
        replay = self._decode_graphs[size]
        [samples] = replay(*_decode_graph_inputs(size, encoded, styles, noise, frames))
        return samples[: _packed_frames(frames) * FRAME]

    def _encode_computation(self) -> Computation:
        encode = super().encode
        return lambda ids, lengths, *rest: encode(PaddedTokens(ids, lengths, has_padding=True), *rest)

    def _decode_computation(self, size: _DecodeSize) -> Computation:
        def computation(*inputs: torch.Tensor) -> Tensors:
            *encoded, styles, noise, starts, lengths = inputs
            packed = PackedFrames(
                starts, lengths, longest=size.longest, total=size.total, sum_dtype=self._sum_dtype
            )
            return [self.decode_packed(EncodedTokens(*encoded), styles, noise, packed)]

        return computation


def _sizes(capacity: int) -> Iterator[_EncodeSize | _DecodeSize]:
    """Sizes for single rows come first, since launches dominate there."""
    for tokens in _geometric_steps(32, _MAX_TOKENS, 4):
        yield _EncodeSize(1, tokens)
    for frames in _geometric_steps(64, _MAX_SINGLE_ROW_FRAMES, 4):
        yield _DecodeSize(frames, frames, 1)
    if capacity == 1:
        return
    for tokens in _geometric_steps(32, _MAX_TOKENS, 2):
        yield _EncodeSize(capacity, tokens)
    for total in _geometric_steps(_LONGEST_ROW_FRAMES[0], capacity * _FRAMES_PER_ROW, 4):
        for longest in _LONGEST_ROW_FRAMES:
            if longest <= total <= capacity * (longest + GAP):
                yield _DecodeSize(total, longest, capacity)


def _geometric_steps(first: int, last: int, per_doubling: int) -> Iterator[int]:
    """From `first` to at least `last`, in equal steps within each doubling."""
    begin = first
    while True:
        for step in range(per_doubling):
            size = begin + begin * step // per_doubling
            yield size
            if size >= last:
                return
        begin *= 2


def _packed_frames(frames: Sequence[int]) -> int:
    """Frames from the start of the first row to the end of the last."""
    return row_starts(frames)[-1] + frames[-1]


def _encode_graph_inputs(
    size: _EncodeSize, tokens: PaddedTokens, styles: torch.Tensor, speeds: torch.Tensor
) -> Tensors:
    return [
        _enlarged(tokens.ids, size),
        _enlarged(tokens.lengths, size[:1], 1),
        _enlarged(styles, (size.rows, styles.shape[1])),
        _enlarged(speeds, size[:1], 1),
    ]


def _decode_graph_inputs(
    size: _DecodeSize,
    encoded: EncodedTokens,
    styles: torch.Tensor,
    noise: torch.Tensor,
    frames: Sequence[int],
) -> Tensors:
    absent = size.rows - len(frames)
    prosody, text = encoded.prosody_features, encoded.text_features
    return [
        _enlarged(encoded.durations, (size.rows, _MAX_TOKENS)),
        _enlarged(prosody, (size.rows, _MAX_TOKENS, prosody.shape[2])),
        _enlarged(text, (size.rows, _MAX_TOKENS, text.shape[2])),
        _enlarged(styles, (size.rows, styles.shape[1])),
        _enlarged(noise, (size.rows, size.longest * FRAME)),
        torch.tensor([*row_starts(frames), *[size.total + 1] * absent], device=noise.device),
        torch.tensor([*frames, *[0] * absent], device=noise.device),
    ]


def _enlarged(values: torch.Tensor, shape: Sequence[int], fill: float = 0) -> torch.Tensor:
    """A tensor of that shape which starts with the values; the rest is `fill`."""
    enlarged = values.new_full(tuple(shape), fill)
    enlarged[tuple(slice(n) for n in values.shape)] = values
    return enlarged


def _check_equal(replayed: Tensors, expected: Tensors) -> None:
    """Raises GraphMismatchError if the values differ by more than the tolerance."""
    for ours, theirs in zip(replayed, expected, strict=True):
        # Negated, so that NaN fails.
        if not (ours - theirs).double().norm() <= _TOLERANCE * theirs.double().norm():
            raise GraphMismatchError("The replay of a CUDA graph differs from the captured computation.")
