"""Measures how loud each voice is (EBU R128, by pyloudnorm), which decides the gains of `loudness`.

`python -m scripts.voice_loudness measure` speaks two texts of five sentences with each of the 54 voices. It writes the
means of their integrated loudness, and of what the limiter takes from it after each gain, into voices/loudness.json.
`python -m scripts.voice_loudness check` speaks five other sentences with and without `loudness`, and prints how far the
voices lie apart. Both need pyloudnorm (`pip install '.[loudness]'`), and go on where they were stopped, with what is in
the file `--found`, one for each.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from kokoro_speech_server.audio.limiter import TruePeakLimiter
from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.voices import VOICES, parse_voice
from kokoro_speech_server.voices.loudness import PLAIN_TARGETS
from kokoro_speech_server.voices.loudness import loudness_of as measured_loudness
from scripts.loudness_sentences import SENTENCES
from tests.servers import SPEECH, ServerProcess, http_client

TABLE = Path(__file__).parent.parent / "api" / "src" / "kokoro_speech_server" / "voices" / "loudness.json"

TARGETS = (-20.0, -16.0, -14.0)
"""LUFS that the check requests."""

MEASURED, CHECKED = (0, 1), 2
"""Which of each three sentences are measured, and which one is checked."""

PLAIN_VOLUME = 0.5
"""Factor of the amplitude of plain speech, so that PCM does not clip its peaks."""

Sound = np.ndarray[Any, np.dtype[np.float64]]

Figures = Sequence[Sequence[float]]
"""Of a voice: a row of LUFS or LU for each text (`measure`), or one for each of TARGETS (`check`)."""


def sound(url: str, voice: str, number: int, **fields: Any) -> Sound:
    """Five sentences of a voice, one after the other. number: of the sentences in each three"""
    text = " ".join(three[number] for three in SENTENCES[VOICES[voice].language])
    body = {"input": text, "voice": voice, "seed": 1, "response_format": "pcm", **fields}
    answer = http_client.post(url + SPEECH, json=body)
    answer.raise_for_status()
    return np.frombuffer(answer.content, "<i2") / 32768


def plain_sound(url: str, voice: str, number: int) -> Sound:
    """Five sentences of a voice as loud as the model makes them, also beyond full scale."""
    return sound(url, voice, number, volume_multiplier=PLAIN_VOLUME) / PLAIN_VOLUME


def limited(samples: Sound, gain_db: float) -> Sound:
    """What the server makes of plain speech with a gain, in dB."""
    limiter = TruePeakLimiter()
    amplified = (samples * 10 ** (gain_db / 20)).astype(np.float32)
    return np.concatenate([limiter.write(amplified), limiter.finish()]).astype(np.float64)


def loudness_of(samples: Sound) -> float:
    """The integrated loudness in LUFS."""
    import pyloudnorm  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415 - only this needs it

    return round(float(pyloudnorm.Meter(SAMPLE_RATE).integrated_loudness(samples)), 2)


def each_voice(found: Path, workers: int, figures: Callable[[str], Figures]) -> dict[str, Figures]:
    """The figures of each voice, those that the file has and those that are still to be made, which it keeps."""
    known: dict[str, Figures] = json.loads(found.read_text()) if found.exists() else {}
    with ThreadPoolExecutor(workers) as pool:
        left = [voice for voice in VOICES if voice not in known]
        for voice, made in zip(left, pool.map(figures, left), strict=True):
            known[voice] = made
            found.write_text(json.dumps(known))
    return {voice: known[voice] for voice in VOICES}


def measured_figures(url: str, voice: str) -> Figures:
    """Of each text that is measured: LUFS, and LU that the limiter takes at each of PLAIN_TARGETS."""
    rows = []
    for number in MEASURED:
        plain = plain_sound(url, voice, number)
        loudness = loudness_of(plain)
        reached = (loudness_of(limited(plain, target - loudness)) for target in PLAIN_TARGETS)
        # Hundredths below 0 are the meter's, whose gate leaves out other pauses of a louder sound.
        taken = [max(0.0, target - lufs) for target, lufs in zip(PLAIN_TARGETS, reached, strict=True)]
        rows.append([loudness, *taken])
    return rows


def measure(url: str, found: Path, workers: int) -> None:
    texts = each_voice(found, workers, partial(measured_figures, url))
    means = {voice: np.mean(rows, axis=0).round(2).tolist() for voice, rows in texts.items()}
    lines = ",\n".join(f"{json.dumps(voice)}: {json.dumps(row)}" for voice, row in means.items())
    TABLE.write_text(f"{{\n{lines}\n}}\n")
    report("measured", {voice: row[0] for voice, row in means.items()})
    for number, target in enumerate(PLAIN_TARGETS, start=1):
        taken = [row[number] for row in means.values()]
        print(f"the limiter takes {min(taken):.2f} to {max(taken):.2f} LU from a plain gain to {target} LUFS")


def checked_figures(url: str, voice: str) -> Figures:
    """For each of TARGETS: LUFS plain, with a gain to the target that disregards the limiter, streamed and whole, and
    the greatest sample."""
    plain = plain_sound(url, voice, CHECKED)
    measured = measured_loudness(parse_voice(voice, aliases={}, longest=1), VOICES).plain
    rows = []
    for target in TARGETS:
        streamed, whole = (
            sound(url, voice, CHECKED, loudness=target, stream=stream) for stream in (True, False)
        )
        sounds = (plain, limited(plain, target - measured), streamed, whole)
        rows.append([*map(loudness_of, sounds), float(np.abs(streamed).max())])
    return rows


def check(url: str, found: Path, workers: int) -> None:
    checked = each_voice(found, workers, partial(checked_figures, url))
    for row, target in enumerate(TARGETS):
        columns = zip(*(rows[row] for rows in checked.values()), strict=True)
        plain, disregarding, streamed, whole, peaks = columns
        if row == 0:
            report("without loudness", dict(zip(checked, plain, strict=True)))
        title = f"with loudness {target:g}"
        report(f"{title}, if gains disregarded the limiter", dict(zip(checked, disregarding, strict=True)))
        report(f"{title}, streamed", dict(zip(checked, streamed, strict=True)))
        report(f"{title}, whole", dict(zip(checked, whole, strict=True)))
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
    parser.add_argument("--workers", type=int, default=2, help="each with one thread and one request")
    options = parser.parse_args()
    # The cache keeps the speech from before its gain, so that each text is synthesized once.
    settings = {"CACHE_MAX_MB": "64", "WORKERS": str(options.workers), "OMP_NUM_THREADS": "1"}
    with ServerProcess(**settings) as server:
        server.wait_until_ready()
        (measure if options.what == "measure" else check)(server.url, options.found, options.workers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
