"""A copy of the folder weights/ runs without the rest of the package, as in the images' layer for the model."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kokoro_speech_server.weights.assets import ModelFiles
from tests.weights.fetching import SOURCE_ROOT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a copy of weights/ and a package kokoro_speech_server that cannot be imported."""
    source = SOURCE_ROOT / "kokoro_speech_server" / "weights"
    shutil.copytree(source, tmp_path / "weights", ignore=shutil.ignore_patterns("__pycache__"))
    package = tmp_path / "kokoro_speech_server"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('The copy must not import the package.')\n")
    return tmp_path


def _python(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Python with the folder as the current directory, which comes first in sys.path, and no other environment."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_copy_verifies_a_folder_without_files(folder: Path) -> None:
    done = _python(folder, "-m", "weights", "--verify", "--model-dir", str(folder / "model"))
    assert done.returncode == 1, done.stderr
    problems = done.stderr.splitlines()
    assert len(problems) == 55
    assert problems[0] == f"{folder / 'model' / 'kokoro-v1_0.safetensors'} is missing."


@pytest.mark.model
def test_the_copy_verifies_the_real_files(folder: Path, files: ModelFiles) -> None:
    done = _python(folder, "-m", "weights", "--verify", "--model-dir", str(files.weights.parent))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("OK")


def test_every_module_of_the_copy_can_be_imported(folder: Path) -> None:
    modules = sorted(path.stem for path in (folder / "weights").glob("*.py") if path.stem != "__main__")
    assert {"assets", "source_hub", "source_npm", "source_local"} <= set(modules)
    names = ", ".join(f"weights.{module}" for module in modules if module != "__init__")
    code = f"import sys, {names}\nassert 'kokoro_speech_server' not in sys.modules\nprint(weights.__file__)"
    done = _python(folder, "-c", code)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == folder / "weights" / "__init__.py"
