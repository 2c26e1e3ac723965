"""The yardstick: `kokoro.KPipeline` and `kokoro.KModel` as the library ships them, in a process of their own.

Run as a program it takes commands as JSON lines on stdin and answers each with one JSON line on stdout:
{"speak": TEXT} says a whole text, {"begin": TEXT} only its first piece, {"phonemes": STRING} one forward pass.
The first line it writes, unasked, tells what it runs on.
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
    parser.add_argument("--device", default="cpu", help="where the model runs (default: %(default)s)")
    parser.add_argument("--voice", default="af_heart", help="who speaks (default: %(default)s)")
    options = parser.parse_args()
    # Whatever the libraries print goes to stderr, so that stdout carries answers only.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    pipeline = load_pipeline(options.device, options.voice)
    print(json.dumps(_machine(options.device)), file=answers)
    for line in sys.stdin:
        print(json.dumps(_obey(pipeline, options.voice, json.loads(line))), file=answers)


def load_pipeline(device: str, voice: str) -> KPipeline:
    """KPipeline for American English, made without the network."""
    files = assets.ensure_model(Settings().model_dir)
    # The constructor for English would download a spaCy model; all that it does beyond is set these two.
    pipeline = KPipeline("e", repo_id=REPO, model=load_model(device))
    pipeline.lang_code = "a"
    pipeline.g2p = _Misaki(british=False, fallback=EspeakFallback(british=False))
    pipeline.voices[voice] = torch.tensor(assets.read_voice(files, voice))[:, None]
    return pipeline


def load_model(device: str) -> KModel:
    """KModel with its weight norm intact, as it comes from the published checkpoint.

    Our file has the weight norm folded. Any v and g with W = g * v / |v| are the same layer; v = W and
    g = |W|, the norm over all dimensions but the first, are taken.
    """
    weights = load_file(assets.ensure_model(Settings().model_dir).weights)
    # An empty checkpoint keeps KModel from fetching one.
    nothing = io.BytesIO()
    torch.save({}, nothing)
    nothing.seek(0)
    model = KModel(repo_id=REPO, config=assets.config(), model=nothing)
    state = {}
    for key in model.state_dict():
        layer, _, part = key.rpartition(".")
        if part == "weight_v":
            state[key] = weights[f"{layer}.weight"]
        elif part == "weight_g":
            state[key] = torch.norm_except_dim(weights[f"{layer}.weight"], 2, 0)
        elif not key.startswith("bert.pooler."):  # nothing uses its output, and our file leaves it out
            state[key] = weights[key]
    missing, _ = model.load_state_dict(state, strict=False)
    assert all(key.startswith("bert.pooler.") for key in missing), missing
    return model.to(device).eval()


def _machine(device: str) -> dict[str, Any]:
    name = torch.cuda.get_device_name(device) if device.startswith("cuda") else None
    return {"torch": torch.__version__, "threads": torch.get_num_threads(), "gpu": name}


def _obey(pipeline: KPipeline, voice: str, command: dict[str, str]) -> dict[str, float]:
    """Seconds from the command to the first piece of audio and to the last one, and seconds of audio."""
    start = time.perf_counter()
    first_audio_s = None
    samples = 0
    for result in _results(pipeline, voice, command):
        samples += len(result.audio)  # on the CPU by now: KModel brings it there
        if first_audio_s is None:
            first_audio_s = time.perf_counter() - start
        if "begin" in command:
            break
    if first_audio_s is None:
        raise ValueError(f"Nothing to speak in {command}")
    total_s = time.perf_counter() - start
    return {"first_audio_s": first_audio_s, "total_s": total_s, "audio_s": samples / SAMPLE_RATE}


def _results(pipeline: KPipeline, voice: str, command: dict[str, str]) -> Iterator[KPipeline.Result]:
    if "phonemes" in command:
        results: Iterator[KPipeline.Result] = pipeline.generate_from_tokens(command["phonemes"], voice)
        return results
    return iter(pipeline(command.get("speak") or command["begin"], voice))


if __name__ == "__main__":
    main()
