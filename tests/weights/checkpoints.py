"""Checkpoints and voices in their published formats, and a small model that tests can download quickly."""

import hashlib
import io
import json
import warnings
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import load_file

from kokoro_speech_server.weights.assets import config, verify
from kokoro_speech_server.weights.manifest import VOICE_SHAPE, File, Manifest, layout_digest

REAL = Manifest.shipped()
PTH = "kokoro-v1_0.pth"


def blank_model() -> Any:
    """A KModel with weight norm and random weights, which needs no .pth file."""
    from kokoro_speech_server.engine.kokoro_library import KModel  # noqa: PLC0415 - slow

    empty = io.BytesIO()
    torch.save({}, empty)
    empty.seek(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of torch, about layers that kokoro uses
        return KModel(repo_id=REAL.repo, config=config(), model=empty).eval()


def published(weights: Mapping[str, torch.Tensor], weight_normed: frozenset[str]) -> bytes:
    """The .pth as on the hub: with weight norm, keys that start with `module.`, a pooler, and no AdaIN norms."""
    parts: dict[str, dict[str, torch.Tensor]] = {"bert": {"module.pooler.bias": torch.ones(768)}}
    for key, tensor in weights.items():
        part, name = key.split(".", 1)
        keys = parts.setdefault(part, {})
        layer = key.removesuffix(".weight")
        if layer in weight_normed and key != layer:
            keys[f"module.{name}_v"] = tensor * 2  # folding must undo the factor
            keys[f"module.{name}_g"] = torch.norm_except_dim(tensor, 2, 0)
        elif not key.endswith((".norm.weight", ".norm.bias")):
            keys[f"module.{name}"] = tensor
    return saved(parts)


def publish_real(weights: Path, checkpoint: Path) -> None:
    """Write the .pth of the real weights, and beside it, as .json, the names of its layers with weight norm.

    It needs a gigabyte, so call it in a process of its own.
    """
    layers = [name for name, module in blank_model().named_modules() if hasattr(module, "weight_g")]
    checkpoint.write_bytes(published(load_file(weights), frozenset(layers)))
    checkpoint.with_suffix(".json").write_text(json.dumps(layers))


def tensor_names(path: Path) -> set[str]:
    """The names in a file of safetensors."""
    with safe_open(path, "pt") as file:
        return set(file.keys())


def read_tensor(path: Path, name: str) -> torch.Tensor:
    """One tensor of such a file, which is mapped anew, since every page that is read stays in memory until then."""
    with safe_open(path, "pt") as file:
        tensor: torch.Tensor = file.get_tensor(name)
        return tensor


def saved(value: Any) -> bytes:
    file = io.BytesIO()
    torch.save(value, file)
    return file.getvalue()


def voice_pt(raw: bytes) -> bytes:
    return saved(torch.tensor(np.frombuffer(raw, "<f4").copy()).reshape(VOICE_SHAPE))


def file_of(name: str, body: bytes | memoryview) -> File:
    return File(name, len(body), hashlib.sha256(body).hexdigest())


class SmallModel:
    """A checkpoint of 13 MB (the hub's client writes 10 MB at a time) with two voices, and their manifest."""

    names = ("af_one", "bm_two")

    def __init__(self) -> None:
        random = np.random.default_rng(7)
        v = torch.tensor(random.standard_normal((8, 3, 5), np.float32))
        big = torch.tensor(random.standard_normal((3300, 1000), np.float32))
        fc = torch.tensor(random.standard_normal((6, 4), np.float32))
        self.expected = {
            "decoder.conv.weight": v,
            "bert.big": big,
            "decoder.norm1.fc.weight": fc,
            "decoder.norm1.fc.bias": fc[:, 0].contiguous(),
            "decoder.norm1.norm.weight": torch.ones(3),
            "decoder.norm1.norm.bias": torch.zeros(3),
        }
        self.checkpoint = published(self.expected, frozenset({"decoder.conv"}))
        raw = {
            name: random.standard_normal(VOICE_SHAPE, np.float32).astype("<f4").tobytes()
            for name in self.names
        }
        self.files = {PTH: self.checkpoint}
        self.files |= {f"voices/{name}.pt": voice_pt(raw[name]) for name in self.names}
        self.raw = raw
        self.manifest = replace(
            REAL,
            checkpoint=file_of(PTH, self.checkpoint),
            layout_sha256=layout_digest((key, tensor.shape) for key, tensor in self.expected.items()),
            voices={name: hashlib.sha256(raw[name]).hexdigest() for name in self.names},
        )

    def check(self, model_dir: Path) -> None:
        """Assert that the folder contains the complete and correct files, and no others."""
        assert verify(model_dir, manifest=self.manifest) == []
        written = load_file(model_dir / "kokoro-v1_0.safetensors")
        assert written.keys() == self.expected.keys()
        for key, tensor in self.expected.items():
            torch.testing.assert_close(written[key], tensor)
        assert {path.name for path in model_dir.iterdir()} - {"downloads"} == {
            ".lock",
            "kokoro-v1_0.safetensors",
            "voices",
        }
