"""Runs one stage of the check in a process of its own, so that a fault of the GPU ends with the stage."""

import argparse
import os
import time
import traceback
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from benchmarks.figures import end_on_sigterm, say
from benchmarks.gpu_check.results import Results
from benchmarks.gpu_check.setup import Setup
from benchmarks.gpu_check.stages import Case, Row, UnavailableError, stages

_DEVICE_FAULT = "AcceleratorError"
"""torch's exception after which nothing in the process can use the device. Not imported: servers need no torch here."""


def run(
    stage: str,
    identity: dict[str, Any],
    cases: Generator[Case, None, None],
    results: Results,
    *,
    limit_s: float,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Measure the cases that have no results yet, and write the results after each.

    identity: of the results
    cases:    of the stage; closed in the end, since it may hold a server
    limit_s:  after which no case begins; the next run goes on from there
    """
    entry = results.resumed(stage, identity)
    rows, before, begun = entry["rows"], entry["seconds"], clock()

    def put(**changes: Any) -> None:
        entry.update(changes, seconds=before + clock() - begun)
        results.put(stage, entry)

    try:
        for name, measure in cases:
            if name in rows:
                continue
            if clock() - begun > limit_s:
                put(error=f"The time of {limit_s:.0f} s was used up before {name!r}.")
                return
            say(f"{stage}: {name}")
            rows[name] = _row(measure)
            put()
        put(complete=True)
    except UnavailableError as reason:
        put(complete=True, error=str(reason))
    except Exception:
        put(error=traceback.format_exc())
    finally:
        cases.close()


def _row(measure: Callable[[], Row]) -> Row:
    """The figures, or the error, which does not keep other cases from being measured."""
    try:
        return measure()
    except Exception as error:
        if type(error).__name__ == _DEVICE_FAULT:
            raise
        return {"error": traceback.format_exc()}


def main() -> None:
    end_on_sigterm()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu_check.stage_process", description=__doc__)
    parser.add_argument("stage")
    parser.add_argument("--device", required=True)
    parser.add_argument("--inputs", type=Path)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--limit-s", type=float, required=True)
    options = parser.parse_args()
    setup = Setup(options.device, options.inputs)
    if setup.small:
        os.environ["TRITON_INTERPRET"] = "1"  # read when Triton is imported; a CPU can only interpret kernels
    stage = stages(setup)[options.stage]
    results = Results(options.json)
    run(stage.name, stage.identity(setup), stage.cases(setup), results, limit_s=options.limit_s)


if __name__ == "__main__":
    main()
