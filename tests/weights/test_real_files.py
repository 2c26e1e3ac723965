"""The real model's files: equal to the published ones, and to the ONNX export as onnxruntime runs it."""

import hashlib
import json
import subprocess
import sys
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
    main,
    read_voice,
    voice_names,
)
from kokoro_speech_server.weights.manifest import VOICE_BYTES, File
from tests.engine.library_albert import library_albert
from tests.servers import ROOT
from tests.weights.checkpoints import REAL, blank_model
from tests.weights.fetching import SOURCE_ROOT

TOKENS = "hˈɛlˌO, ðə kwˈɪk bɹˈWn fˈɑks."


@pytest.mark.model
@pytest.mark.proof
@pytest.mark.filterwarnings("ignore")
def test_the_weights_synthesize_what_the_onnx_export_does(
    files: ModelFiles, onnx_file: Path, tmp_path: Path
) -> None:
    model = blank_model()
    for module in model.modules():
        if hasattr(module, "weight_g"):
            torch.nn.utils.remove_weight_norm(module)
    model.load_state_dict(load_file(files.weights), assign=True)  # strict: exactly these keys
    model.bert = library_albert(model.bert)

    ids = [0, *(model.vocab[symbol] for symbol in TOKENS), 0]
    style = read_voice(files, "af_heart")[len(ids) - 3][None]
    with torch.no_grad():
        audio, durations = model.forward_with_tokens(torch.tensor([ids]), torch.tensor(style), 1.0)

    inputs, outputs = tmp_path / "inputs.npz", tmp_path / "outputs.npz"
    np.savez(inputs, input_ids=np.array([ids]), style=style, speed=np.ones(1, np.float32))
    command = [sys.executable, "-m", "tests.weights.onnx_process", str(onnx_file), str(inputs), str(outputs)]
    subprocess.run(command, cwd=ROOT, check=True)
    with np.load(outputs) as expected:
        expected_audio, expected_durations = expected["audio"], expected["durations"]

    assert durations.tolist() == expected_durations.tolist()
    ours, theirs = spectrogram(audio.numpy()), spectrogram(expected_audio)
    assert ours.shape == theirs.shape
    assert np.corrcoef(ours.ravel(), theirs.ravel())[0, 1] > 0.99
    assert 1.3 < theirs.sum() / ours.sum() < 1.6  # the export's inverse STFT is too loud, ours is right


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


def test_a_voice_has_the_size_that_the_quick_check_expects(files: ModelFiles) -> None:
    assert {path.stat().st_size for path in files.voices.glob("*.bin")} == {VOICE_BYTES}


def test_config_is_the_hubs_byte_for_byte() -> None:
    folder = SOURCE_ROOT / "kokoro_speech_server" / "weights"
    shipped = json.loads((folder / "manifest.json").read_text())["hub"]["config"]
    assert File(**shipped).is_at(folder / "kokoro_v1_0.json")
    assert config()["n_token"] == len(config()["vocab"]) + 64  # 114 symbols in a table of 178


def test_verify_accepts_the_real_files(files: ModelFiles, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--verify", "--model-dir", str(files.weights.parent)]) == 0
    assert capsys.readouterr().out.startswith("OK")
