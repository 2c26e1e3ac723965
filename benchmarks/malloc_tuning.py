"""Gain and memory cost of malloc tuning (engine/malloc_tuning.py), which retains the memory that a pass frees.

Three processes with the server's engine synthesize the same chunks by turns, in an order that is reversed from round to
round: one with glibc's default settings, one that retains freed memory, one that retains it and releases it before each
chunk. Ratios are taken within a round. Linux with glibc only. JSON goes to stdout, progress to stderr.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from benchmarks import report
from benchmarks.figures import place, say
from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine import kokoro_v1
from kokoro_speech_server.weights import assets
from kokoro_speech_server.workers.sizing import openmp_environment

VARIANTS = {
    "default": "handled by glibc's defaults",
    "retained": "retained",
    "released": "retained, released before each chunk",
}
TOKENS = (50, 250)

_PHONEMES = "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˌOvəɹ ðə lˈAzi dˈɔɡ, ænd ðɛn ɪt ɹˈʌnz. " * 4
_VOICE = "af_heart"


def main() -> None:
    options = _options()
    if options.child:
        _child(options.child, options.threads)
        return
    section = report.MarkedSection(options.markdown, "malloc") if options.markdown else None
    machine = report.machine({})
    rounds: list[dict[str, Any]] = []
    with ExitStack() as stack:
        children = {variant: stack.enter_context(_start(variant, options.threads)) for variant in VARIANTS}
        for child in children.values():
            _answer(child)  # sent once it is loaded
        for number in range(options.rounds + 1):
            for tokens in TOKENS:
                order = list(VARIANTS) if number % 2 else list(reversed(VARIANTS))
                found = {variant: _ask(children[variant], tokens) for variant in order}
                if number:  # the first round is the warm-up
                    rounds.append({"tokens": tokens, **found})
            say(f"Round {number} of {options.rounds}")
        for child in children.values():
            assert child.stdin is not None
            child.stdin.close()
    result = {
        "benchmark": "malloc_tuning",
        "command": " ".join(["python -m benchmarks.malloc_tuning", *sys.argv[1:]]),
        "machine": machine,
        "threads": options.threads,
        "results": [_result(tokens, variant, rounds) for tokens in TOKENS for variant in VARIANTS],
    }
    print(json.dumps(report.rounded(result), indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _result(tokens: int, variant: str, rounds: list[dict[str, Any]]) -> dict[str, Any]:
    mine = [one for one in rounds if one["tokens"] == tokens]
    figures = {name: report.spread([one[variant][name] for one in mine]) for name in mine[0][variant]}
    ratio = report.spread([one[variant]["seconds"] / one["default"]["seconds"] for one in mine])
    return {"tokens": tokens, "variant": variant, **figures, "ratio": ratio}


def _start(variant: str, threads: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.malloc_tuning", "--child", variant, "--threads", str(threads)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **openmp_environment(threads)},
        text=True,
    )


def _ask(child: "subprocess.Popen[str]", tokens: int) -> dict[str, float]:
    assert child.stdin is not None
    child.stdin.write(f"{tokens}\n")
    child.stdin.flush()
    return _answer(child)


def _answer(child: "subprocess.Popen[str]") -> dict[str, float]:
    assert child.stdout is not None
    line = child.stdout.readline()
    if not line:
        sys.exit(f"A process ended with exit code {child.wait()}")
    answer: dict[str, float] = json.loads(line)
    return answer


class _NoTuning:
    """Replaces MallocTuning in the process with glibc's defaults."""

    def has_grown(self) -> bool:
        return False

    def release(self) -> None:
        pass


def _child(variant: str, threads: int) -> None:
    """Answer each line, a number of tokens, with the measurements of a chunk of that length."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if variant == "default":
        kokoro_v1.MallocTuning = _NoTuning  # type: ignore[attr-defined, assignment]
    model_dir = Settings().model_dir
    engine = kokoro_v1.KokoroV1(model_dir, "cpu", threads)
    styles = assets.read_voice(assets.ensure_model(model_dir), _VOICE)

    def synthesize(tokens: int) -> dict[str, float]:
        chunk = Chunk(
            tuple(PhonemeToken(symbol, 0, 0) for symbol in _PHONEMES[:tokens]),
            styles[tokens - 1],
            1.0,
            0.0,
            1,
        )
        if variant == "released":
            engine.release_memory()
        faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        begun = time.perf_counter()
        [result] = engine.synthesize([chunk])
        seconds = time.perf_counter() - begun
        assert isinstance(result, ChunkAudio)
        memory = psutil.Process().memory_info()
        return {
            "seconds": seconds,
            "audio_s": len(result.samples) / SAMPLE_RATE,
            "faults": resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults,
            "private_mb": (memory.rss - memory.shared) / 1e6,
        }

    # In a thread, as in the server: glibc treats the main thread's memory differently.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(engine.load).result()
        print(json.dumps({}), file=answers)
        for line in sys.stdin:
            print(json.dumps(thread.submit(synthesize, int(line)).result()), file=answers)


def _markdown(result: dict[str, Any]) -> str:
    rows = [
        [
            str(one["tokens"]),
            f"{one['audio_s']['median']:.1f}",
            VARIANTS[one["variant"]],
            report.cell(one["seconds"]),
            report.cell(one["ratio"]),
            f"{one['faults']['median']:,.0f}",
            f"{one['private_mb']['median']:.0f}",
        ]
        for one in result["results"]
    ]
    return "\n\n".join(
        [
            f"`{result['command']}`, {place(result['machine'])}. {result['threads']} threads.",
            report.table(
                [
                    "Tokens",
                    "Audio, s",
                    "Freed memory is",
                    "Computing, s",
                    "To glibc's defaults",
                    "Page faults",
                    "Private memory afterwards, MB",
                ],
                rows,
            ),
        ]
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.malloc_tuning", description=__doc__)
    add = parser.add_argument
    add("--rounds", type=int, default=8, help="measured rounds, after one warm-up (default: %(default)s)")
    add(
        "--threads",
        type=int,
        default=os.cpu_count() or 1,
        help="threads of each engine (default: %(default)s)",
    )
    add("--markdown", type=Path, metavar="FILE", help="document in which the section is replaced")
    add("--child", choices=tuple(VARIANTS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if min(options.rounds, options.threads) <= 0:
        parser.error("every number must be more than 0")
    return options


if __name__ == "__main__":
    main()
