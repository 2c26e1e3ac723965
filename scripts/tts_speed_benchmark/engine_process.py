"""Runs the server's engine alone in a process, with a given number of threads.

`thread_benchmark` starts one process for each number of threads and for each replica. The process reads JSON lines from
stdin, {"phonemes": STRING} for one forward pass, and answers each with a JSON line on stdout: the seconds of computing
and of audio. Its first line reports the number of threads and the seconds of loading.
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
"""A fixed seed for the noise: all processes synthesize the same audio."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.tts_speed_benchmark.engine_process")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--model-dir", type=Path, required=True)
    parser.add_argument("--voice", required=True)
    options = parser.parse_args()
    # Output of libraries goes to stderr; stdout has only the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    # OMP_NUM_THREADS is set in the environment already: torch reads it when it is imported.
    start = time.perf_counter()
    engine = KokoroV1(options.model_dir, "cpu", options.threads)
    engine.load()
    styles = assets.read_voice(assets.ensure_model(options.model_dir), options.voice)
    about = {"threads": torch.get_num_threads(), "load_s": time.perf_counter() - start}
    print(json.dumps(about), file=answers)
    for line in sys.stdin:  # stdin closes when the study ends, even if it is killed
        print(json.dumps(_synthesize(engine, styles, json.loads(line)["phonemes"])), file=answers)


def _synthesize(engine: KokoroV1, styles: Any, phonemes: str) -> dict[str, float]:
    tokens = tuple(PhonemeToken(symbol, 0, 0) for symbol in phonemes)  # the engine ignores the spans
    chunk = Chunk(tokens=tokens, style=styles[len(tokens) - 1], speed=1.0, pause=0.0, seed=_SEED)
    start = time.perf_counter()
    [result] = engine.synthesize([chunk])
    engine_s = time.perf_counter() - start
    if isinstance(result, EngineError):
        raise result
    return {"engine_s": engine_s, "audio_s": len(result.samples) / SAMPLE_RATE}


if __name__ == "__main__":
    main()
