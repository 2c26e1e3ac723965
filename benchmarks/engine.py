"""The engine without the server, compared with the bare `kokoro.KPipeline`: lengths, precisions, backends, threads,
batches and stages.

Every variant and the bare pipeline run in processes of their own, which stay loaded. Only one of them computes at any
time: they take turns in an order that is reversed from round to round, and ratios are taken within a round. JSON goes
to stdout, progress to stderr.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.figures import at_least, at_most, end_on_sigterm, marks_table, place, say
from benchmarks.options import numbers
from benchmarks.processes import BarePipeline, Busy, Engine, Server
from benchmarks.report import Figures, Spread
from kokoro_speech_server.engine.cpu_features import has_bfloat16

_VOICE = "af_heart"
_PHONEMES = "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˌOvəɹ ðə lˈAzi dˈɔɡ, ænd nˈO wˈʌn nˈOz wˌI ɪt dˈʌz sˌO. "

_MARK_TOKENS = 130
_MARK_LENGTHS = (20, 60, _MARK_TOKENS)
"""Tokens of the chunk that most figures are about, and lengths for which there are marks."""

_WARM_UP_TOKENS = 45
"""A length that is not measured: it triggers the lazy initialization that all lengths share."""

_MIXED = (40, 150, 70, 240, 20, 110, 190, 90)
"""Tokens of a batch's rows, in turn. Their mean is 114, as in a mixture of short texts and books."""

_STARTS = 3
_BUSY_MACHINE_ROUNDS = 3

_CUDA_GRAPHS_S = "60"
"""Seconds that the capture of CUDA graphs may take."""


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "engine") if options.markdown else None
    machine = report.machine({})
    variants = _variants(options.device)
    with ExitStack() as stack:
        bare = stack.enter_context(BarePipeline(options.device, _VOICE, threads=options.threads))
        engines = {
            name: stack.enter_context(Engine(device=options.device, threads=options.threads, **variant))
            for name, variant in variants.items()
        }
        machine.update(next(iter(engines.values())).about)
        _pass(bare, _WARM_UP_TOKENS)
        for engine in engines.values():
            _pass(engine, _WARM_UP_TOKENS)
        lengths = _lengths(bare, engines, options.tokens, options.rounds)
        stages = _stages(engines, options.rounds)
    result = report.rounded(
        {
            "benchmark": "engine",
            "command": " ".join(["python -m benchmarks.engine", *sys.argv[1:]]),
            "machine": machine,
            "variants": {name: engine.about for name, engine in engines.items()},
            "lengths": lengths,
            "stages": stages,
            "batches": _batches(options),
            "busy_machine": _busy_machine(options) if options.device == "cpu" else None,
            "ready_s": report.spread([_ready_s(options.device) for _ in range(_STARTS)]),
            "threads": [_with_threads(options, threads) for threads in options.thread_counts],
        }
    )
    result["marks"] = _marks(result, options)
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _variants(device: str) -> dict[str, dict[str, str]]:
    """Command-line options of the engines; the first one is the server's default."""
    if device == "cpu":
        chosen = {"tiled, bf16": {"precision": "bf16", "backend": "tiled"}} if has_bfloat16() else {}
        return {
            **chosen,
            "tiled, fp32": {"precision": "fp32", "backend": "tiled"},
            "torch, fp32": {"precision": "fp32", "backend": "torch"},
        }
    return {
        "fp16, graphs": {"precision": "fp16", "batch": "16", "cuda-graphs-s": _CUDA_GRAPHS_S},
        "fp16": {"precision": "fp16", "batch": "1"},
        "bf16": {"precision": "bf16", "batch": "1"},
        "fp32": {"precision": "fp32", "batch": "1"},
    }


def _lengths(
    bare: BarePipeline, engines: dict[str, Engine], tokens: Sequence[int], rounds: int
) -> list[dict[str, Any]]:
    """Per length: audio seconds per second of computing, and both figures relative to the bare pipeline's."""
    results = []
    for count in dict.fromkeys([*tokens, *_MARK_LENGTHS]):
        measured: list[dict[str, Figures]] = []
        first: dict[str, Figures] = {}
        for number in range(rounds + 1):
            order = ["bare", *engines]
            found = {}
            for name in order if number % 2 else reversed(order):
                found[name] = _pass(bare if name == "bare" else engines[name], count)
            if number:
                measured.append(found)
            else:  # the first round is the warm-up
                first = found
        say(f"{count} tokens")
        for name in ("bare", *engines):
            results.append(
                {
                    "tokens": count,
                    "variant": name,
                    "first_s": first[name]["engine_s"],
                    "engine_s": report.spread([one[name]["engine_s"] for one in measured]),
                    "speed": report.spread([_speed(one[name]) for one in measured]),
                    "speed_to_bare": report.spread(
                        [_speed(one[name]) / _speed(one["bare"]) for one in measured]
                    ),
                    "time_to_bare": report.spread(
                        [one[name]["engine_s"] / one["bare"]["engine_s"] for one in measured]
                    ),
                }
            )
    return results


def _pass(process: BarePipeline | Engine, tokens: int) -> Figures:
    if isinstance(process, Engine):
        return process.ask(synthesize=[_symbols(tokens)])
    answer = process.ask(phonemes=_symbols(tokens))
    return {"engine_s": answer["total_s"], "audio_s": answer["audio_s"]}


def _symbols(tokens: int) -> str:
    return (_PHONEMES * (tokens // len(_PHONEMES) + 1))[:tokens]


def _speed(figures: Figures) -> float:
    return figures["audio_s"] / figures["engine_s"]


def _stages(engines: dict[str, Engine], rounds: int) -> dict[str, dict[str, Spread]]:
    """Seconds of each stage of a pass with 130 tokens."""
    return {
        name: report.spreads([engine.ask(stages=[_symbols(_MARK_TOKENS)]) for _ in range(rounds)])
        for name, engine in engines.items()
    }


def _batches(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Rows of mixed lengths in one pass, compared with a pass for each row."""
    largest = max(options.batches)
    [variant, *_] = _variants(options.device).values()
    variant = {name: value for name, value in variant.items() if name != "batch"}
    results = []
    with Engine(device=options.device, threads=options.threads, batch=str(largest), **variant) as engine:
        for size in options.batches:
            rows = [_symbols(_MIXED[i % len(_MIXED)]) for i in range(size)]
            speed, gain = [], []
            for number in range(options.rounds + 1):
                single = [engine.ask(synthesize=[row]) for row in rows]
                batch = engine.ask(synthesize=rows)
                if number:
                    speed.append(_speed(batch))
                    gain.append(sum(one["engine_s"] for one in single) / batch["engine_s"])
            say(f"Batches of {size}")
            results.append({"rows": size, "speed": report.spread(speed), "gain": report.spread(gain)})
    return results


def _with_threads(options: argparse.Namespace, threads: int) -> dict[str, Any]:
    [variant, *_] = _variants(options.device).values()
    ours, theirs = [], []
    with (
        BarePipeline(options.device, _VOICE, threads=threads) as bare,
        Engine(device=options.device, threads=threads, **variant) as engine,
    ):
        for number in range(options.rounds + 1):
            order: list[BarePipeline | Engine] = [bare, engine]
            found = {process: _pass(process, _MARK_TOKENS) for process in order[:: 1 if number % 2 else -1]}
            if number:
                ours.append(_speed(found[engine]))
                theirs.append(_speed(found[bare]))
    say(f"{threads} threads")
    return {
        "threads": threads,
        "speed": report.spread(ours),
        "speed_to_bare": report.spread([mine / other for mine, other in zip(ours, theirs, strict=True)]),
    }


def _busy_machine(options: argparse.Namespace) -> dict[str, dict[str, Spread]]:
    """Seconds for 130 tokens, on an idle machine and beside a process that keeps a core busy."""
    [variant, *_] = _variants(options.device).values()
    seconds: dict[str, dict[str, list[float]]] = {}
    with (
        BarePipeline(options.device, _VOICE, threads=options.threads) as bare,
        Engine(device=options.device, threads=options.threads, **variant) as engine,
    ):
        both: dict[str, BarePipeline | Engine] = {"server's engine": engine, "bare": bare}
        for process in both.values():
            _pass(process, _MARK_TOKENS)
        for machine in ("idle", "busy"):
            with Busy() if machine == "busy" else nullcontext():
                for _ in range(_BUSY_MACHINE_ROUNDS):
                    for name, process in both.items():
                        found = _pass(process, _MARK_TOKENS)["engine_s"]
                        seconds.setdefault(name, {}).setdefault(machine, []).append(found)
    say("Beside a busy process")
    return {
        name: {machine: report.spread(values) for machine, values in measured.items()}
        for name, measured in seconds.items()
    }


def _ready_s(device: str) -> float:
    """Seconds from the start of a server with one worker until it is ready, with its files in the page cache."""
    started = time.perf_counter()
    with Server(DEVICE=device) as server:
        server.wait_until_ready()
        seconds = time.perf_counter() - started
    say(f"Ready after {seconds:.1f} s")
    return seconds


def _marks(result: dict[str, Any], options: argparse.Namespace) -> list[dict[str, Any]]:
    def of(variant: str, tokens: int, figure: str) -> float:
        [one] = [one for one in result["lengths"] if (one["tokens"], one["variant"]) == (tokens, variant)]
        return float(one[figure]["median"])

    if options.device == "cpu":
        speed = "audio per second to bare, {} tokens, {}".format
        fp32, bf16 = "tiled, fp32", "tiled, bf16"
        marks = [
            at_least(speed(20, fp32), of(fp32, 20, "speed_to_bare"), 1.1),
            at_least(speed(130, fp32), of(fp32, 130, "speed_to_bare"), 1.9),
        ]
        if bf16 in result["variants"]:
            first = "time of a first chunk of 60 tokens to bare, tiled, bf16"
            marks += [
                at_least(speed(130, bf16), of(bf16, 130, "speed_to_bare"), 4.5),
                at_most(first, of(bf16, 60, "time_to_bare"), 0.28),
            ]
        return marks
    marks = [
        at_least(
            "audio seconds per second, one worker", max(b["speed"]["median"] for b in result["batches"]), 400
        )
    ]
    sixteen = [batch for batch in result["batches"] if batch["rows"] == 16]
    return marks + [
        at_least("16 mixed rows in a batch to one by one", batch["gain"]["median"], 6) for batch in sixteen
    ]


def _markdown(result: dict[str, Any]) -> str:
    cell = report.cell
    about = result["variants"]
    lengths = report.table(
        ["Tokens, engine", "First pass of this length, s", "Later passes, s", "Audio per second", "To bare"],
        [
            [
                f"{one['tokens']}, {one['variant']}",
                f"{one['first_s']:.2f}",
                cell(one["engine_s"]),
                cell(one["speed"], 1),
                cell(one["speed_to_bare"]),
            ]
            for one in result["lengths"]
        ],
    )
    names = list(next(iter(result["stages"].values())))
    stages = report.table(
        ["130 tokens, seconds of", *result["stages"]],
        [[name, *(cell(spreads[name], 3) for spreads in result["stages"].values())] for name in names],
    )
    loading = report.table(
        ["Engine", "Loading, s", "Private memory after loading, MB"],
        [[name, f"{one['load_s']:.1f}", f"{one['private_mb']:.0f}"] for name, one in about.items()],
    )
    batches = report.table(
        ["Rows of 20 to 240 tokens in a pass", "Audio per second", "Time one by one to time in a batch"],
        [[str(one["rows"]), cell(one["speed"], 1), cell(one["gain"])] for one in result["batches"]],
    )
    threads = report.table(
        ["Threads", "Audio per second, 130 tokens", "To bare with as many threads"],
        [
            [str(one["threads"]), cell(one["speed"], 1), cell(one["speed_to_bare"])]
            for one in result["threads"]
        ],
    )
    busy_machine = ""
    if result["busy_machine"]:
        busy_machine = report.table(
            ["130 tokens, seconds", "Idle machine", "Beside a process that keeps a core busy"],
            [
                [name, cell(measured["idle"]), cell(measured["busy"])]
                for name, measured in result["busy_machine"].items()
            ],
        )
    machine = result["machine"]
    return (
        f"`{result['command']}`, {place(machine)}, torch {machine['torch']} with {machine['threads']} threads. "
        f"Median (minimum to maximum). A server with one worker starts within {cell(result['ready_s'], 1)} s."
        f"\n\n{lengths}\n\n{stages}\n\n{loading}\n\n{batches}\n\n{threads}\n\n{busy_machine}\n\n"
        f"{marks_table(result['marks'])}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, help="default: torch's default")
    parser.add_argument("--thread-counts", type=numbers, default=[1, 2], metavar="N,…", help="default: 1,2")
    parser.add_argument("--tokens", type=numbers, default=[20, 60, 130, 250, 500], metavar="N,…")
    parser.add_argument("--batches", type=numbers, default=[1, 2, 4, 8, 16, 32], metavar="N,…")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="document in which the section is replaced"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
