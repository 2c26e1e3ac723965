"""Measures how loud each voice is (EBU R128, by pyloudnorm), which decides the gains of `loudness`.

`python -m scripts.voice_loudness measure` speaks two texts of five sentences with each of the 54 voices and writes the
mean of their integrated loudness into voices/loudness.json. `python -m scripts.voice_loudness check` speaks five other
sentences with and without `loudness`, and prints how far the voices lie apart. Both need pyloudnorm
(`pip install '.[loudness]'`), and go on where they were stopped, with what is in the file `--found`, one for each.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.voices import VOICES
from scripts.loudness_sentences import SENTENCES
from tests.servers import SPEECH, ServerProcess, http_client

TABLE = Path(__file__).parent.parent / "api" / "src" / "kokoro_speech_server" / "voices" / "loudness.json"

TARGET = -20.0
"""LUFS that the check requests."""

MEASURED, CHECKED = (0, 1), 2
"""Which of each three sentences are measured, and which one is checked."""

AT_ONCE = 2
"""Requests, for as many workers with one thread each."""

Sound = np.ndarray[Any, np.dtype[np.float64]]


def sound(url: str, voice: str, number: int, **fields: Any) -> Sound:
    """Five sentences of a voice, one after the other. number: of the sentences in each three"""
    text = " ".join(three[number] for three in SENTENCES[VOICES[voice].language])
    body = {"input": text, "voice": voice, "seed": 1, "response_format": "pcm", **fields}
    answer = http_client.post(url + SPEECH, json=body)
    answer.raise_for_status()
    return np.frombuffer(answer.content, "<i2") / 32768


def loudness_of(samples: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """The integrated loudness in LUFS."""
    import pyloudnorm  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415 - only this needs it

    return round(float(pyloudnorm.Meter(SAMPLE_RATE).integrated_loudness(samples)), 2)


def each_voice(found: Path, figures: Callable[[str], Sequence[float]]) -> dict[str, Sequence[float]]:
    """The figures of each voice, those that the file has and those that are still to be made, which it keeps."""
    known: dict[str, Sequence[float]] = json.loads(found.read_text()) if found.exists() else {}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        left = [voice for voice in VOICES if voice not in known]
        for voice, made in zip(left, pool.map(figures, left), strict=True):
            known[voice] = made
            found.write_text(json.dumps(known))
    return {voice: known[voice] for voice in VOICES}


def measure(url: str, found: Path) -> None:
    texts = each_voice(found, lambda voice: [loudness_of(sound(url, voice, number)) for number in MEASURED])
    measured = {voice: round(fmean(values), 2) for voice, values in texts.items()}
    TABLE.write_text(json.dumps(measured, indent=0, sort_keys=True) + "\n")
    report("measured", measured)


def check(url: str, found: Path) -> None:
    def figures(voice: str) -> list[float]:
        plain, streamed, whole = (
            sound(url, voice, CHECKED, **fields)
            for fields in ({}, {"loudness": TARGET}, {"loudness": TARGET, "stream": False})
        )
        return [*map(loudness_of, (plain, streamed, whole)), float(np.abs(streamed).max())]

    checked = each_voice(found, figures)
    plain, streamed, whole, peaks = zip(*checked.values(), strict=True)
    report("without loudness", dict(zip(checked, plain, strict=True)))
    report(f"with loudness {TARGET:g}", dict(zip(checked, streamed, strict=True)))
    differences = [abs(one - other) for one, other in zip(streamed, whole, strict=True)]
    print(f"streamed and whole differ by at most {max(differences):.2f} LU")
    print(f"greatest sample: {max(peaks):.4f}")


def report(title: str, values: Mapping[str, float]) -> None:
    ordered = sorted(values, key=values.__getitem__)
    ends = ", ".join(f"{voice} {values[voice]:.2f}" for voice in (*ordered[:3], *ordered[-3:]))
    print(f"{title}: spread {values[ordered[-1]] - values[ordered[0]]:.2f} LU, from and to {ends} LUFS")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["measure", "check"])
    parser.add_argument("--found", type=Path, default=Path("voice-loudness.json"), help="the figures so far")
    options = parser.parse_args()
    # The cache keeps the speech from before its gain, so that each text is synthesized once.
    with ServerProcess(CACHE_MAX_MB="64", WORKERS=str(AT_ONCE), OMP_NUM_THREADS="1") as server:
        server.wait_until_ready()
        (measure if options.what == "measure" else check)(server.url, options.found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
