"""Starts with invalid settings or files, and shutdown."""

import shutil
import socket
from pathlib import Path

import pytest

from kokoro_speech_server import cli
from kokoro_speech_server.config import Settings
from tests.servers import (
    SPEECH,
    FakeServer,
    ServerProcess,
    http_client,
    is_ready,
    wait_until,
)
from tests.texts import LONG_AUDIO


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("PORT", "0"),
        ("PORT", "eighty"),
        ("WORKERS", "0"),
        ("TARGET_MIN_TOKENS", "300"),
        ("FIRST_CHUNK_TOKENS", "400"),
        ("DEFAULT_VOICE", "nobody"),
        ("OPENAI_VOICES", '{"nova": "nobody"}'),
        ("OPENAI_VOICES", "nova"),
        ("MP3_BIT_RATE", "1"),
        ("SEND_TIMEOUT_S", "nan"),
        ("DEVICE", "abacus"),
        ("WARM_VOICES", "af_bella,nobody"),
        ("QUEUE_SIZE", "0"),
        ("ENGINE_TIMEOUT_S", "0"),
        ("GRACE_S", "-1"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_an_invalid_setting_stops_the_start_and_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], setting: str, value: str
) -> None:
    monkeypatch.setattr(cli, "serve", lambda *_, **__: pytest.fail("the server starts"))
    monkeypatch.setenv(setting, value)
    assert cli.main(["serve"]) == 1
    printed = capsys.readouterr()
    assert setting in printed.err
    assert printed.out == ""


def test_a_start_without_valid_settings_has_an_exit_code(model_files: None) -> None:
    with ServerProcess(PORT="0", WORKERS="0") as process:
        assert process.wait() == 1
        assert "PORT" in process.stderr
        assert "WORKERS" in process.stderr
        assert "Traceback" not in process.stderr
        assert process.stdout == ""


def test_more_engines_than_workers_stop_the_start(model_files: None) -> None:
    with ServerProcess(WORKERS="2", ENGINES="3") as process:
        assert process.wait() == 1
        assert "ENGINES must not exceed WORKERS" in process.stderr


def test_a_port_in_use_stops_the_start(model_files: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with ServerProcess(PORT=str(port)) as process:
            assert process.wait() == 1
            assert f"port {port}" in process.stderr
            assert "Traceback" not in process.stderr


def test_damaged_model_files_and_no_network_stop_the_start(model_files: None, tmp_path: Path) -> None:
    good = Settings().model_dir
    shutil.copytree(good, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.safetensors"))
    (tmp_path / "kokoro-v1_0.safetensors").write_bytes(b"damaged")
    with ServerProcess(MODEL_DIR=str(tmp_path), HF_HUB_OFFLINE="1") as process:
        assert process.wait() == 1
        assert "HF_HUB_OFFLINE" in process.stderr
        assert str(tmp_path) in process.stderr
        assert "Traceback" not in process.stderr


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"WORKERS": "1"}, id="one_worker", marks=pytest.mark.proof),
        pytest.param({"WORKERS": "2", "ENGINES": "1"}, id="two_workers"),
    ],
)
def test_a_model_that_fails_to_load_ends_the_server(model_files: None, settings: dict[str, str]) -> None:
    with ServerProcess(module="tests.fake_serve", FAKE_LOAD_ERROR="no such weights", **settings) as process:
        assert process.wait() != 0
        assert "no such weights" in process.stderr
        assert "Ready" not in process.stdout


def test_shutdown_completes_the_response_in_progress(model_files: None) -> None:
    with ServerProcess(module="tests.fake_serve", WORKERS="1", FAKE_FRAMES="8") as process:
        process.wait_until_ready()
        with http_client.stream(
            "POST", process.url + SPEECH, json={"input": LONG_AUDIO, "response_format": "pcm"}
        ) as answer:
            pieces = answer.iter_raw()
            first = next(pieces)
            process.process.terminate()
            wait_until(lambda: not is_ready(process.url), "end of readiness")
            rest = b"".join(pieces)
        assert len(first + rest) > 10_000_000
        assert process.wait() == 0


def test_voices_can_be_warmed(model_files: None) -> None:
    with FakeServer(warm_voices="em_alex, if_sara+im_nicola") as server:
        wait_until(lambda: is_ready(server.url), "readiness")
        assert server.engine.steps == 3  # the two and the default voice
        styles = {chunk.style.tobytes() for chunk in server.engine.chunks}
        assert len(styles) == 3
