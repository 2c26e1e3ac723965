"""`make gpu-check` without a GPU: what was measured stays, the rest is measured, and errors stop nothing else."""

import json
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

import pytest

from benchmarks.gpu_check import __main__ as gpu_check
from benchmarks.gpu_check import setup as check_setup
from benchmarks.gpu_check.results import Results
from benchmarks.gpu_check.setup import Setup
from benchmarks.gpu_check.stage_process import run
from benchmarks.gpu_check.stages import Case, CheckStage, Row, UnavailableError, stages
from benchmarks.gpu_check.table import markdown

CPU = Setup("cpu")
IDENTITY = {"code": "1"}


class Clock:
    """A clock that each measurement moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class FakeStage:
    """A stage of cases, and the names of those that were measured."""

    def __init__(self, **cases: Callable[[], Row]) -> None:
        self._cases = cases
        self.measured: list[str] = []
        self.clock = Clock()

    def run(self, results: Results) -> None:
        run("fake", IDENTITY, self._named(), results, limit_s=60, clock=self.clock)

    def _named(self) -> Generator[Case, None, None]:
        for name, measure in self._cases.items():
            yield name, partial(self._measure, name, measure)

    def _measure(self, name: str, measure: Callable[[], Row]) -> Row:
        self.measured.append(name)
        return measure()


def number() -> Row:
    return {"number": 1}


def fails() -> Row:
    raise ArithmeticError("no such number")


@pytest.fixture
def results(tmp_path: Path) -> Results:
    return Results(tmp_path / "gpu-check.json")


def test_complete_stages_are_not_measured_again(results: Results) -> None:
    stage = FakeStage(a=number, b=number)
    stage.run(results)
    assert results.is_complete("fake", IDENTITY)
    assert not results.is_complete("fake", {"code": "2"})
    assert not results.is_complete("other", IDENTITY)
    assert results.stages()["fake"]["rows"] == {"a": {"number": 1}, "b": {"number": 1}}


def test_a_stage_goes_on_after_the_cases_that_have_results(results: Results) -> None:
    def slow() -> Row:
        stage.clock.now += 50
        return number()

    stage = FakeStage(a=slow, b=slow, c=slow)
    stage.run(results)
    assert stage.measured == ["a", "b"]
    entry = results.stages()["fake"]
    assert (entry["complete"], entry["seconds"]) == (False, 100)
    assert "before 'c'" in entry["error"]

    stage.run(results)
    assert stage.measured == ["a", "b", "c"]
    entry = results.stages()["fake"]
    assert (entry["complete"], entry["seconds"], entry["error"]) == (True, 150, None)


def test_results_of_other_code_are_measured_again(results: Results) -> None:
    results.put(
        "fake",
        {"identity": {"code": "0"}, "complete": True, "seconds": 1, "rows": {"a": {}}, "error": None},
    )
    stage = FakeStage(a=number)
    stage.run(results)
    assert stage.measured == ["a"]


def test_a_case_that_fails_leaves_the_others(results: Results) -> None:
    FakeStage(a=fails, b=number).run(results)
    rows = results.stages()["fake"]["rows"]
    assert "ArithmeticError: no such number" in rows["a"]["error"]
    assert rows["b"] == {"number": 1}
    assert results.is_complete("fake", IDENTITY)


def test_after_a_fault_of_the_device_a_stage_ends_and_can_be_continued(results: Results) -> None:
    class AcceleratorError(Exception):
        """Named as torch's."""

    def faults() -> Row:
        raise AcceleratorError("an illegal memory access")

    stage = FakeStage(a=number, b=faults, c=number)
    stage.run(results)
    assert stage.measured == ["a", "b"]
    entry = results.stages()["fake"]
    assert list(entry["rows"]) == ["a"]
    assert "illegal memory access" in entry["error"]
    assert not entry["complete"]


def test_what_a_machine_lacks_is_not_tried_again(results: Results) -> None:
    def cases() -> Generator[Case, None, None]:
        yield "a", number
        raise UnavailableError("There is no GPU.")

    run("fake", IDENTITY, cases(), results, limit_s=60)
    assert results.is_complete("fake", IDENTITY)
    assert results.stages()["fake"]["error"] == "There is no GPU."


def test_a_killed_writer_leaves_the_previous_results(results: Results) -> None:
    FakeStage(a=number).run(results)
    results.path.with_name(f"{results.path.name}.part").write_text("{")
    assert results.is_complete("fake", IDENTITY)


def test_identities_change_with_code_and_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_setup, "CHECKOUT", tmp_path)
    (tmp_path / "benchmarks").mkdir()
    module = tmp_path / "benchmarks" / "module.py"
    module.write_text("one")
    inputs = tmp_path / "inputs"
    inputs.mkdir()
    engine, server = CheckStage("engine", "engine"), CheckStage("server", "servers")

    def found(setup: Setup) -> list[str]:
        return [json.dumps(stage.identity(setup)) for stage in (engine, server)]

    before = found(CPU)
    assert found(CPU) == before
    with_inputs = found(Setup("cpu", inputs))
    assert with_inputs[0] != before[0]
    assert with_inputs[1] == before[1]  # servers do not read them
    (inputs / "weights.safetensors").write_bytes(b"weights")
    assert found(Setup("cpu", inputs))[0] != with_inputs[0]
    module.write_text("two")
    assert all(now != then for now, then in zip(found(CPU), before, strict=True))


def test_a_stage_whose_module_cannot_be_imported_is_reported(results: Results) -> None:
    run("fake", IDENTITY, CheckStage("fake", "no_such_module").cases(CPU), results, limit_s=60)
    entry = results.stages()["fake"]
    assert "ModuleNotFoundError" in entry["error"]
    assert not entry["complete"]


def test_a_stage_that_kills_its_process_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, results: Results
) -> None:
    """Here because its module does not exist where the process looks for it."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    failure = gpu_check._failure("environment", CPU, results.path)
    assert failure == "The stage's process ended with exit code 1."


def test_servers_are_checked_with_and_without_cuda_mps() -> None:
    names = [name for name in stages(Setup("cuda")) if name.startswith("server")]
    assert names == [
        *("server 1x1", "server 8x1", "server 8x2", "server 8x2, CUDA MPS"),
        *("server 8x8", "server 8x8, CUDA MPS"),
    ]


def test_the_table_has_every_figure_and_names_what_is_missing() -> None:
    entry = {"identity": IDENTITY, "complete": True, "seconds": 1.0, "error": None}
    load = {
        "first_byte_s": {"p50": 0.05, "p95": 0.08, "p99": 0.09, "max": 0.1},
        "audio_per_second": 1234.5,
        "requests": 900,
        "refusals": 0,
        "failures": 0,
        "cores_busy": 7.0,
        "clients_cores_busy": 1.0,
        "gpu": {},
    }
    text = markdown(
        {
            "environment": {**entry, "rows": {"machine": {"commit": "abc"}, "torch": {"name": "GPU X"}}},
            "timings": {**entry, "rows": {"1 x 3 tokens": {"decode_ms": 3.25, "rows": 1}}},
            "graphs": {**entry, "rows": {"a": {"error": "Traceback\nOutOfMemoryError: 3 GB"}}},
            "server 8x2": {**entry, "rows": {"80 clients": load, "50 clients": {"error": "Traceback\nOops"}}},
            "server 8x8": {**entry, "rows": {}, "error": "The stage was stopped after 480 s."},
        }
    )
    assert "| GPU X | 8x2 | – / – / – / – / – / 80 | 1234 | – | abc |" in text
    assert "| 8x2, 80 clients | 50 | 80 | 90 | 1234.5 | 900 | 0 / 0 |" in text
    assert "| 1 x 3 tokens | 3.2 | 1 |" in text
    assert "- graphs, not measured: a (OutOfMemoryError: 3 GB)" in text
    assert "- server 8x2, not measured: 50 clients (Oops)" in text
    assert "- server 8x8: The stage was stopped after 480 s." in text
