"""What text costs before the engine gets it: normalization, phonemes and chunks, and the time to the first chunk.

No model runs. The figures are CPU time of the whole process, which other work on the machine hardly affects; only the
first chunk is timed by the clock. Seconds of audio are computed from the pace at which the model reads English,
AUDIO_S_PER_CHARACTER. JSON goes to stdout, progress to stderr.
"""

import argparse
import asyncio
import json
import resource
import sys
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.figures import at_most, marks_table, say
from benchmarks.texts import LONG
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.lexicon import Lexicon, request_lexicon
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.sentence_reader import read_sentences
from kokoro_speech_server.text.steps import finished
from kokoro_speech_server.text.tags import TaggedScript, plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets

AUDIO_S_PER_CHARACTER = 0.065
"""Measured with the texts of benchmarks.latency: 300 words, 1,650 characters, 107 s."""

CPU_LIMIT_MS = 3.0
"""Milliseconds of text processing per second of audio, in English, after warm-up."""

FIRST_CHUNK_LIMIT_MS = 50.0
"""Milliseconds until the first chunk of FIRST_CHUNK_CHARACTERS characters is ready for the engine."""

GROWTH_LIMIT = 1.25
"""Cost of a character in the longest text over that at 10,000 characters. Linear cost means 1."""

FIRST_CHUNK_CHARACTERS = 100_000

EVERYDAY = (
    "## Minutes, 2024-01-15\n\n"
    "* Dr. Ames paid **$1,250.75** for 3.5 kg of [resin](https://example.com/resin) at 9:30 a.m.\n"
    "* Sales rose 12.4% to €3.2M in Q3; see pp. 14-17 & the *appendix*.\n\n"
    "Call +1 555-0199 or write to j.doe@example.org before Jan. 5, 2025. The 2nd room measures 20 m² at -4 °C. "
    "Chapter IV says that 1/2 of 16:9 screens (v2.1.3) fail :-) 😀 \n\n"
)
KINDS = {"prose": LONG + "\n\n", "everyday": EVERYDAY}


def main() -> None:
    options = _options()
    section = report.MarkedSection(options.markdown, "text") if options.markdown else None
    result = asyncio.run(_measure(options.rounds, options.sizes))
    result = {
        "benchmark": "text",
        "command": " ".join(["python -m benchmarks.text", *sys.argv[1:]]),
        **result,
    }
    print(json.dumps(report.rounded(result), indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


async def _measure(rounds: int, sizes: list[int]) -> dict[str, Any]:
    machine = report.machine({})
    settings = Settings()
    async with _phonemizer() as phonemizer:
        for text in KINDS.values():  # load dictionaries and rules
            await _phonemize(_script(text), phonemizer, settings)
        costs = []
        for kind, text in KINDS.items():
            for size in sizes:
                some = _repeated(text, size)
                times = min(rounds, max(1, 200_000 // size))
                figures = []
                for _ in range(times):
                    say_ms = await _cpu_ms(_say(_script(some)))
                    all_ms = await _cpu_ms(_phonemize(_script(some), phonemizer, settings))
                    figures.append(_figures(size, say_ms, all_ms))
                costs.append({"text": kind, "characters": size, **report.spreads(figures)})
                say(f"{kind}, {size} characters")
        some = _repeated(LONG, 100_000)
        entries = {f"{word} {i}": "respelled" for i, word in enumerate((LONG.split() * 4)[:1000])}
        lexicon = finished(request_lexicon(entries, frozenset(assets.config()["vocab"])))
        figures = []
        for _ in range(2):
            say_ms = await _cpu_ms(_say(_script(some, lexicon)))
            all_ms = await _cpu_ms(_phonemize(_script(some, lexicon), phonemizer, settings))
            figures.append(_figures(len(some), say_ms, all_ms))
        costs.append(
            {"text": "with 1,000 pronunciations", "characters": len(some), **report.spreads(figures)}
        )
        first = []
        some = _repeated(LONG + " ", FIRST_CHUNK_CHARACTERS)
        for _ in range(rounds):
            begun = time.perf_counter()
            async with aclosing(
                smart_split(_script(some), phonemizer=phonemizer, settings=settings)
            ) as chunks:
                await anext(chunks)
            first.append(1000 * (time.perf_counter() - begun))
    return {
        "machine": machine,
        "costs": costs,
        "first_chunk_ms": report.spread(first),
        "marks": _marks(costs, first),
    }


def _figures(size: int, say_ms: float, all_ms: float) -> report.Figures:
    return {
        "normalizing_characters_per_cpu_s": 1000 * size / say_ms,
        "whole_characters_per_cpu_s": 1000 * size / all_ms,
        "whole_cpu_ms_per_audio_s": all_ms / (size * AUDIO_S_PER_CHARACTER),
    }


def _marks(costs: list[dict[str, Any]], first: list[float]) -> list[dict[str, Any]]:
    prose = [cost for cost in costs if cost["text"] == "prose"]
    per_second = [cost["whole_cpu_ms_per_audio_s"]["median"] for cost in prose]
    middle = next((i for i, cost in enumerate(prose) if cost["characters"] >= 10_000), 0)
    return [
        at_most("CPU milliseconds for a second of audio", max(per_second[middle:]), CPU_LIMIT_MS),
        at_most(
            "cost of a character, longest text / 10,000", per_second[-1] / per_second[middle], GROWTH_LIMIT
        ),
        at_most("first chunk, ms", report.spread(first)["median"], FIRST_CHUNK_LIMIT_MS),
    ]


def _script(text: str, lexicon: Lexicon | None = None) -> TaggedScript:
    script = plain_script(text, VoiceSettings(VoiceMix((("af_heart", 1.0),)), LANGUAGES["a"]))
    if lexicon is not None:
        script.lexicon = lexicon
    return script


async def _say(script: TaggedScript) -> None:
    for passage in script.passages():
        for _ in read_sentences(script, passage):
            pass


async def _phonemize(script: TaggedScript, phonemizer: ThreadPhonemizer, settings: Settings) -> None:
    async for _ in smart_split(script, phonemizer=phonemizer, settings=settings):
        pass


async def _cpu_ms(work: Any) -> float:
    begun = _cpu_s()
    await work
    return 1000 * (_cpu_s() - begun)


def _cpu_s() -> float:
    """CPU time of this process. espeak-ng, which phonemizes a few words here, is a separate process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


@asynccontextmanager
async def _phonemizer() -> AsyncIterator[ThreadPhonemizer]:
    phonemizer = ThreadPhonemizer(assets.config()["vocab"])
    try:
        yield phonemizer
    finally:
        phonemizer.close()


def _repeated(text: str, characters: int) -> str:
    return (text * (characters // len(text) + 1))[:characters]


def _markdown(result: dict[str, Any]) -> str:
    machine = result["machine"]
    rows = [
        [
            f"{cost['text']}, {cost['characters']:,} characters",
            report.cell(cost["normalizing_characters_per_cpu_s"], 0),
            report.cell(cost["whole_characters_per_cpu_s"], 0),
            report.cell(cost["whole_cpu_ms_per_audio_s"], 2),
        ]
        for cost in result["costs"]
    ]
    table = report.table(
        [
            "Text",
            "Normalized, characters per CPU second",
            "All text work, characters per CPU second",
            "CPU ms per second of audio",
        ],
        rows,
    )
    return (
        f"`{result['command']}`, {machine['date']}: {machine['cpu']}, {machine['cores']} cores, "
        f"Python {machine['python']}, load average {machine['load_average_before']} before. "
        f"Median (minimum to maximum).\n\n{table}\n\n"
        f"First chunk of {FIRST_CHUNK_CHARACTERS:,} characters: {report.cell(result['first_chunk_ms'], 1)} ms.\n\n"
        f"{marks_table(result['marks'])}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.text", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument(
        "--markdown", type=Path, help="also rewrite the section between the markers in this file"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
