"""What is done to samples between the engine and the writer: trimming, joining, silence, loudness."""

import warnings

import numpy as np

from api.src.inference.base import SAMPLE_RATE, Samples
from api.src.services.text_processing.sentences import Boundary

with warnings.catch_warnings():
    # pydub warns of a missing ffmpeg program, which nothing here runs, and of its own use of audioop.
    warnings.simplefilter("ignore")
    from pydub import AudioSegment
    from pydub.silence import detect_leading_silence

LEAD_S = 0.04
"""Seconds kept before the first sound of a chunk: soft consonants begin below the threshold."""

TAIL_S = {Boundary.SENTENCE: 0.36, Boundary.CLAUSE: 0.2, Boundary.WORD: 0.04, Boundary.NONE: 0.02}
"""Seconds kept after the last sound, by what ends there: the gaps that the model itself leaves in a chunk."""

_SILENCE_DBFS = -60.0
_FADE = SAMPLE_RATE * 5 // 1000
_EDGE = SAMPLE_RATE * 3  # silence is looked for no farther from an edge than this


def trim(samples: Samples, *, tail_s: float) -> tuple[Samples, int]:
    """Cut the silence that the model puts around a chunk down to LEAD_S before it and `tail_s` after it.

    Also how many samples were cut before it.

    Cuts are faded over 5 ms, so that chunks joined end to end do not click. Audio without any sound stays.
    """
    start = max(0, _leading_silence(samples[:_EDGE]) - int(LEAD_S * SAMPLE_RATE))
    silent_tail = _leading_silence(samples[: -_EDGE - 1 : -1])
    stop = len(samples) - max(0, silent_tail - int(tail_s * SAMPLE_RATE))
    if stop - start <= 2 * _FADE:
        return samples, 0
    trimmed = samples[start:stop].copy()
    ramp = np.linspace(0, 1, _FADE, dtype=np.float32)
    trimmed[:_FADE] *= ramp
    trimmed[-_FADE:] *= ramp[::-1]
    return trimmed, start


def silence(seconds: float) -> Samples:
    """Digital silence, to the nearest sample."""
    return np.zeros(round(seconds * SAMPLE_RATE), dtype=np.float32)


def amplify(samples: Samples, factor: float) -> Samples:
    """Louder or softer by a factor; peaks beyond full scale are clipped."""
    return samples if factor == 1 else np.clip(samples * np.float32(factor), -1, 1)


def _leading_silence(samples: Samples) -> int:
    """Samples before the first 10 ms that are louder than the threshold."""
    pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2")
    segment = AudioSegment(pcm.tobytes(), sample_width=2, frame_rate=SAMPLE_RATE, channels=1)
    milliseconds = detect_leading_silence(segment, silence_threshold=_SILENCE_DBFS, chunk_size=10)
    return min(int(milliseconds) * SAMPLE_RATE // 1000, len(samples))
