"""Chunks window by window: all that a whole chunk decides first, then its sound.

A listener hears the first window of a long sentence early, intoned as the whole sentence is. Durations, F0, energy, the
decoder's features and the generator's first stage are computed of the whole chunk: nearly half of a pass's work. The
second stage is a convolutional net once the moments of its signals are known (see moments.py), so windows join without
a seam. A short chunk is one window and needs no moments: it sounds as in any other pass.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from kokoro_speech_server.chunk import FRAME, Chunk, ChunkAudio
from kokoro_speech_server.engine.network.moments import MomentTable
from kokoro_speech_server.engine.network.network import GeneratorInputs, Network
from kokoro_speech_server.engine.network.packing import (
    BINS_PER_FRAME,
    STAGE_POSITIONS_PER_FRAME,
    STEPS_PER_FRAME,
    PackedFrames,
    row_starts,
)
from kokoro_speech_server.engine.network.styles import LayerScalings, LayerStyles
from kokoro_speech_server.engine.network.summary import summary

CONTEXT = 2
"""Frames beyond each end of a window, which is further than the second stage's layers reach together."""

_SHORTEST = 16
"""A window includes the rest of its chunk if that has fewer frames."""

_WHOLE = 128
"""Frames below which a chunk is one window: it is made soon, and what is expected of it is the least certain."""

_KEPT_BYTES = 160 * 2**20
"""Of prepared chunks: some two minutes of speech. What is dropped is prepared again."""


class PreparedChunk(NamedTuple):
    """Everything that the generator's second stage needs of a chunk.

    durations: int64 [tokens + 2], in frames
    signal:    the first stage's result, [20 * frames, 256]
    spectrum:  of the harmonic source, [120 * frames + 1, 22]
    styles:    of the second stage's layers, one row; LayerStyles if all of the chunk is one window
    """

    durations: npt.NDArray[np.int64]
    signal: torch.Tensor
    spectrum: torch.Tensor
    styles: LayerScalings | LayerStyles

    @property
    def frames(self) -> int:
        return len(self.signal) // STAGE_POSITIONS_PER_FRAME

    @property
    def size(self) -> int:
        """In bytes."""
        return self.signal.nbytes + self.spectrum.nbytes

    @property
    def is_whole(self) -> bool:
        return isinstance(self.styles, LayerStyles)


class Window(NamedTuple):
    """Frames `start` to `stop` of a prepared chunk."""

    prepared: PreparedChunk
    start: int
    stop: int

    @property
    def reach(self) -> slice:
        """The frames that its sound depends on."""
        return slice(max(0, self.start - CONTEXT), min(self.prepared.frames, self.stop + CONTEXT))


class _KeptChunk(NamedTuple):
    """used_at: when it was used last, by time.monotonic()"""

    prepared: PreparedChunk
    used_at: float


class WindowedNetwork(Network):
    """A network with tiles that gives chunks with a window, of voices with moments, window by window.

    moments: returns those of the voices, when they are first needed; the other arguments are as in Network
    """

    def __init__(self, *args: Any, moments: Callable[[], MomentTable], **options: Any) -> None:
        super().__init__(*args, **options)
        self._moments = moments
        self._kept: OrderedDict[object, _KeptChunk] = OrderedDict()

    @torch.inference_mode()
    def forward(self, chunks: Sequence[Chunk], device: torch.device) -> list[ChunkAudio]:
        windowed = {i for i, chunk in enumerate(chunks) if self._has_windows(chunk)}
        whole = [chunk for i, chunk in enumerate(chunks) if i not in windowed]
        in_windows = iter(self._windows([chunks[i] for i in sorted(windowed)], device) if windowed else ())
        as_whole = iter(super().forward(whole, device) if whole else ())
        return [next(in_windows if i in windowed else as_whole) for i in range(len(chunks))]

    def forget(self, *, unused_s: float = 0.0) -> None:
        """Drop the prepared chunks that have not been used for so many seconds. They are prepared again if needed."""
        latest = time.monotonic() - unused_s
        for key in [key for key, kept in self._kept.items() if kept.used_at <= latest]:
            del self._kept[key]

    def _has_windows(self, chunk: Chunk) -> bool:
        return chunk.window is not None and self._moments().has(chunk.mix, chunk.speed)

    def _windows(self, chunks: Sequence[Chunk], device: torch.device) -> list[ChunkAudio]:
        windows = [
            Window(prepared, chunk.start, _stop(chunk, prepared.frames))
            for chunk, prepared in zip(chunks, self._prepared(chunks, device), strict=True)
        ]
        for chunk, window in zip(chunks, windows, strict=True):
            if window.stop < window.prepared.frames:
                self._keep(chunk, window.prepared)
            else:
                self._kept.pop(_key(chunk), None)
        return [
            ChunkAudio(samples.numpy(), window.prepared.durations)
            for window, samples in zip(windows, self.sound(windows, device), strict=True)
        ]

    def _prepared(self, chunks: Sequence[Chunk], device: torch.device) -> list[PreparedChunk]:
        kept = [self._kept.get(_key(chunk)) for chunk in chunks]
        # One that was kept for another caller's windows serves nobody who hears the chunk in one.
        found = [
            None if one is None or _is_whole(chunk, one.prepared.frames) else one.prepared
            for chunk, one in zip(chunks, kept, strict=True)
        ]
        missing = [chunk for chunk, one in zip(chunks, found, strict=True) if one is None]
        new = iter(self.prepare(missing, device) if missing else ())
        return [next(new) if one is None else one for one in found]

    def _keep(self, chunk: Chunk, prepared: PreparedChunk) -> None:
        self._kept[_key(chunk)] = _KeptChunk(prepared, time.monotonic())
        self._kept.move_to_end(_key(chunk))
        while sum(one.prepared.size for one in self._kept.values()) > _KEPT_BYTES:
            self._kept.popitem(last=False)

    @torch.inference_mode()
    def prepare(self, chunks: Sequence[Chunk], device: torch.device) -> list[PreparedChunk]:
        """Everything but the second stage, for chunks of voices with moments, in one pass."""
        tokens, styles, speeds = self.encoder_inputs(chunks, device)
        encoded = self.encode(tokens, styles, speeds)
        frames = encoded.durations.sum(1).tolist()
        noise = self.draw_noise(chunks, frames, device)
        packed = self.packed_frames(frames, device)
        inputs = self.generator_inputs(encoded, styles, noise, packed)
        signal = self.first_stage(inputs, packed)
        positions = packed.positions(STAGE_POSITIONS_PER_FRAME)
        bins = packed.positions(BINS_PER_FRAME, extra=1)
        return [
            PreparedChunk(
                durations[: len(chunk.tokens) + 2].numpy(),
                signal[positions.rows[i]].clone(),
                inputs.spectrum[bins.rows[i]].clone(),
                inputs.styles.row(i)
                if _is_whole(chunk, frames[i])
                else self._scalings(chunk, inputs, packed, i),
            )
            for i, (chunk, durations) in enumerate(zip(chunks, encoded.durations, strict=True))
        ]

    def _scalings(
        self, chunk: Chunk, inputs: GeneratorInputs, packed: PackedFrames, row: int
    ) -> LayerScalings:
        """Of the second stage's layers, with the moments that are expected of a chunk."""
        steps = packed.positions(STEPS_PER_FRAME).rows[row]
        expected = (
            self._moments()
            .of(chunk.mix)
            .at(
                (steps.stop - steps.start) // STEPS_PER_FRAME,
                summary(inputs.features[steps], inputs.f0[steps], inputs.energy[steps]),
            )
        )
        means, variances = (torch.from_numpy(values)[None] for values in expected)
        scales, shifts, slices = inputs.styles.row(row).scalings(self.second_stage_norms, means, variances)
        return LayerScalings(scales.float(), shifts.float(), slices)

    @torch.inference_mode()
    def sound(self, windows: Sequence[Window], device: torch.device) -> list[torch.Tensor]:
        """The samples of each window, in one pass, or in two if some of them are whole chunks."""
        result: dict[int, torch.Tensor] = {}
        for whole in (True, False):
            numbers = [i for i, window in enumerate(windows) if window.prepared.is_whole is whole]
            if numbers:
                samples = self._sound([windows[i] for i in numbers], device)
                result.update(zip(numbers, samples, strict=True))
        return [result[i] for i in range(len(windows))]

    def _sound(self, windows: Sequence[Window], device: torch.device) -> list[torch.Tensor]:
        reaches = [window.reach for window in windows]
        frames = [reach.stop - reach.start for reach in reaches]
        packed = self.packed_frames(frames, device)

        def joined(rows: Sequence[torch.Tensor], per_frame: int, extra: int = 0) -> torch.Tensor:
            parts = [
                row[per_frame * reach.start : per_frame * reach.stop + extra]
                for row, reach in zip(rows, reaches, strict=True)
            ]
            if len(parts) == 1:
                return parts[0]
            positions = packed.positions(per_frame, extra=extra)
            result = parts[0].new_zeros(positions.size, parts[0].shape[1])
            for place, part in zip(positions.rows, parts, strict=True):
                result[place] = part
            return result

        prepared = [window.prepared for window in windows]
        styles = prepared[0].styles._replace(
            scales=torch.cat([one.styles.scales for one in prepared]),
            shifts=torch.cat([one.styles.shifts for one in prepared]),
        )
        samples = self.second_stage(
            joined([one.signal for one in prepared], STAGE_POSITIONS_PER_FRAME),
            joined([one.spectrum for one in prepared], BINS_PER_FRAME, extra=1),
            styles,
            packed,
        )
        starts = [
            start + window.start - reach.start
            for start, window, reach in zip(row_starts(frames), windows, reaches, strict=True)
        ]
        return [
            samples[FRAME * start : FRAME * (start + window.stop - window.start)].clone()
            for start, window in zip(starts, windows, strict=True)
        ]


def _stop(chunk: Chunk, frames: int) -> int:
    """The frame at which the window of a chunk of `frames` ends."""
    assert chunk.window is not None
    stop = chunk.start + chunk.window
    return frames if frames < _WHOLE or frames - stop < _SHORTEST else stop


def _is_whole(chunk: Chunk, frames: int) -> bool:
    """Whether all of a chunk is in its window."""
    return chunk.start == 0 and _stop(chunk, frames) == frames


def _key(chunk: Chunk) -> object:
    """Everything that determines the prepared chunk."""
    symbols = "".join(token.symbol for token in chunk.tokens)
    return symbols, chunk.style.tobytes(), chunk.speed, chunk.seed, chunk.mix
