"""A text with words in several writing systems: each stretch is converted by a converter that can read it."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.look_alikes import without_look_alikes
from kokoro_speech_server.text.g2p.punctuation import MARKS, with_model_marks
from kokoro_speech_server.text.writing import Writing

_STANDS_FOR = " — "
"""What the converter of the text gets in place of stretches that others convert: a pause, at which each clause ends."""

_JAPANESE = re.compile(f"[{Writing.KANA.value}{Writing.HAN.value}]+")
_HIRAGANA = re.compile("[\u3041-\u309f]")
_GREEK_WORD = re.compile(f"[{Writing.GREEK.value}]+")
_ACCENT = re.compile("[\u0300\u0301\u0342]")
_CLOSERS = frozenset(";:,.!?…)”")
_OPENERS = frozenset('(“"')
_BRACKETS = {"(": ")", "“": "”", '"': '"', "‘": "’"}


class _Stretch(NamedTuple):
    """The characters `start:end` of a text, and their converter; None: they are left out."""

    start: int
    end: int
    convert: G2P | None


def with_other_writings(native: G2P, others: Mapping[Writing, G2P | None]) -> G2P:
    """A converter that leaves letters of the given writing systems to other converters, or leaves them out.

    native: converts all the rest in a single call, since each may take milliseconds
    """

    def converted(text: str) -> list[PhonemeSpan]:
        text = without_look_alikes(with_model_marks(text))
        foreign = _stretches(text, others)
        if not foreign:
            return native(text)
        # One converter after the other, since espeak-ng takes milliseconds to change its voice.
        found: dict[int, list[PhonemeSpan]] = {}
        for convert in dict.fromkeys(stretch.convert for stretch in foreign):
            for start, end, own in foreign:
                if own is convert:
                    parts = convert(text[start:end]) if convert is not None else []
                    found[start] = [PhonemeSpan(ps, start + a, start + b) for ps, a, b in parts]
        rest, marks = _rest(text, foreign)
        found |= _convert_together(native, text, rest)
        found |= {i: [PhonemeSpan(text[i], i, i + 1)] for i in marks}
        spans = [*rest, *((i, i + 1) for i in marks), *((start, end) for start, end, _ in foreign)]
        return _joined(text, sorted(spans), found)

    return converted


def _convert_together(native: G2P, text: str, parts: list[tuple[int, int]]) -> dict[int, list[PhonemeSpan]]:
    """The phonemes of each part of a text, by its start, from one call of the converter."""
    together = _STANDS_FOR.join(text[start:end] for start, end in parts)
    spans = iter(native(together) if parts else [])
    found: dict[int, list[PhonemeSpan]] = {}
    span = next(spans, None)
    at = 0
    for start, end in parts:
        own = found[start] = []
        upto = at + end - start
        while span is not None and span.start < upto:
            if span.start >= at:
                own.append(
                    PhonemeSpan(span.phonemes, span.start - at + start, min(span.end, upto) - at + start)
                )
            span = next(spans, None)
        while own and own[0].phonemes == " ":
            del own[0]
        at = upto + len(_STANDS_FOR)
    return found


def _joined(
    text: str, parts: list[tuple[int, int]], found: Mapping[int, list[PhonemeSpan]]
) -> list[PhonemeSpan]:
    """The phonemes of all parts, with spaces where the text has them and between words of two parts."""
    spans: list[PhonemeSpan] = []
    position = 0
    for start, end in parts:
        if position < start or (position and _are_apart(text[position - 1], text[start])):
            spans.append(PhonemeSpan(" ", position, position))
        spans += found[start]
        position = end
    if position < len(text):
        spans.append(PhonemeSpan(" ", position, position))
    return spans


def _are_apart(before: str, after: str) -> bool:
    """Whether a space separates what is said on both sides, as with letters, "東(" and "),東"."""
    return (before in _CLOSERS or _is_letter(before)) and (after in "(“" or _is_letter(after))


def _rest(text: str, stretches: list[_Stretch]) -> tuple[list[tuple[int, int]], list[int]]:
    """The spans between the stretches, without spaces around them, and where the marks are that touch a stretch."""
    edges = [0, *(edge for start, end, _ in stretches for edge in (start, end)), len(text)]
    spans: list[tuple[int, int]] = []
    marks: list[int] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        first, last = start, end
        if first > 0:
            while first < last and text[first] in MARKS:
                first += 1
        if last < len(text):
            while first < last and text[last - 1] in _OPENERS:
                last -= 1
        marks += [*range(start, first), *range(last, end)]
        part = text[first:last]
        if part.strip():
            first += len(part) - len(part.lstrip())
            spans.append((first, first + len(part.strip())))
    return spans, marks


def _stretches(text: str, others: Mapping[Writing, G2P | None]) -> list[_Stretch]:
    classes: dict[G2P | None, str] = {}
    for writing, convert in others.items():
        classes[convert] = classes.get(convert, "") + writing.value
    converters = list(classes)
    japanese = others.get(Writing.KANA) if Writing.HAN not in others else None
    stretches: list[_Stretch] = []
    for match in _pattern(tuple(classes.values())).finditer(text):
        assert match.lastindex is not None
        start, end = match.span()
        convert = converters[match.lastindex - 1]
        if convert is not None and convert is others.get(Writing.GREEK) and not _is_greek(match[0]):
            continue
        if convert is None:
            start, end = _with_brackets(text, start, end)
        stretches.append(_Stretch(start, end, convert))
    if japanese is not None:
        stretches = _with_kanji(text, stretches, japanese)
    return stretches


@cache
def _pattern(classes: tuple[str, ...]) -> re.Pattern[str]:
    """Matches words of one class and what is between them, but no other letters or digits; the group says which."""
    return re.compile("|".join(f"({_words(letters)})" for letters in classes))


def _words(letters: str) -> str:
    word = f"[{letters}][{letters}\u0300-\u036f]*+"  # accents follow the letters of any writing system
    return rf"{word}(?:[^\w]{{1,8}}+{word})*+"


def _is_greek(words: str) -> bool:
    """Whether letters are Greek words: α, βγ and ΦΒΚ are names of letters, which every language has."""
    return any(
        (len(word) > 2 and not (len(word) <= 4 and word.isupper()))
        or (len(word) == 2 and _ACCENT.search(unicodedata.normalize("NFD", word)))
        for word in _GREEK_WORD.findall(words)
    )


def _with_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the brackets or quotes around it, which would have nothing between them."""
    while start and end < len(text) and _BRACKETS.get(text[start - 1]) == text[end]:
        start, end = start - 1, end + 1
    return start, end


def _with_kanji(text: str, stretches: list[_Stretch], japanese: G2P) -> list[_Stretch]:
    """The stretches, with Han in words that are a third hiragana: Japanese in a Mandarin text, unlike カラオケ."""
    whole = [
        _Stretch(*match.span(), japanese)
        for match in _JAPANESE.finditer(text)
        if 3 * len(_HIRAGANA.findall(match[0])) >= len(match[0])
    ]
    cuts: list[_Stretch] = []
    for stretch in stretches:
        if stretch.convert is japanese:
            cuts += [
                _Stretch(match.start() + stretch.start, match.end() + stretch.start, japanese)
                for match in re.finditer(f"[{Writing.KANA.value}]+", text[stretch.start : stretch.end])
            ]
        else:
            cuts.append(stretch)
    covered = {i for start, end, _ in whole for i in range(start, end)}
    return sorted([*whole, *(cut for cut in cuts if cut.start not in covered)], key=lambda one: one.start)


def _is_letter(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character).startswith("M")
