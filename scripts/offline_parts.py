"""Carries the server to a machine without a network, in parts of a bounded size.

    python -m scripts.offline_parts pack dist/parts --python 3.12
    python3 -m scripts.offline_parts unpack dist/parts /tmp/speech

`pack` runs in an environment with the server. It packs the model's files, a wheel of this checkout, and wheels for
Linux on x86-64 of the dependencies in their installed versions. It leaves out torch, of which the other machine has
its own build, and the packages that --has names. --inputs adds what benchmarks.gpu_check.prepare wrote. With --engine,
only that is packed, and the few wheels that the engine's stages of benchmarks.gpu_check need besides torch, numpy,
safetensors and transformers.

`unpack` runs on the other machine, from a checkout, and needs only Python and pip. It refuses damaged and missing
parts, installs the wheels into their own folder, checks every byte of the model, and prints the environment variables
with which that checkout runs.
"""

# ruff: noqa: PLC0415 - late imports: `unpack` runs where these packages are not installed

import argparse
import hashlib
import importlib.metadata
import itertools
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

SUMS = "SHA256SUMS"
"""File with a line per part, in the format of `sha256sum`."""

_CHECKOUT = Path(__file__).parent.parent

_ROOTS = ("kokoro-speech-server", "psutil", "httpx")
"""The server, and the packages that only the benchmarks import."""

_ENGINE_WHEELS = ("kokoro", "loguru", "attrs", "prometheus-client")
"""What benchmarks/gpu_check imports for its engine's stages, besides torch, numpy, safetensors and transformers: the
model's code, two packages that it imports, and that of the engine's metrics. All are pure Python."""

_GLIBC_MINORS = range(5, 36)
"""Minor versions of glibc whose wheels are accepted; pip needs a --platform for each."""

_MIB = 1 << 20


def pack(content: Mapping[str, Path], parts: Path, *, part_bytes: int) -> list[Path]:
    """Pack files and folders under the given names into the new folder `parts`. Returns the parts.

    Raises FileExistsError if `parts` exists.
    """
    parts.mkdir(parents=True)
    written = []
    with tempfile.TemporaryFile() as whole:
        with tarfile.open(fileobj=whole, mode="w") as archive:
            for name, path in content.items():
                archive.add(path, name)
        whole.seek(0)
        for number in itertools.count(1):
            if not (piece := whole.read(part_bytes)):
                break
            part = parts / f"part-{number:03}"
            part.write_bytes(piece)
            written.append(part)
    sums = "".join(f"{_sha256(part)}  {part.name}\n" for part in written)
    (parts / SUMS).write_text(sums, encoding="ascii")
    return written


def unpack(parts: Path, target: Path) -> None:
    """Unpack the parts into the new folder `target`.

    Raises ValueError if a part is missing or damaged, FileExistsError if `target` exists; both before writing anything.
    """
    with tempfile.TemporaryFile() as whole:
        for part, sha256 in _listed(parts):
            if not part.is_file():
                raise ValueError(f"{part} is missing")
            if _sha256(part) != sha256:
                raise ValueError(f"{part} is damaged")
            with part.open("rb") as piece:
                shutil.copyfileobj(piece, whole)
        whole.seek(0)
        target.mkdir(parents=True)
        with tarfile.open(fileobj=whole) as archive:
            archive.extractall(target, filter="data")


def _listed(parts: Path) -> Iterator[tuple[Path, str]]:
    for line in (parts / SUMS).read_text(encoding="ascii").splitlines():
        sha256, _, name = line.partition("  ")
        yield parts / name, sha256


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _model() -> dict[str, Path]:
    from kokoro_speech_server.config import Settings
    from kokoro_speech_server.weights.assets import ensure_model

    files = ensure_model(Settings().model_dir)
    return {f"model/{path.name}": path for path in (files.weights, files.voices)}


def _build_wheel(folder: Path) -> None:
    """Put a wheel of the checkout into `folder`."""
    shutil.rmtree(_CHECKOUT / "build", ignore_errors=True)  # its stale modules would get into the wheel
    # setuptools is a dependency of torch.
    _pip("wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}", str(_CHECKOUT))


def _download_wheels(python: str, pins: Iterable[str], folder: Path) -> None:
    """Put wheels of the packages, NAME==VERSION, into `folder`.

    Builds packages that are published only as source. Raises ValueError if one of those is not pure Python.
    """
    platforms = [f"--platform=manylinux_2_{minor}_x86_64" for minor in _GLIBC_MINORS]
    platforms += ["--platform=manylinux2014_x86_64"]
    target = [f"--python-version={python}", "--implementation=cp", *platforms]
    _pip("download", "--no-deps", f"--dest={folder}", *target, *pins)
    for source in [path for path in folder.iterdir() if path.suffix != ".whl"]:
        _pip("wheel", "--no-deps", f"--wheel-dir={folder}", str(source))
        source.unlink()
    if here := [wheel.name for wheel in folder.glob("*-linux_*.whl")]:
        raise ValueError(f"These wheels fit only this machine's Python: {', '.join(here)}")


def _pins(python: str, has: Iterable[str]) -> list[str]:
    """NAME==VERSION of each dependency of _ROOTS on that Python, except torch and `has`, as installed here."""
    from scripts.pinned import pinned

    versions = pinned(*_ROOTS, without=("torch", *has), python=python)
    del versions[_ROOTS[0]]  # the checkout, which is no package of the index
    return [f"{name}=={version}" for name, version in versions.items()]


def _engine_pins() -> list[str]:
    return [f"{name}=={importlib.metadata.version(name)}" for name in _ENGINE_WHEELS]


def _install(target: Path) -> dict[str, str]:
    """Install the wheels and check the model. Returns the environment variables for the server."""
    site, model = target / "site", target / "model"
    # Into a folder, not into the machine's environment, which other programs use.
    options = ["--no-index", "--no-deps", "--no-compile", f"--target={site}"]
    _pip("install", *options, *map(str, sorted((target / "wheels").iterdir())))
    # The checkout's code comes first, so that it can change while the parts stay.
    variables = {
        "PATH": f"{site / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{_CHECKOUT.absolute() / 'api' / 'src'}{os.pathsep}{site}",
        "HF_HUB_OFFLINE": "1",
    }
    if not model.exists():
        return variables
    variables["MODEL_DIR"] = str(model)
    check = [sys.executable, "-m", "kokoro_speech_server", "assets", "--verify"]
    subprocess.run(check, env={**os.environ, **variables}, stdout=sys.stderr, check=True)
    return variables


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    subprocess.run(command, stdout=sys.stderr, check=True)


def main() -> None:
    options = _options()
    try:
        if options.verb == "unpack":
            unpack(options.parts, options.target)
            for name, value in _install(options.target.absolute()).items():
                print(f"export {name}={shlex.quote(value)}")
            return
        with tempfile.TemporaryDirectory() as folder:
            wheels = Path(folder)
            content = (
                {"wheels": wheels} if options.inputs is None else {"wheels": wheels, "inputs": options.inputs}
            )
            if options.engine:
                _download_wheels(options.python, _engine_pins(), wheels)
            else:
                _build_wheel(wheels)
                _download_wheels(options.python, _pins(options.python, options.has), wheels)
                content |= _model()
            for part in pack(content, options.parts, part_bytes=options.part_mib * _MIB):
                print(part)
    except (ValueError, FileExistsError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.offline_parts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    pack_parser = verbs.add_parser("pack", help="write parts, on a machine with a network")
    pack_parser.add_argument("parts", type=Path, help="a new folder for the parts")
    pack_parser.add_argument(
        "--python", default="3.12", help="version on the other machine (default: %(default)s)"
    )
    pack_parser.add_argument(
        "--has", nargs="+", default=[], metavar="NAME", help="packages on the other machine"
    )
    pack_parser.add_argument(
        "--inputs",
        type=Path,
        metavar="FOLDER",
        help="what benchmarks.gpu_check.prepare wrote, to be packed too",
    )
    pack_parser.add_argument(
        "--engine", action="store_true", help="only what the engine's stages of benchmarks.gpu_check need"
    )
    pack_parser.add_argument(
        "--part-mib", type=int, default=60, help="size of a part at most (default: %(default)s)"
    )
    unpack_parser = verbs.add_parser("unpack", help="install from parts, on the other machine")
    unpack_parser.add_argument("parts", type=Path, help="the folder with all parts and SHA256SUMS")
    unpack_parser.add_argument("target", type=Path, help="a new folder")
    return parser.parse_args()


if __name__ == "__main__":
    main()
