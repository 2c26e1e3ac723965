"""Models of one's own whose weights nobody reads."""

import json
from math import prod
from pathlib import Path
from typing import Any

from kokoro_speech_server.config import Settings
from kokoro_speech_server.weights import assets
from kokoro_speech_server.weights.own_layout import expected_shapes
from kokoro_speech_server.weights.weights_file import shapes

CONFIG = assets.config()


def make_model(folder: Path, name: str, *voices: str, **config: Any) -> Path:
    """Write a model whose file of weights has the tensors of Kokoro's architecture, all of them zeros, and voices, each
    a copy of one of Kokoro's. config: changes of the configuration"""
    path = folder / name
    path.mkdir()
    files = assets.ModelFiles.under(Settings().model_dir)
    write_header(path / "weights.safetensors", expected_shapes(shapes(files.weights), CONFIG["n_token"]))
    (path / "config.json").write_text(json.dumps({**CONFIG, **config}), encoding="utf-8")
    for voice in voices:
        (path / "voices").mkdir(exist_ok=True)
        (path / "voices" / f"{voice}.bin").write_bytes((files.voices / "ef_dora.bin").read_bytes())
    return path


def write_header(
    path: Path, shapes: dict[str, tuple[int, ...]], *, dtype: str = "F32", missing: int = 0
) -> None:
    """Write a .safetensors file of tensors in these shapes, which takes no room. missing: bytes at its end"""
    header: dict[str, Any] = {}
    end = 0
    for name, shape in shapes.items():
        begin, end = end, end + 4 * prod(shape)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        file.truncate(8 + len(text) + end - missing)
