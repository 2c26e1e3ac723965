"""Batches at the sizes of CUDA graphs: real ones, enlarged by absent rows and padding, and full ones for checks."""

from collections.abc import Sequence
from dataclasses import replace

import torch

from kokoro_speech_server.chunk import FRAME, Chunk
from kokoro_speech_server.engine.network.graph_capture import Tensors
from kokoro_speech_server.engine.network.graph_sizes import DecodeSize, EncodeSize, Size
from kokoro_speech_server.engine.network.graph_stage import FullBatch, Padded, PaddedTensors
from kokoro_speech_server.engine.network.network import EncodedTokens, Network
from kokoro_speech_server.engine.network.packing import GAP, row_starts
from kokoro_speech_server.engine.network.prosody import PaddedTokens

_SHORTEST_ROW = 16
"""Frames that each row of a full batch has at least, if it is not too small for that."""


def encode_inputs(
    size: EncodeSize, tokens: PaddedTokens, styles: torch.Tensor, speeds: torch.Tensor
) -> PaddedTensors:
    """ids, lengths, styles and speeds; an absent row has one token."""
    return [
        Padded(tokens.ids, (size.rows, size.tokens)),
        Padded(tokens.lengths, (size.rows,), 1),
        Padded(styles, (size.rows, styles.shape[1])),
        Padded(speeds, (size.rows,), 1),
    ]


def encode_outputs(size: EncodeSize, example: EncodedTokens) -> PaddedTensors:
    return [Padded(part, (size.rows, size.tokens, *part.shape[2:])) for part in example]


def decode_inputs(
    size: DecodeSize, encoded: EncodedTokens, styles: torch.Tensor, noise: torch.Tensor, frames: Sequence[int]
) -> PaddedTensors:
    """The parts of `encoded`, styles, noise, starts and lengths; an absent row starts beyond the end."""
    starts = torch.tensor(row_starts(frames), device=noise.device)
    lengths = torch.tensor(frames, device=noise.device)
    return [
        *(Padded(part, (size.rows, size.tokens, *part.shape[2:])) for part in encoded),
        Padded(styles, (size.rows, styles.shape[1])),
        Padded(noise, (size.rows, size.longest * FRAME)),
        Padded(starts, (size.rows,), size.total + 1),
        Padded(lengths, (size.rows,)),
    ]


def decode_outputs(size: DecodeSize, example: EncodedTokens) -> PaddedTensors:
    """The samples, which have the dtype of the text encoder's features."""
    return [Padded(example.text_features, (size.total * FRAME,))]


class FullRows:
    """Batches that fill a size with rows of different speeds, made of one chunk.

    network: computes their features, kernel by kernel
    """

    def __init__(self, network: Network, example: Chunk, device: torch.device, sizes: Sequence[Size]) -> None:
        longest = max(size.tokens for size in sizes)
        symbols = (example.tokens * (longest // len(example.tokens) + 1))[: longest - 2]
        self._network = network
        self._chunk = replace(example, tokens=symbols)
        self._tokens, self._styles, self._speeds = network.encoder_inputs([self._chunk], device)
        # Not by the graphs' network itself, which would round the size.
        self.encoded = Network.encode(network, self._tokens, self._styles, self._speeds)

    def batch(self, size: Size) -> FullBatch:
        return self._encode_batch(size) if isinstance(size, EncodeSize) else self._decode_batch(size)

    def inputs(self, size: Size) -> PaddedTensors:
        """Tensors with the shapes and dtypes of the inputs, if nothing more is asked of them."""
        if isinstance(size, EncodeSize):
            return encode_inputs(size, self._tokens, self._styles, self._speeds)
        return decode_inputs(size, self.encoded, self._styles, self.encoded.text_features[0], [1])

    def outputs(self, size: Size) -> PaddedTensors:
        """The same of the outputs."""
        if isinstance(size, EncodeSize):
            return encode_outputs(size, self.encoded)
        return decode_outputs(size, self.encoded)

    def _encode_batch(self, size: EncodeSize) -> FullBatch:
        ids = self._tokens.ids[:, : size.tokens].repeat(size.rows, 1)
        lengths = torch.full((size.rows,), size.tokens, device=ids.device)
        speeds = 1 + torch.arange(size.rows, device=ids.device) / size.rows
        tokens = PaddedTokens(ids, lengths, has_padding=True)
        return FullBatch(
            encode_inputs(size, tokens, self._styles.expand(size.rows, -1), speeds), lambda outputs: outputs
        )

    def _decode_batch(self, size: DecodeSize) -> FullBatch:
        frames = frames_of_rows(size)
        device = self._styles.device
        durations = torch.tensor([durations_of_row(count, size.tokens) for count in frames], device=device)
        features = [part[:, : size.tokens].expand(size.rows, -1, -1) for part in self.encoded[1:]]
        chunks = [replace(self._chunk, seed=row) for row in range(size.rows)]
        noise = self._network.draw_noise(chunks, frames, device)
        inputs = decode_inputs(
            size,
            EncodedTokens(durations, *features),
            self._styles.expand(size.rows, -1),
            noise,
            frames,
        )

        def results(outputs: Tensors) -> Tensors:
            [samples] = outputs
            rows = zip(row_starts(frames), frames, strict=True)
            return [torch.cat([samples[start * FRAME : (start + count) * FRAME] for start, count in rows])]

        return FullBatch(inputs, results)


def frames_of_rows(size: DecodeSize) -> list[int]:
    """Frames of as many rows as the size has, the first as long as possible, and the others equal."""
    others = size.rows - 1
    if not others:
        return [size.total]
    rest = size.total - others * GAP
    first = min(size.longest, rest - others * min(_SHORTEST_ROW, rest // size.rows))
    return [first, *[min(size.longest, (rest - first) // others)] * others]


def durations_of_row(frames: int, tokens: int) -> list[int]:
    """Durations of a row with that many frames: two for each token, as far as possible."""
    used = min(tokens, max(1, frames // 2))
    each, more = divmod(frames, used)
    return [*[each + 1] * more, *[each] * (used - more), *[0] * (tokens - used)]
