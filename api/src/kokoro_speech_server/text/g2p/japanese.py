"""Japanese, by misaki's port of cutlet, as the `kokoro` library does it, but for readings by context."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Protocol

from fugashi import Tagger
from misaki.cutlet import Cutlet

from kokoro_speech_server.text.g2p import japanese_heteronyms
from kokoro_speech_server.text.g2p.alignment import align
from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.g2p.mixed_scripts import mixed_script_g2p, word_spans
from kokoro_speech_server.text.languages import AMERICAN_ENGLISH, Language

_KANJI = 2
"""MeCab's number for kanji."""


class _Word(Protocol):
    """What cutlet reads of fugashi's words."""

    @property
    def surface(self) -> str: ...


@dataclass(frozen=True)
class _ReadWord:
    """A word whose reading the text around has decided, in place of fugashi's."""

    surface: str
    feature: SimpleNamespace
    char_type: int = _KANJI
    is_unk: bool = False


def load(language: Language, converters: Converters) -> G2P:
    cutlet = Cutlet()
    tagger = cutlet.tagger = _ContextTagger(cutlet.tagger)

    def native(text: str, offset: int) -> list[PhonemeSpan]:
        phonemes, _ = cutlet(text)
        return align(phonemes, word_spans((word.surface for word in tagger(text)), text, offset))

    return mixed_script_g2p(native, converters.converter(AMERICAN_ENGLISH))


class _ContextTagger:
    """fugashi's words, but those for which there are rules with the readings that the rules give.

    It keeps the words of the last text, for which cutlet asks first and the spans second.
    """

    def __init__(self, tagger: Tagger) -> None:
        self._tagger = tagger
        self._last: tuple[str, Sequence[_Word]] = "", ()

    def __call__(self, text: str) -> Sequence[_Word]:
        if text != self._last[0]:
            self._last = text, self._words(text)
        return self._last[1]

    def _words(self, text: str) -> Sequence[_Word]:
        words: Sequence[_Word] = self._tagger(text)
        for start, end, reading in japanese_heteronyms.readings(text):
            words = list(_with_reading(words, text, start, end, reading))
        return words


def _with_reading(words: Sequence[_Word], text: str, start: int, end: int, reading: str) -> Iterator[_Word]:
    """The words with one in place of those within the span; all of them if one is only partly within."""
    spans = word_spans((word.surface for word in words), text, 0)
    if len(spans) != len(words) or not {start, end} <= {edge for span in spans for edge in span}:
        yield from words
        return
    for word, (first, _) in zip(words, spans, strict=True):
        if first == start:
            yield _ReadWord(text[start:end], SimpleNamespace(pron=reading, kana=reading))
        elif not start < first < end:
            yield word
