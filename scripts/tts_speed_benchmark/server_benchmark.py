"""Compares the speed of OpenAI-compatible speech servers.

In each round, every server gets the same texts, one request per client at the same time. The servers take turns, in an
order that reverses from round to round. Each text begins with a unique number, so that no cache can answer. The script
writes JSON into results/ beside it, a Markdown table to stdout, and progress to stderr. docs/threads.md explains the
table.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

if not __package__:  # started by its path, without -m
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    __package__ = "scripts.tts_speed_benchmark"

import httpx

from benchmarks import report
from benchmarks.texts import TEXTS

from . import study
from .answer import FORMATS, Answer


@dataclass(frozen=True, slots=True)
class Target:
    """A server: its name in the table and the URL of its speech route."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Timing:
    """One answer: seconds from the request to the first and to the last byte of audio, and seconds of audio."""

    first_byte_s: float
    total_s: float
    audio_s: float


@dataclass(slots=True)
class Step:
    """The answers of one server to all clients, for one text in one round; `errors` counts each kind."""

    wall_s: float = 0.0
    timings: list[Timing] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)

    @property
    def audio_per_second(self) -> float:
        return sum(timing.audio_s for timing in self.timings) / self.wall_s


def main() -> int:
    return study.run(_study(_options()))


async def _study(options: argparse.Namespace) -> None:
    output = options.output or study.default_output("servers")
    output.parent.mkdir(parents=True, exist_ok=True)  # fails before the measurement if it is not writable
    about = report.machine({})
    bench = Bench(options)
    async with AsyncExitStack() as stack:
        for target in options.servers:
            await stack.enter_async_context(bench.clients[target.name])
        await bench.run()
    result = {
        "benchmark": "servers",
        "command": study.command("server_benchmark"),
        "machine": about,
        "clients": options.clients,
        "rounds": options.rounds,
        "format": options.format,
        "texts": {name: {"words": len(TEXTS[name].split())} for name in bench.texts},
        "servers": {target.name: {"url": target.url, **bench.figures(target)} for target in options.servers},
    }
    study.write(result, output)
    print(_markdown(result))


class Bench:
    """Sends requests to the servers in turns and records their answers by server and text."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._targets: list[Target] = options.servers
        self.texts: list[str] = [*dict.fromkeys(options.texts)]
        key = os.environ.get("OPENAI_API_KEY")
        self.clients = {
            target.name: httpx.AsyncClient(
                headers={"authorization": f"Bearer {key}"} if key else {},
                timeout=options.timeout,
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=options.clients),
                trust_env=False,
            )
            for target in self._targets
        }
        self._numbers = _numbers()
        self._steps: dict[tuple[str, str], list[Step]] = {
            (target.name, text): [] for target in self._targets for text in self.texts
        }

    async def run(self) -> None:
        """Run the rounds after a warm-up round. Raises RuntimeError if a server has no valid answer in the warm-up."""
        for number in range(self._options.rounds + 1):
            for name in self.texts:
                study.say(f"{f'Round {number} of {self._options.rounds}' if number else 'Warm-up'}: {name}")
                inputs = [
                    f"Number {next(self._numbers)}. {TEXTS[name]}" for _ in range(self._options.clients)
                ]
                for target in reversed(self._targets) if number % 2 else self._targets:
                    step = await self._step(target, inputs)
                    if number:
                        self._steps[target.name, name].append(step)
                    elif not step.timings:
                        raise RuntimeError(f"{target.url} returns no audio: {_kinds(step.errors)}.")

    async def _step(self, target: Target, inputs: Sequence[str]) -> Step:
        step = Step()
        start = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for text in inputs:
                group.create_task(self._request(target, text, step))
        step.wall_s = time.perf_counter() - start
        return step

    async def _request(self, target: Target, text: str, step: Step) -> None:
        try:
            step.timings.append(await self._timing(target, text))
        except httpx.HTTPStatusError as error:
            step.errors[f"HTTP {error.response.status_code}"] += 1
        except httpx.HTTPError as error:
            step.errors[type(error).__name__] += 1
        except ValueError as error:
            step.errors[str(error)] += 1

    async def _timing(self, target: Target, text: str) -> Timing:
        answer: Answer = FORMATS[self._options.format]()
        first_byte_s = None
        body = {
            "model": self._options.model,
            "input": text,
            "voice": self._options.voice,
            "response_format": self._options.format,
        }
        start = time.perf_counter()
        async with self.clients[target.name].stream("POST", target.url, json=body) as response:
            response.raise_for_status()
            async for piece in response.aiter_bytes():
                answer.add(piece)
                if first_byte_s is None and answer.begun:
                    first_byte_s = time.perf_counter() - start
        total_s = time.perf_counter() - start
        audio_s = answer.seconds()
        assert first_byte_s is not None
        return Timing(first_byte_s, total_s, audio_s)

    def figures(self, target: Target) -> dict[str, Any]:
        return {"texts": {text: self._text_figures(target, text) for text in self.texts}}

    def _text_figures(self, target: Target, text: str) -> dict[str, Any]:
        steps = self._steps[target.name, text]
        timings = [timing for step in steps for timing in step.timings]
        errors = sum((step.errors for step in steps), Counter[str]())
        figures: dict[str, Any] = {"requests": len(timings) + errors.total(), "errors": dict(errors)}
        if not timings:
            return figures
        # Ratios are taken within a round, so that a change of the machine's speed affects all servers alike.
        ratios = [
            step.audio_per_second / first.audio_per_second
            for step, first in zip(steps, self._steps[self._targets[0].name, text], strict=True)
            if first.timings
        ]
        return {
            **figures,
            "audio_per_second": report.spread([step.audio_per_second for step in steps]),
            **({"audio_per_second_over_first": report.spread(ratios)} if ratios else {}),
            "first_byte_s": study.percentiles([timing.first_byte_s for timing in timings]),
            "total_s": study.percentiles([timing.total_s for timing in timings]),
        }


def _numbers() -> Iterator[int]:
    """Numbers of four digits from a random start, for caches that keep entries of an earlier run."""
    number = random.randrange(9000)
    while True:
        yield 1000 + number
        number = (number + 1) % 9000


def _kinds(errors: dict[str, int]) -> str:
    return ", ".join(f"{count} × {kind}" for kind, count in sorted(errors.items())) or "0"


def _markdown(result: dict[str, Any]) -> str:
    machine, servers = result["machine"], result["servers"]
    first = next(iter(servers))
    return "\n\n".join(
        [
            f"`{result['command']}`, {machine['date']}, clients on: {machine['cpu']}, {machine['cores']} cores, "
            f"load average {machine['load_average_before']} before. {result['clients']} at once, "
            f"{result['format']}. Audio: median of {result['rounds']} rounds (minimum to maximum); seconds: median "
            "/ 95th percentile of all answers.",
            report.table(
                ["Text and server", "Audio s per s", f"Over {first}", "First byte, s", "Whole, s", "Errors"],
                [
                    _row(f"{text.replace('_', ' ')}, {about['words']:,} words: {name}", server["texts"][text])
                    for text, about in result["texts"].items()
                    for name, server in servers.items()
                ],
            ),
        ]
    )


def _row(label: str, figures: dict[str, Any]) -> list[str]:
    return [
        label,
        report.cell(figures.get("audio_per_second")),
        report.cell(figures.get("audio_per_second_over_first")),
        *(_seconds(figures.get(name)) for name in ("first_byte_s", "total_s")),
        _kinds(figures["errors"]),
    ]


def _seconds(percentiles: dict[str, float] | None) -> str:
    return f"{percentiles['p50']:.2f} / {percentiles['p95']:.2f}" if percentiles else "–"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.tts_speed_benchmark.server_benchmark",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="If OPENAI_API_KEY is set, every server gets it as the API key.",
    )
    parser.add_argument(
        "servers",
        nargs="+",
        type=_target,
        metavar="URL",
        help="a server, http://127.0.0.1:8880 or …/v1; NAME=URL sets its name in the table; ratios are to the first",
    )
    parser.add_argument(
        "--clients",
        type=study.whole_number,
        default=1,
        metavar="N",
        help="concurrent requests to each server (default: %(default)s)",
    )
    parser.add_argument(
        "--texts",
        nargs="+",
        choices=TEXTS,
        default=["short", "medium", "long"],
        help="texts of 12, 60, 300 or 2,000 words (default: short medium long)",
    )
    parser.add_argument(
        "--rounds",
        type=study.whole_number,
        default=5,
        metavar="N",
        help="measured rounds, after a warm-up round (default: %(default)s)",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="wav",
        help="wav states its rate; pcm must be OpenAI's, 16 bit, 24 kHz, mono (default: %(default)s)",
    )
    parser.add_argument("--model", default="tts-1", help="value in the requests (default: %(default)s)")
    parser.add_argument("--voice", default="af_heart", help="value in the requests (default: %(default)s)")
    parser.add_argument(
        "--timeout",
        type=study.whole_number,
        default=600,
        metavar="S",
        help="seconds without a byte after which a request fails (default: %(default)s)",
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="the JSON file (default: results/servers-DATE-TIME.json beside this script)",
    )
    options = parser.parse_args()
    if len({target.name for target in options.servers}) < len(options.servers):
        parser.error("two servers have the same name; use NAME=URL")
    return options


def _target(text: str) -> Target:
    name, equals, url = text.partition("=")
    if not equals or "/" in name:
        name, url = text, text
    url = url.rstrip("/")
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a URL: {error}") from error
    if parsed.scheme not in ("http", "https") or not parsed.host or parsed.userinfo or parsed.query:
        raise argparse.ArgumentTypeError(f"{text!r} is not the URL of a server")
    route = "/audio/speech" if url.endswith("/v1") else "/v1/audio/speech"
    return Target(name, url + route)


if __name__ == "__main__":
    sys.exit(main())
