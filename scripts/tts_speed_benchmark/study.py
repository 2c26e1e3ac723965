"""What both studies do alike: how they end, and where their results go."""

import argparse
import asyncio
import json
import os
import re
import signal
import statistics
import sys
import time
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from benchmarks import report
from kokoro_speech_server.weights.assets import AssetError

_RESULTS = Path(__file__).resolve().parent / "results"


def run(study: Coroutine[Any, Any, None]) -> int:
    """Run a study to its end; the exit code, after a line on stderr if it failed.

    Ctrl-C and SIGTERM cancel it, so that it ends the processes that it started.
    """
    try:
        asyncio.run(_terminable(study))
    except KeyboardInterrupt:
        return _failed("Interrupted.", 128 + signal.SIGINT)
    except asyncio.CancelledError:
        return _failed("Terminated.", 128 + signal.SIGTERM)
    except (AssetError, OSError, RuntimeError, ValueError) as error:
        return _failed(f"Failed: {error}", 1)
    return 0


async def _terminable(study: Coroutine[Any, Any, None]) -> None:
    task = asyncio.ensure_future(study)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await task


def _failed(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code


class Company:
    """How much of the processor others took, as a share (0 to 1) of all cores, since this was made.

    What our processes used is known only of those that have ended: ask when all have.
    """

    def __init__(self) -> None:
        self._began = self._seconds()

    def share(self) -> float:
        busy, whole, ours = (now - before for now, before in zip(self._seconds(), self._began, strict=True))
        return max(0.0, busy - ours) / whole

    @staticmethod
    def _seconds() -> tuple[float, float, float]:
        """Seconds of all cores so far: busy, busy and idle, busy for this process and its children."""
        times = psutil.cpu_times()
        # Guests are counted in user, and who waits for a disk leaves the core to others.
        whole = sum(times) - getattr(times, "guest", 0.0) - getattr(times, "guest_nice", 0.0)
        idle = times.idle + getattr(times, "iowait", 0.0)
        mine = os.times()
        ours = mine.user + mine.system + mine.children_user + mine.children_system
        return whole - idle, whole, ours


def whole_number(text: str) -> int:
    """An option's value, 1 to 99,999."""
    if not re.fullmatch(r"[1-9]\d{0,4}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def percentiles(values: Sequence[float]) -> report.Figures:
    """How long most had to wait, and those who waited longest."""
    return {"p50": statistics.median(values), "p95": report.percentile(values, 0.95), "max": max(values)}


def default_output(name: str) -> Path:
    """A file of its own for each run, in `results/` beside the scripts."""
    return _RESULTS / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}.json"


def command(script: str) -> str:
    """The command line, as it may be given again."""
    return " ".join([f"python -m scripts.tts_speed_benchmark.{script}", *sys.argv[1:]])


def write(result: Mapping[str, Any], path: Path) -> None:
    """Write the result as JSON."""
    path.write_text(json.dumps(report.rounded(result), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    say(f"Wrote {path}")


def say(progress: str) -> None:
    """Progress goes to stderr; stdout is for the table."""
    print(progress, file=sys.stderr, flush=True)
