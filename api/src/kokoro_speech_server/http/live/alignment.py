"""The times of characters, which ElevenLabs' clients read."""

import itertools
from typing import Any

from kokoro_speech_server.live.live_client import SpokenChunk


def alignment(chunk: SpokenChunk, *, from_start: bool) -> dict[str, Any]:
    """The characters of a chunk and a space after them, each with its start and duration in milliseconds.

    from_start: whether times count from the start of the context, instead of that of the chunk

    Within a word, characters share its time evenly. Those between two words begin when the first one ends.
    """
    text = f"{chunk.text} "
    edges = _edges(chunk, len(text))
    origin = 0.0 if from_start else chunk.start_s
    milliseconds = [max(0, round((edge - origin) * 1000)) for edge in edges]
    return {
        "chars": list(text),
        "charStartTimesMs": milliseconds[:-1],
        "charDurationsMs": [end - start for start, end in itertools.pairwise(milliseconds)],
    }


def _edges(chunk: SpokenChunk, characters: int) -> list[float]:
    """The start of each character, and the end of the last one, in seconds. They do not decrease."""
    edges = [chunk.start_s] * characters + [chunk.end_s]
    reached, at_s = 0, chunk.start_s
    for word in chunk.words:
        first, last = max(word.start - chunk.offset, reached), min(word.end - chunk.offset, characters)
        if last <= first:
            continue
        edges[reached:first] = [at_s] * (first - reached)
        length = word.end_s - word.start_s
        for i in range(first, last):
            edges[i] = max(at_s, word.start_s + length * (i - first) / (last - first))
        reached, at_s = last, max(at_s, word.end_s)
    edges[reached:characters] = [at_s] * (characters - reached)
    return edges
