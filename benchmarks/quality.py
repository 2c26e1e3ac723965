"""Sound quality of every precision and backend, compared with the plain network in float32.

Eight voices, or those that are named, speak forty sentences in turn. The plain network synthesizes each sentence twice,
with two draws of the noise, and each variant synthesizes it with the first draw. Listeners cannot distinguish two draws
of the noise. A variant passes if durations are equal and benchmarks/spectra.py says so. Windows are another rendering,
with bounds of their own there.
JSON goes to stdout, progress to stderr.
"""

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from benchmarks import report
from benchmarks.figures import place, say
from benchmarks.spectra import compared, distance, level_error, step_at_edges, windows_pass
from benchmarks.texts import LONG, MEDIUM, SHORT
from kokoro_speech_server.audio.samples import SilenceTrimmer
from kokoro_speech_server.chunk import FRAME, Chunk, ChunkAudio, Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_model import loaded_model
from kokoro_speech_server.engine.malloc_tuning import MallocTuning
from kokoro_speech_server.engine.network.moments import moment_table
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.tile_kernels import fastest_operations
from kokoro_speech_server.engine.network.windowed import WindowedNetwork
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VOICES as KOKORO_VOICES
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets
from scripts.loudness_sentences import SENTENCES

VOICES = ("af_heart", "am_onyx", "bf_emma", "bm_george", "ef_dora", "ff_siwis", "jm_kumo", "zf_xiaoxiao")

VARIANTS: dict[str, dict[str, Any]] = {
    "tiled, fp32": {"dtype": torch.float32, "tiled": True, "packed": False},
    "tiled, bf16": {"dtype": torch.bfloat16, "tiled": True, "packed": False},
    "windows, fp32": {"dtype": torch.float32, "tiled": True, "packed": False, "windowed": True},
    "packed, fp32": {"dtype": torch.float32, "tiled": False, "packed": True},
    "packed, bf16": {"dtype": torch.bfloat16, "tiled": False, "packed": True},
    "packed, fp16": {"dtype": torch.float16, "tiled": False, "packed": True},
}

_FIRST_WINDOW = 32
"""Frames."""

_OTHER_NOISE = 1_000_000
"""Added to a seed for the second draw of the noise."""


def main() -> None:
    options = _options()
    if options.voices == ["all"]:
        options.voices = list(KOKORO_VOICES)
    section = report.MarkedSection(options.markdown, "quality") if options.markdown else None
    machine = report.machine({"torch": torch.__version__, "threads": torch.get_num_threads()})
    MallocTuning()
    chunks = asyncio.run(
        sentences(options.sentences, options.voices, options.speeds, own_language=options.own_language)
    )
    say(f"{len(chunks)} sentences by the plain network")
    references, draws, cuts = [], [], []
    network = build(dtype=torch.float32, tiled=False, packed=False)
    for chunk in chunks:
        reference = synthesize(network, chunk)
        cuts.append(_cut(reference))
        references.append(heard(reference, cuts[-1]))
        other = synthesize(network, replace(chunk, seed=chunk.seed + _OTHER_NOISE))
        draws.append(distance(heard(other, cuts[-1]).samples, references[-1].samples))
    variants = {}
    for name in options.variants:
        say(name)
        network = build(**VARIANTS[name])
        renderings = [rendered(network, chunk).heard(cut) for chunk, cut in zip(chunks, cuts, strict=True)]
        variants[name] = _compared(chunks, renderings, references, draws)
    result = report.rounded(
        {
            "benchmark": "quality",
            "command": " ".join(["python -m benchmarks.quality", *sys.argv[1:]]),
            "machine": machine,
            "sentences": len(chunks),
            "voices": len(options.voices),
            "speeds": options.speeds,
            "two_draws_db": report.spread(draws),
            "variants": variants,
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def build(*, tiled: bool = False, windowed: bool = False, **variant: Any) -> Network:
    vocabulary: dict[str, int] = assets.config()["vocab"]
    tiles = fastest_operations(fused=True) if tiled else None
    model = loaded_model(Settings().model_dir)
    if windowed:
        return WindowedNetwork(model, vocabulary, tiles=tiles, moments=moment_table, **variant).eval()
    return Network(model, vocabulary, tiles=tiles, **variant).eval()


async def sentences(
    count: int,
    voices: Sequence[str] = VOICES,
    speeds: Sequence[float] = (1.0,),
    *,
    own_language: bool = False,
) -> list[Chunk]:
    """One chunk for each sentence of the benchmarks' prose, which repeats if it is too short.

    The voices take turns, and the speeds do when all voices have had one.

    voices:       names; names joined by plus signs are mixed in equal parts
    own_language: whether each voice speaks its own language, two sentences of scripts/loudness_sentences.py at a time;
                  otherwise every voice speaks English, which suffices where only the sound matters
    """
    settings = Settings()
    files = assets.ensure_model(settings.model_dir)
    vocabulary: dict[str, int] = assets.config()["vocab"]
    prose = re.split(r"(?<=[.?!]) ", " ".join((SHORT, MEDIUM, LONG)))
    phonemizer = ThreadPhonemizer(vocabulary)
    chunks = []
    try:
        for i in range(count):
            voice = voices[i % len(voices)]
            speed = speeds[i // len(voices) % len(speeds)]
            names = voice.split("+")
            language = names[0][0] if own_language else "a"
            written = _pairs(language) if own_language else prose
            voice_settings = VoiceSettings(
                VoiceMix(tuple((name, 1 / len(names)) for name in names)), LANGUAGES[language]
            )
            script = plain_script(written[i % len(written)], voice_settings)
            # As long as the first chunk can be: a whole sentence, which `STREAMING_VOICE=chunked` might cut.
            split = smart_split(script, phonemizer=phonemizer, settings=settings, windowed=lambda _: True)
            chunk = await anext(split)
            packs = [assets.read_voice(files, name)[len(chunk.tokens) - 1] for name in names]
            style = np.asarray(np.mean(packs, 0), np.float32)
            mix = voice_settings.voice.parts
            chunks.append(Chunk(chunk.tokens, style, speed=speed, pause=0.0, seed=i, mix=mix))
    finally:
        phonemizer.close()
    return chunks


def _pairs(language: str) -> list[str]:
    """Pairs of sentences of a language, joined."""
    found = [sentence for several in SENTENCES[language] for sentence in several]
    return [" ".join(pair) for pair in pairwise(found)]


class Rendering(NamedTuple):
    """The audio of a chunk, and where its windows meet, in samples; None if it was made as a whole."""

    audio: ChunkAudio
    edges: list[int] | None

    def heard(self, cut: int) -> "Rendering":
        """Without the samples before `cut`, which the server does not let anybody hear."""
        edges = None if self.edges is None else [edge - cut for edge in self.edges]
        return Rendering(heard(self.audio, cut), edges)


def heard(audio: ChunkAudio, cut: int) -> ChunkAudio:
    """Without the samples before `cut`."""
    return replace(audio, samples=audio.samples[cut:])


def _cut(audio: ChunkAudio) -> int:
    """Samples of silence that the server removes at the beginning of a chunk."""
    trimmer = SilenceTrimmer(tail_s=0.0)
    trimmer.write(audio.samples)
    return trimmer.cut or 0


def synthesize(network: Network, chunk: Chunk) -> ChunkAudio:
    return rendered(network, chunk).audio


def rendered(network: Network, chunk: Chunk) -> Rendering:
    """A network with windows makes them as a server does for the first chunk of a request."""
    if not isinstance(network, WindowedNetwork):
        return Rendering(network([chunk], torch.device("cpu"))[0], None)
    part = replace(chunk, window=_FIRST_WINDOW)
    samples: list[Samples] = []
    edges: list[int] = []
    while True:
        [audio] = network([part], torch.device("cpu"))
        samples.append(audio.samples)
        start = part.start + len(audio.samples) // FRAME
        if start >= audio.durations.sum():
            return Rendering(ChunkAudio(np.concatenate(samples), audio.durations), edges)
        edges.append(start * FRAME)
        part = replace(part, start=start, window=2 * (part.window or 0))


def _compared(
    chunks: list[Chunk], renderings: list[Rendering], references: list[ChunkAudio], draws: list[float]
) -> dict[str, Any]:
    results = [rendering.audio for rendering in renderings]
    pairs = list(zip(results, references, strict=True))
    equal = all(np.array_equal(audio.durations, reference.durations) for audio, reference in pairs)
    figures = compared([audio.samples for audio in results], [one.samples for one in references], draws)
    steps = [
        step_at_edges(rendering.audio.samples, rendering.edges, reference.samples)
        for rendering, reference in zip(renderings, references, strict=True)
        if rendering.edges is not None
    ]
    if steps:
        by_voice: dict[str, list[tuple[Samples, Samples]]] = {}
        for chunk, (audio, reference) in zip(chunks, pairs, strict=True):
            name = "+".join(name for name, _ in chunk.mix)
            by_voice.setdefault(name, []).append((audio.samples, reference.samples))
        levels = {voice: level_error(spoken) for voice, spoken in by_voice.items()}
        figures = {
            **figures,
            "level_error_by_voice_db": levels,
            "step_at_edges": report.spread(steps),
            "passed": windows_pass(figures, list(levels.values()), steps),
        }
    return {**figures, "durations_equal": equal, "passed": equal and figures["passed"]}


def _markdown(result: dict[str, Any]) -> str:
    cell = report.cell
    machine = result["machine"]
    table = report.table(
        [
            "Variant",
            "Distance, dB",
            "Relative to two draws",
            "Level of 0.4 s, dB",
            "Loudness, dB",
            "Largest step to plain",
            "Durations",
            "Passes",
        ],
        [
            [
                name,
                cell(one["distance_db"]),
                cell(one["distance_to_two_draws"]),
                cell(one["level_error_db"]),
                cell(one["loudness_db"], 3),
                cell(one["largest_step_to_plain"]),
                "equal" if one["durations_equal"] else "**differ**",
                "yes" if one["passed"] else "**no**",
            ]
            for name, one in result["variants"].items()
        ],
    )
    return (
        f"`{result['command']}`, {place(machine)}, torch {machine['torch']}. {result['sentences']} sentences, "
        f"median (minimum to maximum). Two draws of the noise are {cell(result['two_draws_db'])} dB apart.\n\n{table}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__)
    parser.add_argument("--sentences", type=int, default=40)
    parser.add_argument(
        "--voices", nargs="+", default=list(VOICES), help="names, names joined by +, or 'all'"
    )
    parser.add_argument("--own-language", action="store_true", help="each voice speaks its own language")
    parser.add_argument("--speeds", nargs="+", type=float, default=[1.0])
    parser.add_argument("--variants", nargs="+", choices=list(VARIANTS), default=list(VARIANTS))
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="document in which the section is replaced"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
