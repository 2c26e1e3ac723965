"""Latency and speed of one request, beside the same text through the bare `kokoro.KPipeline`.

Server and pipeline run in processes with the same number of threads, and so does a second server, which cuts the first
chunk (`STREAMING_VOICE=chunked`) instead of giving it window by window. They take turns, so that only one of them
computes at any time, and the order is reversed from round to round. Ratios are taken within a round, so that a machine
whose speed drifts favours neither. JSON goes to stdout, progress to stderr.
"""

import argparse
import asyncio
import itertools
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.figures import end_on_sigterm, say
from benchmarks.processes import BarePipeline, HealthMonitor, MemoryMonitor, Server
from benchmarks.report import Figures, Spread
from benchmarks.texts import TEXTS
from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.chunk_cutter import TextChunk
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.sentences import Boundary
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets

VOICE = "af_heart"

TOTAL_LIMIT = 1.05
"""Total time over the bare pipeline's."""

FIRST_AUDIO_LIMIT = 1.2
"""Time to first audio, less FIRST_AUDIO_EXTRA_S, over the bare synthesis of the first chunk."""

FIRST_AUDIO_EXTRA_S = 0.05

FIRST_AUDIO_TO_CHUNKED_LIMIT = 0.65
TOTAL_TO_CHUNKED_LIMIT = 1.05

LIMITS = {
    "first_audio": FIRST_AUDIO_LIMIT,
    "first_audio_to_chunked": FIRST_AUDIO_TO_CHUNKED_LIMIT,
    "total_streamed": TOTAL_LIMIT,
    "total_whole": TOTAL_LIMIT,
    "total_to_chunked": TOTAL_TO_CHUNKED_LIMIT,
}
"""Of ratios."""

HEALTH_LIMIT_MS = 50

STALLED_LIMIT_S = 0.02
"""What a listener who plays the audio as it comes may wait between its parts."""

_WAV_HEADER = 44
_SAMPLE_BYTES = 2

Step = Callable[[], Figures]
Round = dict[str, Figures]


@dataclass(frozen=True)
class Subject:
    """One text and the chunks that the server without windows cuts it into."""

    name: str
    text: str
    chunks: list[TextChunk]

    @property
    def first_phonemes(self) -> str:
        return "".join(token.symbol for token in self.chunks[0].tokens)

    def about(self) -> dict[str, Any]:
        return {
            "words": len(self.text.split()),
            "characters": len(self.text),
            "chunk_tokens": [len(chunk.tokens) for chunk in self.chunks],
            "first_chunk_ends": self.chunks[0].ends.name.lower(),
        }


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "latency") if options.markdown else None
    settings = Settings()
    subjects = asyncio.run(_split([*dict.fromkeys(options.texts)], settings))
    with Server() as server, Server(STREAMING_VOICE="chunked") as chunked:
        say("Starting the servers")
        device = server.wait_until_ready()["device"]
        chunked.wait_until_ready()
        say("Starting the bare pipeline")
        with BarePipeline(device, VOICE) as bare:
            about = report.machine({"device": device, **bare.about})
            bench = Bench(server, chunked, bare)
            with MemoryMonitor(server=server.process, bare=bare.process) as memory:
                rounds = bench.run(subjects, options.rounds)
    result = report.rounded(
        {
            "benchmark": "latency",
            "command": " ".join(["python -m benchmarks.latency", *sys.argv[1:]]),
            "machine": about,
            "rounds": options.rounds,
            **_summary(subjects, rounds, bench.health_s, memory.peaks, settings),
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


class Bench:
    """Runs the measurements in rounds. health_s: seconds that each request for /health took"""

    def __init__(self, server: Server, chunked: Server, bare: BarePipeline) -> None:
        self.health_s: list[float] = []
        self._server = server
        self._chunked = chunked
        self._seeds = itertools.count()
        self._bare = bare

    def run(self, subjects: Sequence[Subject], rounds: int) -> dict[str, list[Round]]:
        """The rounds of each subject, after a first one that only warms up."""
        results: dict[str, list[Round]] = {subject.name: [] for subject in subjects}
        for number in range(rounds + 1):
            for subject in subjects:
                say(f"{f'Round {number} of {rounds}' if number else 'Warm-up'}: {subject.name}")
                steps = self._steps(subject)
                order = reversed(steps) if number % 2 else iter(steps)
                measured = {name: steps[name]() for name in order}
                results[subject.name].append({name: measured[name] for name in steps})
            if number == 0:
                self.health_s.clear()
        return {name: measured[1:] for name, measured in results.items()}

    def _steps(self, subject: Subject) -> dict[str, Step]:
        bare, text = self._bare, subject.text

        def bare_first_chunk() -> Figures:
            return _only(bare.ask(phonemes=subject.first_phonemes), "total_s", "audio_s")

        if subject.name == "very_long":  # only the time to first audio is measured
            return {
                "server_streamed": lambda: self._begin(self._server, text),
                "bare_first_chunk": bare_first_chunk,
                "chunked_streamed": lambda: self._begin(self._chunked, text),
                "bare": lambda: _only(bare.ask(begin=text), "first_audio_s"),
            }
        steps: dict[str, Step] = {
            "server_streamed": lambda: self._pcm(self._server, text),
            "bare_first_chunk": bare_first_chunk,
            "chunked_streamed": lambda: self._pcm(self._chunked, text),
            "server_whole": lambda: self._wav(text),
            "bare": lambda: _with_speed(bare.ask(speak=text)),
            "server_streamed_polled": lambda: self._polled(text),
        }
        if subject.name == "medium":
            steps["server_streamed_mp3"] = lambda: self._speak(self._server, text, "mp3", stream=True)[0]
        return steps

    def _speak(
        self, server: Server, text: str, format: str, *, stream: bool, only_begin: bool = False
    ) -> tuple[Figures, int]:
        # Two texts begin alike: with the same noise, what was prepared of one might serve the other.
        seed = next(self._seeds)
        request = {"input": text, "voice": VOICE, "response_format": format, "stream": stream, "seed": seed}
        bytes_per_s = _SAMPLE_BYTES * SAMPLE_RATE if format == "pcm" else None
        return server.speak(request, only_begin=only_begin, bytes_per_s=bytes_per_s)

    def _pcm(self, server: Server, text: str) -> Figures:
        figures, size = self._speak(server, text, "pcm", stream=True)
        return _with_speed({**figures, "audio_s": size / _SAMPLE_BYTES / SAMPLE_RATE})

    def _wav(self, text: str) -> Figures:
        figures, size = self._speak(self._server, text, "wav", stream=False)
        audio_s = (size - _WAV_HEADER) / _SAMPLE_BYTES / SAMPLE_RATE
        return _with_speed({"total_s": figures["total_s"], "audio_s": audio_s})

    def _polled(self, text: str) -> Figures:
        # A separate run, since on a small machine the polling slows the server by one or two per cent.
        with HealthMonitor(self._server.port) as watch:
            figures = self._pcm(self._server, text)
        self.health_s += watch.seconds
        return figures

    def _begin(self, server: Server, text: str) -> Figures:
        figures, _ = self._speak(server, text, "pcm", stream=True, only_begin=True)
        # The client has disconnected. Nothing is measured while the server still computes.
        idle_after_s = server.wait_until_idle()
        return {"first_audio_s": figures["first_audio_s"], "idle_after_s": idle_after_s}


async def _split(names: Sequence[str], settings: Settings) -> list[Subject]:
    phonemizer = ThreadPhonemizer(assets.config()["vocab"])
    voice_settings = VoiceSettings(VoiceMix(((VOICE, 1.0),)), LANGUAGES[VOICE[0]])
    subjects = []
    for name in names:
        chunks = smart_split(
            plain_script(TEXTS[name], voice_settings), phonemizer=phonemizer, settings=settings
        )
        subjects.append(Subject(name, TEXTS[name], [chunk async for chunk in chunks]))
    phonemizer.close()
    return subjects


def _with_speed(figures: Figures) -> Figures:
    return {**figures, "real_time_factor": figures["audio_s"] / figures["total_s"]}


def _only(figures: Figures, *names: str) -> Figures:
    return {name: figures[name] for name in names}


def _summary(
    subjects: Sequence[Subject],
    rounds: dict[str, list[Round]],
    health_s: Sequence[float],
    peaks: dict[str, int],
    settings: Settings,
) -> dict[str, Any]:
    texts: dict[str, dict[str, Any]] = {}
    for subject in subjects:
        measured = rounds[subject.name]
        texts[subject.name] = {
            **subject.about(),
            **{step: report.spreads([one[step] for one in measured]) for step in measured[0]},
            "ratios": report.spreads([_ratios(one) for one in measured]),
        }
    summary: dict[str, Any] = {
        "texts": texts,
        "peak_memory_mb": {name: peak / 1e6 for name, peak in peaks.items()},
    }
    if health_s:
        summary["health_ms"] = {
            "requests": len(health_s),
            "p50": report.percentile(health_s, 0.5) * 1000,
            "p95": report.percentile(health_s, 0.95) * 1000,
            "max": max(health_s) * 1000,
        }
    return {**summary, "marks": _marks(subjects, summary, settings)}


def _ratios(measured: Round) -> Figures:
    """Ratios of server to bare pipeline, or to the server without windows, within one round. That of the first audio
    to the bare pipeline's excludes the fixed allowance."""
    steps = "server_streamed", "chunked_streamed", "bare", "bare_first_chunk"
    streamed, chunked, bare, first_chunk = (measured[step] for step in steps)
    ratios = {
        "first_audio": (streamed["first_audio_s"] - FIRST_AUDIO_EXTRA_S) / first_chunk["total_s"],
        "first_audio_to_chunked": streamed["first_audio_s"] / chunked["first_audio_s"],
    }
    if "server_whole" in measured:
        ratios["total_to_chunked"] = streamed["total_s"] / chunked["total_s"]
        ratios["total_streamed"] = streamed["total_s"] / bare["total_s"]
        ratios["total_whole"] = measured["server_whole"]["total_s"] / bare["total_s"]
    return ratios


def _marks(subjects: Sequence[Subject], summary: dict[str, Any], settings: Settings) -> list[dict[str, Any]]:
    """The marks: medians against their limits."""
    marks = []
    for subject in subjects:
        ratios: dict[str, Spread] = summary["texts"][subject.name]["ratios"]
        for ratio, spread in ratios.items():
            marks.append(_mark(ratio, subject.name, spread["median"], LIMITS[ratio]))
        stalled: Spread | None = summary["texts"][subject.name]["server_streamed"].get("stalled_s")
        if stalled:
            marks.append(_mark("stalled_s", subject.name, stalled["median"], STALLED_LIMIT_S))
        first = subject.chunks[0]
        # A factor of 1.5: with a target of 60 tokens, a clause that ends within 90 is worth the wait.
        stretch = 3 if first.ends >= Boundary.CLAUSE else 2
        limit = settings.first_chunk_tokens * stretch // 2
        marks.append(_mark("first_chunk_tokens", subject.name, len(first.tokens), limit))
    if "health_ms" in summary:
        marks.append(_mark("health_p95_ms", "all", summary["health_ms"]["p95"], HEALTH_LIMIT_MS))
    return marks


def _mark(name: str, text: str, value: float, limit: float) -> dict[str, Any]:
    return {"mark": name, "text": text, "value": value, "limit": limit, "met": value <= limit}


def _markdown(result: dict[str, Any]) -> str:
    """The report as Markdown."""
    texts: dict[str, dict[str, Any]] = result["texts"]
    machine = result["machine"]
    where = machine["gpu"] or f"{machine['cpu']}, {machine['cores']} cores"
    memory = result["peak_memory_mb"]
    parts = [
        f"`{result['command']}`, {machine['date']}: {where}, {machine['ram_gb']:.0f} GB, {machine['system']}, "
        f"Python {machine['python']}, torch {machine['torch']} with {machine['threads']} threads, load average "
        f"{machine['load_average_before']} before. Median of {result['rounds']} rounds (minimum to maximum).",
        report.table(
            [
                "First audio, seconds",
                "Server",
                "Chunked",
                "Ratio to it",
                "Bare, first chunk alone",
                "Ratio after 50 ms",
                "Bare, its own",
            ],
            [_first_audio_row(name, text) for name, text in texts.items()],
        ),
        report.table(
            [
                "Total, seconds",
                "Listener stalls",
                "Server streamed",
                "Server whole",
                "Chunked streamed",
                "Bare",
                "Streamed / bare",
                "Whole / bare",
                "Streamed / chunked",
            ],
            [_total_row(name, text) for name, text in texts.items() if "server_whole" in text],
        ),
        report.table(
            ["Seconds of audio per second", "Server streamed", "Server whole", "Bare"],
            [_speed_row(name, text) for name, text in texts.items() if "server_whole" in text],
        ),
        f"Peak resident memory: server {memory['server']:.0f} MB, bare pipeline {memory['bare']:.0f} MB.",
    ]
    if "health_ms" in result:
        health = result["health_ms"]
        parts.append(
            f"`/health` during synthesis: p50 {health['p50']:.1f} ms, p95 {health['p95']:.1f} ms, greatest "
            f"{health['max']:.1f} ms of {health['requests']} requests."
        )
    if mp3 := texts.get("medium", {}).get("server_streamed_mp3"):
        parts.append(
            f"The medium text as streamed mp3: first audio {report.cell(mp3['first_audio_s'])} s, total "
            f"{report.cell(mp3['total_s'])} s."
        )
    if begun := texts.get("very_long", {}).get("server_streamed"):
        parts.append(
            f"After the client of the very long text disconnected, the server was idle in "
            f"{report.cell(begun['idle_after_s'])} s."
        )
    missed = [
        f"{mark['mark']} of {mark['text']}: {mark['value']:.2f}, limit {mark['limit']}"
        for mark in result["marks"]
        if not mark["met"]
    ]
    parts.append(f"Marks missed: {'; '.join(missed)}." if missed else "All marks are met.")
    return "\n\n".join(parts)


def _first_audio_row(name: str, text: dict[str, Any]) -> list[str]:
    return [
        _label(name, text),
        report.cell(text["server_streamed"]["first_audio_s"]),
        report.cell(text["chunked_streamed"]["first_audio_s"]),
        report.cell(text["ratios"]["first_audio_to_chunked"]),
        f"{report.cell(text['bare_first_chunk']['total_s'])}, {text['chunk_tokens'][0]} tokens",
        report.cell(text["ratios"]["first_audio"]),
        report.cell(text["bare"]["first_audio_s"]),
    ]


def _total_row(name: str, text: dict[str, Any]) -> list[str]:
    steps = "server_streamed", "server_whole", "chunked_streamed", "bare"
    totals = [text[step]["total_s"] for step in steps]
    ratios = [text["ratios"][ratio] for ratio in ("total_streamed", "total_whole", "total_to_chunked")]
    stalled = text["server_streamed"]["stalled_s"]
    return [_label(name, text), *map(report.cell, [stalled, *totals, *ratios])]


def _speed_row(name: str, text: dict[str, Any]) -> list[str]:
    steps = ("server_streamed", "server_whole", "bare")
    return [_label(name, text), *(report.cell(text[step]["real_time_factor"], 1) for step in steps)]


def _label(name: str, text: dict[str, Any]) -> str:
    return f"{name.replace('_', ' ')}, {text['words']:,} words"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.latency", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="measured rounds (default: %(default)s)")
    parser.add_argument("--texts", nargs="+", choices=TEXTS, default=list(TEXTS), help="default: all")
    parser.add_argument(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="also rewrite the section between the markers in this file",
    )
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    return options


if __name__ == "__main__":
    main()
