"""How the load benchmarks report latencies and check their marks."""

import signal
import sys
from collections.abc import Sequence
from typing import Any

from benchmarks import report
from benchmarks.report import Figures

_SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def percentiles(values: Sequence[float], *, scale: float = 1) -> Figures:
    """p50, p95, p99 and the maximum, each times `scale`; empty if there are no values."""
    if not values:
        return {}
    figures = {name: report.percentile(values, share) * scale for name, share in _SHARES.items()}
    return {**figures, "max": max(values) * scale}


def at_most(mark: str, value: float, limit: float) -> dict[str, Any]:
    return {"mark": mark, "value": value, "limit": limit, "at": "most", "met": value <= limit}


def at_least(mark: str, value: float, limit: float) -> dict[str, Any]:
    return {"mark": mark, "value": value, "limit": limit, "at": "least", "met": value >= limit}


def marks_table(marks: Sequence[dict[str, Any]]) -> str:
    return report.table(
        ["Mark", "Value", "Limit", "Met"],
        [
            [
                mark["mark"],
                f"{mark['value']:.4g}",
                f"at {mark['at']} {mark['limit']:g}",
                "yes" if mark["met"] else "**no**",
            ]
            for mark in marks
        ],
    )


def place(machine: dict[str, Any]) -> str:
    """The machine in one line."""
    where = machine.get("gpu") or f"{machine['cpu']}, {machine['cores']} cores"
    return (
        f"{machine['date']}: {where}, {machine['ram_gb']:.0f} GB, {machine['system']}, Python "
        f"{machine['python']}, load average {machine['load_average_before']} before"
    )


def say(progress: str) -> None:
    print(progress, file=sys.stderr, flush=True)


def end_on_sigterm() -> None:
    """Turn SIGTERM into an exception, so that the servers that were started are stopped too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
