"""Measures the moments of each voice (engine/network/moments.py), by which chunks are heard window by window.

Each of the model's voices speaks sentences of its language, joined to texts of many lengths. The network computes their
sound as a whole; the mean and the variance of every signal before an AdaIN layer are fitted by lines over 1 / frames.
A voice takes about a minute on two cores. What was measured stays, and the script goes on where it was stopped.
"""

import argparse
import asyncio
import random
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from kokoro_speech_server.chunk import Chunk, PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_library import AdaIN1d
from kokoro_speech_server.engine.kokoro_model import loaded_model
from kokoro_speech_server.engine.network import vocoder
from kokoro_speech_server.engine.network.generator import StyledConvolution
from kokoro_speech_server.engine.network.moments import MOMENTS_FILE
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.tile_kernels import fastest_operations
from kokoro_speech_server.engine.network.tiled import TiledLayers
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VOICES, VoiceMix
from kokoro_speech_server.weights import assets
from scripts.voice_loudness import SENTENCES

LENGTHS = (15, 25, 40, 60, 90, 130, 180, 260)
"""Tokens of the texts, about."""

MOST_TOKENS = 505

Moments = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]
"""Mean and variance, each [channels of all layers]."""

_recorded: dict[AdaIN1d, Moments] = {}


class RecordingLayers(TiledLayers):
    """Notes the moments of every signal before it is normalized."""

    def scalings(self, layer: StyledConvolution, signal: Any) -> Any:
        mean, variance = signal.mean_and_variance(1)
        _recorded[layer.norm] = mean[0].float().numpy(), variance[0].float().numpy()
        return super().scalings(layer, signal)


class Recorder:
    """The network, whose signals are measured."""

    def __init__(self) -> None:
        setattr(vocoder, "TiledLayers", RecordingLayers)  # noqa: B010 - which its type does not allow
        vocabulary: dict[str, int] = assets.config()["vocab"]
        self._network = Network(
            loaded_model(Settings().model_dir),
            vocabulary,
            packed=False,
            tiles=fastest_operations(fused=True),
        ).eval()

    def moments(self, chunk: Chunk) -> tuple[int, Moments]:
        """The frames of a chunk, and the moments of its signals."""
        [audio] = self._network([chunk], torch.device("cpu"))
        norms = self._network.generator_norms
        means, variances = zip(*(_recorded[norm] for norm in norms), strict=True)
        return int(audio.durations.sum()), (np.concatenate(means), np.concatenate(variances))


def texts(sentences: Sequence[Sequence[PhonemeToken]], seed: int) -> list[tuple[PhonemeToken, ...]]:
    """Texts of several lengths from sentences in random order; the shortest ones are parts of a sentence."""
    order = random.Random(seed)
    space = PhonemeToken(" ", 0, 0)
    result = []
    for length in LENGTHS:
        tokens: list[PhonemeToken] = []
        while len(tokens) < length:
            for sentence in order.sample(sentences, len(sentences)):
                tokens += [space, *sentence] if tokens else sentence
                if len(tokens) >= length:
                    break
        # A sentence is cut where its words end.
        end = next((i for i in range(length, len(tokens)) if tokens[i].symbol == " "), len(tokens))
        result.append(tuple(tokens[: min(end, MOST_TOKENS)]))
    return result


def fitted(frames: Sequence[int], moments: Sequence[Moments]) -> npt.NDArray[np.float16]:
    """Coefficients as in VoiceMoments, by least squares."""
    lines = np.stack([np.ones(len(frames)), 1 / np.array(frames)], 1)
    means, variances = (np.stack(values) for values in zip(*moments, strict=True))
    tables = [np.linalg.lstsq(lines, values, rcond=None)[0] for values in (means, np.log(variances + 1e-12))]
    return np.stack(tables).astype(np.float16)


async def sentences_of(language: str, phonemizer: ThreadPhonemizer) -> list[tuple[PhonemeToken, ...]]:
    voice = next(name for name, voice in VOICES.items() if voice.language == language)
    settings = VoiceSettings(VoiceMix(((voice, 1.0),)), LANGUAGES[language])
    result = []
    for sentence in (one for pair in SENTENCES[language] for one in pair):
        script = plain_script(sentence, settings)
        chunks = [chunk async for chunk in smart_split(script, phonemizer=phonemizer, settings=Settings())]
        result.append(tuple(token for chunk in chunks for token in chunk.tokens))
    return result


def measure(recorder: Recorder, voice: str, sentences: Sequence[Sequence[PhonemeToken]]) -> Any:
    pack = assets.read_voice(assets.ensure_model(Settings().model_dir), voice)
    chunks = [
        Chunk(tokens, pack[len(tokens) - 1], speed=1.0, pause=0.0, seed=seed)
        for seed, tokens in enumerate(texts(sentences, seed=len(voice)))
    ]
    frames, moments = zip(*map(recorder.moments, chunks), strict=True)
    return fitted(frames, moments)


def save(tables: Mapping[str, npt.NDArray[np.float16]]) -> None:
    part = MOMENTS_FILE.with_name(
        "moments.part.npz"
    )  # so that the file is whole, whenever the script is stopped
    arrays: dict[str, Any] = dict(sorted(tables.items()))
    np.savez_compressed(part, **arrays)
    part.replace(MOMENTS_FILE)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.voice_moments", description=__doc__)
    parser.add_argument(
        "voices", nargs="*", help="those that are measured (again); by default, those without moments"
    )
    options = parser.parse_args()
    tables: dict[str, npt.NDArray[np.float16]] = {}
    if MOMENTS_FILE.exists():
        with np.load(MOMENTS_FILE) as file:
            tables = {name: file[name] for name in file}
    recorder = Recorder()
    phonemizer = ThreadPhonemizer(assets.config()["vocab"])
    sentences: dict[str, list[tuple[PhonemeToken, ...]]] = {}
    try:
        for voice in options.voices or [name for name in VOICES if name not in tables]:
            language = VOICES[voice].language
            if language not in sentences:
                sentences[language] = asyncio.run(sentences_of(language, phonemizer))
            tables[voice] = measure(recorder, voice, sentences[language])
            save(tables)
            print(f"{voice}: {len(tables)} of {len(VOICES)} voices", file=sys.stderr, flush=True)
    finally:
        phonemizer.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
