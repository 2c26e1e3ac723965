"""The punctuation of every script, mapped to the marks in the model's vocabulary."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan

MARKS = frozenset(';:,.!?—…"()“”')
"""The punctuation marks in the model's vocabulary."""

TO_MARK = {
    "。": ".", "．": ".", "｡": ".", "।": ".", "॥": ".", "！": "!", "？": "?", "؟": "?", "、": ",", "､": ",", "，": ",",
    "،": ",", "；": ";", "：": ":", "⋯": "…", "–": "—", "―": "—", "«": "“", "»": "”", "„": "“", "「": "“", "」": "”",
    "『": "“", "』": "”", "《": "“", "》": "”", "〈": "“", "〉": "”", "【": "“", "】": "”", "（": "(", "）": ")",
}  # fmt: skip
"""Each character becomes exactly one, so that offsets do not change."""

_TABLE = str.maketrans(TO_MARK)
_OPENERS = frozenset("(“")
_FOLLOWERS = frozenset(";:,.!?…)”")
"""Marks that follow another one without a space: a comma after a closing quote."""
_DASH = re.compile(r"(?<=\s)-(?=\s)")
"""A hyphen that people type for a dash."""
# A point, comma or colon between digits belongs to the number.
_MARK = re.compile(r"(?<!\d)[.,:]|[.,:](?!\d)|[;!?—…\"()“”]")


def with_model_marks(text: str) -> str:
    """The text with all punctuation in the model's marks, character for character."""
    return text.translate(_TABLE)


def clause_by_clause(convert: Callable[[str, int], list[PhonemeSpan]]) -> G2P:
    """A converter of whole texts from a converter of clauses. Marks between clauses become phonemes unchanged.

    convert: takes a clause without marks, and its offset in the text
    """

    def whole(text: str) -> list[PhonemeSpan]:
        text = _DASH.sub("—", with_model_marks(text))
        spans: list[PhonemeSpan] = []
        position = 0
        for mark in _MARK.finditer(text):
            spans += _clause(text, position, mark.start(), convert)
            if mark[0] in _OPENERS:
                spans += [
                    PhonemeSpan(" ", mark.start(), mark.start()),
                    PhonemeSpan(mark[0], mark.start(), mark.end()),
                ]
            else:
                spans.append(PhonemeSpan(mark[0], mark.start(), mark.end()))
                if mark[0] not in '"—' and text[mark.end() : mark.end() + 1] not in _FOLLOWERS:
                    spans.append(PhonemeSpan(" ", mark.end(), mark.end()))
            position = mark.end()
        return spans + _clause(text, position, len(text), convert)

    return whole


def _clause(
    text: str, start: int, end: int, convert: Callable[[str, int], list[PhonemeSpan]]
) -> list[PhonemeSpan]:
    clause = text[start:end]
    if not clause.strip():
        return [PhonemeSpan(" ", start, start)] if clause else []
    lead = len(clause) - len(clause.lstrip())
    spans = convert(clause.strip(), start + lead)
    if lead:
        spans.insert(0, PhonemeSpan(" ", start, start))
    if clause.endswith(" "):
        spans.append(PhonemeSpan(" ", end, end))
    return spans
