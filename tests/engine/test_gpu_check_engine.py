"""The engine's stages of `make gpu-check` on a CPU, where no package is installed that they don't need."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from benchmarks.gpu_check.inputs import REFERENCES, WEIGHTS, check_chunks, random_weights
from benchmarks.gpu_check.results import Results
from kokoro_speech_server.chunk import FRAME
from kokoro_speech_server.engine.network.graph_inputs import durations_of_row, frames_of_rows
from kokoro_speech_server.engine.network.graph_sizes import DecodeSize, best_size, graph_sizes
from scripts.offline_parts import _ENGINE_WHEELS
from scripts.pinned import pinned
from tests.servers import ROOT

_STAGES = ("environment", "durations", "spectra", "kernels", "graphs", "timings", "launches")
_REFERENCES = 2


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages that a machine with a GPU has or gets, and no others."""
    folder = tmp_path_factory.mktemp("site")
    # torch's build for CUDA brings Triton.
    own = (*pinned("torch", "numpy", "safetensors", "transformers"), "triton")
    for name in (*own, *_ENGINE_WHEELS):
        distribution = importlib.metadata.distribution(name)
        for top in {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}:
            link = folder / top
            if not link.exists():
                link.symlink_to(Path(str(distribution.locate_file(top))))
    return folder


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random weights, and references for the shortest chunks that sound like something else."""
    folder = tmp_path_factory.mktemp("inputs")
    save_file({key: value.half() for key, value in random_weights().items()}, folder / WEIGHTS)
    generator = torch.Generator().manual_seed(0)
    chunks = check_chunks()
    samples = {
        f"samples.{number}": 0.01 * torch.randn(FRAME * chunk.frames, generator=generator)
        for number, chunk in enumerate(chunks[:_REFERENCES])
    }
    styles = 0.1 * torch.randn(len(chunks), 256, generator=generator)
    save_file({"styles": styles, "draws": torch.ones(_REFERENCES), **samples}, folder / REFERENCES)
    return folder


def test_full_rows_use_the_graph_of_their_size() -> None:
    """So that the check replays every graph."""
    sizes = [size for size in graph_sizes(16) if isinstance(size, DecodeSize)]
    for size in sizes:
        frames = frames_of_rows(size)
        assert best_size(sizes, DecodeSize.of(frames)) == size
        assert [sum(durations_of_row(count, size.tokens)) for count in frames] == frames


@pytest.mark.proof
@pytest.mark.parametrize("stage", _STAGES)
def test_a_stage_runs_without_the_servers_packages(
    stage: str, site: Path, inputs: Path, tmp_path: Path
) -> None:
    json = tmp_path / "gpu-check.json"
    # -S: without site-packages
    command = [sys.executable, "-S", "-m", "benchmarks.gpu_check.stage_process", stage]
    path = os.pathsep.join(map(str, (ROOT / "api" / "src", site)))
    subprocess.run(
        [*command, "--device=cpu", f"--inputs={inputs}", f"--json={json}", "--limit-s=300"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        check=True,
    )
    entry = Results(json).stages()[stage]
    assert entry["error"] is None, entry["error"]
    assert entry["complete"]
    assert entry["rows"]
    assert [row["error"] for row in entry["rows"].values() if "error" in row] == []


@pytest.mark.proof
def test_packages_that_are_not_needed_are_missing(site: Path) -> None:
    command = [sys.executable, "-S", "-c", "import misaki"]
    found = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(site)}, stderr=subprocess.DEVNULL, check=False
    )
    assert found.returncode == 1
