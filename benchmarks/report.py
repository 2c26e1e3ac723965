"""What all benchmarks report in the same way: spreads, the machine, and sections of the documentation."""

import math
import os
import platform
import statistics
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Figures = dict[str, float]
"""The results of one measurement by name. Names end in the unit; names without a unit are ratios."""

Spread = dict[str, float]
"""Median, minimum and maximum of one figure over the rounds."""


def spread(values: Sequence[float]) -> Spread:
    """The spread of one figure; `values` has one value per round."""
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def spreads(rounds: Sequence[Figures]) -> dict[str, Spread]:
    """The spread of each figure; all rounds have the same figures."""
    return {name: spread([figures[name] for figures in rounds]) for name in rounds[0]}


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def machine(about: Mapping[str, Any]) -> dict[str, Any]:
    """What the figures depend on. `about` adds what only the process that runs the model knows."""
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "ram_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        **about,
        # The load of the minute before the benchmark: near 0 on an idle machine.
        "load_average_before": round(os.getloadavg()[0], 2),
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
    }


def rounded(value: Any) -> Any:
    """The report with every number rounded to six decimals, which is microseconds for seconds."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, Mapping):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return value


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; the first column holds words, the others figures."""
    lines = [header, ["---"] + ["---:"] * (len(header) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cell(spread: Spread | None, decimals: int = 2) -> str:
    """The median, with minimum and maximum in brackets; a dash if nothing was measured."""
    if spread is None:
        return "–"
    median, least, greatest = (f"{spread[key]:.{decimals}f}" for key in ("median", "min", "max"))
    return f"{median} ({least} to {greatest})"


class MarkedSection:
    """The part of a document between `<!-- NAME: begin -->` and `<!-- NAME: end -->`.

    The constructor raises ValueError if the document has no such part.
    """

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._begin, self._end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        text = path.read_text(encoding="utf-8")
        if not -1 < text.find(self._begin) < text.find(self._end):
            raise ValueError(f"{path} has no lines {self._begin.strip()} and {self._end}")

    def replace(self, content: str) -> None:
        """Replace the text between the markers by `content`."""
        text = self._path.read_text(encoding="utf-8")
        before, _, rest = text.partition(self._begin)
        _, _, after = rest.partition(self._end)
        self._path.write_text(f"{before}{self._begin}\n{content}\n\n{self._end}{after}", encoding="utf-8")


def _cpu_model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass  # not Linux
    return platform.processor() or platform.machine()
