"""How loud audio is (EBU R128), as FFmpeg measures it."""

from fractions import Fraction

import av
import numpy as np
from av.filter import Graph

from kokoro_speech_server.chunk import SAMPLE_RATE, Samples

_SHORTEST_S = 3
"""Seconds that are measured at least: shorter audio is repeated, since loudness is that of parts of 0.4 s."""

_SILENCE = -69.0
"""LUFS up to which nothing is heard: the standard's gate is at -70."""


def integrated_loudness(samples: Samples) -> float | None:
    """The integrated loudness in LUFS of samples, float32 [length], mono at 24 kHz; None for silence."""
    if not len(samples):
        return None
    samples = np.tile(samples, -(-_SHORTEST_S * SAMPLE_RATE // len(samples)))
    graph = Graph()
    source = graph.add_abuffer(
        sample_rate=SAMPLE_RATE, format="flt", layout="mono", time_base=Fraction(1, SAMPLE_RATE)
    )
    meter, sink = graph.add("ebur128", "metadata=1"), graph.add("abuffersink")
    source.link_to(meter)
    meter.link_to(sink)
    graph.configure()
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples[np.newaxis]), format="flt", layout="mono")
    frame.sample_rate, frame.pts = SAMPLE_RATE, 0
    source.push(frame)
    source.push(None)
    loudness = float("-inf")
    while True:
        try:
            measured = sink.pull()
        except (av.EOFError, av.BlockingIOError):
            break
        # A last part of less than 0.1 s has no measurement of its own.
        loudness = float(measured.metadata.get("lavfi.r128.I", loudness))
    return loudness if loudness > _SILENCE else None
