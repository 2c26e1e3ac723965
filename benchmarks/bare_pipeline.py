"""The baseline: `kokoro.KPipeline` and `kokoro.KModel` as the library ships them, in a process of their own.

The program reads commands as JSON lines from stdin and answers each with a JSON line on stdout: {"speak": TEXT}
synthesizes a whole text, {"begin": TEXT} its first piece, {"phonemes": STRING} phonemes in one forward pass.
The first line on stdout describes the machine.
"""

import argparse
import io
import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

import torch
from kokoro import KModel, KPipeline
from misaki.espeak import EspeakFallback
from safetensors.torch import load_file

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.g2p.english import _Misaki
from kokoro_speech_server.weights import assets

REPO = "hexgrad/Kokoro-82M"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bare_pipeline", description=__doc__)
    parser.add_argument("--device", default="cpu", help="device of the model (default: %(default)s)")
    parser.add_argument("--voice", default="af_heart", help="name of the voice (default: %(default)s)")
    options = parser.parse_args()
    # Libraries may print; that goes to stderr, so that stdout carries only answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    pipeline = load_pipeline(options.device, options.voice)
    print(json.dumps(_machine(options.device)), file=answers)
    for line in sys.stdin:
        print(json.dumps(_run(pipeline, options.voice, json.loads(line))), file=answers)


def load_pipeline(device: str, voice: str) -> KPipeline:
    """KPipeline for American English, built without access to the network."""
    files = assets.ensure_model(Settings().model_dir)
    # The constructor for English would download a spaCy model; apart from that it only sets these two attributes.
    pipeline = KPipeline("e", repo_id=REPO, model=load_model(device))
    pipeline.lang_code = "a"
    pipeline.g2p = _Misaki(british=False, fallback=EspeakFallback(british=False))
    pipeline.voices[voice] = torch.tensor(assets.read_voice(files, voice))[:, None]
    return pipeline


def load_model(device: str) -> KModel:
    """KModel with its weight norm intact, as the published checkpoint defines it.

    In our file the weight norm is folded. Any v and g with W = g * v / |v| define the same layer; this function chooses
    v = W and g = |W|, the norm over all dimensions but the first.
    """
    weights = load_file(assets.ensure_model(Settings().model_dir).weights)
    # Given an empty checkpoint, KModel does not download one.
    checkpoint = io.BytesIO()
    torch.save({}, checkpoint)
    checkpoint.seek(0)
    model = KModel(repo_id=REPO, config=assets.config(), model=checkpoint)
    state = {}
    for key in model.state_dict():
        layer, _, part = key.rpartition(".")
        if part == "weight_v":
            state[key] = weights[f"{layer}.weight"]
        elif part == "weight_g":
            state[key] = torch.norm_except_dim(weights[f"{layer}.weight"], 2, 0)
        elif not key.startswith("bert.pooler."):  # its output is unused, and our file omits it
            state[key] = weights[key]
    missing, _ = model.load_state_dict(state, strict=False)
    assert all(key.startswith("bert.pooler.") for key in missing), missing
    return model.to(device).eval()


def _machine(device: str) -> dict[str, Any]:
    name = torch.cuda.get_device_name(device) if device.startswith("cuda") else None
    return {"torch": torch.__version__, "threads": torch.get_num_threads(), "gpu": name}


def _run(pipeline: KPipeline, voice: str, command: dict[str, str]) -> dict[str, float]:
    """Seconds from the command to the first piece of audio and to the last one, and seconds of audio."""
    start = time.perf_counter()
    first_audio_s = None
    samples = 0
    for result in _results(pipeline, voice, command):
        samples += len(result.audio)  # on the CPU: KModel copies it there
        if first_audio_s is None:
            first_audio_s = time.perf_counter() - start
        if "begin" in command:
            break
    if first_audio_s is None:
        raise ValueError(f"No audio resulted from {command}")
    total_s = time.perf_counter() - start
    return {"first_audio_s": first_audio_s, "total_s": total_s, "audio_s": samples / SAMPLE_RATE}


def _results(pipeline: KPipeline, voice: str, command: dict[str, str]) -> Iterator[KPipeline.Result]:
    if "phonemes" in command:
        results: Iterator[KPipeline.Result] = pipeline.generate_from_tokens(command["phonemes"], voice)
        return results
    return iter(pipeline(command.get("speak") or command["begin"], voice))


if __name__ == "__main__":
    main()
