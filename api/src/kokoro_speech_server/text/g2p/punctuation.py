"""Punctuation of every script as the marks that the model knows."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan

MARKS = frozenset(';:,.!?—…"()“”')
"""The model's own punctuation marks."""

TO_MARK = {
    "。": ".", "．": ".", "｡": ".", "।": ".", "॥": ".", "！": "!", "？": "?", "؟": "?", "、": ",", "､": ",", "，": ",",
    "،": ",", "；": ";", "：": ":", "⋯": "…", "–": "—", "―": "—", "«": "“", "»": "”", "„": "“", "「": "“", "」": "”",
    "『": "“", "』": "”", "《": "“", "》": "”", "〈": "“", "〉": "”", "【": "“", "】": "”", "（": "(", "）": ")",
}  # fmt: skip
"""One character for one, so that offsets stay as they are."""

_TABLE = str.maketrans(TO_MARK)
_OPENERS = frozenset("(“")
# A point, comma or colon between digits belongs to the number.
_MARK = re.compile(r"(?<!\d)[.,:]|[.,:](?!\d)|[;!?—…\"()“”]")


def with_model_marks(text: str) -> str:
    """The text with every script's punctuation written as the model's, character for character."""
    return text.translate(_TABLE)


def clause_by_clause(convert: Callable[[str, int], list[PhonemeSpan]]) -> G2P:
    """A converter of whole texts from one of clauses: the marks between clauses pass through as phonemes.

    `convert` takes a clause without marks and its offset in the text.
    """

    def whole(text: str) -> list[PhonemeSpan]:
        text = with_model_marks(text)
        spoken: list[PhonemeSpan] = []
        position = 0
        for mark in _MARK.finditer(text):
            spoken += _clause(text, position, mark.start(), convert)
            if mark[0] in _OPENERS:
                spoken += [
                    PhonemeSpan(" ", mark.start(), mark.start()),
                    PhonemeSpan(mark[0], mark.start(), mark.end()),
                ]
            else:
                spoken.append(PhonemeSpan(mark[0], mark.start(), mark.end()))
                if mark[0] not in '"—':
                    spoken.append(PhonemeSpan(" ", mark.end(), mark.end()))
            position = mark.end()
        return spoken + _clause(text, position, len(text), convert)

    return whole


def _clause(
    text: str, start: int, end: int, convert: Callable[[str, int], list[PhonemeSpan]]
) -> list[PhonemeSpan]:
    clause = text[start:end]
    if not clause.strip():
        return [PhonemeSpan(" ", start, start)] if clause else []
    lead = len(clause) - len(clause.lstrip())
    spoken = convert(clause.strip(), start + lead)
    if lead:
        spoken.insert(0, PhonemeSpan(" ", start, start))
    if clause.endswith(" "):
        spoken.append(PhonemeSpan(" ", end, end))
    return spoken
