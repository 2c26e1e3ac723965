"""The server's page in Chromium: what it loads, when it can be used, its first sound, and its memory.

Needs the extra `page` and Chromium. JSON goes to stdout, progress to stderr.
"""

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from benchmarks import report, studio_page
from benchmarks.figures import at_most, end_on_sigterm, marks_table, place, say
from benchmarks.processes import Server
from benchmarks.report import Figures, spreads
from benchmarks.texts import TEXTS
from tests.load.engine_control import EngineControl
from tests.load.paced_serve import CONTROL_FOLDER
from tests.studio.page import chromium

SLOWDOWN = 4
"""The factor by which Chromium slows the core down for the times of loading, which makes it that of a phone."""

SPEED = 60
"""Seconds of audio that the page takes per second, and that each engine makes."""

SAMPLES = 60
"""Points of the memory's curve."""

KB_LIMIT = 150
MEMORY_LIMIT = 1.1
"""The process's memory in the last quarter of the audio over that in the second."""

_VOICE = "ef_dora"
"""Spanish, so that no worker loads English for the long text."""

_SENTENCE = "La casa blanca está cerca del mar, y por la mañana se oye el agua en todas las habitaciones. "
_CHARACTERS_PER_AUDIO_S = 40
"""Of the paced engine, which has 25 ms for each phoneme."""


def main() -> None:
    end_on_sigterm()
    options = _options()
    section = report.MarkedSection(options.markdown, "studio") if options.markdown else None
    with chromium.started() as browser:
        machine = report.machine({"chromium": browser.version})
        with Server(workers=1, DEFAULT_VOICE="af_heart") as server:
            server.wait_until_ready()
            loads = _loads(browser, server, options.rounds)
            sounds = _first_sounds(browser, server, options.rounds)
        curve = _memory(browser, 60 * options.audio_minutes)
    result = report.rounded(
        {
            "benchmark": "studio",
            "command": " ".join(["python -m benchmarks.studio", *sys.argv[1:]]),
            "machine": machine,
            "slowdown": SLOWDOWN,
            "audio_speed": SPEED,
            "load": loads,
            "first_sound": sounds,
            "memory": curve,
            "marks": _marks(loads, curve),
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


def _loads(browser: Browser, server: Server, rounds: int) -> dict[str, Any]:
    """Each round is a first visit. One before them reads the files into the server's memory."""
    measured = []
    for number in range(rounds + 1):
        say(f"load, round {number} of {rounds}")
        with studio_page.opened(browser, _url(server)) as page:
            measured.append(page.load(SLOWDOWN))
    return spreads(measured[1:])


def _first_sounds(browser: Browser, server: Server, rounds: int) -> dict[str, Any]:
    """The page and the API take turns with the same text, in reversed order every other round."""
    sounds = {}
    for name in ("short", "long"):
        measured: list[Figures] = []
        for number in range(rounds + 1):
            say(f"first sound, {name} text, round {number} of {rounds}")
            steps = [_page_step, _api_step][:: 1 if number % 2 else -1]
            figures: Figures = {}
            for step in steps:
                figures |= step(browser, server, TEXTS[name])
                server.wait_until_idle()
            figures["page_more_s"] = figures["sound_s"] - figures["api_s"]
            measured.append(figures)
        sounds[name] = spreads(measured[1:])
    return sounds


def _page_step(browser: Browser, server: Server, text: str) -> Figures:
    with studio_page.opened(browser, _url(server)) as page:
        return page.first_sound(text)


def _api_step(_browser: Browser, server: Server, text: str) -> Figures:
    seconds, _ = server.speak({"input": text, "response_format": "pcm"}, only_begin=True)
    return {"api_s": seconds["first_audio_s"]}


def _memory(browser: Browser, audio_s: float) -> list[Figures]:
    """The page's memory while it hears so much audio, which engines of known speed make sooner than it is heard."""
    text = _SENTENCE * round(1.25 * audio_s * _CHARACTERS_PER_AUDIO_S / len(_SENTENCE))
    with tempfile.TemporaryDirectory() as folder:
        EngineControl(Path(folder)).prepare(1 / SPEED)
        settings = {CONTROL_FOLDER: folder, "DEFAULT_VOICE": _VOICE}
        with Server(workers=2, module="tests.load.paced_serve", **settings) as server:
            server.wait_until_ready()
            with studio_page.opened(browser, _url(server), audio_speed=SPEED) as page:
                page.open()
                page.speak(text)
                say(f"memory, {audio_s / 60:.0f} minutes of audio")
                return studio_page.follow(page, every_audio_s=audio_s / SAMPLES, most_audio_s=audio_s)


def _url(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}/"


def _marks(loads: dict[str, Any], curve: list[Figures]) -> list[dict[str, Any]]:
    quarter = max(1, len(curve) // 4)
    first, last = (
        statistics.median(point["process_mb"] for point in part)
        for part in (curve[quarter : 2 * quarter], curve[-quarter:])
    )
    return [
        at_most("the page's files, kB compressed", loads["kb"]["max"], KB_LIMIT),
        at_most("memory of the page's process, last quarter to second", last / first, MEMORY_LIMIT),
    ]


def _markdown(result: dict[str, Any]) -> str:
    load = result["load"]
    rows = [
        ["the page's files: requests", report.cell(load["requests"], 0)],
        ["the page's files: kB, compressed", report.cell(load["kb"], 1)],
        ["the same with headers: kB", report.cell(load["transferred_kb"], 1)],
        ["requests to the API", report.cell(load["api_requests"], 0)],
        ["first contentful paint, s", report.cell(load["painted_s"])],
        ["interactive, s", report.cell(load["interactive_s"])],
    ]
    sounds = [
        [
            f"{name} ({len(TEXTS[name].split())} words)",
            *(report.cell(figures[key]) for key in ("api_s", "samples_s", "sound_s", "page_more_s")),
        ]
        for name, figures in result["first_sound"].items()
    ]
    curve = result["memory"]
    step = max(1, len(curve) // 6)
    points = [
        [
            f"{point['audio_s'] / 60:.0f} min",
            f"{point['heap_mb']:.1f}",
            f"{point['process_mb']:.0f}",
            f"{point['nodes']:.0f}",
        ]
        for point in curve[step - 1 :: step]
    ]
    machine = result["machine"]
    sound_header = [
        "Text",
        "API: first byte, s",
        "Page: first samples, s",
        "heard, s",
        "heard after the API, s",
    ]
    return "\n\n".join(
        [
            f"`{result['command']}`, {place(machine)}, Chromium {machine['chromium']}. Median (minimum to maximum).",
            report.table([f"First visit, on a core {result['slowdown']} times slower", ""], rows),
            report.table(sound_header, sounds),
            report.table(["Audio heard", "JavaScript heap, MB", "Process, MB (PSS)", "Nodes"], points),
            marks_table(result["marks"]),
        ]
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.studio", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--audio-minutes", type=float, default=60, help="audio that the page hears (default: 60)"
    )
    parser.add_argument(
        "--markdown", type=Path, help="also rewrite the section between the markers in this file"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
