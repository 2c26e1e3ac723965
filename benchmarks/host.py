"""What a second of audio costs the machine's cores beside the engine, for each format.

A server with two workers: one has an engine that costs no processor time and returns recorded speech, the other one
serves all clients. Each round requests the same texts in every format. The figures are CPU time, user and system, of
all the server's processes, which other work on the machine hardly affects; that of the clients does not count. JSON
goes to stdout, progress to stderr.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import av
import httpx
import numpy as np
import psutil  # type: ignore[import-untyped]
import torch

from benchmarks import report
from benchmarks.clients import Request
from benchmarks.distinct import long_text
from benchmarks.figures import end_on_sigterm, place, say
from benchmarks.host_serve import SPEECH_FILE
from benchmarks.processes import Server
from benchmarks.quality import build, sentences, synthesize
from benchmarks.rush import rush
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.chunk import SAMPLE_RATE

GOAL = 2000
"""Seconds of audio per second."""

CORES = 8

WORDS = {"30 s of audio": 85, "15 words": 15}
"""At least so many in each text."""

STAGES = ("text", "trimming", "encoding", "event loop", "engine's process", "supervisor", "rest")

_CLIENTS = 16
_SENTENCES = 8
_SAMPLE_BYTES = 2


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "host") if options.markdown else None
    machine = report.machine({"pyav": av.__version__})
    with tempfile.TemporaryDirectory() as folder:
        speech = Path(folder, "speech.npy")
        say("speech")
        np.save(speech, asyncio.run(_speech()))
        settings = {"ENGINES": "1", "QUEUE_SIZE": str(_CLIENTS), SPEECH_FILE: str(speech)}
        with Server(workers=2, module="benchmarks.host_serve", **settings) as server:
            server.wait_until_ready()
            texts = {
                name: _measured(server, _texts(options.audio, words), options.rounds)
                for name, words in WORDS.items()
            }
    result = report.rounded(
        {
            "benchmark": "host",
            "command": " ".join(["python -m benchmarks.host", *sys.argv[1:]]),
            "machine": machine,
            "clients": _CLIENTS,
            "texts": texts,
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


async def _speech() -> Any:
    network = build(dtype=torch.float32, tiled=True, packed=False)
    chunks = await sentences(_SENTENCES)
    return np.concatenate([synthesize(network, chunk).samples for chunk in chunks])


def _texts(audio_s: float, words: int) -> list[str]:
    """Different texts with about `audio_s` seconds of audio in all, and at least one for each client."""
    count = max(_CLIENTS, round(audio_s / (words * 0.35)))
    return [long_text(words, seed=number) for number in range(count)]


def _measured(server: Server, texts: Sequence[str], rounds: int) -> dict[str, Any]:
    """The figures of each format; pcm's first round tells how long the audio is, and warms up."""
    audio_s = _requested(server, texts, AudioFormat.PCM) / _SAMPLE_BYTES / SAMPLE_RATE
    measured: dict[AudioFormat, list[report.Figures]] = {format: [] for format in AudioFormat}
    for number in range(rounds):
        for format in list(AudioFormat)[:: -1 if number % 2 else 1]:
            say(f"{format}, round {number + 1} of {rounds}")
            measured[format].append(_round(server, texts, format, audio_s))
    return {
        "requests": len(texts),
        "audio_s": audio_s,
        "formats": {format.value: report.spreads(figures) for format, figures in measured.items()},
    }


def _round(server: Server, texts: Sequence[str], format: AudioFormat, audio_s: float) -> report.Figures:
    before = _spent(server)
    size = _requested(server, texts, format)
    spent = _spent(server)
    figures = {f"{stage} ms": 1000 * (spent[stage] - before[stage]) / audio_s for stage in ("all", *STAGES)}
    return {**figures, "kbit_per_s": size * 8 / 1000 / audio_s}


def _requested(server: Server, texts: Sequence[str], format: AudioFormat) -> int:
    """Bytes of all answers."""
    requests: list[Request] = [
        {"input": text, "response_format": format.value, "seed": number} for number, text in enumerate(texts)
    ]
    answers = rush(server.port, requests, clients=_CLIENTS)
    if any(answer.status != HTTPStatus.OK for answer in answers):
        raise RuntimeError("The server refused a request.")
    return sum(len(answer.body) for answer in answers)


def _spent(server: Server) -> dict[str, float]:
    """CPU seconds so far, of all processes and by stage."""
    url = f"http://127.0.0.1:{server.port}/host"
    stages: dict[str, float] = httpx.get(url, trust_env=False).raise_for_status().json()
    root = psutil.Process(server.process.pid)
    children = root.children(recursive=True)
    (engine,) = [process for process in children if process.name().startswith("worker ")]
    parts = {**stages, "engine's process": _cpu_s(engine), "supervisor": _cpu_s(root)}
    total = sum(map(_cpu_s, [root, *children]))
    return {**dict.fromkeys(STAGES, 0.0), **parts, "rest": total - sum(parts.values()), "all": total}


def _cpu_s(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _markdown(result: dict[str, Any]) -> str:
    machine = result["machine"]
    head = (
        f"`{result['command']}`, {place(machine)}, PyAV {machine['pyav']}. {result['clients']} clients; CPU "
        f"milliseconds per second of audio, median (minimum to maximum) and medians of the parts."
    )
    return "\n\n".join([head, *(_table(name, text) for name, text in result["texts"].items())])


def _table(name: str, text: dict[str, Any]) -> str:
    rows = [
        [
            format,
            report.cell(figures["all ms"]),
            *(f"{figures[f'{stage} ms']['median']:.2f}" for stage in STAGES),
            f"{figures['kbit_per_s']['median']:.0f}",
            f"{GOAL * figures['all ms']['median'] / 1000:.1f}",
            f"{CORES * 1000 / figures['all ms']['median']:,.0f}",
        ]
        for format, figures in text["formats"].items()
    ]
    header = [
        f"{text['requests']} texts of {name}",
        "CPU ms",
        *STAGES,
        "kbit/s",
        f"Cores for {GOAL:,} s of audio per second",
        f"Seconds of audio per second with {CORES} cores",
    ]
    return report.table(header, rows)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.host", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--audio",
        type=float,
        default=500,
        metavar="SECONDS",
        help="seconds of audio in each format and round, about (default: 500)",
    )
    parser.add_argument(
        "--markdown", type=Path, help="also rewrite the section between the markers in this file"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
