"""How far a batch with prosody in float32 is from each chunk alone: durations, and spectra of a sample.

Eight voices in turn speak hundreds of different texts, which the server's own text processing turns into chunks. The
network's first stage computes them in float32 in batches and alone, and some of them in float64. A duration is rounded
to whole frames, so two results differ by a frame where a boundary lies between them. This is so rare that few are
seen; the distance of the durations before rounding, in frames, is the probability of it.
JSON goes to stdout, progress to stderr.
"""

import argparse
import asyncio
import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from benchmarks import report
from benchmarks.distinct import distinct_texts
from benchmarks.figures import place, say
from benchmarks.quality import VOICES, build
from benchmarks.spectra import distance
from kokoro_speech_server.chunk import Chunk
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.malloc_tuning import MallocTuning
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets

BATCH = 16

_CPU = torch.device("cpu")

_SLOW = 2.0**-24
"""A speed at which rounding to whole frames changes nothing. A power of two, so that no other rounding is added."""

Durations = npt.NDArray[np.float64]
"""Of each token, in frames before rounding."""


def main() -> None:
    options = _options()
    section = report.MarkedSection(options.markdown, "prosody") if options.markdown else None
    machine = report.machine({"torch": torch.__version__, "threads": torch.get_num_threads()})
    MallocTuning()
    chunks = asyncio.run(_chunks(options.texts))
    single, double = (build(packed=True, prosody_dtype=dtype) for dtype in (torch.float32, torch.float64))
    in_batches: list[Durations] = []
    alone: list[Durations] = []
    exact: list[Durations] = []
    end = time.monotonic() + options.minutes * 60
    for begin in range(0, len(chunks), BATCH):
        if time.monotonic() > end:
            break
        say(f"durations: {begin} of {len(chunks)} chunks")
        rows = chunks[begin : begin + BATCH]
        in_batches += durations(single, rows)
        for row in rows:
            alone += durations(single, [row])
            if begin < options.exact:
                exact += durations(double, [row])
    result = report.rounded(
        {
            "benchmark": "prosody",
            "command": " ".join(["python -m benchmarks.prosody", *sys.argv[1:]]),
            "machine": machine,
            "durations": {
                "float32 in a batch, and alone": differences(in_batches, alone),
                "float32 in a batch, and float64": differences(in_batches[: len(exact)], exact),
                "float32 alone, and float64": differences(alone[: len(exact)], exact),
            },
            "spectra": _spectra(single, chunks[: options.sample]),
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


async def _chunks(texts: int) -> list[Chunk]:
    settings = Settings()
    files = assets.ensure_model(settings.model_dir)
    phonemizer = ThreadPhonemizer(assets.config()["vocab"])
    styles = {voice: assets.read_voice(files, voice) for voice in VOICES}
    chunks: list[Chunk] = []
    try:
        for i, text in enumerate(distinct_texts(texts)):
            voice = VOICES[i % len(VOICES)]
            # Every voice speaks English, since only the arithmetic matters here.
            script = plain_script(text, VoiceSettings(VoiceMix(((voice, 1.0),)), LANGUAGES["a"]))
            async for chunk in smart_split(script, phonemizer=phonemizer, settings=settings):
                style = styles[voice][len(chunk.tokens) - 1]
                chunks.append(Chunk(chunk.tokens, style, speed=1.0, pause=0.0, seed=len(chunks)))
    finally:
        phonemizer.close()
    return chunks


@torch.inference_mode()
def durations(network: Network, chunks: Sequence[Chunk]) -> list[Durations]:
    """Of each chunk; the chunks share a pass."""
    inputs = network.encoder_inputs([replace(chunk, speed=_SLOW) for chunk in chunks], _CPU)
    encoded = network.encode(*inputs).durations.double().mul_(_SLOW)
    return [values[: len(chunk.tokens) + 2].numpy() for chunk, values in zip(chunks, encoded, strict=True)]


def differences(ours: Sequence[Durations], theirs: Sequence[Durations]) -> dict[str, Any]:
    """The durations that differ at speed 1, and by how many frames at most; the mean and greatest distance of those
    before rounding, in millionths of a frame; and of how many durations one differs, by the mean."""
    one, other = np.concatenate(ours), np.concatenate(theirs)
    frames = np.abs(_rounded(one) - _rounded(other))
    distances = np.abs(one - other)
    return {
        "chunks": len(ours),
        "tokens": len(one),
        "differing": int(np.count_nonzero(frames)),
        "most_frames": int(frames.max()),
        "mean_millionths": float(distances.mean()) * 1e6,
        "greatest_millionths": float(distances.max()) * 1e6,
        "one_in": round(1 / distances.mean()) if distances.any() else None,
    }


def _rounded(frames: Durations) -> Durations:
    return np.maximum(np.round(frames), 1)


def _spectra(network: Network, chunks: Sequence[Chunk]) -> dict[str, Any]:
    """Log-spectral distances between chunks in batches and alone, of those with equal durations."""
    distances = []
    for begin in range(0, len(chunks), BATCH):
        say(f"spectra: {begin} of {len(chunks)}")
        rows = chunks[begin : begin + BATCH]
        for chunk, audio in zip(rows, network(rows, _CPU), strict=True):
            [alone] = network([chunk], _CPU)
            distances.append(distance(audio.samples, alone.samples))
    equal = [value for value in distances if math.isfinite(value)]
    return {
        "chunks": len(distances),
        "of_other_length": len(distances) - len(equal),
        "distance_db": report.spread(equal),
    }


def _markdown(result: dict[str, Any]) -> str:
    table = report.table(
        [
            "Durations of",
            "Chunks",
            "Tokens",
            "Differ, seen",
            "by frames at most",
            "Mean distance before rounding, millionths of a frame",
            "Greatest",
            "So differs one in",
        ],
        [
            [
                name,
                f"{one['chunks']:,}",
                f"{one['tokens']:,}",
                f"{one['differing']}",
                f"{one['most_frames']}",
                f"{one['mean_millionths']:.2f}",
                f"{one['greatest_millionths']:.0f}",
                f"{one['one_in']:,}" if one["one_in"] else "–",
            ]
            for name, one in result["durations"].items()
        ],
    )
    spectra, machine = result["spectra"], result["machine"]
    return (
        f"`{result['command']}`, {place(machine)}, torch {machine['torch']}. Batches of {BATCH}."
        f"\n\n{table}\n\n"
        f"Spectra of {spectra['chunks']} chunks in batches and alone, in float32: "
        f"{report.cell(spectra['distance_db'], 3)} dB apart, {spectra['of_other_length']} of another length."
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.prosody", description=__doc__)
    add = parser.add_argument
    add("--texts", type=int, default=2000, help="different texts of one or two sentences")
    add("--exact", type=int, default=512, metavar="CHUNKS", help="chunks that are computed in float64")
    add("--minutes", type=float, default=math.inf, help="time for the durations; fewer texts if it ends")
    add("--sample", type=int, default=64, metavar="CHUNKS", help="chunks whose spectra are compared")
    add("--markdown", type=Path, metavar="FILE", help="document in which the section is replaced")
    return parser.parse_args()


if __name__ == "__main__":
    main()
