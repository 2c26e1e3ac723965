"""MODELS_DIR: what its folders hold, and files that are no models."""

import json
import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from kokoro_speech_server.weights import assets
from kokoro_speech_server.weights.own_layout import check_file, expected_shapes
from kokoro_speech_server.weights.own_models import ModelFolder, OwnModel
from kokoro_speech_server.weights.own_weights import own_weights
from kokoro_speech_server.weights.untrusted_file import UntrustedFileError
from tests.hostile_files import Code, sparse, zip_bomb
from tests.own_models import write_header

CONFIG = assets.config()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "models"
    path.mkdir()
    return path


def make_model(folder: Path, name: str = "mine", suffix: str = ".pth", **changes: Any) -> Path:
    """Write a model whose weights nobody reads."""
    path = folder / name
    path.mkdir()
    (path / f"any_name{suffix}").write_bytes(b"weights")
    (path / "config.json").write_text(json.dumps({**CONFIG, **changes}), encoding="utf-8")
    return path


def found(folder: Path, **options: Any) -> dict[str, OwnModel]:
    models = ModelFolder(folder, **options)
    models.refresh()
    return dict(models.models)


@pytest.mark.parametrize("suffix", [".pth", ".safetensors"])
def test_a_folder_with_weights_and_a_configuration_is_a_model(folder: Path, suffix: str) -> None:
    path = make_model(folder, "Kokoro-82M-v1.1-zh", suffix, vocab={"a": 1, "ㄅ": 2, "ab": 3})
    model = found(folder)["Kokoro-82M-v1.1-zh"]
    assert not model.fault
    assert model.weights == path / f"any_name{suffix}"
    assert model.vocabulary == {"a": 1, "ㄅ": 2}, "no text has a symbol of two characters"
    assert model.config()["vocab"] == model.vocabulary
    assert model.config()["hidden_dim"] == CONFIG["hidden_dim"]


def test_a_change_of_a_file_gives_a_model_another_key(folder: Path) -> None:
    path = make_model(folder)
    models = ModelFolder(folder)
    models.refresh()
    first = models.models["mine"]
    models.refresh()
    assert models.models["mine"] is first
    assert models.current(first.key) == first
    (path / "config.json").write_text(json.dumps({**CONFIG, "vocab": {"a": 1}}), encoding="utf-8")
    assert models.current(first.key) is None
    models.refresh()
    second = models.models["mine"]
    assert second.vocabulary == {"a": 1}
    assert models.current(second.key) == second
    (path / "any_name.pth").unlink()
    models.refresh()
    assert "holds none" in models.models["mine"].fault
    (path / "any_name.pth").write_bytes(b"others")
    models.refresh()
    assert not models.models["mine"].fault


@pytest.mark.parametrize("name", ["my model", "ñ", "a" * 61, ".hidden", "-x", "a@b", "a:b"])
def test_names_that_are_not_allowed(folder: Path, name: str) -> None:
    make_model(folder, name)
    assert found(folder) == {}


def test_a_name_that_is_taken_is_not_used(folder: Path) -> None:
    make_model(folder, "tts-1")
    make_model(folder, "mine")
    assert found(folder, is_taken=lambda name: name == "tts-1").keys() == {"mine"}


@pytest.mark.parametrize("key", ["../models/mine@x", "/etc@x", "..@", "@", "mine"])
def test_a_path_is_no_key(folder: Path, key: str) -> None:
    make_model(folder)
    assert ModelFolder(folder).current(key) is None


def test_a_folder_that_does_not_exist_has_no_models(tmp_path: Path) -> None:
    assert found(tmp_path / "later") == {}


def replaced(path: Path, write: Callable[[Path], Any]) -> None:
    path.unlink()
    write(path)


def linked(path: Path) -> None:
    outside = path.parent.parent.parent / "outside"
    outside.write_bytes(b"weights")
    path.symlink_to(outside)


FAULTS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "no weights": (lambda path: (path / "any_name.pth").unlink(), "holds none"),
    "two files": (
        lambda path: (path / "b.safetensors").write_bytes(b""),
        "holds any_name.pth, b.safetensors",
    ),
    "10 GB": (lambda path: replaced(path / "any_name.pth", sparse), "any_name.pth has 10737418240 bytes"),
    "a link out": (lambda path: replaced(path / "any_name.pth", linked), "any_name.pth is a link out"),
    "a pipe": (lambda path: replaced(path / "any_name.pth", os.mkfifo), "is not a regular file"),
    "a folder": (lambda path: replaced(path / "any_name.pth", Path.mkdir), "is not a regular file"),
    "no configuration": (lambda path: (path / "config.json").unlink(), "config.json does not exist"),
    "a configuration outside": (lambda path: replaced(path / "config.json", linked), "is a link out"),
    "no JSON": (lambda path: (path / "config.json").write_text("{"), "config.json is not JSON"),
    "deep JSON": (lambda path: (path / "config.json").write_text("[" * 100_000), "config.json is not JSON"),
    "a list": (lambda path: (path / "config.json").write_text("[]"), "config.json has no object"),
    "10 MB of JSON": (
        lambda path: (path / "config.json").write_text(" " * 10**7),
        "a configuration has at most",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_files_that_are_no_model(folder: Path, case: str, caplog: pytest.LogCaptureFixture) -> None:
    write, reason = FAULTS[case]
    write(make_model(folder))
    make_model(folder, "other")
    models = found(folder)
    assert models["mine"].fault.startswith("The model 'mine' can't be used: ")
    assert reason in models["mine"].fault
    assert models["mine"].fault in caplog.text
    assert not models["other"].fault
    assert ModelFolder(folder).current(models["mine"].key) is None


def test_a_folder_that_is_a_link_out(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / "mine").symlink_to(make_model(tmp_path / "elsewhere"))
    assert "its folder is a link out" in found(folder)["mine"].fault


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hidden_dim": 1024}, "hidden_dim 1024, which is 512 in Kokoro's architecture"),
        ({"istftnet": {}}, "istftnet {}"),
        ({"plbert": 3}, "no object plbert"),
        ({"plbert": {**CONFIG["plbert"], "num_hidden_layers": 10**9}}, "plbert.num_hidden_layers 1000000000"),
        ({"n_token": 10**12}, "n_token 1000000000000"),
        ({"n_token": True}, "n_token true"),
        ({"vocab": {"a": 178}}, "gives 'a' in vocab the number 178"),
        ({"vocab": {"a": -1}}, "gives 'a'"),
        ({"vocab": {"a": "b"}}, "gives 'a'"),
        ({"vocab": []}, "no vocab"),
        ({"vocab": {}}, "without symbols"),
    ],
)
def test_a_configuration_of_another_architecture(folder: Path, changes: Any, reason: str) -> None:
    make_model(folder, **changes)
    assert reason in found(folder)["mine"].fault


# Weights

SHAPES = {
    "bert.embeddings.weight": (4, 3),
    "decoder.conv.weight": (2, 3, 5),
    "decoder.conv.bias": (2,),
    "decoder.norm1.fc.bias": (6,),
    "decoder.norm1.norm.weight": (3,),
    "decoder.norm1.norm.bias": (3,),
}
STATE = {key: torch.rand(shape) for key, shape in SHAPES.items() if ".norm." not in key}
OFFSETS = {"bert.embeddings.weight": 12, "decoder.conv.bias": 104}


def model_with(tmp_path: Path, suffix: str, write: Callable[[Path], Any]) -> OwnModel:
    path = tmp_path / f"weights{suffix}"
    write(path)
    return OwnModel("mine", "", tmp_path, path, 0)


def weight_normed(vector: str, length: str) -> dict[str, torch.Tensor]:
    """The state with weight norm, under torch's names for it."""
    weight = STATE["decoder.conv.weight"]
    others = {key: tensor for key, tensor in STATE.items() if key != "decoder.conv.weight"}
    lengths = torch.norm_except_dim(weight, 2, 0)
    return {**others, f"decoder.conv.{vector}": 2 * weight, f"decoder.conv.{length}": lengths}


def published(state: dict[str, torch.Tensor]) -> dict[str, dict[str, torch.Tensor]]:
    """A state as it is on the hub: in parts, with the names that parallel training gives, and a pooler."""
    parts: dict[str, dict[str, torch.Tensor]] = {"bert": {"module.pooler.bias": torch.ones(7)}}
    for key, tensor in state.items():
        part, name = key.split(".", 1)
        parts.setdefault(part, {})[f"module.{name}"] = tensor
    return parts


OLD = weight_normed("weight_v", "weight_g")
NEW = weight_normed("parametrizations.weight.original1", "parametrizations.weight.original0")

WRITERS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "safetensors": (".safetensors", lambda path: save_file(STATE, path)),
    "float64": (".safetensors", lambda path: save_file({k: t.double() for k, t in STATE.items()}, path)),
    "safetensors with weight norm": (".safetensors", lambda path: save_file(OLD, path)),
    "flat pth": (".pth", lambda path: torch.save(STATE, path)),
    "pth as published": (".pth", lambda path: torch.save(published(OLD), path)),
    "pth with parametrizations": (".pth", lambda path: torch.save(published(NEW), path)),
}


@pytest.mark.parametrize("case", WRITERS)
def test_weights_of_every_form(tmp_path: Path, case: str) -> None:
    weights = own_weights(model_with(tmp_path, *WRITERS[case]), SHAPES, OFFSETS)
    assert weights.keys() == SHAPES.keys()
    for key, tensor in STATE.items():
        torch.testing.assert_close(weights[key], tensor)
        assert weights[key].dtype is torch.float32
    assert weights["decoder.norm1.norm.weight"].tolist() == [1, 1, 1]
    assert weights["decoder.norm1.norm.bias"].tolist() == [0, 0, 0]
    for key, tensor in weights.items():
        assert tensor.data_ptr() % 64 == OFFSETS.get(key, 0) % 64, "sums are rounded by where operands are"


def with_tensor(key: str, tensor: Any) -> Callable[[Path], Any]:
    return lambda path: torch.save({**STATE, key: tensor}, path)


def without(state: dict[str, torch.Tensor], key: str) -> Callable[[Path], Any]:
    return lambda path: torch.save({name: one for name, one in state.items() if name != key}, path)


HOSTILE: dict[str, tuple[str, Callable[[Path], Any], str]] = {
    "shape": (
        ".pth",
        with_tensor("decoder.conv.bias", torch.ones(3)),
        "'decoder.conv.bias' in the shape [3] instead of [2]",
    ),
    "huge shape": (
        ".pth",
        with_tensor("bert.embeddings.weight", torch.zeros(1).expand(10**12, 3)),
        "'bert.embeddings.weight' in the shape [1000000000000, 3]",
    ),
    "huge shape with weight norm": (
        ".pth",
        lambda path: torch.save({**OLD, "decoder.conv.weight_v": torch.zeros(1).expand(10**12, 3, 5)}, path),
        "'decoder.conv.weight_v' in the shape [1000000000000, 3, 5]",
    ),
    "NaN": (".pth", with_tensor("decoder.conv.bias", torch.tensor([1, torch.nan])), "'decoder.conv.bias'"),
    "infinity": (
        ".safetensors",
        lambda path: save_file({**STATE, "decoder.conv.bias": torch.full((2,), torch.inf)}, path),
        "not finite in the tensor 'decoder.conv.bias'",
    ),
    "beyond float32": (
        ".pth",
        with_tensor("decoder.conv.bias", torch.full((2,), 1e300, dtype=torch.float64)),
        "not finite in the tensor 'decoder.conv.bias'",
    ),
    "integers": (
        ".pth",
        with_tensor("decoder.conv.bias", torch.ones(2).int()),
        "'decoder.conv.bias' of torch.int32",
    ),
    "sparse": (".pth", with_tensor("decoder.conv.bias", torch.ones(2).to_sparse()), "'decoder.conv.bias'"),
    "a missing tensor": (".pth", without(STATE, "decoder.conv.bias"), "lacks the tensor 'decoder.conv.bias'"),
    "half a weight norm": (
        ".pth",
        without(OLD, "decoder.conv.weight_g"),
        "lacks the tensor 'decoder.conv.weight_g'",
    ),
    "another tensor": (
        ".pth",
        with_tensor("mystery.weight", torch.ones(2)),
        "holds the tensor 'mystery.weight'",
    ),
    "no tensor": (".pth", with_tensor("epoch", 3), "holds a int as 'epoch'"),
    "a list": (".pth", lambda path: torch.save([torch.ones(2)], path), "holds a list"),
    "code": (".pth", lambda path: torch.save(Code(path.parent / "ran"), path), "without running code"),
    "old pickle": (".pth", lambda path: path.write_bytes(pickle.dumps(Code(path.parent / "ran"))), "PyTorch"),
    "zip bomb": (".pth", zip_bomb, "unpacked"),
    "no safetensors": (".safetensors", lambda path: path.write_bytes(b"\xff" * 100), "safetensors"),
    "empty": (".pth", lambda path: path.write_bytes(b""), "PyTorch"),
    "10 GB": (".safetensors", sparse, "has 10737418240 bytes"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_weights_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    suffix, write, reason = HOSTILE[case]
    monkeypatch.setattr("kokoro_speech_server.weights.own_weights.LARGEST", 1_000_000)
    model = model_with(tmp_path, suffix, write)
    with pytest.raises(UntrustedFileError) as raised:
        own_weights(model, SHAPES, {})
    assert reason in str(raised.value)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("case", WRITERS)
def test_layouts_of_every_form(tmp_path: Path, case: str) -> None:
    check_file(model_with(tmp_path, *WRITERS[case]).weights, SHAPES, 1_000_000)


def header_of(shapes: dict[str, tuple[int, ...]], **options: Any) -> Callable[[Path], Any]:
    return lambda path: write_header(path, shapes, **options)


def described(header: str) -> Callable[[Path], Any]:
    """A .safetensors file that says this about its tensors, and holds none."""
    return lambda path: path.write_bytes(len(header).to_bytes(8, "little") + header.encode())


def many_entries(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(75):
            archive.writestr(f"{number:0>60000}", b"")


def cut(path: Path) -> None:
    torch.save(STATE, path)
    os.truncate(path, path.stat().st_size - 30)


LAYOUTS: dict[str, tuple[str, Callable[[Path], Any], str]] = {
    "shape": (
        ".safetensors",
        header_of({**SHAPES, "decoder.conv.bias": (3,)}),
        "'decoder.conv.bias' in the shape [3] instead of [2]",
    ),
    "type": (
        ".safetensors",
        header_of(SHAPES, dtype="I32"),
        "'bert.embeddings.weight' of I32 instead of plain floating-point numbers",
    ),
    "a missing tensor": (
        ".safetensors",
        header_of({key: shape for key, shape in SHAPES.items() if key != "decoder.conv.bias"}),
        "lacks the tensor 'decoder.conv.bias'",
    ),
    "half a weight norm": (
        ".safetensors",
        header_of({**SHAPES, "decoder.conv.weight_v": (2, 3, 5)}),
        "lacks the tensor 'decoder.conv.weight_g'",
    ),
    "another tensor": (".safetensors", header_of({**SHAPES, "mystery": (2,)}), "holds the tensor 'mystery'"),
    "cut off": (".safetensors", header_of(SHAPES, missing=4), "is not complete"),
    "no safetensors": (".safetensors", lambda path: path.write_bytes(b"\xff" * 100), "safetensors"),
    "deep": (
        ".safetensors",
        lambda path: path.write_bytes((100_000).to_bytes(8, "little") + b"[" * 100_000),
        "safetensors",
    ),
    "endless": (
        ".safetensors",
        described('{"a":{"dtype":"F32","shape":[1e400],"data_offsets":[0,4]}}'),
        "safetensors",
    ),
    "no place": (
        ".safetensors",
        described('{"a":{"dtype":"F32","shape":[1],"data_offsets":[]}}'),
        "safetensors",
    ),
    "no types": (".safetensors", described('{"a":3}'), "safetensors"),
    "empty": (".safetensors", lambda path: path.write_bytes(b""), "safetensors"),
    "10 GB": (".safetensors", sparse, "has 10737418240 bytes"),
    "a pipe": (".safetensors", os.mkfifo, "is not a regular file"),
    "a cut archive": (".pth", cut, "is not complete"),
    "few numbers": (".pth", lambda path: torch.save({"a": torch.ones(2)}, path), "holds 8 bytes of tensors"),
    "zip bomb": (".pth", zip_bomb, "unpacked"),
    "many entries": (".pth", many_entries, "too many entries"),
}


@pytest.mark.parametrize("case", LAYOUTS)
def test_layouts_that_are_seen_to_be_wrong(tmp_path: Path, case: str) -> None:
    suffix, write, reason = LAYOUTS[case]
    model = model_with(tmp_path, suffix, write)
    with pytest.raises(UntrustedFileError) as raised:
        check_file(model.weights, SHAPES, 10_000_000)
    assert reason in str(raised.value)


def test_a_model_has_a_row_for_each_of_its_symbols() -> None:
    kokoros = {"text_encoder.embedding.weight": (178, 512), "bert.embeddings.weight": (178, 3)}
    expected = {"text_encoder.embedding.weight": (200, 512), "bert.embeddings.weight": (178, 3)}
    assert expected_shapes(kokoros, 200) == expected


def test_layouts_are_checked_once_kokoros_is_there(folder: Path, tmp_path: Path) -> None:
    path = make_model(folder, suffix=".safetensors")
    models = ModelFolder(folder, kokoros_weights=tmp_path / "kokoro.safetensors")
    models.refresh()
    assert not models.models["mine"].fault
    write_header(tmp_path / "kokoro.safetensors", SHAPES)
    models.refresh()
    assert "any_name.safetensors is not a .safetensors file" in models.models["mine"].fault
    write_header(path / "any_name.safetensors", SHAPES)
    models.refresh()
    assert not models.models["mine"].fault
