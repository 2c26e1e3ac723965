"""The server's engine in a process of its own, with a given number of threads and nothing beside it.

`thread_benchmark` starts one for each number of threads and for each replica. It takes JSON lines on stdin,
{"phonemes": STRING} for one forward pass, and answers each with a JSON line on stdout: the seconds of computing
and of audio. The first line it writes, unasked, tells how long it took to load.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import torch

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, PhonemeToken
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.weights import assets

_SEED = 1
"""The same noise each time, so that every process makes the same audio."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.tts_speed_benchmark.engine_process")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--model-dir", type=Path, required=True)
    parser.add_argument("--voice", required=True)
    options = parser.parse_args()
    # Whatever the libraries print goes to stderr, so that stdout carries answers only.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    # OMP_NUM_THREADS is in the environment already: it counts only if it is there before torch is imported.
    start = time.perf_counter()
    engine = KokoroV1(options.model_dir, "cpu", options.threads)
    engine.load()
    styles = assets.read_voice(assets.ensure_model(options.model_dir), options.voice)
    about = {"threads": torch.get_num_threads(), "load_s": time.perf_counter() - start}
    print(json.dumps(about), file=answers)
    for line in sys.stdin:  # ends when the study does, in whatever way
        print(json.dumps(_speak(engine, styles, json.loads(line)["phonemes"])), file=answers)


def _speak(engine: KokoroV1, styles: Any, phonemes: str) -> dict[str, float]:
    tokens = tuple(PhonemeToken(symbol, 0, 0) for symbol in phonemes)  # the engine does not look at the spans
    chunk = Chunk(tokens=tokens, style=styles[len(tokens) - 1], speed=1.0, pause=0.0, seed=_SEED)
    start = time.perf_counter()
    [result] = engine.synthesize([chunk])
    engine_s = time.perf_counter() - start
    if isinstance(result, EngineError):
        raise result
    return {"engine_s": engine_s, "audio_s": len(result.samples) / SAMPLE_RATE}


if __name__ == "__main__":
    main()
