"""Kokoro's network: rows of tokens in, samples and durations out, any number of rows in one pass, each as if alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from kokoro import KModel

from api.src.inference.base import FRAME
from api.src.inference.content import Content
from api.src.inference.prosody import Prosody, Tokens, token_of_frame
from api.src.inference.segments import BINS_PER_FRAME, STEPS_PER_FRAME, Layout
from api.src.inference.source import Source
from api.src.inference.vocoder import Vocoder

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
        tokens = Tokens.of([row.ids for row in rows], device)
        styles = torch.from_numpy(np.stack([row.style for row in rows])).to(device)
        speeds = torch.tensor([row.speed for row in rows], device=device)
        durations, encoded = self._prosody.durations(tokens, styles[:, _PROSODY], speeds)
        content = self._content(tokens)
        frames = durations.sum(1).tolist()  # the one wait for the device
        samples: list[torch.Tensor] = []
        groups = [slice(None)] if self._together else [slice(i, i + 1) for i in range(len(rows))]
        for group in groups:
            samples += self._sound(
                frames=frames[group],
                durations=durations[group],
                encoded=encoded[group],
                content=content[group],
                styles=styles[group],
                noise=self._noise(rows[group], frames[group], device),
            )
        return [
            Spoken(sound, lasting[: len(row.ids)])
            for row, sound, lasting in zip(rows, samples, durations.cpu(), strict=True)
        ]

    def _sound(
        self,
        *,
        frames: Sequence[int],
        durations: torch.Tensor,
        encoded: torch.Tensor,
        content: torch.Tensor,
        styles: torch.Tensor,
        noise: torch.Tensor,
    ) -> list[torch.Tensor]:
        """The samples of each row, on the host."""
        layout = Layout(frames, device=content.device, masked=self._masked)
        spoken = token_of_frame(durations, max(frames))
        pitch, energy = self._prosody.curves(encoded, spoken, layout, styles[:, _PROSODY])
        steps = layout.axis(STEPS_PER_FRAME, pitch.dtype)
        spectrum = self._source(steps.rows(pitch)[:, 0], steps.lengths, noise)
        heard = torch.gather(content, 2, spoken[:, None].expand(-1, content.shape[1], -1))
        dtype = content.dtype
        samples = self._vocoder(
            layout.axis(1, dtype).lay(heard),
            pitch.to(dtype),
            energy.to(dtype),
            layout.axis(BINS_PER_FRAME, dtype, extra=1).lay(spectrum),
            style=styles[:, _SOUND],
            layout=layout,
        ).cpu()
        return [
            samples[start * FRAME : (start + count) * FRAME]
            for start, count in zip(layout.starts, frames, strict=True)
        ]

    @staticmethod
    def _noise(rows: Sequence[Row], frames: Sequence[int], device: torch.device) -> torch.Tensor:
        """Standard normal, [rows, longest]: each row's own seed draws as many as the row has samples."""
        noise = torch.zeros(len(rows), max(frames) * FRAME, device=device)
        for row, count, place in zip(rows, frames, noise, strict=True):
            generator = torch.Generator(device).manual_seed(row.seed)
            place[: count * FRAME].normal_(generator=generator)
        return noise
