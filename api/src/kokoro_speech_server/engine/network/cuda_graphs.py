"""Passes recorded on a GPU: CUDA graphs of Kokoro's two halves, for sizes that are made once, at the start.

A pass is more than a thousand small operations, and a processor takes some microseconds to launch each: a short text
would wait for that more than for the GPU. Recorded, all of a half is one launch. A recording is of one size: rows are
laid into the smallest that holds them, and what is left over is kept apart from them by the same masks as they are
from each other. What fits into none is done step by step.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import torch

from kokoro_speech_server.chunk import FRAME
from kokoro_speech_server.engine.network.network import Network, Read, Row
from kokoro_speech_server.engine.network.packing import GAP, Layout, row_starts
from kokoro_speech_server.engine.network.prosody import Tokens

logger = logging.getLogger(__name__)

Tensors = Sequence[torch.Tensor]
Work = Callable[..., Tensors]

_MOST_TOKENS = 512
"""The model's context."""

_ALONE_FRAMES = 1024
"""Of a row alone: 25.6 s of audio."""

_FRAMES_PER_ROW = 320
"""Of the largest batch, on average."""

_LONGEST = (192, 384, 768)
"""Of a row in a batch: of a first chunk, of an ordinary one, of a long one."""

_FURTHEST = 0.1
"""By how much of its size what a recording gives may be off: half precision, on another way through the libraries."""


class Replay(Protocol):
    """A recording: takes what the work took when it was recorded, gives what it gave, until it is called again."""

    def __call__(self, *inputs: torch.Tensor) -> Tensors: ...


class Recorder(Protocol):
    @property
    def full(self) -> bool:
        """Whether it has taken the memory that it may."""

    def __call__(self, work: Work, inputs: Tensors) -> Replay:
        """inputs: an example, whose memory becomes the recording's"""


class RecordingFailedError(Exception):
    """A recording does not give what the steps give that it was made of."""


class CudaRecorder:
    """Records work as CUDA graphs, which share the memory for what comes between their inputs and outputs.

    megabytes: that they may take; of what is free three quarters are left to others in any case
    """

    def __init__(self, device: torch.device, megabytes: int) -> None:
        free, _ = torch.cuda.mem_get_info(device)
        self._device = device
        self._room = min(megabytes * 1_000_000, free // 4)
        self._before = torch.cuda.memory_reserved(device)
        self._pool = torch.cuda.graph_pool_handle()

    @property
    def full(self) -> bool:
        return torch.cuda.memory_reserved(self._device) - self._before >= self._room

    def __call__(self, work: Work, inputs: Tensors) -> Replay:
        beside = torch.cuda.Stream(self._device)  # type: ignore[no-untyped-call]
        beside.wait_stream(torch.cuda.current_stream(self._device))
        # Libraries choose their ways and take their memory the first time, and can't in a recording.
        with torch.cuda.stream(beside):
            work(*inputs)
        torch.cuda.current_stream(self._device).wait_stream(beside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self._pool):
            outputs = work(*inputs)

        def replay(*given: torch.Tensor) -> Tensors:
            for place, value in zip(inputs, given, strict=True):
                place.copy_(value)
            graph.replay()
            return outputs

        return replay


def recorder_for(device: torch.device, megabytes: int) -> Recorder | None:
    """None where passes can't be recorded."""
    return CudaRecorder(device, megabytes) if device.type == "cuda" else None


class _ReadSize(NamedTuple):
    """Of several that hold a batch the first in order is the least."""

    rows: int
    tokens: int


class _SpeakSize(NamedTuple):
    """Likewise. In frames."""

    total: int
    longest: int
    rows: int


class RecordedNetwork(Network):
    """A network for batches whose passes are replayed where there is a recording of their size.

    Arguments as Network has them.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._reads: dict[_ReadSize, Replay] = {}
        self._sounds: dict[_SpeakSize, Replay] = {}

    @property
    def recordings(self) -> int:
        return len(self._reads) + len(self._sounds)

    def forget(self) -> None:
        """Be a network without recordings."""
        self._reads.clear()
        self._sounds.clear()

    @torch.inference_mode()
    def record(
        self, recorder: Recorder, example: Row, device: torch.device, *, capacity: int, seconds: float
    ) -> None:
        """Make recordings for one row and for batches of up to `capacity`, until time or the recorder's memory is up.

        example: a short row, with which each is tried. Raises RecordingFailedError and whatever the recorder does.
        """
        until = time.monotonic() + seconds
        tokens, styles, speeds = self.inputs([example], device)
        read = super().read(tokens, styles, speeds)
        frames = read.durations.sum(1).tolist()
        noise = self.noise([example], frames, device)
        sound = super().speak(read, styles, noise, frames)
        for size in _sizes(capacity):
            if time.monotonic() >= until or recorder.full:
                logger.warning(
                    "No time or memory is left to record passes beyond the %d there are", self.recordings
                )
                return
            if isinstance(size, _ReadSize):
                inputs = _read_inputs(size, tokens, styles, speeds)
                self._reads[size] = recorder(self._read_work(), inputs)
                _compare(self._replay_read(size, tokens, styles, speeds), read)
            elif size.longest >= frames[0]:
                inputs = _speak_inputs(size, read, styles, noise, frames)
                self._sounds[size] = recorder(self._speak_work(size), inputs)
                _compare([self._replay_speak(size, read, styles, noise, frames)], [sound])

    def read(self, tokens: Tokens, styles: torch.Tensor, speeds: torch.Tensor) -> Read:
        rows, longest = tokens.ids.shape
        size = min((s for s in self._reads if s.rows >= rows and s.tokens >= longest), default=None)
        if size is None:
            return super().read(tokens, styles, speeds)
        return self._replay_read(size, tokens, styles, speeds)

    def speak(
        self, read: Read, styles: torch.Tensor, noise: torch.Tensor, frames: Sequence[int]
    ) -> torch.Tensor:
        total, longest = row_starts(frames)[-1] + frames[-1], max(frames)
        fitting = (
            s for s in self._sounds if s.total >= total and s.longest >= longest and s.rows >= len(frames)
        )
        size = min(fitting, default=None)
        if size is None:
            return super().speak(read, styles, noise, frames)
        return self._replay_speak(size, read, styles, noise, frames)

    def _replay_read(
        self, size: _ReadSize, tokens: Tokens, styles: torch.Tensor, speeds: torch.Tensor
    ) -> Read:
        rows, longest = tokens.ids.shape
        durations, encoded, content = self._reads[size](*_read_inputs(size, tokens, styles, speeds))
        return Read(durations[:rows, :longest], encoded[:rows, :longest], content[:rows, :, :longest])

    def _replay_speak(
        self,
        size: _SpeakSize,
        read: Read,
        styles: torch.Tensor,
        noise: torch.Tensor,
        frames: Sequence[int],
    ) -> torch.Tensor:
        [samples] = self._sounds[size](*_speak_inputs(size, read, styles, noise, frames))
        return samples[: (row_starts(frames)[-1] + frames[-1]) * FRAME]

    def _read_work(self) -> Work:
        read = super().read
        return lambda ids, lengths, *rest: read(Tokens(ids, lengths, padded=True), *rest)

    def _speak_work(self, size: _SpeakSize) -> Work:
        def work(*inputs: torch.Tensor) -> Tensors:
            *read, styles, noise, starts, lengths = inputs
            layout = Layout(starts, lengths, longest=size.longest, total=size.total)
            return [self.sound(Read(*read), styles, noise, layout)]

        return work


def _sizes(capacity: int) -> Iterator[_ReadSize | _SpeakSize]:
    """Those of single rows first: whoever is alone waits for launches the most."""
    for tokens in _steps(32, _MOST_TOKENS, 4):
        yield _ReadSize(1, tokens)
    for frames in _steps(64, _ALONE_FRAMES, 4):
        yield _SpeakSize(frames, frames, 1)
    if capacity == 1:
        return
    for tokens in _steps(32, _MOST_TOKENS, 2):
        yield _ReadSize(capacity, tokens)
    for total in _steps(_LONGEST[0], capacity * _FRAMES_PER_ROW, 4):
        for longest in _LONGEST:
            if longest <= total <= capacity * (longest + GAP):
                yield _SpeakSize(total, longest, capacity)


def _steps(first: int, last: int, per_doubling: int) -> Iterator[int]:
    """From `first` to at least `last`, in equal steps between one doubling and the next."""
    begin = first
    while True:
        for step in range(per_doubling):
            size = begin + begin * step // per_doubling
            yield size
            if size >= last:
                return
        begin *= 2


def _read_inputs(size: _ReadSize, tokens: Tokens, styles: torch.Tensor, speeds: torch.Tensor) -> Tensors:
    return [
        _filled(tokens.ids, size),
        _filled(tokens.lengths, size[:1], 1),
        _filled(styles, (size.rows, styles.shape[1])),
        _filled(speeds, size[:1], 1),
    ]


def _speak_inputs(
    size: _SpeakSize, read: Read, styles: torch.Tensor, noise: torch.Tensor, frames: Sequence[int]
) -> Tensors:
    missing = size.rows - len(frames)
    return [
        _filled(read.durations, (size.rows, _MOST_TOKENS)),
        _filled(read.encoded, (size.rows, _MOST_TOKENS, read.encoded.shape[2])),
        _filled(read.content, (size.rows, read.content.shape[1], _MOST_TOKENS)),
        _filled(styles, (size.rows, styles.shape[1])),
        _filled(noise, (size.rows, size.longest * FRAME)),
        torch.tensor([*row_starts(frames), *[size.total + 1] * missing], device=noise.device),
        torch.tensor([*frames, *[0] * missing], device=noise.device),
    ]


def _filled(values: torch.Tensor, shape: Sequence[int], rest: float = 0) -> torch.Tensor:
    """The values in the first corner of a tensor of that shape."""
    filled = values.new_full(tuple(shape), rest)
    filled[tuple(slice(n) for n in values.shape)] = values
    return filled


def _compare(replayed: Tensors, expected: Tensors) -> None:
    for mine, other in zip(replayed, expected, strict=True):
        # Written so that what is not a number fails.
        if not (mine - other).double().norm() <= _FURTHEST * other.double().norm():
            raise RecordingFailedError("A recorded pass does not give what its steps give.")
