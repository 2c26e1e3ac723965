"""The wheel and the source distribution: their contents, and that the wheel works without the checkout."""

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from kokoro_speech_server.version import VERSION
from tests.servers import ROOT, SPEECH, ServerProcess, http_client, is_ready, worker_processes
from tests.sounds import decode, rms, seconds

pytestmark = pytest.mark.server

PACKAGE = "kokoro_speech_server"

KERNELS = {("linux", "x86_64"): 3, ("linux", "aarch64"): 2}.get((sys.platform, platform.machine()), 0)
"""Libraries with kernels in a wheel for this platform."""

START_S = 300
"""The first start in a new environment reads several GB from disk, beside other programs perhaps."""

IGNORED = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "*.so", "build", "dist", "models")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout: building leaves files beside the sources."""
    folder = tmp_path_factory.mktemp("source") / "checkout"
    shutil.copytree(ROOT, folder, ignore=IGNORED)
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # setuptools is a dependency of torch, and the test extra has the compiler, so that the build needs no network.
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    pip("wheel", *offline, f"--wheel-dir={folder}", str(source))
    (path,) = folder.iterdir()
    return path


@dataclass(frozen=True)
class Environment:
    """A virtual environment, by the folder of its commands."""

    commands: Path

    @property
    def python(self) -> Path:
        return self.commands / "python"

    def run(self, command: str, *arguments: str, folder: Path) -> str:
        """The output of a command of this environment, run in `folder`."""
        result = subprocess.run(
            ["env", "-u", "PYTHONPATH", self.commands / command, *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        return result.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel. It sees this environment's dependencies, but not its editable install."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    # Folders that a .pth file adds do not have their own .pth files read, such as that of the editable install.
    dependencies = "\n".join(path for path in sys.path if path.endswith("-packages"))
    site = Path(sysconfig.get_path("purelib", "venv", vars={"base": str(folder)}))
    (site / "dependencies.pth").write_text(dependencies, "utf-8")
    environment = Environment(folder / "bin")
    pip("--python", str(environment.python), "install", "--no-deps", "--no-index", str(wheel))
    return environment


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of somebody's own with modules named as those of the checkout. They must not be imported."""
    for name in ("api", "weights"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('not the package')")
    for name in ("main", "serve"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('not the package')")
    return tmp_path


def pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def package_files(*more: str) -> Iterator[str]:
    for pattern in ("*.py", "*.json", "*.npz", "py.typed", "studio/**/*.*", *more):
        for path in (ROOT / "api/src" / PACKAGE).rglob(pattern):
            yield path.relative_to(ROOT / "api/src").as_posix()


def test_the_wheel_has_one_package_with_its_types_and_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
        metadata = archive.read(f"{PACKAGE}-{VERSION}.dist-info/METADATA").decode()
    assert {name.partition("/")[0] for name in names} == {PACKAGE, f"{PACKAGE}-{VERSION}.dist-info"}
    kernels = {name for name in names if name.endswith(".so")}
    assert {name for name in names if name.startswith(f"{PACKAGE}/")} == {*package_files()} | kernels
    assert len(kernels) == KERNELS
    assert wheel.name.startswith(f"{PACKAGE}-{VERSION}-py3-none-")
    assert wheel.name.endswith("-any.whl") == (not kernels)
    assert f"{PACKAGE}/py.typed" in names
    assert {f"{PACKAGE}-{VERSION}.dist-info/licenses/{name}" for name in ("LICENSE", "NOTICE.md")} <= names
    assert "Author: Kokoro speech server contributors" in metadata
    assert "Project-URL" not in metadata


def test_the_source_distribution_has_the_package_alone(source: Path, tmp_path: Path) -> None:
    build = f"from setuptools.build_meta import build_sdist; build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(tmp_path / f"{PACKAGE}-{VERSION}.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames() if archive.getmember(name).isfile()}
    sources = {name for name in names if name.startswith("api/") and ".egg-info/" not in name}
    assert sources == {f"api/src/{name}" for name in package_files("*.c", "*.h")}
    assert {name for name in names if not name.startswith("api/")} == {
        *(
            "LICENSE",
            "MANIFEST.in",
            "NOTICE.md",
            "PKG-INFO",
            "README.md",
            "pyproject.toml",
            "setup.cfg",
            "setup.py",
        )
    }


@pytest.mark.skipif(not KERNELS, reason="there are no kernels for this platform")
def test_a_compiler_that_fails_costs_the_kernels_and_not_the_installation(
    source: Path, tmp_path: Path
) -> None:
    (tmp_path / "ziglang").mkdir()
    (tmp_path / "ziglang" / "__init__.py").touch()
    (tmp_path / "ziglang" / "__main__.py").write_text("raise SystemExit(1)", "utf-8")
    result = subprocess.run(
        [sys.executable, "setup.py", "build_kernels", f"--build-lib={tmp_path}"],
        cwd=source,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "the compiler failed" in result.stdout + result.stderr
    assert not [*tmp_path.rglob("*.so")]


def test_the_commands_work_in_any_folder(installed: Environment, folder: Path) -> None:
    assert installed.run("kokoro-speech-server", "--version", folder=folder) == f"{VERSION}\n"
    assert "PORT=8880" in installed.run("python", "-m", PACKAGE, "--print-config", folder=folder)
    where = installed.run("python", "-c", f"import {PACKAGE}; print({PACKAGE}.__file__)", folder=folder)
    assert Path(where).is_relative_to(installed.commands.parent)


@pytest.mark.proof
def test_the_installed_server_gives_the_audio_of_the_checkouts_and_stops_cleanly(
    installed: Environment, folder: Path, model_server: ServerProcess
) -> None:
    """The same in another process, since both engines have one thread: their number changes the last bits.

    The installed server has no cache, so that it computes every response; without a seed they differ. Nobody has asked
    it for English, so it has loaded no part of spaCy, which the checkout's server uses.
    """
    with started(installed, folder) as server:

        def pcm(server: ServerProcess, **fields: int) -> bytes:
            body = {"input": "Hola.", "voice": "ef_dora", "speed": 4, "response_format": "pcm", **fields}
            answer = http_client.post(server.url + SPEECH, json=body)
            assert answer.status_code == 200, answer.text
            return answer.content

        assert pcm(server, seed=1) == pcm(server, seed=1) == pcm(model_server, seed=1)
        assert pcm(server) != pcm(server)
        if sys.platform == "linux":
            english = {"input": "Hi.", "voice": "af_heart", "seed": 1}
            assert http_client.post(model_server.url + SPEECH, json=english).status_code == 200
            assert has_loaded(model_server, "spacy")
            assert not has_loaded(server, "spacy")
            # The network and the libraries are in memory that workers share, as forks of one process.
            [worker] = worker_processes(server.process.pid)
            assert worker.memory_full_info().uss < 120_000_000
        assert server.stop() == 0
        assert "Traceback" not in server.stderr


def has_loaded(server: ServerProcess, package: str) -> bool:
    """Whether a process of the server has loaded a compiled module of the package. Linux only."""
    processes = psutil.Process(server.process.pid).children(recursive=True)
    return any(f"/{package}/" in file.path for process in processes for file in process.memory_maps())


@pytest.mark.proof
@pytest.mark.model
@pytest.mark.usefixtures("model_files")
@pytest.mark.parametrize("python", ["python3.11", "python3.12"])
def test_the_wheel_speaks_in_an_empty_environment(
    wheel: Path, folder: Path, tmp_path_factory: pytest.TempPathFactory, python: str
) -> None:
    """Fetches all dependencies; torch for 3.12 may be the CUDA build of several GB."""
    if shutil.which(python) is None or subprocess.run([python, "-c", ""], check=False).returncode:
        pytest.skip(f"{python} is not installed")
    home = tmp_path_factory.mktemp("empty")
    try:
        subprocess.run([python, "-m", "venv", str(home)], check=True)
        environment = Environment(home / "bin")
        pins = [
            "--constraint",
            str(ROOT / "docker/constraints.txt"),
            "--requirement",
            str(ROOT / "docker/torch.txt"),
        ]
        environment.run("pip", "install", "--quiet", *pins, str(wheel), folder=folder)
        speaks(environment, folder)
    finally:
        shutil.rmtree(home)


@contextmanager
def started(environment: Environment, folder: Path, **settings: str) -> Iterator[ServerProcess]:
    """The environment's server, started in `folder`, when it is ready."""
    command = f'cd "{folder}" && unset PYTHONPATH && exec "{environment.commands}/kokoro-speech-server" serve'
    settings |= {"WORKERS": "1", "THREADS_PER_WORKER": "1", "DEFAULT_VOICE": "ef_dora"}
    with ServerProcess(command=["sh", "-c", command], **settings) as server:
        deadline = time.monotonic() + START_S
        while not is_ready(server.url):
            assert server.process.poll() is None, server.stderr
            assert time.monotonic() < deadline, f"no readiness within {START_S} s"
            time.sleep(0.2)
        yield server


def speaks(environment: Environment, folder: Path) -> None:
    """Start the environment's server in `folder` and request two words."""
    with started(environment, folder, DEVICE="cpu") as server:
        answer = httpx.post(
            f"{server.url}{SPEECH}",
            json={"input": "La rueda.", "response_format": "wav"},
            timeout=START_S,
            trust_env=False,
        )
        assert answer.status_code == 200, answer.text
        sound = decode("wav", answer.content)
        assert 0.5 < seconds(sound) < 3
        assert rms(sound) > 0.01
        assert server.stop() == 0
