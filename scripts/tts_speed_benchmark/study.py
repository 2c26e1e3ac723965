"""Code that both studies share: termination, progress and results."""

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
    """Run a study. Returns its exit code, after a line on stderr if it failed.

    Ctrl-C and SIGTERM cancel the study, which then stops the processes that it has started.
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


class OtherLoad:
    """CPU time of other programs since this object was created, as a share (0 to 1) of all cores.

    It counts the study's own processes only once they have ended: read it after all of them.
    """

    def __init__(self) -> None:
        self._began = self._seconds()

    def share(self) -> float:
        busy, whole, ours = (now - before for now, before in zip(self._seconds(), self._began, strict=True))
        return max(0.0, busy - ours) / whole

    @staticmethod
    def _seconds() -> tuple[float, float, float]:
        """Seconds of all cores: busy; busy and idle; busy for this process and its children."""
        times = psutil.cpu_times()
        # The times of guests are included in user; iowait is idle time.
        whole = sum(times) - getattr(times, "guest", 0.0) - getattr(times, "guest_nice", 0.0)
        idle = times.idle + getattr(times, "iowait", 0.0)
        mine = os.times()
        ours = mine.user + mine.system + mine.children_user + mine.children_system
        return whole - idle, whole, ours


def whole_number(text: str) -> int:
    """Parse an option's value, 1 to 99,999."""
    if not re.fullmatch(r"[1-9]\d{0,4}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def percentiles(values: Sequence[float]) -> report.Figures:
    """The median, the 95th percentile and the maximum."""
    return {"p50": statistics.median(values), "p95": report.percentile(values, 0.95), "max": max(values)}


def default_output(name: str) -> Path:
    """A new file name for each run, in `results/` beside the scripts."""
    return _RESULTS / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}.json"


def command(script: str) -> str:
    """The command line of this run."""
    return " ".join([f"python -m scripts.tts_speed_benchmark.{script}", *sys.argv[1:]])


def write(result: Mapping[str, Any], path: Path) -> None:
    """Write the result as JSON."""
    path.write_text(json.dumps(report.rounded(result), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    say(f"Wrote {path}")


def say(message: str) -> None:
    """Print progress to stderr; stdout is for the table."""
    print(message, file=sys.stderr, flush=True)
