"""Measures the moments of each voice (engine/network/moments.py), by which chunks are heard window by window.

`python -m scripts.voice_moments measure FOLDER` lets each of the model's voices speak texts of many lengths, joined
from sentences of its language, and notes the mean and the variance of every signal before an AdaIN layer of the
generator, and what the network knows of the text before. A voice takes about a minute on two cores. What
is in the folder is not measured again; another `--seed` adds other texts. `python -m scripts.voice_moments fit FOLDER`
fits lines and, for each stage, deviations to all of it, and prints how well they predict texts that they have not seen.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from kokoro_speech_server.chunk import Chunk, PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_library import AdaIN1d
from kokoro_speech_server.engine.kokoro_model import loaded_model
from kokoro_speech_server.engine.network import vocoder
from kokoro_speech_server.engine.network.generator import StyledConvolution
from kokoro_speech_server.engine.network.moments import MOMENTS_FILE, STAGES
from kokoro_speech_server.engine.network.network import EncodedTokens, GeneratorInputs, Network
from kokoro_speech_server.engine.network.summary import summary
from kokoro_speech_server.engine.network.tile_kernels import fastest_operations
from kokoro_speech_server.engine.network.tiled import TiledLayers
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VOICES, VoiceMix
from kokoro_speech_server.weights import assets
from scripts.loudness_sentences import SENTENCES

CASES = Path(__file__).parents[1] / "tests" / "text" / "cases"
"""Tables of sentences, whose last column is what is spoken."""

LENGTHS = (20, 30, 45, 65, 90, 120, 160, 210)
"""Tokens of the texts, about."""

STAGE_CHANNELS = 6144, 3072
"""Of all layers of each stage."""

MOST_TOKENS = 505
MOST_SENTENCES = 40
FEATURES = 512
MEAN_WEIGHT = 3.0
"""Of an error of a mean by one standard deviation of the signal, relative to one of the logarithm of its variance by 1:
both are then heard alike."""

FEATURE_WEIGHT = 20.0
"""Of all features in a summary together, where each of the seven figures of the prosody has 1."""

RIDGE = 0.5
"""Penalty of the map from summaries to deviations, relative to the summaries' mean square."""

RANK = 128
"""Of that map."""

Figures = npt.NDArray[np.float32]


class Observations(NamedTuple):
    """Of the texts of one voice.

    frames:           [texts]
    means, variances: [texts, channels of all layers]
    summaries:        [texts, 1031]
    """

    frames: npt.NDArray[np.int64]
    means: Figures
    variances: Figures
    summaries: Figures


_recorded: dict[AdaIN1d, tuple[Figures, Figures]] = {}


class RecordingLayers(TiledLayers):
    """Notes the moments of every signal before it is normalized."""

    def scalings(self, layer: StyledConvolution, signal: Any) -> Any:
        mean, variance = signal.mean_and_variance(1)
        _recorded[layer.norm] = mean[0].float().numpy(), variance[0].float().numpy()
        return super().scalings(layer, signal)


class RecordingNetwork(Network):
    """Notes what is known of a chunk before its sound."""

    summary: Figures

    def decode_packed(self, encoded: EncodedTokens, styles: Any, noise: Any, packed: Any) -> torch.Tensor:
        inputs: GeneratorInputs = self.generator_inputs(encoded, styles, noise, packed)
        self.summary = summary(inputs.features, inputs.f0, inputs.energy)
        return super().decode_packed(encoded, styles, noise, packed)


class Recorder:
    """The network, whose signals are measured."""

    def __init__(self) -> None:
        setattr(vocoder, "TiledLayers", RecordingLayers)  # noqa: B010 - which its type does not allow
        vocabulary: dict[str, int] = assets.config()["vocab"]
        self._network = RecordingNetwork(
            loaded_model(Settings().model_dir), vocabulary, packed=True, tiles=fastest_operations(fused=True)
        ).eval()

    def observe(self, chunks: Sequence[Chunk]) -> Observations:
        rows = []
        for chunk in chunks:
            [audio] = self._network([chunk], torch.device("cpu"))
            recorded = [_recorded[norm] for stage in self._network.stage_norms for norm in stage]
            means, variances = (np.concatenate(values) for values in zip(*recorded, strict=True))
            rows.append((int(audio.durations.sum()), means, variances, self._network.summary))
        return Observations(*(np.stack(values) for values in zip(*rows, strict=True)))


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


def written_sentences(language: str) -> list[str]:
    """Sentences of a language: those by which loudness is measured, and some that the tests of reading expect."""
    shortest, longest = (8, 60) if language in "jz" else (30, 160)
    source = "a" if language == "b" else language
    found = []
    for path in sorted(CASES.glob("*.tsv")):
        for row in path.read_text(encoding="utf-8").splitlines():
            cells = row.split("\t")
            if len(cells) >= 4 and cells[1] == source and shortest <= len(cells[3]) <= longest:
                found.append(cells[3])
    random.Random(0).shuffle(found)
    return [one for three in SENTENCES[language] for one in three] + found[:MOST_SENTENCES]


async def sentences_of(language: str, phonemizer: ThreadPhonemizer) -> list[tuple[PhonemeToken, ...]]:
    voice = next(name for name, voice in VOICES.items() if voice.language == language)
    settings = VoiceSettings(VoiceMix(((voice, 1.0),)), LANGUAGES[language])
    result = []
    for sentence in written_sentences(language):
        script = plain_script(sentence, settings)
        chunks = [chunk async for chunk in smart_split(script, phonemizer=phonemizer, settings=Settings())]
        result.append(tuple(token for chunk in chunks for token in chunk.tokens))
    return [tokens for tokens in result if tokens]


def measure(folder: Path, voices: Sequence[str], seed: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    recorder = Recorder()
    phonemizer = ThreadPhonemizer(assets.config()["vocab"])
    sentences: dict[str, list[tuple[PhonemeToken, ...]]] = {}
    files = assets.ensure_model(Settings().model_dir)
    try:
        for number, voice in enumerate(VOICES):
            file = folder / f"{voice}.{seed}.npz"
            if voice not in voices or file.exists():
                continue
            language = VOICES[voice].language
            if language not in sentences:
                sentences[language] = asyncio.run(sentences_of(language, phonemizer))
            pack = assets.read_voice(files, voice)
            chunks = [
                Chunk(tokens, pack[len(tokens) - 1], speed=1.0, pause=0.0, seed=1_000 * number + i)
                for i, tokens in enumerate(texts(sentences[language], seed=1_000 * seed + number))
            ]
            part = file.with_suffix(".part.npz")  # so that a file is whole, whenever the script is stopped
            np.savez(part, **recorder.observe(chunks)._asdict())
            part.replace(file)
            print(f"{voice}: {len(list(folder.glob('*.npz')))} files", file=sys.stderr, flush=True)
    finally:
        phonemizer.close()


def read(folder: Path) -> dict[str, Observations]:
    """All observations, by voice."""
    parts: dict[str, list[Observations]] = {}
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as arrays:
            observations = Observations(**{name: arrays[name] for name in Observations._fields})
        parts.setdefault(file.name.partition(".")[0], []).append(observations)
    return {
        voice: Observations(*(np.concatenate(values) for values in zip(*several, strict=True)))
        for voice, several in parts.items()
    }


class Fit(NamedTuple):
    """Lines of one voice, and what is left of its texts.

    line:      [2, 2 * channels], constant and slope; of the means, weighted and in standard deviations, and of the
               logarithms of the variances
    deviation: [channels], standard deviations
    summary:   [2, 1031]
    left:      [texts, 2 * channels]; summaries_left: [texts, 1031]
    """

    line: Figures
    deviation: Figures
    summary: Figures
    left: Figures
    summaries_left: Figures


def lines(observations: Observations, without: int | None = None) -> Fit:
    """By least squares. without: the text that is not taken, and of which is told what is left all the same"""
    taken = np.arange(len(observations.frames)) != without
    factors = np.stack([np.ones(len(taken)), 1 / observations.frames], 1)
    logs = np.log(observations.variances + 1e-12)
    deviation = np.exp(logs[taken].mean(0) / 2)
    values = np.concatenate([MEAN_WEIGHT * observations.means / deviation, logs], 1)
    line = np.linalg.lstsq(factors[taken], values[taken], rcond=None)[0]
    summary_line = np.linalg.lstsq(factors[taken], observations.summaries[taken], rcond=None)[0]
    left, summaries_left = values - factors @ line, observations.summaries - factors @ summary_line
    return Fit(line, deviation, summary_line, left, summaries_left)


def scales(fits: Sequence[Fit]) -> Figures:
    """By which figures of summaries are divided: features together weigh as much as each figure of the prosody."""
    spread = np.concatenate([fit.summaries_left for fit in fits]).std(0)
    means = np.sqrt(np.mean(np.square(spread[:FEATURES])))
    logs = np.sqrt(np.mean(np.square(spread[FEATURES : 2 * FEATURES])))
    of_features = np.repeat([means, logs], FEATURES) * np.sqrt(2 * FEATURES / FEATURE_WEIGHT)
    return np.concatenate([of_features, spread[2 * FEATURES :]]).astype(np.float32)


def summary_map(summaries: Figures, left: Figures) -> Figures:
    """[1031, 2 * channels] by ridge regression, in its dual form. summaries: divided by their scales"""
    products = summaries @ summaries.T
    penalty = RIDGE * np.trace(products) / len(products) * np.eye(len(products))
    return np.asarray(summaries.T @ np.linalg.solve(products + penalty, left))


def factors_of(summaries: Figures, left: Figures) -> tuple[Figures, Figures]:
    """Scores and loadings of the map from summaries, divided by their scales, to what is left."""
    u, s, loadings = np.linalg.svd(summary_map(summaries, left), full_matrices=False)
    scores = u[:, :RANK] * s[:RANK]
    spread = (summaries @ scores).std(0)
    loadings = (loadings[:RANK] * spread[:, np.newaxis]).reshape(RANK, 2, -1)
    loadings[:, 0] /= MEAN_WEIGHT
    return scores / spread, loadings


def fit(folder: Path) -> dict[str, Any]:
    """Write the table of all voices of a folder. Returns how much of the deviations it predicts."""
    observations = read(folder)
    if missing := VOICES.keys() - observations.keys():
        raise SystemExit(f"These voices have not been measured: {', '.join(sorted(missing))}.")
    fits = {voice: lines(one) for voice, one in observations.items()}
    scale = scales(list(fits.values()))
    summaries = np.concatenate([fit.summaries_left / scale for fit in fits.values()])
    left = np.concatenate([fit.left for fit in fits.values()])
    of_stages = np.split(left.reshape(len(left), 2, -1), [STAGE_CHANNELS[0]], axis=2)
    tables: dict[str, Any] = {}
    for stage, of_stage in zip(STAGES, of_stages, strict=True):
        scores, loadings = factors_of(summaries, of_stage.reshape(len(left), -1))
        tables[f"scores/{stage}"] = (scores / scale[:, np.newaxis]).astype(np.float32)
        tables[f"loadings/{stage}"] = loadings.astype(np.float16)
    for voice, one in sorted(fits.items()):
        line = one.line.reshape(2, 2, -1).copy()
        line[:, 0] *= one.deviation / MEAN_WEIGHT
        tables[f"line/{voice}"] = line.astype(np.float16)
        tables[f"summary/{voice}"] = one.summary.astype(np.float32)
    np.savez_compressed(MOMENTS_FILE, **tables)
    return {"texts": len(left), "voices": len(fits), "predicted": predicted(observations, fits, scale)}


def predicted(observations: Mapping[str, Observations], fits: Mapping[str, Fit], scale: Figures) -> Any:
    """The share of the deviations' square that is predicted of texts left out: each text of each third voice in turn,
    first with everything else known, then with nothing else of its voice in the map."""
    shares: dict[str, float] = {}
    for name in ("text_left_out", "voice_left_out"):
        before = after = 0.0
        for voice in list(observations)[::3]:
            for text in range(len(observations[voice].frames)):
                one = lines(observations[voice], without=text)
                kept = np.arange(len(one.left)) != text
                others = [fit for other, fit in fits.items() if other != voice]
                own = [one._replace(left=one.left[kept], summaries_left=one.summaries_left[kept])]
                known = others if name == "voice_left_out" else others + own
                summaries = np.concatenate([fit.summaries_left / scale for fit in known])
                moved = one.summaries_left[text] / scale
                # Only what the text needs of the map.
                products = summaries @ summaries.T
                penalty = RIDGE * np.trace(products) / len(products) * np.eye(len(products))
                weights = np.linalg.solve(products + penalty, summaries @ moved)
                guess = sum(
                    (part @ fit.left for part, fit in zip(_split(weights, known), known, strict=True)),
                    np.zeros(one.left.shape[1]),
                )
                before += float(np.square(one.left[text]).sum())
                after += float(np.square(one.left[text] - guess).sum())
        shares[name] = round(1 - after / before, 3)
    return shares


def _split(weights: Figures, fits: Sequence[Fit]) -> list[Figures]:
    return np.split(weights, np.cumsum([len(fit.left) for fit in fits])[:-1])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.voice_moments", description=__doc__)
    parser.add_argument("step", choices=("measure", "fit"))
    parser.add_argument("folder", type=Path, help="with what has been measured")
    parser.add_argument("--seed", type=int, default=0, help="of the choice of texts")
    parser.add_argument("--voices", nargs="+", default=list(VOICES))
    options = parser.parse_args()
    if options.step == "measure":
        measure(options.folder, options.voices, options.seed)
    else:
        print(json.dumps(fit(options.folder), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
