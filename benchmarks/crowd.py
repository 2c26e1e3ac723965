"""Sixteen callers with a short sentence each, beside bare `kokoro.KPipeline`s, one caller alone, and one with a line
beside eight who listen to books, on a CPU: the server as `make serve` starts it.

There is a bare pipeline with one thread for every core. All of them, the server, and what `--beside` adds stay loaded
and take turns, in an order that is reversed from round to round; ratios are taken within a round. The audio is what the
bare pipelines make of the texts: the server trims silence, which is no missing work. JSON goes to stdout, progress to
stderr.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import report
from benchmarks.books import first_audio_beside_books
from benchmarks.clients import call, seconds_taken
from benchmarks.distinct import long_text
from benchmarks.figures import at_least, at_most, end_on_sigterm, marks_table, percentiles, place, say
from benchmarks.load import VOICE, by_bare_pipelines
from benchmarks.options import numbers
from benchmarks.processes import BarePipeline, Busy, Engine, Server
from benchmarks.report import Figures
from kokoro_speech_server.engine.cpu_features import has_bfloat16
from kokoro_speech_server.workers.sizing import cores

_CALLERS = 16
_CROWD_WORDS = 11
_BUSY_WORDS = 60
_BOOKS, _BOOK_WORDS = 8, 1_500
_LINE_WORDS, _LINES = 7, 8
"""Lines that one caller requests beside the books, in each round."""

_MARK_TOKENS = 130
"""Tokens of the chunk whose audio per second in the engine is the crowd's measure."""

_PHONEMES = "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˌOvəɹ ðə lˈAzi dˈɔɡ, ænd nˈO wˈʌn nˈOz wˌI ɪt dˈʌz sˌO. "

_WARM_UP_TEXTS = 4

_BUSY_LIMIT = 1.8
_NOISE = 1.05
"""Two runs of the same server differ by this."""


class _Round(NamedTuple):
    """What one round measured, by the name of the server, or "bare"."""

    crowd: dict[str, Figures]
    alone: dict[str, dict[int, Figures]]
    engine: Figures
    beside_books_s: dict[str, list[float]]


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "crowd") if options.markdown else None
    machine = report.machine({})
    texts = _texts(random.Random(options.seed))
    with ExitStack() as stack:
        servers = {
            name: stack.enter_context(Server(workers=None, **settings))
            for name, settings in {"default": {}, **options.beside}.items()
        }
        workers = {name: server.wait_until_ready()["workers"] for name, server in servers.items()}
        bare = [stack.enter_context(BarePipeline("cpu", VOICE, threads=1)) for _ in range(cores())]
        engine = stack.enter_context(Engine(device="cpu"))
        say("Warm-up")
        for server in servers.values():
            _crowd(server, _some(texts, _CROWD_WORDS, _WARM_UP_TEXTS))
        by_bare_pipelines(bare, _some(texts, _CROWD_WORDS, len(bare)))
        _pass(engine)
        rounds = []
        for number in range(options.rounds):
            say(f"Round {number + 1} of {options.rounds}")
            rounds.append(_round(servers, bare, engine, texts, options, reverse=bool(number % 2)))
        busy = _busy(servers["default"], texts, options.rounds)
    result = report.rounded(
        {
            "benchmark": "crowd",
            "command": " ".join(["python -m benchmarks.crowd", *sys.argv[1:]]),
            "machine": {**machine, "precision": engine.about["precision"], "torch": engine.about["torch"]},
            "workers": workers,
            "bare_pipelines": len(bare),
            "engine_audio_per_second": report.spread([one.engine["audio_per_second"] for one in rounds]),
            "crowd": {name: _crowd_figures(name, rounds) for name in (*servers, "bare")},
            "alone": [
                {"words": words, "server": name, **_alone_figures(name, words, rounds)}
                for words in options.words
                for name in servers
            ],
            "beside_books": {
                name: percentiles([seconds for one in rounds for seconds in one.beside_books_s[name]])
                for name in servers
            },
            "busy": busy,
        }
    )
    result["marks"] = _marks(result)
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _round(
    servers: dict[str, Server],
    bare: Sequence[BarePipeline],
    engine: Engine,
    texts: Iterator[list[str]],
    options: argparse.Namespace,
    *,
    reverse: bool,
) -> _Round:
    names = [*servers, "bare"]
    names = names[::-1] if reverse else names
    passed = _pass(engine)
    count = _CALLERS * options.requests
    crowd_texts = _some(texts, _CROWD_WORDS, count)
    crowd: dict[str, Figures] = {}
    for name in names:
        crowd[name] = (
            by_bare_pipelines(bare, crowd_texts) if name == "bare" else _crowd(servers[name], crowd_texts)
        )
        say(f"  {name}: {count} texts in {crowd[name]['seconds']:.1f} s")
    names.remove("bare")
    alone: dict[str, dict[int, Figures]] = {name: {} for name in names}
    for words in options.words:
        [text] = _some(texts, words, 1)
        for name in names:
            alone[name][words] = servers[name].speak(_request(text))[0]
    beside_books_s = {}
    for name in names:
        books = [_request(" ".join(_some(texts, 300, _BOOK_WORDS // 300))) for _ in range(_BOOKS)]
        lines = [_request(text) for text in _some(texts, _LINE_WORDS, _LINES)]
        beside_books_s[name] = first_audio_beside_books(servers[name].port, books, lines)
        servers[name].wait_until_idle()
        say(f"  {name}: {_LINES} lines beside {_BOOKS} books")
    engine_figures = {"audio_per_second": passed["audio_s"] / passed["engine_s"]}
    return _Round(crowd, alone, engine_figures, beside_books_s)


def _crowd(server: Server, texts: Sequence[str]) -> Figures:
    served = call(server.port, [_request(text) for text in texts], clients=_CALLERS)
    latencies = percentiles([one.total_s for one in served])
    first = percentiles([one.first_byte_s for one in served])
    return {
        "seconds": seconds_taken(served),
        "p50_s": latencies["p50"],
        "p95_s": latencies["p95"],
        "first_p50_s": first["p50"],
        "first_p95_s": first["p95"],
    }


def _pass(engine: Engine) -> Figures:
    symbols = (_PHONEMES * (_MARK_TOKENS // len(_PHONEMES) + 1))[:_MARK_TOKENS]
    return engine.ask(synthesize=[symbols])


def _busy(server: Server, texts: Iterator[list[str]], rounds: int) -> dict[str, report.Spread]:
    """Seconds for one caller alone, on an idle machine and beside a process that keeps a core busy."""
    own = _some(texts, _BUSY_WORDS, rounds)
    idle = [server.speak(_request(text))[0]["total_s"] for text in own]
    with Busy():
        busy = [server.speak(_request(text))[0]["total_s"] for text in own]
    say("Beside a busy process")
    ratios = [slow / fast for slow, fast in zip(busy, idle, strict=True)]
    return {"idle_s": report.spread(idle), "busy_s": report.spread(busy), "ratio": report.spread(ratios)}


def _crowd_figures(name: str, rounds: Sequence[_Round]) -> dict[str, report.Spread]:
    figures = []
    for one in rounds:
        seconds, bare = one.crowd[name]["seconds"], one.crowd["bare"]
        figures.append(
            {
                **{key: value for key, value in one.crowd[name].items() if key.endswith("_s")},
                "seconds": seconds,
                "audio_per_second": bare["audio_s"] / seconds,
                "to_engine": bare["audio_s"] / seconds / one.engine["audio_per_second"],
                "to_bare": bare["seconds"] / seconds,
            }
        )
    return report.spreads(figures)


def _alone_figures(name: str, words: int, rounds: Sequence[_Round]) -> dict[str, report.Spread]:
    """Seconds, and those of the server as it starts by default in proportion to them."""
    figures = []
    for one in rounds:
        own, default = one.alone[name][words], one.alone["default"][words]
        figures.append(
            {
                **own,
                "default_first_ratio": default["first_audio_s"] / own["first_audio_s"],
                "default_total_ratio": default["total_s"] / own["total_s"],
            }
        )
    return report.spreads(figures)


def _texts(generator: random.Random) -> Iterator[list[str]]:
    """The words of ever new texts of at least 300 words."""
    while True:
        yield long_text(300, seed=generator.randrange(1 << 30)).split()


def _some(texts: Iterator[list[str]], words: int, count: int) -> list[str]:
    return [f"{' '.join(next(texts)[:words]).rstrip('.')}." for _ in range(count)]


def _request(text: str) -> dict[str, Any]:
    return {"input": text, "voice": VOICE, "response_format": "mp3"}


def _marks(result: dict[str, Any]) -> list[dict[str, Any]]:
    crowd = result["crowd"]["default"]
    is_bf16 = result["machine"]["precision"] == "bf16" and has_bfloat16()
    marks = [
        at_least(
            "crowd's audio per second to the engine's with 130 tokens", crowd["to_engine"]["median"], 0.85
        ),
        at_least(
            "crowd's audio per second to bare pipelines'", crowd["to_bare"]["median"], 2.6 if is_bf16 else 1.2
        ),
        at_most("time beside a busy process to time alone", result["busy"]["ratio"]["median"], _BUSY_LIMIT),
    ]
    for one in result["alone"]:
        if one["server"] != "default":
            for part in ("first", "total"):
                name = f"alone, {one['words']} words, {part}: time to that of {one['server']}"
                marks.append(at_most(name, one[f"default_{part}_ratio"]["median"], _NOISE))
    return marks


def _markdown(result: dict[str, Any]) -> str:
    cell = report.cell
    machine = result["machine"]
    crowd = report.table(
        [
            f"{_CALLERS} callers, {_CROWD_WORDS} words each",
            "Audio per second",
            "To the engine's",
            "To bare",
            "First audio p50, s",
            "p95, s",
            "Latency p50, s",
            "p95, s",
        ],
        [
            [
                _title(name, result),
                cell(one["audio_per_second"]),
                cell(one["to_engine"]),
                cell(one["to_bare"]),
                *(cell(one.get(key)) for key in ("first_p50_s", "first_p95_s", "p50_s", "p95_s")),
            ]
            for name, one in result["crowd"].items()
        ],
    )
    alone = report.table(
        ["One caller alone", "First audio, s", "Whole, s"],
        [
            [
                f"{one['words']} words, {_title(one['server'], result)}",
                cell(one["first_audio_s"]),
                cell(one["total_s"]),
            ]
            for one in result["alone"]
        ],
    )
    beside = report.table(
        [f"One line beside {_BOOKS} books", "First audio p50, s", "p95, s"],
        [
            [_title(name, result), f"{one['p50']:.2f}", f"{one['p95']:.2f}"]
            for name, one in result["beside_books"].items()
        ],
    )
    busy = result["busy"]
    return (
        f"`{result['command']}`, {place(machine)}, torch {machine['torch']}, {machine['precision']}. Median (minimum "
        f"to maximum). The engine makes {cell(result['engine_audio_per_second'])} seconds of audio per second of a "
        f"chunk of {_MARK_TOKENS} tokens.\n\n{crowd}\n\n{alone}\n\n{beside}\n\nOne caller with {_BUSY_WORDS} words "
        f"waits {cell(busy['idle_s'])} s on an idle machine, and {cell(busy['busy_s'])} s beside a process that keeps "
        f"a core busy.\n\n{marks_table(result['marks'])}"
    )


def _title(name: str, result: dict[str, Any]) -> str:
    if name == "bare":
        return f"{result['bare_pipelines']} bare pipelines"
    workers = result["workers"][name]
    return f"{name} ({workers} worker{'s' if workers > 1 else ''})"


def _beside(value: str) -> tuple[str, dict[str, str]]:
    """A name, and the settings after it."""
    name, _, settings = value.partition(":")
    pairs = [one.partition("=") for one in settings.split(",")]
    if not name or not all(key and equals for key, equals, _ in pairs):
        raise argparse.ArgumentTypeError("expected NAME:SETTING=VALUE,…")
    return name, {key: given for key, _, given in pairs}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description=__doc__)
    add = parser.add_argument
    add("--rounds", type=int, default=3, help="(default: %(default)s)")
    add("--requests", type=int, default=2, help="of each caller in a round (default: %(default)s)")
    add("--words", type=numbers, default=[11, 60, 300], metavar="N,…", help="alone (default: 11,60,300)")
    add(
        "--beside",
        type=_beside,
        action="append",
        default=[],
        metavar="NAME:SETTING=VALUE,…",
        help="a further server with these settings; PYTHONPATH=DIR/api/src is that of another checkout",
    )
    add("--seed", type=int, default=os.getpid(), help="of the texts (default: another one in each run)")
    add("--markdown", type=Path, metavar="FILE", help="document in which the section is replaced")
    options = parser.parse_args()
    options.beside = dict(options.beside)
    return options


if __name__ == "__main__":
    main()
