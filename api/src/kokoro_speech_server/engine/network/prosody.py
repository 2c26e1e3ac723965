"""The first half of the model: phoneme tokens to durations, F0 and energy, for several rows in one pass.

The last bits of float32 depend on which other rows share the pass. A duration is rounded to whole frames, and the
harmonic source integrates F0 into a phase, in which the smallest difference grows with time: so a chunk in a batch
may differ from the chunk alone, inaudibly. In float64, cast at the end, no trace of the summation order remains, and
batches have the same durations and F0 to the bit; but most GPUs compute float64 at a thirty-second of their speed or
less. Rows are padded to the longest, since this half is a twentieth of the work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import torch
import torch.nn.functional as F

from kokoro_speech_server.engine.kokoro_library import AdaLayerNorm, KModel
from kokoro_speech_server.engine.network.albert import Albert
from kokoro_speech_server.engine.network.blocks import adain_resblock
from kokoro_speech_server.engine.network.convolutions import convolve_layer
from kokoro_speech_server.engine.network.fused_blocks import FusedBlocks
from kokoro_speech_server.engine.network.fused_operations import FusedOperations
from kokoro_speech_server.engine.network.packing import STEPS_PER_FRAME, PackedFrames
from kokoro_speech_server.engine.network.styles import StyleTable

_CLOSED_GATE = -1e4
"""Input of an LSTM's input gate whose sigmoid is exactly 0."""

_FLAGS = 4
"""Inputs of an LSTM beside the channels. One would do, but matrix products are slow where rows are not aligned."""


@dataclass(frozen=True, slots=True)
class PaddedTokens:
    """Token ids of several rows, padded with zeros.

    ids:         int64 [rows, tokens]
    lengths:     int64 [rows]
    has_padding: whether any row is shorter than the longest
    """

    ids: torch.Tensor
    lengths: torch.Tensor
    has_padding: bool

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]], device: torch.device) -> "PaddedTokens":
        longest = max(map(len, rows))
        ids = torch.tensor([[*row, *[0] * (longest - len(row))] for row in rows])
        lengths = torch.tensor([len(row) for row in rows])
        return cls(ids.to(device), lengths.to(device), any(len(row) < longest for row in rows))

    @property
    def inside(self) -> torch.Tensor | None:
        """bool [rows, tokens]: False at padding; None without padding."""
        if not self.has_padding:
            return None
        return torch.arange(self.ids.shape[1], device=self.ids.device) < self.lengths[:, None]


class PaddedLSTM(torch.nn.Module):
    """A bidirectional LSTM over rows that may be padded at their ends, each computed as if it were the only one.

    A flag among the inputs, 1 at padding, closes the input gate: the state stays exactly zero throughout the padding,
    so that the backward direction reaches the row's end in its initial state. The host needs no lengths, and shapes do
    not depend on them.

    accepts_padding: False: the weights stay as they are, shared with other processes
    """

    def __init__(self, lstm: torch.nn.LSTM, *, accepts_padding: bool) -> None:
        super().__init__()
        self._accepts_padding = accepts_padding
        self._channels = lstm.input_size
        self._lstm = _gated(lstm) if accepts_padding else lstm

    def new_input(self, like: torch.Tensor, inside: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor]:
        """An input for LSTMs of this shape, [rows, length, channels and flags], and the part of it that the caller
        fills, [rows, length, channels].

        like:   [rows, length, ...], in the input's dtype
        inside: bool [rows, length], False at padding; None without padding. Raises ValueError if the rows are padded
                and the LSTM does not accept it.
        """
        if not self._accepts_padding and inside is not None:
            raise ValueError("Rows of different lengths need an LSTM that accepts padding.")
        x = like.new_empty(*like.shape[:2], self._lstm.input_size)
        if self._accepts_padding:
            flags = x[..., self._channels :]
            if inside is None:
                flags.zero_()
            else:
                torch.logical_not(inside[..., None].expand_as(flags), out=flags)
        return x, x[..., : self._channels]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: from `new_input` -> [rows, length, 2 * hidden]"""
        return cast(torch.Tensor, self._lstm(x)[0])


def _gated(lstm: torch.nn.LSTM) -> torch.nn.LSTM:
    width, hidden = lstm.input_size, lstm.hidden_size
    state = dict(lstm.state_dict())
    for name in ("weight_ih_l0", "weight_ih_l0_reverse"):
        gates = state[name].new_zeros(4 * hidden, _FLAGS)
        gates[:hidden, 0] = _CLOSED_GATE  # torch's order: input, forget, cell, output
        state[name] = torch.cat([state[name], gates], 1)
    gated = torch.nn.LSTM(width + _FLAGS, hidden, batch_first=True, bidirectional=True, device="meta")
    gated.load_state_dict(state, assign=True)
    return gated.eval()


class Prosody(torch.nn.Module):
    """ALBERT and the predictor of durations, F0 and energy. Takes over the model's own modules.

    packed:  whether several rows may share a pass
    dtype:   of the whole computation
    ordered: whether weights are copied into the order in which oneDNN computes
    fused:   fused kernels, which are for float32 only
    """

    def __init__(
        self,
        model: KModel,
        *,
        packed: bool,
        dtype: torch.dtype,
        ordered: bool = False,
        fused: FusedOperations | None = None,
    ) -> None:
        super().__init__()
        self._dtype = dtype
        self._residual_block = (
            adain_resblock if fused is None or dtype is not torch.float32 else FusedBlocks(fused)
        )
        self._albert = Albert(model.bert.to(dtype), joined=packed, ordered=ordered)
        self._albert_projection = model.bert_encoder.to(dtype)
        predictor = model.predictor.to(dtype)
        lstms, self._norms = predictor.text_encoder.lstms[::2], predictor.text_encoder.lstms[1::2]
        self._lstms = torch.nn.ModuleList(PaddedLSTM(lstm, accepts_padding=packed) for lstm in lstms)
        self._duration_lstm = PaddedLSTM(predictor.lstm, accepts_padding=packed)
        self._duration_projection = predictor.duration_proj
        self._frame_lstm = PaddedLSTM(predictor.shared, accepts_padding=packed)
        self._f0, self._f0_projection = predictor.F0, predictor.F0_proj
        self._energy, self._energy_projection = predictor.N, predictor.N_proj
        blocks = [*self._f0, *self._energy]
        self._styles = StyleTable((norm for block in blocks for norm in (block.norm1, block.norm2)), dtype)

    def durations(
        self, tokens: PaddedTokens, style: torch.Tensor, speed: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Frames of each token, int64 [rows, tokens], 0 at padding; and the features for `f0_and_energy`,
        [rows, tokens, 640].

        style: [rows, 128], the prosody half; speed: [rows]
        """
        inside = tokens.inside
        style, speed = style.to(self._dtype), speed.to(self._dtype)
        encoded = self._albert(tokens.ids, inside)
        # All LSTMs read the same tensor, in which each layer's result replaces that of the layer before.
        x, features = self._duration_lstm.new_input(encoded, inside)
        text, styles = features[..., : -style.shape[1]], features[..., -style.shape[1] :]
        text.copy_(self._albert_projection(encoded))
        styles.copy_(style[:, None])
        for lstm, norm in zip(self._lstms, self._norms, strict=True):
            _ada_layer_norm(norm, lstm(x), style, text)
        each = torch.sigmoid(self._duration_projection(self._duration_lstm(x))).sum(-1)
        frames = torch.round(each / speed[:, None]).clamp(min=1).long()
        return frames if inside is None else frames * inside, features

    def f0_and_energy(
        self, features: torch.Tensor, frame_tokens: torch.Tensor, packed: PackedFrames, style: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """F0 in Hz and energy, each packed, [2 * total], zero in the gaps.

        features: from `durations`; frame_tokens: from `token_of_frame`; style: [rows, 128], the prosody half
        """
        inside = None
        if not packed.single_row:
            inside = torch.arange(frame_tokens.shape[1], device=frame_tokens.device) < packed.lengths[:, None]
        aligned, channels = self._frame_lstm.new_input(features.new_empty(*frame_tokens.shape, 0), inside)
        torch.gather(features, 1, frame_tokens[..., None].expand_as(channels), out=channels)
        frames, steps = packed.positions(1), packed.positions(STEPS_PER_FRAME)
        x = frames.pack(self._frame_lstm(aligned))
        styles = self._styles(style)

        def curve(blocks: torch.nn.ModuleList, projection: torch.nn.Conv1d) -> torch.Tensor:
            y = self._residual_block(blocks[0], x, styles, frames)
            y = self._residual_block(blocks[1], y, styles, frames, upsampled=steps)
            y = self._residual_block(blocks[2], y, styles, steps)
            return steps.mask_gaps(convolve_layer(projection, y))[:, 0]

        return curve(self._f0, self._f0_projection), curve(self._energy, self._energy_projection)


def _ada_layer_norm(norm: AdaLayerNorm, x: torch.Tensor, style: torch.Tensor, out: torch.Tensor) -> None:
    """x, out: [rows, tokens, channels]; style: [rows, 128]"""
    scale, shift = norm.fc(style)[:, None].chunk(2, 2)
    torch.addcmul(shift, F.layer_norm(x, x.shape[2:], eps=norm.eps), scale + 1, out=out)


def token_of_frame(durations: torch.Tensor, longest: int) -> torch.Tensor:
    """int64 [rows, longest]: the index of the token that each frame belongs to; the last one after a row's end.

    durations: int64 [rows, tokens]
    """
    ends = durations.cumsum(1)
    frames = torch.arange(longest, device=durations.device).expand(len(durations), -1).contiguous()
    return torch.searchsorted(ends, frames, right=True).clamp(max=durations.shape[1] - 1)
