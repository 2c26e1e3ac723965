"""Measures how many threads an engine should have on this CPU, and how many engines should share the CPU.

The first part runs one engine at a time: a process for each number of threads, which take turns with the same texts.
The second part runs several engines: each division of the cores into replicas and threads, with enough clients to keep
all replicas busy. Both run the server's engine on the chunks that the server would form, without text processing,
encoding and HTTP. The machine should be otherwise idle. The script writes JSON and a plot into results/ beside it, a
Markdown table to stdout, and progress to stderr. docs/threads.md explains them.
"""

import argparse
import asyncio
import importlib.metadata
import importlib.util
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if not __package__:  # started by its path, without -m
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    __package__ = "scripts.tts_speed_benchmark"

import psutil  # type: ignore[import-untyped]

from benchmarks import report
from benchmarks.report import Figures
from benchmarks.texts import TEXTS
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets
from kokoro_speech_server.workers.sizing import cores

from . import study, thread_report
from .load import Shape, under_load
from .replica import ChunkRun, Replica

VOICE = "af_heart"
LOAD_TEXT = "medium"
"""The text of all requests under load: with equal and short requests, a window has many comparable latencies."""

_REPLICA_BYTES = 1.5e9
"""Memory of a replica at most while it synthesizes LOAD_TEXT."""


@dataclass(frozen=True)
class Subject:
    """A text, and the phonemes of the chunks into which the server splits it."""

    name: str
    text: str
    chunks: list[str]

    def about(self) -> dict[str, Any]:
        return {
            "words": len(self.text.split()),
            "characters": len(self.text),
            "chunk_tokens": [len(chunk) for chunk in self.chunks],
        }


def main() -> int:
    return study.run(_study(_options()))


async def _study(options: argparse.Namespace) -> None:
    section = report.MarkedSection(options.markdown, "threads") if options.markdown else None
    output = options.output or study.default_output("threads")
    output.parent.mkdir(parents=True, exist_ok=True)  # what can't be kept is better not measured
    about = report.machine({"cores": cores(), "device": "cpu", "torch": importlib.metadata.version("torch")})
    other_load = study.OtherLoad()
    settings = Settings()
    await asyncio.to_thread(assets.ensure_model, settings.model_dir)
    names = [*dict.fromkeys(options.texts)]
    subjects = {subject.name: subject for subject in await _split([*names, LOAD_TEXT], settings)}
    model_dir = settings.model_dir.resolve()

    alone = await _alone(options.threads, [subjects[name] for name in names], options.repeats, model_dir)
    load = await _divided(options, subjects[LOAD_TEXT], model_dir)
    result = {
        "benchmark": "threads",
        "command": study.command("thread_benchmark"),
        "machine": {**about, "others_share": other_load.share()},
        "texts": {name: subject.about() for name, subject in subjects.items()},
        "repeats": options.repeats,
        "alone": alone,
        "load": load,
    }
    study.write(result, output)
    markdown = thread_report.markdown(result)
    print(markdown)
    if section:
        section.replace(markdown)
    if options.plot:
        plot = output.with_suffix(".png")
        thread_report.plot(result, plot)
        study.say(f"Wrote {plot}")


async def _split(names: Sequence[str], settings: Settings) -> list[Subject]:
    phonemizer = ThreadPhonemizer(assets.config()["vocab"])
    voice_settings = VoiceSettings(VoiceMix(((VOICE, 1.0),)), LANGUAGES[VOICE[0]])
    subjects = []
    for name in dict.fromkeys(names):
        chunks = smart_split(
            plain_script(TEXTS[name], voice_settings), phonemizer=phonemizer, settings=settings
        )
        phonemes = ["".join(token.symbol for token in chunk.tokens) async for chunk in chunks]
        subjects.append(Subject(name, TEXTS[name], phonemes))
    phonemizer.close()
    return subjects


async def _alone(
    threads: Sequence[int], subjects: Sequence[Subject], repeats: int, model_dir: Path
) -> list[dict[str, Any]]:
    """Measure one engine at a time. Returns the spread of its figures for each number of threads and each text.

    All processes exist at once but take turns, in an order that reverses from round to round. The speed-up is taken
    within a round, so that a change of the machine's speed affects all numbers of threads alike.
    """
    rounds: dict[tuple[int, str], list[Figures]] = {(n, one.name): [] for n in threads for one in subjects}
    async with AsyncExitStack() as stack:
        replicas = {
            n: await stack.enter_async_context(Replica(n, model_dir=model_dir, voice=VOICE)) for n in threads
        }
        study.say(f"Starting {len(replicas)} engines")
        for replica in replicas.values():
            await replica.wait_until_ready()
        for number in range(repeats + 1):
            for subject in subjects:
                study.say(f"{f'Round {number} of {repeats}' if number else 'Warm-up'}: {subject.name}")
                for n in reversed(threads) if number % 2 else threads:
                    runs = [await replicas[n].synthesize(chunk) for chunk in subject.chunks]
                    if number:
                        rounds[n, subject.name].append(_figures(runs))
        memory = {n: replica.resident_bytes for n, replica in replicas.items()}
    return [
        {
            "threads": n,
            "memory_mb": memory[n] / 1e6,
            "texts": {
                one.name: {
                    **report.spreads(rounds[n, one.name]),
                    "speed_up": report.spread(
                        [
                            least["total_s"] / this["total_s"]
                            for least, this in zip(
                                rounds[min(threads), one.name], rounds[n, one.name], strict=True
                            )
                        ]
                    ),
                }
                for one in subjects
            },
        }
        for n in threads
    ]


def _figures(runs: Sequence[ChunkRun]) -> Figures:
    total_s = sum(run.engine_s for run in runs)
    audio_s = sum(run.audio_s for run in runs)
    return {
        "first_chunk_s": runs[0].engine_s,
        "total_s": total_s,
        "audio_s": audio_s,
        "real_time_factor": total_s / audio_s,
        "audio_per_second": audio_s / total_s,
    }


async def _divided(options: argparse.Namespace, subject: Subject, model_dir: Path) -> dict[str, Any]:
    """Measure every shape under every load, in rounds. Each round starts new processes and the shapes take turns."""
    cases = [(shape, clients) for shape in options.replicas for clients in options.clients]
    windows: dict[tuple[Shape, int], list[Any]] = {case: [] for case in cases}
    for number in range(1, options.load_rounds + 1):
        for shape, clients in cases if number % 2 else reversed(cases):
            study.say(f"Load round {number} of {options.load_rounds}: {shape}, clients: {clients}")
            windows[shape, clients].append(
                await under_load(
                    shape,
                    subject.chunks,
                    clients=clients,
                    seconds=options.load_seconds,
                    model_dir=model_dir,
                    voice=VOICE,
                )
            )
    runs = []
    for (shape, clients), measured in windows.items():
        requests = [request for window in measured for request in window.requests]
        runs.append(
            {
                "replicas": shape.replicas,
                "threads": shape.threads,
                "clients": clients,
                "audio_per_second": report.spread([window.audio_per_second for window in measured]),
                "requests": len(requests),
                "first_audio_s": study.percentiles([one.first_audio - one.began for one in requests]),
                "total_s": study.percentiles([one.ended - one.began for one in requests]),
            }
        )
    return {
        "text": subject.name,
        "seconds": options.load_seconds,
        "rounds": options.load_rounds,
        "runs": runs,
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.tts_speed_benchmark.thread_benchmark",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    alone = parser.add_argument_group("one engine alone")
    alone.add_argument(
        "--threads",
        type=_numbers,
        default=[1, 2, 4, 8],
        metavar="N,N",
        help="numbers of threads to compare, each in its own process; the speed-up is over the smallest number "
        "(default: 1,2,4,8)",
    )
    alone.add_argument(
        "--texts",
        nargs="+",
        choices=TEXTS,
        default=["short", "medium", "long"],
        help="texts of 12, 60, 300 or 2,000 words (default: short medium long)",
    )
    alone.add_argument(
        "--repeats",
        type=study.whole_number,
        default=10,
        metavar="N",
        help="measured rounds, after a warm-up round (default: %(default)s)",
    )
    load = parser.add_argument_group("several engines under load")
    load.add_argument(
        "--replicas",
        type=_shapes,
        default=None,
        metavar="RxT,RxT",
        help="replicas and the threads of each, '4x4,2x8' for example, or 'none' to skip this part (default: "
        "all whose product is the number of cores and that fit into free memory)",
    )
    load.add_argument(
        "--clients",
        type=_numbers,
        default=[cores()],
        metavar="N,N",
        help=f"concurrent clients, one number or several (default: the number of cores, here {cores()})",
    )
    load.add_argument(
        "--load-seconds",
        type=study.whole_number,
        default=60,
        metavar="S",
        help="seconds of measurement for each load, after its warm-up (default: %(default)s)",
    )
    load.add_argument(
        "--load-rounds",
        type=study.whole_number,
        default=3,
        metavar="N",
        help="rounds of loads (default: %(default)s)",
    )
    results = parser.add_argument_group("results")
    results.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="the JSON file; the plot goes beside it as .png (default: results/threads-DATE-TIME.json beside "
        "this script)",
    )
    results.add_argument(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="also rewrite the table between the markers in this file",
    )
    results.add_argument(
        "--no-plot", dest="plot", action="store_false", help="do not plot; matplotlib is not needed"
    )
    options = parser.parse_args()
    if options.plot and importlib.util.find_spec("matplotlib") is None:
        parser.error("the plot needs matplotlib: pip install matplotlib, or use --no-plot")
    if options.replicas is None:
        options.replicas = _fitting(cores())
    return options


def _fitting(product: int) -> list[Shape]:
    """The divisions of `product` cores that fit into free memory, and in any case one engine with all cores."""
    free = psutil.virtual_memory().available
    return [
        Shape(replicas, product // replicas)
        for replicas in range(1, product + 1)
        if product % replicas == 0 and (replicas == 1 or replicas * _REPLICA_BYTES < free)
    ]


def _numbers(text: str) -> list[int]:
    return sorted({study.whole_number(part) for part in text.split(",")})


def _shapes(text: str) -> list[Shape]:
    if text == "none":
        return []
    shapes = []
    for part in text.split(","):
        replicas, _, threads = part.partition("x")
        shapes.append(Shape(study.whole_number(replicas), study.whole_number(threads)))
    return [*dict.fromkeys(shapes)]


if __name__ == "__main__":
    sys.exit(main())
