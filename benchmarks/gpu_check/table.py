"""The results of a check as Markdown: a line for the README's table, and the figures of each stage."""

from collections.abc import Mapping
from typing import Any

from benchmarks import report
from benchmarks.gpu_check.results import Entry
from benchmarks.gpu_check.stages import Row

README_HEADER = [
    "GPU",
    "Server",
    "First audio at 1 / 5 / 10 / 20 / 50 / 80 clients, p95, ms",
    "Audio seconds per second, at most",
    "10 words, idle, p50, ms",
    "Commit",
]

_LADDER = (1, 5, 10, 20, 50, 80)
_DECIMALS = 3


def markdown(stages: Mapping[str, Entry]) -> str:
    """The whole document. Stages that were not run or not finished are named."""
    parts = [_machine(stages), _readme(stages), _servers(stages)]
    engine = [name for name in stages if name != "environment" and not name.startswith("server ")]
    parts += [_figures(name, stages[name]) for name in engine]
    parts.append(_incomplete(stages))
    return "\n\n".join(part for part in parts if part)


def _machine(stages: Mapping[str, Entry]) -> str:
    rows = stages["environment"]["rows"] if "environment" in stages else {}
    machine, torch = rows.get("machine", {}), rows.get("torch", {})
    found = [
        machine.get("date", "no date"),
        torch.get("name") or machine.get("cpu", "unknown device"),
        f"driver {machine.get('driver', 'none')}",
        f"torch {torch.get('torch', '?')}",
        f"CUDA {torch.get('cuda') or 'none'}",
        f"{machine.get('cores', '?')} cores",
        f"Python {machine.get('python', '?')}",
        f"commit {machine.get('commit') or 'unknown'}",
    ]
    identities = {str(sorted(entry["identity"].items(), key=str)) for entry in _engine_or_all(stages)}
    mixed = (
        " **Not all stages were measured with the same code, packages and inputs.**"
        if len(identities) > 1
        else ""
    )
    return f"{', '.join(map(str, found))}.{mixed}"


def _engine_or_all(stages: Mapping[str, Entry]) -> list[Entry]:
    """Entries without their inputs, which servers do not have."""
    return [{"identity": {**entry["identity"], "inputs": None}} for entry in stages.values()]


def _readme(stages: Mapping[str, Entry]) -> str:
    """A row for each server."""
    environment = stages["environment"]["rows"] if "environment" in stages else {}
    gpu = environment.get("torch", {}).get("name") or environment.get("machine", {}).get("cpu", "unknown")
    commit = environment.get("machine", {}).get("commit") or "unknown"
    rows = []
    for name, entry in stages.items():
        loads = [_load(entry, clients) for clients in _LADDER]
        if name.startswith("server ") and any(loads):
            speed = max(load["audio_per_second"] for load in loads if load)
            first = " / ".join(_ms(load, "p95") for load in loads)
            idle = _ms(entry["rows"].get("10 words, idle", {}), "p50")
            rows.append([gpu, name.removeprefix("server "), first, f"{speed:.0f}", idle, commit])
    return report.table(README_HEADER, rows) if rows else ""


def _servers(stages: Mapping[str, Entry]) -> str:
    rows = []
    for name, entry in stages.items():
        for case, row in entry["rows"].items():
            if name.startswith("server ") and "audio_per_second" in row:
                gpu = row["gpu"]
                rows.append(
                    [
                        f"{name.removeprefix('server ')}, {case}",
                        *(_ms(row, share) for share in ("p50", "p95", "p99")),
                        f"{row['audio_per_second']:.1f}",
                        str(row["requests"]),
                        f"{row['refusals']} / {row['failures']}",
                        str(gpu.get("memory_mib", "–")),
                        report.cell(gpu.get("busy_percent"), 0),
                        f"{row['cores_busy']:.1f}, {row['clients_cores_busy']:.1f}",
                    ]
                )
    header = ["Server", "First audio p50, ms", "p95", "p99", "Audio seconds per second", "Requests"]
    header += ["Refusals / failures", "GPU memory, MiB", "GPU busy, %", "Cores busy, of these the clients"]
    return report.table(header, rows) if rows else ""


def _figures(name: str, entry: Entry) -> str:
    """A row for each case of an engine's stage, and a column for each figure that is a number, a yes or a no."""
    rows = {case: _flat(row) for case, row in entry["rows"].items() if "error" not in row}
    columns = list(dict.fromkeys(key for row in rows.values() for key in row))
    if not columns:
        return ""
    return report.table(
        [name, *(column.replace("_", " ") for column in columns)],
        [[case, *(_cell(row.get(column)) for column in columns)] for case, row in rows.items()],
    )


def _flat(row: Row) -> dict[str, Any]:
    """Figures that fit into a cell; of spreads the median and the maximum."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict) and "median" in value:
            flat |= {key: value["median"], f"{key}, max": value["max"]}
        elif isinstance(value, int | float) or value is None:
            flat[key] = value
    return flat


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "**no**"
    if value is None:
        return "–"
    return (
        f"{value:,}"
        if isinstance(value, int)
        else f"{value:.{_DECIMALS}g}"
        if abs(value) < 1
        else f"{value:,.1f}"
    )


def _incomplete(stages: Mapping[str, Entry]) -> str:
    lines = []
    for name, entry in stages.items():
        if entry["error"]:
            lines.append(f"- {name}: {_last_line(entry['error'])}")
        failed = [
            f"{case} ({_last_line(row['error'])})" for case, row in entry["rows"].items() if "error" in row
        ]
        if failed:
            lines.append(f"- {name}, not measured: {'; '.join(failed)}")
    return "What is missing:\n\n" + "\n".join(lines) if lines else ""


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1]


def _load(entry: Entry, clients: int) -> Row:
    row: Row = entry["rows"].get(f"{clients} clients", {})
    return {} if "error" in row else row


def _ms(row: Row, share: str) -> str:
    figures = row.get("first_byte_s")
    return f"{1000 * figures[share]:,.0f}" if figures else "–"
