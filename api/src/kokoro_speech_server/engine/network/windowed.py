"""Chunks window by window: durations, F0, energy and the decoder's features of a whole chunk first, then its sound.

What decides the intonation is a sixth of a pass's work, so that a listener hears the first window of a long sentence
early, intoned as the whole sentence is. The generator is a convolutional net once the moments of its signals are known
(see moments.py), so windows join without a seam.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from kokoro_speech_server.chunk import FRAME, Chunk, ChunkAudio
from kokoro_speech_server.engine.network.moments import MomentTable
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.packing import (
    BINS_PER_FRAME,
    STEPS_PER_FRAME,
    row_starts,
)
from kokoro_speech_server.engine.network.styles import LayerScalings
from kokoro_speech_server.engine.network.summary import summary

CONTEXT = 4
"""Frames beyond each end of a window that its sound depends on."""

_SHORTEST = 16
"""A window includes the rest of its chunk if that has fewer frames."""

_KEPT_BYTES = 64 * 2**20
"""Of prepared chunks: some two minutes of speech. What is dropped is prepared again."""


class PreparedChunk(NamedTuple):
    """Everything that the generator needs of a chunk.

    durations: int64 [tokens + 2], in frames
    features:  [2 * frames, 512]
    spectrum:  of the harmonic source, [120 * frames + 1, 22]
    scalings:  of the generator's layers, one row
    """

    durations: npt.NDArray[np.int64]
    features: torch.Tensor
    spectrum: torch.Tensor
    scalings: LayerScalings

    @property
    def frames(self) -> int:
        return len(self.features) // STEPS_PER_FRAME

    @property
    def size(self) -> int:
        """In bytes."""
        return self.features.nbytes + self.spectrum.nbytes


class Window(NamedTuple):
    """Frames `start` to `stop` of a prepared chunk."""

    prepared: PreparedChunk
    start: int
    stop: int

    @property
    def reach(self) -> slice:
        """The frames that its sound depends on."""
        return slice(max(0, self.start - CONTEXT), min(self.prepared.frames, self.stop + CONTEXT))


class WindowedNetwork(Network):
    """A network with tiles that gives chunks with a window, of voices with moments, window by window.

    moments: returns those of the voices, when they are first needed; the others are as in Network
    """

    def __init__(self, *args: Any, moments: Callable[[], MomentTable], **options: Any) -> None:
        super().__init__(*args, **options)
        self._moments = moments
        self._kept: OrderedDict[object, PreparedChunk] = OrderedDict()

    @torch.inference_mode()
    def forward(self, chunks: Sequence[Chunk], device: torch.device) -> list[ChunkAudio]:
        windowed = {i for i, chunk in enumerate(chunks) if self._has_windows(chunk)}
        whole = [chunk for i, chunk in enumerate(chunks) if i not in windowed]
        in_windows = iter(self._windows([chunks[i] for i in sorted(windowed)], device) if windowed else ())
        as_whole = iter(super().forward(whole, device) if whole else ())
        return [next(in_windows if i in windowed else as_whole) for i in range(len(chunks))]

    def forget(self) -> None:
        """Drop all prepared chunks, which are prepared again if they are needed."""
        self._kept.clear()

    def _has_windows(self, chunk: Chunk) -> bool:
        return chunk.window is not None and self._moments().has(chunk.mix)

    def _windows(self, chunks: Sequence[Chunk], device: torch.device) -> list[ChunkAudio]:
        windows = []
        for chunk, prepared in zip(chunks, self._prepared(chunks, device), strict=True):
            assert chunk.window is not None
            stop = chunk.start + chunk.window
            stop = prepared.frames if prepared.frames - stop < _SHORTEST else stop
            windows.append(Window(prepared, chunk.start, stop))
            if stop == prepared.frames:
                self._kept.pop(_key(chunk), None)
        return [
            ChunkAudio(samples.numpy(), window.prepared.durations)
            for window, samples in zip(windows, self.sound(windows, device), strict=True)
        ]

    def _prepared(self, chunks: Sequence[Chunk], device: torch.device) -> list[PreparedChunk]:
        keys = [_key(chunk) for chunk in chunks]
        missing = {key: chunk for key, chunk in zip(keys, chunks, strict=True) if key not in self._kept}
        new = dict(zip(missing, self.prepare(list(missing.values()), device), strict=True)) if missing else {}
        found = [self._kept.get(key) or new[key] for key in keys]
        for key, prepared in zip(keys, found, strict=True):
            self._kept[key] = prepared
            self._kept.move_to_end(key)
        while sum(one.size for one in self._kept.values()) > _KEPT_BYTES:
            self._kept.popitem(last=False)
        return found

    @torch.inference_mode()
    def prepare(self, chunks: Sequence[Chunk], device: torch.device) -> list[PreparedChunk]:
        """Everything but the generator, for chunks of voices with moments, in one pass."""
        tokens, styles, speeds = self.encoder_inputs(chunks, device)
        encoded = self.encode(tokens, styles, speeds)
        frames = encoded.durations.sum(1).tolist()
        noise = self.draw_noise(chunks, frames, device)
        packed = self.packed_frames(frames, device)
        inputs = self.generator_inputs(encoded, styles, noise, packed)
        steps, bins = packed.positions(STEPS_PER_FRAME), packed.positions(BINS_PER_FRAME, extra=1)
        table = self._moments()
        moments = [
            table.of(chunk.mix).at(count, summary(inputs.features[row], inputs.f0[row], inputs.energy[row]))
            for chunk, count, row in zip(chunks, frames, steps.rows, strict=True)
        ]
        means, variances = (torch.from_numpy(np.stack(values)) for values in zip(*moments, strict=True))
        scales, shifts, slices = inputs.styles.scalings(self.generator_norms, means, variances)
        return [
            PreparedChunk(
                durations[: len(chunk.tokens) + 2].numpy(),
                inputs.features[steps.rows[i]].clone(),
                inputs.spectrum[bins.rows[i]].clone(),
                LayerScalings(scales[i : i + 1].float(), shifts[i : i + 1].float(), slices),
            )
            for i, (chunk, durations) in enumerate(zip(chunks, encoded.durations, strict=True))
        ]

    @torch.inference_mode()
    def sound(self, windows: Sequence[Window], device: torch.device) -> list[torch.Tensor]:
        """The samples of each window, in one pass."""
        reaches = [window.reach for window in windows]
        frames = [reach.stop - reach.start for reach in reaches]
        packed = self.packed_frames(frames, device)

        def joined(rows: Sequence[torch.Tensor], per_frame: int, extra: int = 0) -> torch.Tensor:
            positions = packed.positions(per_frame, extra=extra)
            if len(rows) == 1:
                return rows[0]
            result = rows[0].new_zeros(positions.size, rows[0].shape[1])
            for place, row in zip(positions.rows, rows, strict=True):
                result[place] = row
            return result

        features = [
            window.prepared.features[STEPS_PER_FRAME * reach.start : STEPS_PER_FRAME * reach.stop]
            for window, reach in zip(windows, reaches, strict=True)
        ]
        spectra = [
            window.prepared.spectrum[BINS_PER_FRAME * reach.start : BINS_PER_FRAME * reach.stop + 1]
            for window, reach in zip(windows, reaches, strict=True)
        ]
        rows = [window.prepared.scalings for window in windows]
        scalings = LayerScalings(
            torch.cat([row.scales for row in rows]), torch.cat([row.shifts for row in rows]), rows[0].slices
        )
        samples = self.sound_of_windows(
            joined(features, STEPS_PER_FRAME), joined(spectra, BINS_PER_FRAME, 1), scalings, packed
        )
        starts = [
            start + window.start - reach.start
            for start, window, reach in zip(row_starts(frames), windows, reaches, strict=True)
        ]
        return [
            samples[FRAME * start : FRAME * (start + window.stop - window.start)].clone()
            for start, window in zip(starts, windows, strict=True)
        ]


def _key(chunk: Chunk) -> object:
    """Everything that determines the prepared chunk."""
    symbols = "".join(token.symbol for token in chunk.tokens)
    return symbols, chunk.style.tobytes(), chunk.speed, chunk.seed, chunk.mix
