"""Carries to a machine without a network what this server needs besides torch, in parts of a bounded size.

    python -m scripts.offline_parts pack dist/parts --python 3.12
    python3 -m scripts.offline_parts unpack dist/parts /tmp/speech

`pack` runs where the server is installed. It takes the model's files as they are and, as wheels for Linux on x86-64,
the dependencies in the versions that are installed here; torch, of which the other machine has its own build, is left
out, and so is what --has names. `unpack` runs there, from the same checkout, with nothing but Python and pip. It
refuses parts that are damaged or missing, installs the wheels into a folder of their own, checks every byte of the
model, and prints the variables to start the server with.
"""

# ruff: noqa: PLC0415 - what is imported late is not there where parts are unpacked

import argparse
import itertools
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from kokoro_speech_server.weights.files import sha256_of

SUMS = "SHA256SUMS"
"""A line for each part, as `sha256sum` writes them."""

_ROOTS = ("kokoro-speech-server", "psutil", "httpx")
"""The server, and what the benchmarks import besides."""

_GLIBC_MINORS = range(5, 36)
"""Wheels that name one of these versions of glibc are taken. pip must be told each by itself."""

_MIB = 1 << 20


def pack(content: Mapping[str, Path], parts: Path, *, part_bytes: int) -> list[Path]:
    """Write files and folders, by the names given, into a new folder of parts; the parts.

    Raises FileExistsError if `parts` is there already.
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
    sums = "".join(f"{sha256_of(part)}  {part.name}\n" for part in written)
    (parts / SUMS).write_text(sums, encoding="ascii")
    return written


def unpack(parts: Path, target: Path) -> None:
    """Write what was packed into a new folder.

    Raises ValueError if a part is missing or damaged, FileExistsError if `target` is there already; nothing is
    written then.
    """
    with tempfile.TemporaryFile() as whole:
        for part, sha256 in _listed(parts):
            if not part.is_file():
                raise ValueError(f"{part} is missing")
            if sha256_of(part) != sha256:
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


def _model() -> dict[str, Path]:
    from kokoro_speech_server.config import Settings
    from kokoro_speech_server.weights.assets import ensure_model

    files = ensure_model(Settings().model_dir)
    return {f"model/{path.name}": path for path in (files.weights, files.voices)}


def _download_wheels(python: str, has: Iterable[str], folder: Path) -> None:
    """Wheels of all dependencies; what is published as source alone is built here, if it is pure Python."""
    platforms = [f"--platform=manylinux_2_{minor}_x86_64" for minor in _GLIBC_MINORS]
    platforms += ["--platform=manylinux2014_x86_64"]
    target = [f"--python-version={python}", "--implementation=cp", *platforms]
    _pip("download", "--no-deps", f"--dest={folder}", *target, *_pins(python, has))
    for source in [path for path in folder.iterdir() if path.suffix != ".whl"]:
        _pip("wheel", "--no-deps", f"--wheel-dir={folder}", str(source))
        source.unlink()
    if here := [wheel.name for wheel in folder.glob("*-linux_*.whl")]:
        raise ValueError(f"Built for this machine's Python alone: {', '.join(here)}")


def _pins(python: str, has: Iterable[str]) -> list[str]:
    """NAME==VERSION, as installed here, of all that _ROOTS need on that Python, less what is there."""
    from scripts.pinned import pinned

    versions = pinned(*_ROOTS, without=("torch", *has), python=python)
    del versions[_ROOTS[0]]  # the checkout itself
    return [f"{name}=={version}" for name, version in versions.items()]


def _install(target: Path) -> dict[str, str]:
    """Install the wheels and check the model; the variables that show both to the server."""
    site, model = target / "site", target / "model"
    # Not into the environment: what other programs there use stays as it is.
    options = ["--no-index", "--no-deps", "--no-compile", f"--target={site}"]
    _pip("install", *options, *map(str, sorted((target / "wheels").iterdir())))
    variables = {"PYTHONPATH": str(site), "MODEL_DIR": str(model), "HF_HUB_OFFLINE": "1"}
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
                print(f"export {name}={value}")
            return
        with tempfile.TemporaryDirectory() as folder:
            _download_wheels(options.python, options.has, Path(folder))
            content = {**_model(), "wheels": Path(folder)}
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
    pack_parser = verbs.add_parser("pack", help="here")
    pack_parser.add_argument("parts", type=Path, help="a new folder for the parts")
    pack_parser.add_argument("--python", default="3.12", help="that machine's (default: %(default)s)")
    pack_parser.add_argument("--has", nargs="+", default=[], metavar="NAME", help="packages that it has")
    pack_parser.add_argument("--part-mib", type=int, default=60, help="most of one (default: %(default)s)")
    unpack_parser = verbs.add_parser("unpack", help="there")
    unpack_parser.add_argument("parts", type=Path, help="the folder with all parts and SHA256SUMS")
    unpack_parser.add_argument("target", type=Path, help="a new folder")
    return parser.parse_args()


if __name__ == "__main__":
    main()
