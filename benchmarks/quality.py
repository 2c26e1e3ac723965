"""Whether what is faster sounds the same: every precision and backend beside the plain network in float32.

Forty sentences by eight voices in turn. Each is spoken by the plain network, once more by it with other noise, and by
each variant with the first noise. Two draws of the noise are the same speech to everybody: half of how far they are
apart is what a variant may differ in the median, and no sentence by more than all of it. JSON on stdout, progress on
stderr.
"""

import argparse
import asyncio
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks import report
from benchmarks.figures import place, say
from benchmarks.spectra import log_spectral_distance
from benchmarks.texts import LONG, MEDIUM, SHORT
from kokoro_speech_server.chunk import Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_model import loaded_model
from kokoro_speech_server.engine.malloc_tuning import Heap
from kokoro_speech_server.engine.network.network import Network, Row, Spoken
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.reader import plain_script
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets

VOICES = ("af_heart", "am_onyx", "bf_emma", "bm_george", "ef_dora", "ff_siwis", "jm_kumo", "zf_xiaoxiao")

VARIANTS: dict[str, dict[str, Any]] = {
    "tiled, fp32": {"dtype": torch.float32, "tiled": True, "batched": False},
    "tiled, bf16": {"dtype": torch.bfloat16, "tiled": True, "batched": False},
    "packed, fp32": {"dtype": torch.float32, "tiled": False, "batched": True},
    "packed, bf16": {"dtype": torch.bfloat16, "tiled": False, "batched": True},
    "packed, fp16": {"dtype": torch.float16, "tiled": False, "batched": True},
}

_LOUDNESS_DB = 0.2
_JUMP = 1.25
"""Times the plain network's greatest step from one sample to the next: a click is many times that."""

_OTHER_NOISE = 1_000_000


def main() -> None:
    options = _options()
    section = report.MarkedSection(options.markdown, "quality") if options.markdown else None
    machine = report.machine({"torch": torch.__version__, "threads": torch.get_num_threads()})
    Heap()
    rows = asyncio.run(sentences(options.sentences))
    say(f"{len(rows)} sentences, by the plain network")
    references, draws = [], []
    network = build(dtype=torch.float32, tiled=False, batched=False)
    for row in rows:
        references.append(speak(network, row))
        draws.append(distance(speak(network, replace(row, seed=row.seed + _OTHER_NOISE)), references[-1]))
    variants = {}
    for name in options.variants:
        say(name)
        network = build(**VARIANTS[name])
        variants[name] = _compared([speak(network, row) for row in rows], references, draws)
    result = report.rounded(
        {
            "benchmark": "quality",
            "command": " ".join(["python -m benchmarks.quality", *sys.argv[1:]]),
            "machine": machine,
            "sentences": len(rows),
            "two_draws_db": report.spread(draws),
            "variants": variants,
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def build(**variant: Any) -> Network:
    return Network(loaded_model(Settings().model_dir), **variant).eval()


async def sentences(count: int) -> list[Row]:
    """The benchmarks' prose, a sentence each, from the first on again where it is too short."""
    settings = Settings()
    files = assets.ensure_model(settings.model_dir)
    vocabulary: dict[str, int] = assets.config()["vocab"]
    written = re.split(r"(?<=[.?!]) ", " ".join((SHORT, MEDIUM, LONG)))
    phonemizer = ThreadPhonemizer(vocabulary)
    rows = []
    try:
        for i in range(count):
            voice = VOICES[i % len(VOICES)]
            # All of them speak English here: what is compared is sound.
            voice_settings = VoiceSettings(VoiceMix(((voice, 1.0),)), LANGUAGES["a"])
            script = plain_script(written[i % len(written)], voice_settings)
            chunk = await anext(smart_split(script, phonemizer=phonemizer, settings=settings))
            ids = [0, *(vocabulary[token.symbol] for token in chunk.tokens), 0]
            rows.append(Row(ids, assets.read_voice(files, voice)[len(chunk.tokens) - 1], 1.0, seed=i))
    finally:
        phonemizer.close()
    return rows


def speak(network: Network, row: Row) -> Spoken:
    spoken: list[Spoken] = network([row], torch.device("cpu"))
    return spoken[0]


def distance(spoken: Spoken, reference: Spoken) -> float:
    """dB; infinite where they are not of one length."""
    if spoken.samples.shape != reference.samples.shape:
        return float("inf")
    return log_spectral_distance(spoken.samples.numpy(), reference.samples.numpy())


def _compared(sounds: list[Spoken], references: list[Spoken], draws: list[float]) -> dict[str, Any]:
    pairs = [(one, other) for one, other in zip(sounds, references, strict=True)]
    distances = [distance(one, other) for one, other in pairs]
    equal = all(torch.equal(one.durations, other.durations) for one, other in pairs)
    samples = [(one.samples.numpy(), other.samples.numpy()) for one, other in pairs]
    figures = {
        "distance_db": report.spread(distances),
        "distance_to_two_draws": report.spread(
            [mine / drawn for mine, drawn in zip(distances, draws, strict=True)]
        ),
        "loudness_db": report.spread([_loudness(one) - _loudness(other) for one, other in samples]),
        "peak": report.spread([float(np.abs(one).max()) for one, _ in samples]),
        "jump_to_plain": report.spread([_jump(one) / _jump(other) for one, other in samples]),
        "durations_equal": equal,
    }
    clipped = sum(np.abs(one).max() > 1 >= np.abs(other).max() for one, other in samples)
    return {**figures, "clipped": int(clipped), "passed": _passed(figures) and not clipped}


def _passed(figures: dict[str, Any]) -> bool:
    loudness = figures["loudness_db"]
    return bool(
        figures["durations_equal"]
        and figures["distance_to_two_draws"]["median"] <= 0.5
        and figures["distance_to_two_draws"]["max"] <= 1
        and max(-loudness["min"], loudness["max"]) <= _LOUDNESS_DB
        and figures["jump_to_plain"]["max"] <= _JUMP
    )


def _loudness(samples: Samples) -> float:
    return float(10 * np.log10(np.square(samples, dtype=np.float64).mean()))


def _jump(samples: Samples) -> float:
    return float(np.abs(np.diff(samples)).max())


def _markdown(result: dict[str, Any]) -> str:
    cell = report.cell
    machine = result["machine"]
    table = report.table(
        [
            "Variant",
            "Distance, dB",
            "To that of two draws",
            "Loudness, dB",
            "Greatest step to plain",
            "Durations",
            "Passes",
        ],
        [
            [
                name,
                cell(one["distance_db"]),
                cell(one["distance_to_two_draws"]),
                cell(one["loudness_db"], 3),
                cell(one["jump_to_plain"]),
                "equal" if one["durations_equal"] else "**differ**",
                "yes" if one["passed"] else "**no**",
            ]
            for name, one in result["variants"].items()
        ],
    )
    return (
        f"`{result['command']}`, {place(machine)}, torch {machine['torch']}. {result['sentences']} sentences, "
        f"median (least to greatest). Two draws of the noise: {cell(result['two_draws_db'])} dB apart.\n\n{table}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__)
    parser.add_argument("--sentences", type=int, default=40)
    parser.add_argument("--variants", nargs="+", choices=list(VARIANTS), default=list(VARIANTS))
    parser.add_argument("--markdown", type=Path, help="the document whose section is replaced")
    return parser.parse_args()


if __name__ == "__main__":
    main()
