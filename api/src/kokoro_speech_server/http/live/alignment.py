"""The times of characters, which ElevenLabs' clients read."""

import itertools
from typing import Any

from kokoro_speech_server.live.live_client import SpokenChunk


def alignment(chunk: SpokenChunk, *, from_start: bool) -> dict[str, Any]:
    """The characters of a part of a chunk, each with its start and duration in milliseconds.

    A space follows those of the last part, and stands for a part without any.

    from_start: whether times count from the start of the context, instead of that of the part

    Within a word, characters share its time evenly. Those between two words begin when the first one ends. Clients add
    up the times of parts, if these count from each part's start: all its time is its characters', also that of a word
    which comes with the next part.
    """
    text = f"{chunk.text} " if chunk.ends or not chunk.text else chunk.text
    edges = _edges(chunk, len(text), end_s=None if from_start and not chunk.ends else chunk.end_s)
    origin = 0.0 if from_start else chunk.start_s
    milliseconds = [max(0, round((edge - origin) * 1000)) for edge in edges]
    return {
        "chars": list(text),
        "charStartTimesMs": milliseconds[:-1],
        "charDurationsMs": [end - start for start, end in itertools.pairwise(milliseconds)],
    }


def _edges(chunk: SpokenChunk, characters: int, *, end_s: float | None) -> list[float]:
    """The start of each character, and the end of the last one, in seconds. They do not decrease.

    end_s: the end of the last one; None: that of its word
    """
    edges = [chunk.start_s] * (characters + 1)
    reached, at_s = 0, min([chunk.start_s, *(word.start_s for word in chunk.words)])
    for word in chunk.words:
        first, last = max(word.start - chunk.offset, reached), min(word.end - chunk.offset, characters)
        if last <= first:
            continue
        edges[reached:first] = [at_s] * (first - reached)
        length = word.end_s - word.start_s
        for i in range(first, last):
            edges[i] = max(at_s, word.start_s + length * (i - first) / (last - first))
        reached, at_s = last, max(at_s, word.end_s)
    edges[reached:] = [at_s] * (characters + 1 - reached)
    edges[-1] = at_s if end_s is None else end_s
    return edges
