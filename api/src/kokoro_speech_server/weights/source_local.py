"""The model's files in MODEL_DIR/downloads, where a user put them."""

# ruff: noqa: PLC0415 - late imports are slow, and only a first start needs them

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

from .files import SourceError
from .manifest import VOICE_SHAPE, File, Manifest
from .onnx_weights import read_onnx
from .weights_file import read_checkpoint

if TYPE_CHECKING:
    from .weights_file import State


class LocalSource:
    """kokoro-v1_0.pth or model.onnx, and NAME.pt or NAME.bin of each voice, in the folder or in its folder voices.

    The files belong to the user and stay where they are.
    """

    def __init__(self, manifest: Manifest, folder: Path) -> None:
        self.label = f"files in {folder}"
        self._manifest = manifest
        self._folder = folder

    def weights(self) -> "State":
        manifest = self._manifest
        if checkpoint := self._find(manifest.checkpoint):
            return read_checkpoint(checkpoint)
        if joined := self._find(manifest.onnx):
            return state_from_onnx(joined)
        raise SourceError(f"it contains neither {manifest.checkpoint.name} nor {manifest.onnx.name}")

    def voices(self, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        missing = []
        for name in names:
            if raw := self._voice(name):
                yield name, raw
            else:
                missing.append(name)
        if missing:
            raise SourceError(
                f"{len(missing)} voices are missing, for example {missing[0]}.pt or {missing[0]}.bin"
            )

    def _find(self, file: File) -> Path | None:
        path = self._folder / file.name
        if not path.exists():
            return None
        if not file.is_at(path):
            raise SourceError(f"{file.name} has a wrong size or sha256")
        return path

    def _voice(self, name: str) -> bytes | None:
        for folder in (self._folder, self._folder / "voices"):
            if (path := folder / f"{name}.bin").exists():
                return self._manifest.check_voice(name, path.read_bytes())
            if (path := folder / f"{name}.pt").exists():
                return self._manifest.check_voice(name, raw_voice(BytesIO(path.read_bytes())))
        return None


def state_from_onnx(path: Path) -> "State":
    import torch

    return {key: torch.tensor(array) for key, array in read_onnx(path).items()}


def raw_voice(file: IO[bytes]) -> bytes:
    """A voice's .pt file as raw little-endian float32. Raises SourceError if the file is not a voice."""
    import torch

    try:
        voice = torch.load(file, map_location="cpu", weights_only=True)
    except Exception as error:  # torch documents no exceptions for a broken file
        raise SourceError("a voice's .pt file is broken") from error
    if not isinstance(voice, torch.Tensor) or voice.shape != VOICE_SHAPE or voice.dtype != torch.float32:
        raise SourceError("a voice's .pt file does not contain a voice")
    return voice.contiguous().numpy().astype("<f4").tobytes()
