"""The model's first half: phoneme tokens to durations, pitch and energy, for several rows at once, each as if alone.

Whatever the batch, a row's durations and pitch have to come out the same to the last bit: a duration is rounded to
whole frames, and the sound's source follows the phase of the pitch, where the smallest difference grows with time.
Batches are therefore reckoned in float64 here and cast at the end, so that no difference in the order of sums is left.
Rows are padded to the longest: this half is a twentieth of the work. A row alone that is never to be equalled by one
in company is reckoned in float32, as the `kokoro` library does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import torch
from kokoro import KModel
from kokoro.modules import AdaLayerNorm

from kokoro_speech_server.engine.network.blocks import adain_resblock
from kokoro_speech_server.engine.network.packing import STEPS_PER_FRAME, Layout

_SHUT = -1e4
"""To an LSTM's input gate: its sigmoid is exactly 0."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Token ids of several rows, padded with zeros.

    ids:     int64 [rows, tokens]
    lengths: int64 [rows]
    padded:  whether any row is shorter than the longest
    """

    ids: torch.Tensor
    lengths: torch.Tensor
    padded: bool

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]], device: torch.device) -> "Tokens":
        longest = max(map(len, rows))
        ids = torch.tensor([[*row, *[0] * (longest - len(row))] for row in rows])
        lengths = torch.tensor([len(row) for row in rows])
        return cls(ids.to(device), lengths.to(device), any(len(row) < longest for row in rows))

    @property
    def inside(self) -> torch.Tensor | None:
        """bool [rows, tokens]: False at padding; None where there is none."""
        if not self.padded:
            return None
        return torch.arange(self.ids.shape[1], device=self.ids.device) < self.lengths[:, None]


class RowLSTM(torch.nn.Module):
    """A bidirectional LSTM over rows that may be padded at their ends, each as if alone.

    One more input, 1 at padding, shuts the input gate: the state stays exactly zero through the padding, and the
    backward direction comes to the row's end as it begins. No lengths are needed on the host, and shapes are fixed.

    batched: False: rows are never padded, and the weights are left as they are, shared with other processes
    """

    def __init__(self, lstm: torch.nn.LSTM, *, batched: bool) -> None:
        super().__init__()
        self._batched = batched
        self._lstm = _gated(lstm) if batched else lstm

    def forward(self, x: torch.Tensor, inside: torch.Tensor | None) -> torch.Tensor:
        """x: [rows, length, channels]; inside: bool [rows, length], None for all -> [rows, length, 2 * hidden]."""
        if self._batched:
            padding = x.new_zeros(x.shape[:2]) if inside is None else (~inside).to(x.dtype)
            x = torch.cat([x, padding[..., None]], -1)
        elif inside is not None:
            raise ValueError("rows of different lengths need a batched LSTM")
        return cast(torch.Tensor, self._lstm(x)[0])


def _gated(lstm: torch.nn.LSTM) -> torch.nn.LSTM:
    width, hidden = lstm.input_size, lstm.hidden_size
    state = dict(lstm.state_dict())
    for name in ("weight_ih_l0", "weight_ih_l0_reverse"):
        gates = state[name].new_zeros(4 * hidden, 1)
        gates[:hidden] = _SHUT  # torch's order: input, forget, cell, output
        state[name] = torch.cat([state[name], gates], 1)
    gated = torch.nn.LSTM(width + 1, hidden, batch_first=True, bidirectional=True, device="meta")
    gated.load_state_dict(state, assign=True)
    return gated.eval()


class Prosody(torch.nn.Module):
    """ALBERT and the predictor of durations, pitch and energy.

    batched: whether rows share batches: then all is reckoned in float64, else in float32
    Takes the model's own modules.
    """

    def __init__(self, model: KModel, *, batched: bool) -> None:
        super().__init__()
        dtype = torch.float64 if batched else torch.float32
        self._dtype = dtype
        self._bert = model.bert.to(dtype)
        self._bert_encoder = model.bert_encoder.to(dtype)
        predictor = model.predictor.to(dtype)
        self._encoders = torch.nn.ModuleList(
            block if isinstance(block, AdaLayerNorm) else RowLSTM(block, batched=batched)
            for block in predictor.text_encoder.lstms
        )
        self._duration_lstm = RowLSTM(predictor.lstm, batched=batched)
        self._duration_projection = predictor.duration_proj
        self._frame_lstm = RowLSTM(predictor.shared, batched=batched)
        self._pitch, self._pitch_projection = predictor.F0, predictor.F0_proj
        self._energy, self._energy_projection = predictor.N, predictor.N_proj

    def durations(
        self, tokens: Tokens, style: torch.Tensor, speed: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Frames of each token, int64 [rows, tokens], 0 at padding; and what `curves` needs, [rows, tokens, 640].

        style: [rows, 128], the prosody half; speed: [rows]
        """
        inside = tokens.inside
        # Four dimensions: from a mask of two, transformers would read a value on the host.
        mask = None if inside is None else inside[:, None, None].expand(-1, 1, inside.shape[1], -1)
        style, speed = style.to(self._dtype), speed.to(self._dtype)
        styles = style[:, None].expand(-1, tokens.ids.shape[1], -1)
        x = torch.cat([self._bert_encoder(self._bert(tokens.ids, attention_mask=mask)), styles], -1)
        for block in self._encoders:
            x = block(x, inside) if isinstance(block, RowLSTM) else torch.cat([block(x, style), styles], -1)
        each = torch.sigmoid(self._duration_projection(self._duration_lstm(x, inside))).sum(-1)
        frames = torch.round(each / speed[:, None]).clamp(min=1).long()
        return frames if inside is None else frames * inside, x

    def curves(
        self, encoded: torch.Tensor, spoken: torch.Tensor, layout: Layout, style: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Pitch in Hz and energy, [1, 1, 2 * total] on the axis, zero in the gaps.

        encoded: from `durations`; spoken: from `token_of_frame`
        """
        style = style.to(self._dtype)
        inside = None
        if not layout.alone:
            inside = torch.arange(spoken.shape[1], device=spoken.device) < layout.lengths[:, None]
        frames = torch.gather(encoded, 1, spoken[..., None].expand(-1, -1, encoded.shape[-1]))
        axis, upsampled = layout.axis(1, self._dtype), layout.axis(STEPS_PER_FRAME, self._dtype)
        x = axis.lay(self._frame_lstm(frames, inside).transpose(1, 2))

        def curve(blocks: torch.nn.ModuleList, projection: torch.nn.Module) -> torch.Tensor:
            y = adain_resblock(blocks[0], x, style, axis)
            y = adain_resblock(blocks[1], y, style, axis, upsampled)
            y = adain_resblock(blocks[2], y, style, upsampled)
            return upsampled.keep(projection(y))

        return curve(self._pitch, self._pitch_projection), curve(self._energy, self._energy_projection)


def token_of_frame(durations: torch.Tensor, longest: int) -> torch.Tensor:
    """int64 [rows, longest]: the token that each frame speaks; behind a row's end its last.

    durations: int64 [rows, tokens]
    """
    ends = durations.cumsum(1)
    frames = torch.arange(longest, device=durations.device).expand(len(durations), -1).contiguous()
    return torch.searchsorted(ends, frames, right=True).clamp(max=durations.shape[1] - 1)
