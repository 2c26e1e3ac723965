"""Divides text of any script into sentences, lazily: each is searched for when the one before it has been used."""

import itertools
import re
import unicodedata
from collections.abc import Iterator
from enum import IntEnum

from kokoro_speech_server.text.abbreviations.sentence_ends import CONTEXT, goes_on
from kokoro_speech_server.text.languages import AMERICAN_ENGLISH, Language

MAX_SENTENCE_CHARACTERS = 400
"""Characters in a span, at most, which bounds the work of one phonemizer call."""

MAX_PIECE_PARTS = 100
"""Words, numbers and marks in a piece, at most. Prose has fewer in 400 characters, but 400 characters of "a-b-…" take
the English converter a second."""


class Boundary(IntEnum):
    """What ends at a position in the text, weakest first. The stronger the boundary, the less audible a cut is."""

    NONE = 0
    WORD = 1
    CLAUSE = 2
    SENTENCE = 3
    PARAGRAPH = 4


_KANJI = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_CLOSERS = "\"'”’»)\\]】」』》〉）"
# A sentence ends after its mark and the closing quotes or brackets behind it. Scripts without a space between sentences
# (Chinese, Japanese) have marks of their own; elsewhere a space must follow, unlike in "3.14" and "example.com".
_NOTES = r"(?:\[[^\[\]\n]{1,24}+\](?::\d{1,4}+)?+|[⁰¹²³⁴-⁹*†‡]){0,8}+"
"""Marks of notes, which follow the mark of a sentence without a space: "so.[12] They"."""

_SENTENCE_END = re.compile(
    rf"[。！？｡][。！？｡!?…]*+[{_CLOSERS}]*+\s*+"
    rf"|(?<=[{_KANJI}〜～~])[!?]++[{_CLOSERS}]*+(?=[{_KANJI}「『《])"
    # French has a space before the closing quotes.
    rf"|(?<![.!?…।॥؟])[.!?…।॥؟]++[{_CLOSERS}]*+(?:[ \u00a0\u202f]»)?+{_NOTES}(?:\s++|\Z)"
    r"|[^\S\n]{0,20}+\n\s*+"
)
_CLAUSE_END = re.compile(
    rf"[、，；：]++[{_CLOSERS}]*+|(?<![,;:،])[,;:،]++[{_CLOSERS}]*+(?=\s)|[—–]++|\s[-–]++(?=\s)"
)
_CLAUSE_MARKS = frozenset("、，；：,;:،—–")
_PART = re.compile(r"[^\W\d_]++|\d++|\S")
_SPACES = re.compile(r"\s++")
# A kanji or katakana after hiragana mostly begins a word. Small kana, length marks and punctuation begin none.
_NEARBY = 8
_WORD_START = re.compile("(?<=[ぁ-ゖ])(?=[ァ-ヺ\u3400-\u4dbf\u4e00-\u9fff])(?![ァィゥェォッャュョヮ])")
_CLINGS = re.compile(
    rf"[ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々ゝゞ゛゜{_CLOSERS}、。，．！？：；.,:;!?]"
)
_NEVER_FIRST = frozenset(",;:.!?…)]}»=&+×÷<>≤≥≈*/%")


def sentences(
    text: str, start: int, end: int, language: Language = AMERICAN_ENGLISH
) -> Iterator[tuple[int, int, Boundary]]:
    """Contiguous spans that cover `text[start:end]`, each with the boundary at its end.

    A span includes the white space after the sentence. A sentence longer than MAX_SENTENCE_CHARACTERS is cut after a
    clause, or else a word, or else between two characters. A last span that ends with a space, but with neither a mark
    nor a new line, is the beginning of a sentence that continues after `end`.
    """
    while start < end:
        limit = min(start + MAX_SENTENCE_CHARACTERS, end)
        mark = _sentence_end(text, start, limit, language)
        if mark:
            stop = mark.end()
            boundary = Boundary.PARAGRAPH if mark[0].count("\n") > 1 else Boundary.SENTENCE
        elif limit < end:
            stop, boundary = _long_sentence_cut(text, start, limit)
        else:
            stop, boundary = end, _last_boundary(text, start, end)
        yield start, stop, boundary
        start = stop


def pieces(text: str, longest: int) -> Iterator[tuple[int, int]]:
    """Contiguous spans that cover the text, of at most `longest` characters and MAX_PIECE_PARTS words and marks each.

    They are cut as long sentences are.
    """
    start = 0
    while start < len(text):
        limit = min(start + longest, len(text))
        if limit - start > MAX_PIECE_PARTS:
            *_, last = itertools.islice(_PART.finditer(text, start, limit), MAX_PIECE_PARTS)
            rest = text[last.end() : limit]
            limit = last.end() if rest.strip() else limit
        stop = _long_sentence_cut(text, start, limit)[0] if limit < len(text) else limit
        yield start, stop
        start = stop


def _last_boundary(text: str, start: int, end: int) -> Boundary:
    if not text[end - 1].isspace():
        return Boundary.SENTENCE
    last = text[start:end].rstrip()[-1:]
    return Boundary.CLAUSE if last in _CLAUSE_MARKS else Boundary.WORD


def _sentence_end(text: str, start: int, limit: int, language: Language) -> re.Match[str] | None:
    for mark in _SENTENCE_END.finditer(text, start, limit):
        if mark.end() == limit < len(text):
            return None  # the text after the mark, which decides, is beyond the limit
        if not _continues(text, start, mark, language):
            return mark
    return None


def _continues(text: str, start: int, mark: re.Match[str], language: Language) -> bool:
    """Whether the sentence continues after an apparent end."""
    after = text[mark.end() : mark.end() + 1]
    if "\n" in mark[0]:
        # A line break between lower-case words comes from an editor's line wrapping; an empty line does not.
        before = text[mark.start() - 1 : mark.start()] if mark.start() > start else ""
        wrapped = mark[0].count("\n") == 1 and (before.islower() or before in ",;") and after.islower()
        return wrapped and mark[0].isspace()
    if after.islower() or after in _NEVER_FIRST:  # "Stop!" she said. 5! = 120
        return True
    is_quotation = mark[0].endswith(("」", "』"))  # 「はい。」と言った。
    if is_quotation and text.startswith(language.quotation_particles, mark.end()):
        return True
    if mark[0].strip() not in (".", ".)", ".]"):
        return False
    before = text[max(start, mark.start() - CONTEXT) : mark.start()]
    return goes_on(language.abbreviations, before, text[mark.end() : mark.end() + CONTEXT])


def _long_sentence_cut(text: str, start: int, limit: int) -> tuple[int, Boundary]:
    """Where to cut a sentence that continues after `limit`: after the last clause or word before it."""
    earliest = start + (limit - start) // 4
    for pattern, boundary in ((_CLAUSE_END, Boundary.CLAUSE), (_SPACES, Boundary.WORD)):
        ends = [mark.end() for mark in pattern.finditer(text, earliest, limit)]
        if ends:
            return ends[-1], boundary
    if words := list(_WORD_START.finditer(text, earliest, limit)):
        return words[-1].start(), Boundary.NONE
    # Never between a letter and its accents or within a joined emoji.
    cut = limit
    while cut > earliest and (unicodedata.combining(text[cut]) or "\u200d" in text[cut - 1 : cut + 1]):
        cut -= 1
    nearby = range(cut, max(earliest, cut - _NEARBY), -1)
    return next((i for i in nearby if not _CLINGS.match(text, i)), cut), Boundary.NONE
