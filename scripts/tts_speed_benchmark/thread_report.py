"""Tables and a plot of the thread study."""

import importlib
from pathlib import Path
from typing import Any

from benchmarks import report

Result = dict[str, Any]


def markdown(result: Result) -> str:
    """The conditions, the table of one engine alone, and the table of several engines under load."""
    machine, load = result["machine"], result["load"]
    least = result["alone"][0]["threads"]
    parts = [
        f"`{result['command']}`, {machine['date']}: {machine['cpu']}, {machine['cores']} cores, "
        f"{machine['ram_gb']:.0f} GB, {machine['system']}, Python {machine['python']}, torch {machine['torch']}, "
        f"load average {machine['load_average_before']} before, {machine['others_share']:.0%} of the CPU "
        "used by other programs meanwhile.",
        f"One engine alone. Median of {result['repeats']} rounds (minimum to maximum).",
        report.table(
            [
                "Threads and text",
                "First chunk, s",
                "Whole text, s",
                "Real-time factor",
                "Audio s per s",
                f"Speed-up over {least} thread{'s' if least > 1 else ''}",
            ],
            [
                _alone_row(one["threads"], name, figures, result["texts"][name]["words"])
                for one in result["alone"]
                for name, figures in one["texts"].items()
            ],
        ),
        "Resident memory afterwards: "
        + ", ".join(f"{_threads(one['threads'])} {one['memory_mb']:.0f} MB" for one in result["alone"])
        + ".",
    ]
    if load["runs"]:
        parts += [
            f"Several engines under load: each client requests the {load['text']} text repeatedly, "
            f"{load['rounds']} windows of {load['seconds']} s. Audio: median of the windows (minimum to maximum); "
            "seconds, including the wait for a free engine: median / 95th percentile of all requests.",
            report.table(
                [
                    "Replicas × threads",
                    "Clients",
                    "Audio s per s",
                    "First audio, s",
                    "Whole text, s",
                    "Requests",
                ],
                [_load_row(run) for run in load["runs"]],
            ),
        ]
    return "\n\n".join(parts)


def plot(result: Result, path: Path) -> None:
    """Plot speed and seconds of the first chunk by threads, for each text, and the speed of each shape under load."""
    # Imported here because the server does not install matplotlib.
    figure = importlib.import_module("matplotlib.figure").Figure(figsize=(15, 4.5), layout="constrained")
    machine = result["machine"]
    figure.suptitle(
        f"{machine['cpu']}, {machine['cores']} cores, torch {machine['torch']}, {machine['date']}"
    )
    speed, first, load = figure.subplots(1, 3)
    _lines(speed, result, "audio_per_second", "One engine alone: speed", "seconds of audio per second")
    _lines(
        first,
        result,
        "first_chunk_s",
        "One engine alone: first chunk",
        "seconds until the first chunk is complete",
    )
    _bars(load, result["load"])
    figure.savefig(path, dpi=120)


def _lines(axes: Any, result: Result, figure: str, title: str, unit: str) -> None:
    threads = [one["threads"] for one in result["alone"]]
    for name in result["alone"][0]["texts"]:
        spreads = [one["texts"][name][figure] for one in result["alone"]]
        axes.errorbar(
            threads,
            [spread["median"] for spread in spreads],
            yerr=_whiskers(spreads),
            marker="o",
            capsize=4,
            label=name.replace("_", " "),
        )
    axes.set(title=title, xlabel="threads", ylabel=unit, xticks=threads)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()


def _bars(axes: Any, load: dict[str, Any]) -> None:
    runs = load["runs"]
    if not runs:
        axes.set_axis_off()
        return
    labels = [f"{run['replicas']}×{run['threads']}\n{run['clients']} clients" for run in runs]
    spreads = [run["audio_per_second"] for run in runs]
    axes.bar(labels, [spread["median"] for spread in spreads], yerr=_whiskers(spreads), capsize=4)
    axes.set(
        title="Under load", xlabel="replicas × threads", ylabel="seconds of audio per second, all replicas"
    )
    axes.grid(alpha=0.3, axis="y")


def _whiskers(spreads: list[report.Spread]) -> list[list[float]]:
    return [
        [spread["median"] - spread["min"] for spread in spreads],
        [spread["max"] - spread["median"] for spread in spreads],
    ]


def _alone_row(threads: int, name: str, figures: dict[str, Any], words: int) -> list[str]:
    return [
        f"{_threads(threads)}, {name.replace('_', ' ')}, {words:,} words",
        report.cell(figures["first_chunk_s"]),
        report.cell(figures["total_s"]),
        report.cell(figures["real_time_factor"]),
        report.cell(figures["audio_per_second"]),
        report.cell(figures["speed_up"]),
    ]


def _load_row(run: dict[str, Any]) -> list[str]:
    return [
        f"{run['replicas']} × {run['threads']}",
        str(run["clients"]),
        report.cell(run["audio_per_second"]),
        *(f"{run[name]['p50']:.2f} / {run[name]['p95']:.2f}" for name in ("first_audio_s", "total_s")),
        str(run["requests"]),
    ]


def _threads(number: int) -> str:
    return f"{number} thread{'s' if number > 1 else ''}"
