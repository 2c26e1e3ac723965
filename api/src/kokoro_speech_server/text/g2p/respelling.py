"""Words that are passed to a converter in another spelling, which it reads right."""

import re
from collections.abc import Callable, Sequence

from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan

Respelling = tuple[re.Match[str], str]
"""A place in the text, and what is passed on instead."""

_VOWEL = re.compile("[aeiouyæøœɐɑɔəɛɨɪʊʌAIOQWY]")


def with_respellings(find: Callable[[str], list[Respelling]], convert: G2P) -> G2P:
    """A converter that passes what `find` says to `convert`, and joins the phonemes of each place."""

    def converted(text: str) -> list[PhonemeSpan]:
        found = _without_overlaps(find(text))
        if not found:
            return convert(text)
        written, starts, ends, regions = "", list[int](), list[int](), list[tuple[int, int]]()
        position = 0
        for match, said in [*found, (None, "")]:
            start, end = match.span() if match else (len(text), len(text))
            written += text[position:start] + said
            starts += [*range(position, start), *[start] * len(said)]
            ends += [*range(position + 1, start + 1), *[end] * len(said)]
            regions.append((start, end))
            position = end
        spans = [
            PhonemeSpan(span.phonemes, *_origin(span, starts, ends, len(text))) for span in convert(written)
        ]
        return _joined(spans, regions[:-1])

    return converted


def _without_overlaps(found: Sequence[Respelling]) -> list[Respelling]:
    """The matches in the order of the text, without those that begin within another one."""
    kept: list[Respelling] = []
    for match, said in sorted(found, key=lambda pair: pair[0].start()):
        if not kept or kept[-1][0].end() <= match.start():
            kept.append((match, said))
    return kept


def _origin(span: PhonemeSpan, starts: Sequence[int], ends: Sequence[int], length: int) -> tuple[int, int]:
    start = starts[span.start] if span.start < len(starts) else length
    return start, ends[span.end - 1] if span.end > span.start else start


def _joined(spans: Sequence[PhonemeSpan], regions: Sequence[tuple[int, int]]) -> list[PhonemeSpan]:
    """The spans, with those of each region as one, which has one main stress."""
    joined: list[PhonemeSpan] = []
    rest = iter([*regions, (-1, -1)])
    start, end = next(rest)
    within: list[PhonemeSpan] = []

    def close() -> None:
        if within:
            parts = [span.phonemes for span in within if span.phonemes.strip()]
            if parts:
                joined.append(PhonemeSpan(_with_one_stress(parts), within[0].start, within[-1].end))
            within.clear()

    for span in spans:
        while end >= 0 and span.start >= end:
            close()
            start, end = next(rest)
        is_inside = end >= 0 and span.end > start and span.start < end
        is_gap = bool(within) and start <= span.start < end
        if is_inside or is_gap:
            within.append(span)
        else:
            close()
            joined.append(span)
    close()
    return joined


def _with_one_stress(parts: Sequence[str]) -> str:
    """The parts together; only the last one has the main stress."""
    weak = "".join(parts[:-1]).replace("ˈ", "ˌ")
    last = parts[-1] if "ˈ" in parts[-1] else parts[-1].replace("ˌ", "ˈ", 1)
    if "ˈ" not in last:
        last = _VOWEL.sub(lambda vowel: "ˈ" + vowel[0], last, count=1)
    return weak + last
