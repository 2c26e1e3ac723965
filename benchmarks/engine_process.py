"""The server's engine in a process of its own, for `benchmarks.engine`.

It reads commands as JSON lines from stdin and answers each with a JSON line on stdout. {"synthesize": [PHONEMES, …]} is
one pass; {"stages": [PHONEMES, …]} is a pass whose stages are timed separately, each with a wait for the device at its
end. The first line on stdout describes the engine and what loading it took.
"""

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import psutil  # type: ignore[import-untyped]
import torch

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.weights import assets

_VOICES = ("af_heart", "am_onyx", "bf_emma", "zm_yunxi")


def main() -> None:
    options = _options()
    # Libraries may print; that goes to stderr, so that stdout carries only answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    before = _private_mb()
    start = time.perf_counter()
    engine = KokoroV1(
        Settings().model_dir,
        options.device,
        options.threads,
        precision=options.precision,
        cpu_backend=options.backend,
        max_batch_size=options.batch,
        cuda_graphs_max_s=options.cuda_graphs_s,
    )
    engine.load()
    about = {
        "precision": engine.precision,
        "backend": engine.backend,
        "threads": torch.get_num_threads(),
        "load_s": time.perf_counter() - start,
        "private_mb": _private_mb() - before,
        "torch": torch.__version__,
        "gpu": torch.cuda.get_device_name(engine.device) if engine.device.startswith("cuda") else None,
    }
    print(json.dumps(about), file=answers)
    files = assets.ensure_model(Settings().model_dir)
    styles = {voice: assets.read_voice(files, voice) for voice in _VOICES}
    backend = engine.backend
    for line in sys.stdin:
        command = json.loads(line)
        [(action, phonemes)] = command.items()
        chunks = [_chunk(symbols, styles[_VOICES[i % len(_VOICES)]], i) for i, symbols in enumerate(phonemes)]
        answer = _synthesize(engine, chunks) if action == "synthesize" else _stages(engine, chunks)
        if engine.backend != backend:
            raise RuntimeError("The engine fell back to the plain network.")
        print(json.dumps(answer), file=answers)


def _chunk(phonemes: str, styles: Any, seed: int) -> Chunk:
    tokens = tuple(PhonemeToken(symbol, 0, 0) for symbol in phonemes)  # the engine ignores the spans
    return Chunk(tokens=tokens, style=styles[len(tokens) - 1], speed=1.0, pause=0.0, seed=seed)


def _synthesize(engine: KokoroV1, chunks: Sequence[Chunk]) -> dict[str, float]:
    start = time.perf_counter()
    results = engine.synthesize(chunks)  # returns once the samples are on the host
    seconds = time.perf_counter() - start
    samples = 0
    for result in results:
        if isinstance(result, EngineError):
            raise result
        samples += len(result.samples)
    return {"engine_s": seconds, "audio_s": samples / SAMPLE_RATE}


def methods_of_stages(network: Any) -> dict[str, tuple[Any, str]]:
    """The object and the name of the method that computes each stage of a network without CUDA graphs."""
    vocoder = network._vocoder
    return {
        "durations": (network._prosody, "durations"),
        "text encoder": (network._text_encoder, "forward"),
        "F0 and energy": (network._prosody, "f0_and_energy"),
        "harmonic source": (network._harmonic_source, "forward"),
        "decoder": (vocoder, "features"),
        "generator": (vocoder._generator, "forward"),
        "inverse transform": (vocoder._inverse, "forward"),
    }


def _stages(engine: KokoroV1, chunks: Sequence[Chunk]) -> dict[str, float]:
    """Seconds of each stage, measured by wrapping the network's methods. A CUDA graph's parts cannot be separated."""
    assert engine._network is not None
    network: Any = engine._network.active
    has_graphs = "graphs" in engine.backend
    stages = (
        {name: (network, name) for name in ("encode", "decode")} if has_graphs else methods_of_stages(network)
    )
    seconds: defaultdict[str, float] = defaultdict(float)
    originals = [(owner, name, getattr(owner, name)) for owner, name in stages.values()]
    try:
        for stage, (owner, name) in stages.items():
            setattr(owner, name, _timed(getattr(owner, name), stage, seconds, engine.device))
        whole = _synthesize(engine, chunks)["engine_s"]
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)
    return {**seconds, "rest": whole - sum(seconds.values()), "whole": whole}


def _timed(
    work: Callable[..., Any], stage: str, seconds: dict[str, float], device: str
) -> Callable[..., Any]:
    def timed(*args: Any, **kwargs: Any) -> Any:
        start = time.perf_counter()
        result = work(*args, **kwargs)
        if device.startswith("cuda"):
            torch.cuda.synchronize(device)
        seconds[stage] += time.perf_counter() - start
        return result

    return timed


def _private_mb() -> float:
    return float(psutil.Process().memory_full_info().uss) / 1e6


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine_process", description=__doc__)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--precision", default="auto")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--batch", type=int)
    parser.add_argument("--cuda-graphs-s", type=float, default=0, help="limit for the capture of CUDA graphs")
    return parser.parse_args()


if __name__ == "__main__":
    main()
