"""What many clients would feel beside a GPU: a simulation, since it needs none.

The server's own scheduler runs on an event loop with virtual time. Passes take as long as benchmarks/pass_times.py
says; engines that use the GPU at once share it equally. Everything else takes the CPU time that benchmarks/host.py
measured, on the processors of the host. JSON goes to stdout, progress to stderr.

Two loads:
- callers, who send the next request as soon as they have the last answer, each with about 30 s of audio;
- listeners, who play what they get and send the next request when it has ended, each with 15 words.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks import report
from benchmarks.distinct import long_text
from benchmarks.figures import end_on_sigterm, percentiles, place, say
from benchmarks.pass_times import PassCounter
from benchmarks.roofline import GPUS
from benchmarks.simulated_server import Arrangement, HostCosts, SimulatedServer, Text
from kokoro_speech_server.chunk import Chunk
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets
from tests.scheduling.virtual_time import VirtualTimeLoop

CLIENTS = 80

ENGINES = {"8": (8, False), "2": (2, False), "1": (1, False), "8, MPS": (8, True), "2, MPS": (2, True)}
"""Workers with a model, of eight, and whether they use the GPU at the same time."""

SHOWN = ("H100", "H200", "RTX 4090", "L4", "T4")

CALLERS, LISTENERS = "callers", "listeners"

_WORDS = {CALLERS: 85, LISTENERS: 15}

_COSTS = {
    CALLERS: HostCosts(0.00105, 0.00007, 0.00011, 0.00042, 0.00014, 0.00014),
    LISTENERS: HostCosts(0.00123, 0.00012, 0.00016, 0.00069, 0.00021, 0.00024),
}
"""Of pcm, as docs/benchmarks.md has them under Host."""

_TEXTS = 200

_RAMP_S = 10.0
"""Time in which the clients begin, one after the other, before the window opens."""


@dataclass(slots=True)
class Window:
    """What happens between two moments.

    first_audio: seconds from requests that were sent in the window to their first audio
    audio:       seconds of audio that arrived in the window
    """

    begin: float
    end: float
    first_audio: list[float] = field(default_factory=list)
    audio: float = 0.0

    def __contains__(self, moment: float) -> bool:
        return self.begin <= moment < self.end


def simulate(
    arrangement: Arrangement, texts: Sequence[Text], *, pauses: bool, seconds: float, ramp_s: float = _RAMP_S
) -> Window:
    """The figures of a window of `seconds` seconds, with a client for each place.

    pauses: whether a client plays what it gets before it sends the next request
    ramp_s: time in which the clients begin; 0: all at once, and the window opens with them
    """

    async def run() -> Window:
        server = SimulatedServer(arrangement)
        begin = 2 * ramp_s
        window = Window(begin, begin + seconds)
        chance = random.Random(0)
        requests = cycle(texts)
        async with asyncio.TaskGroup() as clients:
            for _ in range(arrangement.places):
                start = chance.uniform(0, ramp_s)
                clients.create_task(_client(server, requests, window, start, pauses=pauses))
        return window

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(run())


async def _client(
    server: SimulatedServer, requests: Iterator[Text], window: Window, start: float, *, pauses: bool
) -> None:
    clock = asyncio.get_running_loop().time
    await asyncio.sleep(start)
    while (sent := clock()) < window.end:
        played_until = None
        async with aclosing(server.speak(next(requests))) as pieces:
            async for seconds in pieces:
                now = clock()
                if played_until is None and sent in window:
                    window.first_audio.append(now - sent)
                window.audio += seconds * (now in window)
                played_until = max(played_until or 0.0, now) + seconds
        if pauses and played_until is not None:
            await asyncio.sleep(max(0.0, played_until - clock()))


async def cut_texts(words: int) -> list[Text]:
    """Different texts, as the server's text processing cuts them."""
    settings = Settings(_env_file=None)
    voice_settings = VoiceSettings(VoiceMix((("af_heart", 1.0),)), LANGUAGES["a"])
    phonemizer = ThreadPhonemizer(assets.config()["vocab"])
    style = np.zeros(256, np.float32)
    texts = []
    try:
        for text in islice(_texts(words), _TEXTS):
            script = plain_script(text, voice_settings)
            chunks = [
                Chunk(chunk.tokens, style, speed=1.0, pause=0.0, seed=0)
                async for chunk in smart_split(script, phonemizer=phonemizer, settings=settings)
            ]
            texts.append(Text(len(text), chunks))
    finally:
        phonemizer.close()
    return texts


def _texts(words: int) -> Iterator[str]:
    """Different texts with so many words, in whole sentences."""
    for seed in count():
        text = long_text(words, seed=seed)
        if len(text.split()) == words:
            yield text


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "simulated-load") if options.markdown else None
    texts = {load: asyncio.run(cut_texts(words)) for load, words in _WORDS.items()}
    counter = PassCounter()
    results = []
    for gpu in options.gpus:
        for name, (engines, shares) in ENGINES.items():
            say(f"{gpu}, engines: {name}")
            row: dict[str, Any] = {"gpu": gpu, "engines": name}
            for load, costs in _COSTS.items():
                arrangement = Arrangement(
                    counter.timer(GPUS[gpu]), costs, options.cores, engines, shares, CLIENTS
                )
                pauses = load == LISTENERS
                row[load] = _figures(
                    simulate(arrangement, texts[load], pauses=pauses, seconds=options.seconds)
                )
                if pauses:
                    at_once = simulate(arrangement, texts[load], pauses=True, seconds=1.0, ramp_s=0.0)
                    row["all listeners at once"] = _figures(at_once)
            results.append(row)
    result = report.rounded(
        {
            "benchmark": "simulated-load",
            "command": " ".join(["python -m benchmarks.simulated_load", *sys.argv[1:]]),
            "machine": report.machine({"torch": torch.__version__}),
            "cores": options.cores,
            "seconds": options.seconds,
            "results": results,
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _figures(window: Window) -> dict[str, Any]:
    return {
        "requests": len(window.first_audio),
        "first_audio_ms": percentiles(window.first_audio, scale=1000),
        "audio_seconds_per_second": window.audio / (window.end - window.begin),
    }


def _markdown(result: dict[str, Any]) -> str:
    rows = [
        [
            f"{row['gpu']}, {row['engines']}",
            f"{row[CALLERS]['audio_seconds_per_second']:,.0f}",
            _latency(row[CALLERS]),
            f"{row[LISTENERS]['audio_seconds_per_second']:,.0f}",
            _latency(row[LISTENERS]),
            _latency(row["all listeners at once"]),
        ]
        for row in result["results"]
    ]
    header = [
        "GPU, engines",
        "80 callers: audio per second",
        "their first audio, p50 / p95 / p99, ms",
        "80 listeners: audio per second",
        "their first audio, ms",
        "if all begin at once, ms",
    ]
    head = (
        f"`{result['command']}`, {place(result['machine'])}. Simulated, with a host of {result['cores']} processors; "
        f"{result['seconds']:g} s of virtual time. Not run on any GPU."
    )
    return f"{head}\n\n{report.table(header, rows)}"


def _latency(figures: dict[str, Any]) -> str:
    return " / ".join(f"{figures['first_audio_ms'][share]:.0f}" for share in ("p50", "p95", "p99"))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.simulated_load", description=__doc__)
    add = parser.add_argument
    add("--gpus", nargs="+", choices=GPUS, default=SHOWN, metavar="GPU")
    add("--cores", type=int, default=8, help="of the host (default: %(default)s)")
    add("--seconds", type=float, default=20, help="of virtual time, in each window (default: %(default)s)")
    add(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="also rewrite the section between the markers in this file",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
