"""scripts/install.sh chooses the interpreter, or says what is missing before it creates anything."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/install.sh", tmp_path / "scripts")
    return tmp_path


def install(checkout: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    sh = shutil.which("sh")
    assert sh
    return subprocess.run(
        [sh, "scripts/install.sh", "none"],
        cwd=checkout,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )


def command(folder: Path, name: str, script: str) -> Path:
    """An executable shell script."""
    path = folder / name
    path.write_text(f"#!{shutil.which('sh')}\n{script}\n")
    path.chmod(0o755)
    return path


def test_an_unsupported_interpreter_is_named(checkout: Path) -> None:
    old = command(checkout, "python3.10", "exit 1")
    result = install(checkout, PYTHON=str(old), PATH="/usr/bin:/bin")
    assert result.returncode == 1
    assert f"PYTHON={old} is not Python 3.11 or 3.12" in result.stderr
    assert not (checkout / ".venv").exists()


def test_without_a_supported_python_it_says_how_to_install_one(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    dirname = shutil.which("dirname")
    assert dirname
    (tmp_path / "bin/dirname").symlink_to(dirname)
    result = install(checkout, PATH=str(tmp_path / "bin"))
    assert result.returncode == 1
    assert "apt install python3.11" in result.stderr
    assert not (checkout / ".venv").exists()


def test_the_chosen_interpreter_creates_the_environment(checkout: Path) -> None:
    calls = checkout / "calls"
    # It passes as a supported Python without torch, and fails to create an environment.
    chosen = command(
        checkout,
        "chosen",
        f'echo "$*" >>"{calls}"\ncase "$*" in *torch*|*venv*) exit 1 ;; *) exec "{sys.executable}" "$@" ;; esac',
    )
    result = install(checkout, PYTHON=str(chosen), PATH="/usr/bin:/bin")
    assert result.returncode == 1
    assert "venv module is missing" in result.stderr
    assert "-m venv --clear .venv" in calls.read_text()
