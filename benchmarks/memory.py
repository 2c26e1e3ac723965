"""Memory, threads and open files of a server and its workers, read from outside."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from benchmarks.report import Figures

_KB = 1024


@dataclass(frozen=True, slots=True)
class Holdings:
    """Resources of a process tree at one moment, in total.

    pss: bytes of memory; each of n processes that share a page counts 1/n of it
    rss: bytes of memory; each process that shares a page counts all of it
    """

    processes: int
    pss: int
    rss: int
    threads: int
    files: int


def family(pid: int) -> list[psutil.Process]:
    root = psutil.Process(pid)
    return [root, *root.children(recursive=True)]


def holdings(pid: int) -> Holdings:
    """Resources of the process and its descendants. Processes that end meanwhile do not count."""
    counted = pss = rss = threads = files = 0
    for process in family(pid):
        try:
            rollup = _fields(Path(f"/proc/{process.pid}/smaps_rollup").read_text(encoding="ascii"))
            held_threads, held_files = process.num_threads(), process.num_fds()
        except (psutil.NoSuchProcess, ProcessLookupError, FileNotFoundError):
            continue
        counted += 1
        pss += rollup["Pss"]
        rss += rollup["Rss"]
        threads += held_threads
        files += held_files
    return Holdings(counted, pss, rss, threads, files)


def weights_sharing(pid: int, weights: Path) -> Figures:
    """How the processes of a tree share the weights, which they map from a file.

    mappers:          processes that map the file
    size_mb:          size of the file
    pss_mb:           mapped memory of all processes, in which a shared page counts once
    pss_to_size:      the same relative to the size of the file
    private_dirty_mb: mapped pages that a process has written to and thus copied
    anonymous_mb:     memory of the median mapper that no file backs, in which a hidden copy would show
    """
    mapped = []
    for process in family(pid):
        of_weights = {"Pss": 0, "Private_Dirty": 0}
        anonymous = 0
        maps = False
        for path, fields in _mappings(process.pid):
            anonymous += fields["Anonymous"]
            if path == str(weights.resolve()):
                maps = True
                of_weights = {name: total + fields[name] for name, total in of_weights.items()}
        if maps:
            mapped.append((of_weights, anonymous))
    size = weights.stat().st_size
    pss = sum(fields["Pss"] for fields, _ in mapped)
    return {
        "mappers": len(mapped),
        "size_mb": size / 1e6,
        "pss_mb": pss / 1e6,
        "pss_to_size": pss / size,
        "private_dirty_mb": sum(fields["Private_Dirty"] for fields, _ in mapped) / 1e6,
        "anonymous_mb": sorted(anonymous for _, anonymous in mapped)[len(mapped) // 2] / 1e6 if mapped else 0,
    }


def settled(pid: int, *, patience_s: float = 10) -> Holdings:
    """The holdings once the numbers of threads and files have not decreased for a second."""
    least = holdings(pid)
    deadline = time.monotonic() + patience_s
    since = time.monotonic()
    while time.monotonic() < min(deadline, since + 1):
        time.sleep(0.1)
        now = holdings(pid)
        if (now.files, now.threads) < (least.files, least.threads):
            since = time.monotonic()
        least = now
    return least


def _mappings(pid: int) -> Iterator[tuple[str, dict[str, int]]]:
    """The file of each mapping (empty if there is none) and its figures in bytes."""
    path = ""
    block: list[str] = []
    for line in Path(f"/proc/{pid}/smaps").read_text(encoding="utf-8").splitlines():
        if not line.split(maxsplit=1)[0].endswith(":"):  # an address range starts the next mapping
            if block:
                yield path, _fields("\n".join(block))
            columns = line.split(maxsplit=5)
            path, block = columns[5] if len(columns) > 5 else "", []
        else:
            block.append(line)
    if block:
        yield path, _fields("\n".join(block))


def _fields(text: str) -> dict[str, int]:
    """Values of lines such as "Pss:   1234 kB", in bytes."""
    fields = {}
    for line in text.splitlines():
        name, _, value = line.partition(":")
        words = value.split()
        if len(words) == 2 and words[1] == "kB":
            fields[name] = int(words[0]) * _KB
    return fields
