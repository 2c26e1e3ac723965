"""Kokoro's network: rows of tokens in, samples and durations out, any number of rows in one pass, each as if alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from kokoro import KModel

from kokoro_speech_server.chunk import FRAME
from kokoro_speech_server.engine.network.harmonic_source import Source
from kokoro_speech_server.engine.network.packing import BINS_PER_FRAME, STEPS_PER_FRAME, Layout, row_starts
from kokoro_speech_server.engine.network.prosody import Prosody, Tokens, token_of_frame
from kokoro_speech_server.engine.network.text_encoder import Content
from kokoro_speech_server.engine.network.vocoder import Vocoder

_SOUND, _PROSODY = slice(0, 128), slice(128, 256)
"""The halves of a style."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """What one row speaks.

    ids:   the model's numbers of the tokens, framed by the pad symbol's 0, as in training
    style: float32 [256]: the decoder's half, then that of the prosody
    speed: rate of speech
    seed:  of the source's noise
    """

    ids: Sequence[int]
    style: npt.NDArray[np.float32]
    speed: float
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class Spoken:
    """On the host. samples: float32 [600 * frames]; durations: int64 [tokens], frames of each"""

    samples: torch.Tensor
    durations: torch.Tensor

    @property
    def finite(self) -> bool:
        """Whether all samples are numbers."""
        return bool(torch.isfinite(self.samples).all())


class Read(NamedTuple):
    """What the first half of a pass finds in the tokens, and the second one speaks; padded to the longest row.

    durations: int64 [rows, tokens], frames of each, 0 at padding
    encoded:   [rows, tokens, 640], of which pitch and energy are made
    content:   [rows, 512, tokens], what is to be heard
    """

    durations: torch.Tensor
    encoded: torch.Tensor
    content: torch.Tensor


class Network(torch.nn.Module):
    """A KModel whose weights are in place, taken apart and put together for several rows.

    batched: whether rows share passes; what must come out the same in any company is then reckoned in float64
    dtype:   of the vocoder's convolutions
    tiled:   whether the vocoder works in tiles, as is best on a CPU; rows then share the first half only
    """

    def __init__(
        self, model: KModel, *, batched: bool, dtype: torch.dtype = torch.float32, tiled: bool = False
    ) -> None:
        super().__init__()
        self._prosody = Prosody(model, batched=batched)
        self._content = Content(model.text_encoder, batched=batched)
        self._source = Source(model.decoder.generator, torch.float64 if batched else torch.float32)
        self._vocoder = Vocoder(model.decoder, batched=batched, dtype=dtype, tiled=tiled)
        self._together = not tiled
        # In batches a row alone too, so that it rounds as it does in company.
        self._masked = batched and self._together

    @torch.inference_mode()
    def forward(self, rows: Sequence[Row], device: torch.device) -> list[Spoken]:
        """Speak the rows, at least one."""
        tokens, styles, speeds = self.inputs(rows, device)
        read = self.read(tokens, styles, speeds)
        frames = read.durations.sum(1).tolist()  # the one wait for the device
        samples: list[torch.Tensor] = []
        groups = [slice(None)] if self._together else [slice(i, i + 1) for i in range(len(rows))]
        for group in groups:
            noise = self.noise(rows[group], frames[group], device)
            sound = self.speak(Read(*(part[group] for part in read)), styles[group], noise, frames[group])
            samples += _split(_on_host(sound), frames[group])
        return [
            Spoken(sound, lasting[: len(row.ids)])
            for row, sound, lasting in zip(rows, samples, read.durations.cpu(), strict=True)
        ]

    @staticmethod
    def inputs(rows: Sequence[Row], device: torch.device) -> tuple[Tokens, torch.Tensor, torch.Tensor]:
        """What `read` takes."""
        return (
            Tokens.of([row.ids for row in rows], device),
            torch.from_numpy(np.stack([row.style for row in rows])).to(device),
            torch.tensor([row.speed for row in rows], device=device),
        )

    def read(self, tokens: Tokens, styles: torch.Tensor, speeds: torch.Tensor) -> Read:
        """The first half of a pass. styles: [rows, 256]; speeds: [rows]"""
        durations, encoded = self._prosody.durations(tokens, styles[:, _PROSODY], speeds)
        return Read(durations, encoded, self._content(tokens))

    def speak(
        self, read: Read, styles: torch.Tensor, noise: torch.Tensor, frames: Sequence[int]
    ) -> torch.Tensor:
        """The second half: the samples, the rows laid end to end. frames: of each row"""
        return self.sound(read, styles, noise, Layout.of(frames, device=noise.device, masked=self._masked))

    def sound(self, read: Read, styles: torch.Tensor, noise: torch.Tensor, layout: Layout) -> torch.Tensor:
        """The samples, [600 * total]; between and behind the rows anything.

        noise: standard normal, [rows, 600 * longest]
        """
        spoken = token_of_frame(read.durations, layout.longest)
        pitch, energy = self._prosody.curves(read.encoded, spoken, layout, styles[:, _PROSODY])
        steps = layout.axis(STEPS_PER_FRAME, pitch.dtype)
        spectrum = self._source(steps.rows(pitch)[:, 0], steps.lengths, noise)
        heard = torch.gather(read.content, 2, spoken[:, None].expand(-1, read.content.shape[1], -1))
        dtype = read.content.dtype
        return self._vocoder(  # type: ignore[no-any-return]
            layout.axis(1, dtype).lay(heard),
            pitch.to(dtype),
            energy.to(dtype),
            layout.axis(BINS_PER_FRAME, dtype, extra=1).lay(spectrum),
            style=styles[:, _SOUND],
            layout=layout,
        )

    @staticmethod
    def noise(rows: Sequence[Row], frames: Sequence[int], device: torch.device) -> torch.Tensor:
        """Standard normal, [rows, longest]: each row's own seed draws as many as the row has samples."""
        noise = torch.zeros(len(rows), max(frames) * FRAME, device=device)
        for row, count, place in zip(rows, frames, noise, strict=True):
            generator = torch.Generator(device).manual_seed(row.seed)
            place[: count * FRAME].normal_(generator=generator)
        return noise


def _on_host(samples: torch.Tensor) -> torch.Tensor:
    """From a GPU through memory that it writes to by itself, and without keeping a processor busy until it has."""
    if not samples.is_cuda:
        return samples.cpu()
    copy = torch.empty(samples.shape, dtype=samples.dtype, pin_memory=True)
    copy.copy_(samples, non_blocking=True)
    written = torch.cuda.Event(blocking=True)  # type: ignore[no-untyped-call]
    written.record(torch.cuda.current_stream(samples.device))
    written.synchronize()
    return copy


def _split(samples: torch.Tensor, frames: Sequence[int]) -> list[torch.Tensor]:
    """Each row's, in memory of its own: who keeps one row keeps no others."""
    return [
        samples[start * FRAME : (start + count) * FRAME].clone()
        for start, count in zip(row_starts(frames), frames, strict=True)
    ]
