"""Chunks window by window: all that a whole chunk decides first, then its sound.

A listener hears the first window of a long sentence early, intoned as the whole sentence is. Durations, F0, energy and
the decoder's features are computed of the whole chunk: a sixth of a pass's work. The generator is a convolutional net
once the moments of its signals are known (see moments.py). Only those of its second stage are taken from the table: the
first stage is computed of the whole chunk, a third of the work, and so has its exact moments. Windows then join without
a seam, and are as near to the whole chunk as another draw of its noise is.

A long chunk would be late by that. Its first window is early: both stages compute it with expected moments, before the
first stage is computed of the whole. It fades into the next window within a frame.

A short chunk is one window and needs no moments: it sounds as in any other pass.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F

from kokoro_speech_server.chunk import FRAME, Chunk, ChunkAudio
from kokoro_speech_server.engine.network.moments import MomentTable
from kokoro_speech_server.engine.network.network import GeneratorInputs, Network
from kokoro_speech_server.engine.network.packing import (
    BINS_PER_FRAME,
    STAGE_POSITIONS_PER_FRAME,
    STEPS_PER_FRAME,
    PackedFrames,
)
from kokoro_speech_server.engine.network.styles import LayerScalings, LayerStyles
from kokoro_speech_server.engine.network.summary import summary
from kokoro_speech_server.engine.network.windows import PreparedChunk, Window, is_whole, leading_silence

_KEPT_BYTES = 160 * 2**20
"""Of prepared chunks: some two minutes of speech. What is dropped is prepared again."""


class _KeptChunk(NamedTuple):
    """used_at: when it was used last, by time.monotonic()"""

    prepared: PreparedChunk
    used_at: float


class WindowedNetwork(Network):
    """A network with tiles that gives chunks with a window, of voices with moments, window by window.

    dtype:   of the vocoder's convolutions, float32 or bfloat16
    moments: returns those of the voices, when they are first needed; the other arguments are as in Network
    """

    def __init__(
        self,
        *args: Any,
        dtype: torch.dtype = torch.float32,
        moments: Callable[[], MomentTable],
        **options: Any,
    ) -> None:
        super().__init__(*args, dtype=dtype, **options)
        self._dtype = dtype
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
            Window.of(chunk, prepared)
            for chunk, prepared in zip(chunks, self._prepared(chunks, device), strict=True)
        ]
        for chunk, window in zip(chunks, windows, strict=True):
            if window.stop < window.prepared.frames:
                self._keep(chunk, window.prepared)
            else:
                self._kept.pop(_key(chunk), None)
        return [
            ChunkAudio(samples.numpy(), window.prepared.durations)
            for window, samples in zip(windows, self._joining(windows, device), strict=True)
        ]

    def _prepared(self, chunks: Sequence[Chunk], device: torch.device) -> list[PreparedChunk]:
        kept = [self._kept.get(_key(chunk)) for chunk in chunks]
        # One that was kept for another caller's windows serves nobody who hears the chunk in one.
        found = [
            None if one is None or is_whole(chunk, one.prepared.frames) else one.prepared
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
        """Everything before the generator, for chunks of voices with moments, in one pass."""
        tokens, styles, speeds = self.encoder_inputs(chunks, device)
        encoded = self.encode(tokens, styles, speeds)
        frames = encoded.durations.sum(1).tolist()
        noise = self.draw_noise(chunks, frames, device)
        packed = self.packed_frames(frames, device)
        inputs = self.generator_inputs(encoded, styles, noise, packed)
        steps = packed.positions(STEPS_PER_FRAME)
        bins = packed.positions(BINS_PER_FRAME, extra=1)
        return [
            PreparedChunk(
                durations[: len(chunk.tokens) + 2].numpy(),
                inputs.features[steps.rows[i]].clone(),
                inputs.spectrum[bins.rows[i]].clone(),
                inputs.styles.row(i),
                leading_silence(inputs.energy[steps.rows[i]]),
                self._dtype,
                None if is_whole(chunk, frames[i]) else self._scalings(chunk, inputs, packed, i),
            )
            for i, (chunk, durations) in enumerate(zip(chunks, encoded.durations, strict=True))
        ]

    def _scalings(
        self, chunk: Chunk, inputs: GeneratorInputs, packed: PackedFrames, row: int
    ) -> LayerScalings:
        """Of the generator's layers, with the moments that are expected of a chunk."""
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
        norms = [norm for stage in self.stage_norms for norm in stage]
        scales, shifts, slices = inputs.styles.row(row).scalings(norms, means, variances)
        return LayerScalings(scales.float(), shifts.float(), slices)

    def _joining(self, windows: Sequence[Window], device: torch.device) -> list[torch.Tensor]:
        """The samples of each window, such that it joins the one before. An early one gives its last frame to the next
        window, which fades in over it."""
        missing = [
            Window.early_one(window.prepared)
            for window in windows
            if window.follows_early and window.prepared.fading is None
        ]
        samples = self.sound([*windows, *missing], device)
        for window, one in zip([*windows, *missing], samples, strict=True):
            if window.early:
                window.prepared.fading = one[-FRAME:].clone()
        for i, window in enumerate(windows):
            if window.early:
                samples[i] = samples[i][:-FRAME]
            elif window.follows_early:
                assert window.prepared.fading is not None
                share = torch.linspace(0, 1, FRAME)
                samples[i][:FRAME] = torch.lerp(window.prepared.fading, samples[i][:FRAME], share)
        return samples[: len(windows)]

    @torch.inference_mode()
    def sound(self, windows: Sequence[Window], device: torch.device) -> list[torch.Tensor]:
        """The samples of each window, in one pass, or in two if some of them are whole chunks."""
        self._compute_signals([window.prepared for window in windows if not window.early], device)
        early = [window for window in windows if window.early]
        early_signals = iter(self._early_signals(early, device) if early else ())
        signals = [next(early_signals) if window.early else _signal(window) for window in windows]
        result: dict[int, torch.Tensor] = {}
        for kind in (LayerStyles, LayerScalings):
            numbers = [i for i, one in enumerate(windows) if isinstance(one.prepared.generator_styles, kind)]
            if numbers:
                samples = self._sound([windows[i] for i in numbers], [signals[i] for i in numbers], device)
                result.update(zip(numbers, samples, strict=True))
        return [result[i] for i in range(len(windows))]

    def _compute_signals(self, chunks: Sequence[PreparedChunk], device: torch.device) -> None:
        """The first stage of the chunks of which there is none yet, in one pass."""
        new = list({id(chunk): chunk for chunk in chunks if chunk.signal is None}.values())
        if not new:
            return
        packed = self.packed_frames([chunk.frames for chunk in new], device)
        signal = self.first_stage(
            packed.positions(STEPS_PER_FRAME).join([chunk.features for chunk in new]),
            packed.positions(BINS_PER_FRAME, extra=1).join([chunk.spectrum for chunk in new]),
            _stacked([chunk.styles for chunk in new]),
            packed,
        )
        rows = packed.positions(STAGE_POSITIONS_PER_FRAME).rows
        for chunk, row in zip(new, rows, strict=True):
            chunk.signal = signal[row].clone()

    def _early_signals(self, windows: Sequence[Window], device: torch.device) -> list[torch.Tensor]:
        """The first stage of early windows, in one pass."""
        packed = self._packed(windows, device)
        signal = self.first_stage(
            packed.positions(STEPS_PER_FRAME).join(
                [window.part(window.prepared.features, STEPS_PER_FRAME) for window in windows]
            ),
            _spectra(windows, packed),
            _stacked([window.prepared.generator_styles for window in windows]),
            packed,
        )
        return [signal[row] for row in packed.positions(STAGE_POSITIONS_PER_FRAME).rows]

    def _sound(
        self, windows: Sequence[Window], signals: Sequence[torch.Tensor], device: torch.device
    ) -> list[torch.Tensor]:
        packed = self._packed(windows, device)
        samples = self.second_stage(
            packed.positions(STAGE_POSITIONS_PER_FRAME).join(signals),
            _spectra(windows, packed),
            _stacked([window.prepared.generator_styles for window in windows]),
            packed,
        )
        rows = packed.positions(FRAME).rows
        return [_heard(window, samples[row]) for window, row in zip(windows, rows, strict=True)]

    def _packed(self, windows: Sequence[Window], device: torch.device) -> PackedFrames:
        return self.packed_frames([window.reach.stop - window.reach.start for window in windows], device)


def _signal(window: Window) -> torch.Tensor:
    assert window.prepared.signal is not None
    return window.part(window.prepared.signal, STAGE_POSITIONS_PER_FRAME)


def _heard(window: Window, samples: torch.Tensor) -> torch.Tensor:
    """The samples of a window. samples: of the frames that it depends on"""
    begin, end = window.start - window.reach.start, window.stop - window.reach.start
    return F.pad(samples[max(0, begin) * FRAME : end * FRAME], (max(0, -begin) * FRAME, 0))


def _spectra(windows: Sequence[Window], packed: PackedFrames) -> torch.Tensor:
    return packed.positions(BINS_PER_FRAME, extra=1).join(
        [window.part(window.prepared.spectrum, BINS_PER_FRAME, extra=1) for window in windows]
    )


def _stacked(rows: Sequence[LayerStyles | LayerScalings]) -> LayerStyles | LayerScalings:
    """Those of several rows."""
    return rows[0]._replace(
        scales=torch.cat([row.scales for row in rows]), shifts=torch.cat([row.shifts for row in rows])
    )


def _key(chunk: Chunk) -> object:
    """Everything that determines the prepared chunk."""
    symbols = "".join(token.symbol for token in chunk.tokens)
    return symbols, chunk.style.tobytes(), chunk.speed, chunk.seed, chunk.mix
