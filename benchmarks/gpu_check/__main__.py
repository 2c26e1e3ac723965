"""Checks and measures the engine and the server on a machine with a GPU: `make gpu-check`, or

    python3 -m benchmarks.gpu_check --inputs FOLDER --json gpu-check.json

Every stage runs in a process of its own for at most eight minutes. The results are in the JSON file, and as a table in
a Markdown file beside it. A check that was stopped goes on where it was; what was measured with other code, packages,
devices or inputs is measured again. No network is used. `benchmarks.gpu_check.prepare` writes the inputs; without them
weights are random, and sound quality is not checked. --device cpu tries the check with small sizes.
"""

import argparse
import os
import signal
import subprocess
import sys
import traceback
from contextlib import suppress
from pathlib import Path

from benchmarks.figures import end_on_sigterm, say
from benchmarks.gpu_check.results import Results
from benchmarks.gpu_check.setup import Setup
from benchmarks.gpu_check.stages import stages
from benchmarks.gpu_check.table import markdown

_LIMIT_S = 480
"""Of a stage."""

_LAST_CASE_S = 80
"""Of the limit, reserved for the case that has begun when time is short."""

_PATIENCE_S = 30


def main() -> None:
    end_on_sigterm()
    options = _options()
    setup = Setup(options.device, options.inputs)
    results, known = Results(options.json), stages(setup)
    for name in options.stages or known:
        identity = known[name].identity(setup)
        if options.again:
            results.drop(name)
        if results.is_complete(name, identity):
            say(f"{name}: measured before")
        else:
            if failure := _failure(name, setup, options.json):
                results.put(name, {**results.resumed(name, identity), "error": failure})
            if error := results.stages()[name]["error"]:
                say(error)
        _write_table(results)
    say(f"{options.json} and {options.json.with_suffix('.md')}")


def _write_table(results: Results) -> None:
    """Beside the JSON file. A figure that the table cannot show must not keep other stages from being measured."""
    try:
        text = markdown(results.stages())
    except Exception:
        text = f"The table cannot be made:\n\n{traceback.format_exc()}"
        say(text)
    results.path.with_suffix(".md").write_text(f"{text}\n", encoding="utf-8")


def _failure(stage: str, setup: Setup, json: Path) -> str | None:
    """Run the stage; None, or how its process ended if it could not say so itself."""
    command = [sys.executable, "-m", "benchmarks.gpu_check.stage_process", stage]
    command += [f"--device={setup.device}", f"--json={json}", f"--limit-s={_LIMIT_S - _LAST_CASE_S}"]
    command += [] if setup.inputs is None else [f"--inputs={setup.inputs}"]
    process = subprocess.Popen(command, start_new_session=True)
    try:
        code = process.wait(timeout=_LIMIT_S)
        return f"The stage's process ended with exit code {code}." if code else None
    except subprocess.TimeoutExpired:
        return f"The stage was stopped after {_LIMIT_S} s."
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and whatever it started, such as a server."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=_PATIENCE_S)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gpu_check",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--device", default="cuda", help="cuda, cuda:1, or cpu to try the check (default: %(default)s)")
    add("--inputs", type=Path, metavar="FOLDER", help="what benchmarks.gpu_check.prepare wrote")
    add("--json", type=Path, default=Path("gpu-check.json"), metavar="FILE", help="default: %(default)s")
    add("--stages", nargs="+", metavar="STAGE", help="these only, such as: timings 'server 8x8, CUDA MPS'")
    add("--again", action="store_true", help="measure again what was measured before")
    options = parser.parse_args()
    known = stages(Setup(options.device))
    if unknown := [stage for stage in options.stages or () if stage not in known]:
        parser.error(f"no stage is called {', '.join(unknown)}; there are: {', '.join(known)}")
    if options.inputs is not None and not options.inputs.is_dir():
        parser.error(f"{options.inputs} is no folder")
    return options


if __name__ == "__main__":
    main()
