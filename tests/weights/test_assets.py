"""MODEL_DIR: complete files need nothing, concurrent and interrupted starts, damage, and disks that refuse."""

from pathlib import Path

import pytest

from kokoro_speech_server.weights.assets import (
    AssetError,
    ModelFiles,
    ensure_model,
    main,
    read_voice,
    verify,
)
from tests.servers import wait_until
from tests.weights.checkpoints import PTH, SmallModel
from tests.weights.fake_hub import FakeHub
from tests.weights.fetching import NO_NETWORK, SMALL_DISK, fetch, fetch_without_torch, start

READ_ONLY = """
def read_only(event, args):
    writing = event == "open" and isinstance(args[2], int) and args[2] & 3
    if writing or event in {"os.mkdir", "os.rename", "os.remove", "os.chmod"}:
        raise SystemExit(f"{event} {args}")
sys.addaudithook(read_only)
"""
"""Ends the process when it writes to the disk."""


@pytest.mark.server
def test_offline_no_source_is_used(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint, before=NO_NETWORK, HF_HUB_OFFLINE="1")
    assert done.returncode == 3
    assert "HF_HUB_OFFLINE is set" in done.stderr
    assert hub.requests == []
    assert not (tmp_path / "npm.log").exists()


@pytest.mark.server
def test_complete_files_need_no_network_no_writing_and_no_torch(
    tmp_path: Path, small: SmallModel, hub: FakeHub
) -> None:
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 0
    hub.requests.clear()
    no_torch = 'import atexit\natexit.register(lambda: print("torch" in sys.modules))'
    before = NO_NETWORK + READ_ONLY + no_torch
    done = fetch_without_torch(tmp_path, small.manifest, endpoint=hub.endpoint, before=before)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")
    assert hub.requests == []


@pytest.mark.server
def test_two_concurrent_starts_fetch_once(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
    hub.gate.clear()
    both = [start(tmp_path, small.manifest, endpoint=hub.endpoint) for _ in range(2)]
    # Only when one of them waits for the other may that one continue.
    waiting = "Another process is fetching the model"
    wait_until(lambda: any(waiting in process.stderr for process in both), "notice of the one that waits")
    hub.gate.set()
    assert [process.wait() for process in both] == [0, 0]
    assert len(hub.gets(PTH)) == 1
    assert len(hub.gets("voices/af_one.pt")) == 1
    small.check(tmp_path / "model")


@pytest.mark.server
def test_a_kill_during_the_conversion_leaves_no_bad_file(
    tmp_path: Path, small: SmallModel, hub: FakeHub
) -> None:
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
    assert len(hub.gets(PTH)) == 1  # the complete download is used again
    small.check(tmp_path / "model")


@pytest.mark.server
def test_the_next_start_cleans_up_after_a_kill_before_the_cleanup(
    tmp_path: Path, small: SmallModel, hub: FakeHub
) -> None:
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 0
    (tmp_path / "model" / ".work").mkdir()
    (tmp_path / "model" / ".work" / PTH).write_bytes(b"left over")
    ensure_model(tmp_path / "model", manifest=small.manifest)
    small.check(tmp_path / "model")


@pytest.mark.server
def test_damage_is_detected_and_repaired(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 0
    model = tmp_path / "model"
    weights, voice = model / "kokoro-v1_0.safetensors", model / "voices" / "af_one.bin"

    flip_last_byte(weights)
    assert verify(model, manifest=small.manifest) == [f"{weights} is damaged."]
    flip_last_byte(voice)
    with pytest.raises(AssetError, match=r"af_one\.bin is damaged"):
        read_voice(ModelFiles(weights, voice.parent), "af_one", manifest=small.manifest)
    assert len(verify(model, manifest=small.manifest)) == 2

    weights.write_bytes(
        weights.read_bytes()[:-1]
    )  # a wrong length is detected without reading the whole file
    voice.unlink()
    assert fetch(tmp_path, small.manifest, endpoint=hub.endpoint).returncode == 0
    small.check(model)


def flip_last_byte(path: Path) -> None:
    body = path.read_bytes()
    path.write_bytes(body[:-1] + bytes([body[-1] ^ 1]))


def test_verify_of_an_empty_folder_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--verify", "--model-dir", str(tmp_path)]) == 1
    problems = capsys.readouterr().err.splitlines()
    assert len(problems) == 55
    assert problems[0] == f"{tmp_path / 'kokoro-v1_0.safetensors'} is missing."


@pytest.mark.server
def test_a_full_disk_is_a_clear_error(tmp_path: Path, small: SmallModel, hub: FakeHub) -> None:
    done = fetch(tmp_path, small.manifest, endpoint=hub.endpoint, before=SMALL_DISK)
    assert done.returncode == 3
    assert f"Can't store the model's files in {tmp_path / 'model'}: File too large" in done.stderr
    assert not (tmp_path / "npm.log").exists()  # another source would not help


def test_a_model_dir_that_is_no_folder_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AssetError, match=f"Can't store the model's files in {tmp_path}/file"):
        ensure_model(tmp_path / "file" / "model")
