"""The engine alone, beside the bare `kokoro.KPipeline`: lengths, precisions, backends, threads, batches and stages.

Every variant and the bare pipeline are processes of their own, loaded all the time, of which one computes at any
time: they take turns, in an order that is reversed from round to round, and ratios are taken within a round. JSON on
stdout, progress on stderr.
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
from benchmarks.figures import at_least, at_most, marks_table, place, say
from benchmarks.options import numbers
from benchmarks.processes import BarePipeline, Busy, Engine, Server
from benchmarks.report import Figures, Spread
from kokoro_speech_server.engine.cpu_features import has_bfloat16

_VOICE = "af_heart"
_PHONEMES = "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˌOvəɹ ðə lˈAzi dˈɔɡ, ænd nˈO wˈʌn nˈOz wˌI ɪt dˈʌz sˌO. "

_MARK_TOKENS, _FIRST_TOKENS = 130, 60
"""Of the chunk that the speed is promised for, and of a text's first one."""

_WARM_UP_TOKENS = 45
"""Of a length that is not measured, so that what is lazily made for any length is there."""

_MIXED = (40, 150, 70, 240, 20, 110, 190, 90)
"""Tokens of the rows of a batch, in turn: with a mean of 114, as short texts and books give them."""

_STARTS = 3
_CROWDED_ROUNDS = 3

_RECORDING_S = "60"
"""For which a GPU's passes may be recorded."""


def main() -> None:
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
            "crowded": _crowded(options) if options.device == "cpu" else None,
            "ready_s": report.spread([_ready_s(options.device) for _ in range(_STARTS)]),
            "threads": [_with_threads(options, threads) for threads in options.thread_counts],
        }
    )
    result["marks"] = _marks(result, options)
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _variants(device: str) -> dict[str, dict[str, str]]:
    """Command lines of engines; the first is what the server would choose."""
    if device == "cpu":
        chosen = {"tiled, bf16": {"precision": "bf16", "backend": "tiled"}} if has_bfloat16() else {}
        return {
            **chosen,
            "tiled, fp32": {"precision": "fp32", "backend": "tiled"},
            "torch, fp32": {"precision": "fp32", "backend": "torch"},
        }
    return {
        "fp16, graphs": {"precision": "fp16", "batch": "16", "recording-s": _RECORDING_S},
        "fp16": {"precision": "fp16", "batch": "1"},
        "bf16": {"precision": "bf16", "batch": "1"},
        "fp32": {"precision": "fp32", "batch": "1"},
    }


def _lengths(
    bare: BarePipeline, engines: dict[str, Engine], tokens: Sequence[int], rounds: int
) -> list[dict[str, Any]]:
    """Of each length: seconds of audio that a second of computing makes, and the time, over the bare pipeline's."""
    results = []
    for count in dict.fromkeys([*tokens, _FIRST_TOKENS, _MARK_TOKENS]):
        measured: list[dict[str, Figures]] = []
        first: dict[str, Figures] = {}
        for number in range(rounds + 1):
            order = ["bare", *engines]
            found = {}
            for name in order if number % 2 else reversed(order):
                found[name] = _pass(bare if name == "bare" else engines[name], count)
            if number:
                measured.append(found)
            else:  # the first one warms up
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
        return process.ask(speak=[_symbols(tokens)])
    answer = process.ask(phonemes=_symbols(tokens))
    return {"engine_s": answer["total_s"], "audio_s": answer["audio_s"]}


def _symbols(tokens: int) -> str:
    return (_PHONEMES * (tokens // len(_PHONEMES) + 1))[:tokens]


def _speed(figures: Figures) -> float:
    return figures["audio_s"] / figures["engine_s"]


def _stages(engines: dict[str, Engine], rounds: int) -> dict[str, dict[str, Spread]]:
    """Seconds of the parts of a pass over 130 tokens."""
    return {
        name: report.spreads([engine.ask(stages=[_symbols(_MARK_TOKENS)]) for _ in range(rounds)])
        for name, engine in engines.items()
    }


def _batches(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Rows of mixed lengths in one pass, laid end to end, beside the same rows one by one."""
    most = max(options.batches)
    how = {"precision": "fp32", "backend": "torch"}
    if options.device != "cpu":
        how = {"precision": "fp16", "recording-s": _RECORDING_S}
    results = []
    with Engine(device=options.device, threads=options.threads, batch=str(most), **how) as engine:
        for size in options.batches:
            rows = [_symbols(_MIXED[i % len(_MIXED)]) for i in range(size)]
            together, gain = [], []
            for number in range(options.rounds + 1):
                alone = [engine.ask(speak=[row]) for row in rows]
                batch = engine.ask(speak=rows)
                if number:
                    together.append(_speed(batch))
                    gain.append(sum(one["engine_s"] for one in alone) / batch["engine_s"])
            say(f"Batches of {size}")
            results.append({"rows": size, "speed": report.spread(together), "gain": report.spread(gain)})
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


def _crowded(options: argparse.Namespace) -> dict[str, dict[str, Spread]]:
    """Seconds for 130 tokens, alone and beside one other process that always computes."""
    [variant, *_] = _variants(options.device).values()
    seconds: dict[str, dict[str, list[float]]] = {}
    with (
        BarePipeline(options.device, _VOICE, threads=options.threads) as bare,
        Engine(device=options.device, threads=options.threads, **variant) as engine,
    ):
        both: dict[str, BarePipeline | Engine] = {"server's engine": engine, "bare": bare}
        for process in both.values():
            _pass(process, _MARK_TOKENS)
        for beside in ("alone", "beside another"):
            with Busy() if beside != "alone" else nullcontext():
                for _ in range(_CROWDED_ROUNDS):
                    for name, process in both.items():
                        found = _pass(process, _MARK_TOKENS)["engine_s"]
                        seconds.setdefault(name, {}).setdefault(beside, []).append(found)
    say("Beside another process")
    return {
        name: {beside: report.spread(values) for beside, values in measured.items()}
        for name, measured in seconds.items()
    }


def _ready_s(device: str) -> float:
    """Seconds from the start of a server of one worker until it is ready, its files in the system's cache."""
    started = time.perf_counter()
    with Server(DEVICE=device) as server:
        server.wait_until_ready()
        seconds = time.perf_counter() - started
    say(f"Ready after {seconds:.1f} s")
    return seconds


def _marks(result: dict[str, Any], options: argparse.Namespace) -> list[dict[str, Any]]:
    chosen = next(iter(result["variants"]))

    def of(tokens: int, figure: str) -> float:
        [one] = [one for one in result["lengths"] if (one["tokens"], one["variant"]) == (tokens, chosen)]
        return float(one[figure]["median"])

    if options.device == "cpu":
        least = 1.7 if has_bfloat16() else 1.0
        return [
            at_least("audio per second to bare, 130 tokens", of(_MARK_TOKENS, "speed_to_bare"), least),
            at_most("time of a first chunk of 60 tokens to bare", of(_FIRST_TOKENS, "time_to_bare"), 0.6),
        ]
    marks = [
        at_least(
            "audio seconds per second, one worker", max(b["speed"]["median"] for b in result["batches"]), 400
        )
    ]
    sixteen = [batch for batch in result["batches"] if batch["rows"] == 16]
    return marks + [at_least("16 mixed rows to one by one", batch["gain"]["median"], 6) for batch in sixteen]


def _markdown(result: dict[str, Any]) -> str:
    cell = report.cell
    about = result["variants"]
    lengths = report.table(
        ["Tokens, engine", "The first of this length, s", "The next, s", "Audio per second", "To bare"],
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
        ["Engine", "Loading, s", "Private memory then, MB"],
        [[name, f"{one['load_s']:.1f}", f"{one['private_mb']:.0f}"] for name, one in about.items()],
    )
    batches = report.table(
        ["Rows of 20 to 240 tokens in a pass", "Audio per second", "Time one by one to together"],
        [[str(one["rows"]), cell(one["speed"], 1), cell(one["gain"])] for one in result["batches"]],
    )
    threads = report.table(
        ["Threads", "Audio per second, 130 tokens", "To bare with as many"],
        [
            [str(one["threads"]), cell(one["speed"], 1), cell(one["speed_to_bare"])]
            for one in result["threads"]
        ],
    )
    memory_is_high = ""
    if result["crowded"]:
        memory_is_high = report.table(
            ["130 tokens, seconds", "Alone", "Beside a process that always computes"],
            [
                [name, cell(measured["alone"]), cell(measured["beside another"])]
                for name, measured in result["crowded"].items()
            ],
        )
    machine = result["machine"]
    return (
        f"`{result['command']}`, {place(machine)}, torch {machine['torch']} with {machine['threads']} threads. "
        f"Median (least to greatest). A server of one worker is ready {cell(result['ready_s'], 1)} s after its start."
        f"\n\n{lengths}\n\n{stages}\n\n{loading}\n\n{batches}\n\n{threads}\n\n{memory_is_high}\n\n"
        f"{marks_table(result['marks'])}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, help="default: torch's own choice")
    parser.add_argument("--thread-counts", type=numbers, default=[1, 2], metavar="N,…", help="default: 1,2")
    parser.add_argument("--tokens", type=numbers, default=[20, 60, 130, 250, 500], metavar="N,…")
    parser.add_argument("--batches", type=numbers, default=[1, 2, 4, 8, 16, 32], metavar="N,…")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--markdown", type=Path, help="the document whose section is replaced")
    return parser.parse_args()


if __name__ == "__main__":
    main()
