"""The report of `benchmarks.load` as Markdown."""

from typing import Any

from benchmarks import report
from benchmarks.figures import marks_table, place
from benchmarks.report import Figures


def markdown(result: dict[str, Any]) -> str:
    parts = [
        f"`{result['command']}`, {place(result['machine'])}. {result['workers']} workers of "
        f"{result['threads_per_worker']} threads, unless stated otherwise."
    ]
    if "clients" in result:
        parts.append(
            report.table(
                [
                    "Clients, connections",
                    "Audio per second",
                    "Latency p50 / p95 / p99, s",
                    "First byte p50 / p95 / p99, s",
                    "Refusals",
                    "Requests refused",
                    "Lost by an SDK",
                ],
                [_row(row) for row in result["clients"]],
            )
        )
    if "bare" in result:
        parts.append(_bare_table(result["bare"]))
    if "sharing" in result:
        parts.append(_sharing_lines(result["sharing"]))
    if "weights" in result:
        weights = result["weights"]
        parts.append(
            f"Weights: {weights['size_mb']:.1f} MB, mapped by {weights['mappers']} processes, take "
            f"{weights['pss_mb']:.1f} MB in all, {weights['private_dirty_mb']:.1f} MB of it private. Each worker "
            f"has about {weights['anonymous_mb']:.0f} MB of its own in addition."
        )
    parts.append(marks_table(result["marks"]))
    return "\n\n".join(parts)


def _row(row: dict[str, Any]) -> list[str]:
    return [
        f"{row['clients']}, {row['connections']}",
        f"{row['audio_per_second']:.2f}",
        _three(row["latency_s"]),
        _three(row["first_byte_s"]),
        str(row["refusals"]),
        f"{row['refused_requests']} of {row['requests']}",
        str(row["lost_by_an_sdk"]),
    ]


def _bare_table(bare: dict[str, Any]) -> str:
    who = {
        "server": f"Server, {bare['clients']} clients",
        "bare": f"{len(bare['bare_threads'])} bare pipelines",
    }
    rows = [
        [who[name], report.cell(bare[name]["seconds"], 1), report.cell(bare[name]["audio_per_second"])]
        for name in who
    ]
    ratios = bare["ratios"]
    rows.append(["Server's throughput to bare", report.cell(ratios["texts"]), report.cell(ratios["audio"])])
    return report.table([f"{bare['texts']} texts", "Seconds", "Audio per second"], rows)


def _sharing_lines(shared: dict[str, Any]) -> str:
    lines = [
        f"{shared['workers']} workers with engines of known speed, {shared['clients']} clients unless stated "
        "otherwise:",
        "",
    ]
    for connections, spread in shared["spread"].items():
        chunks = ", ".join(map(str, spread["chunks_per_worker"]))
        lines.append(
            f"- {spread['requests']} equal requests, {connections} connections: {chunks} per worker."
        )
    for connections, waits in shared["waits"].items():
        first, between = waits["first_chunk_idle_wait_ms"], waits["between_chunks_idle_ms"]
        lines.append(
            f"- {waits['requests']} mixed requests, {waits['chunks']} chunks, {waits['clients']} clients, "
            f"{connections} connections: longest time that an engine slot was idle while a first chunk waited, p50 / "
            f"p95 / p99 {_three(first, 1)} ms, at most {first['max']:.1f} ms; between two chunks of a request, while "
            f"the next one's text was prepared or it waited, {_three(between, 1)} ms."
        )
    latency = shared["latency"]
    lines.append(
        f"- {latency['requests']} requests of {latency['engine_s']['min']:.2f} to {latency['engine_s']['max']:.2f} "
        f"s: latency p50 / p95 / p99 {_three(latency['measured_s'])} s, of the simulated queue "
        f"{_three(latency['simulated_s'])} s."
    )
    return "\n".join(lines)


def _three(figures: Figures, decimals: int = 2) -> str:
    return " / ".join(f"{figures[name]:.{decimals}f}" for name in ("p50", "p95", "p99"))
