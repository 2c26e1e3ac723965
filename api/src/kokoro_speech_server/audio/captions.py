"""Captions from word timings, as SubRip (srt) or WebVTT."""

import html
import textwrap
import unicodedata
from collections.abc import Iterable
from enum import StrEnum

from kokoro_speech_server.audio.timings import WordTiming
from kokoro_speech_server.text.abbreviations.sentence_ends import CONTEXT, goes_on
from kokoro_speech_server.text.languages import Language

_MAX_LINE = 42
_MAX_LINES = 2
_MAX_S = 7.0
"""Maximum characters per line, lines per caption and seconds per caption (Netflix Timed Text Style Guide, General
Requirements)."""

_MAX_PAUSE_S = 1.0
"""A longer pause ends a caption."""

_SENTENCE_ENDS = frozenset(".!?…。！？।")
_MARKUP = frozenset("*_#[]{}\\/@&%")


class CaptionsFormat(StrEnum):
    JSON = "json"
    SRT = "srt"
    VTT = "vtt"


class Captions:
    """Makes captions from word timings, incrementally.

    text:     the input that the words' offsets refer to
    language: its language
    """

    def __init__(self, text: str, language: Language, format: CaptionsFormat) -> None:
        self._text = text
        self._language = language
        self._is_vtt = format is CaptionsFormat.VTT
        self._number = 0
        self._words: list[WordTiming] = []

    def add(self, words: Iterable[WordTiming]) -> str:
        """Add words. Returns the captions that are complete."""
        captions = ""
        for word in words:
            if self._words and not self._fits(word):
                captions += self._next_caption()
            self._words.append(word)
        return captions

    def end(self) -> str:
        """The last caption, or an empty string if there are no words."""
        return self._next_caption() if self._words else ""

    def _fits(self, word: WordTiming) -> bool:
        first, last = self._words[0], self._words[-1]
        return (
            word.end_s - first.start_s <= _MAX_S
            and word.start_s - last.end_s <= _MAX_PAUSE_S
            and not self._ends_sentence(last, word)
            and len(textwrap.wrap(self._words_as_written([*self._words, word]), _MAX_LINE)) <= _MAX_LINES
        )

    def _ends_sentence(self, last: WordTiming, word: WordTiming) -> bool:
        marks = self._marks_between(last.end, word.start)
        before = self._text[max(0, last.end - CONTEXT) : last.end]
        after = self._text[word.start : word.start + CONTEXT]
        if marks.startswith(".") and goes_on(self._language.abbreviations, before, after):
            return False
        return not _SENTENCE_ENDS.isdisjoint(marks)

    def _next_caption(self) -> str:
        self._number += 1
        first, last = self._words[0], self._words[-1]
        text = "\n".join(textwrap.wrap(self._words_as_written(self._words), _MAX_LINE))
        self._words = []
        if self._is_vtt:
            head = "WEBVTT\n\n" if self._number == 1 else ""
            text = html.escape(text, quote=False)
            return f"{head}{_clock(first.start_s, '.')} --> {_clock(last.end_s, '.')}\n{text}\n\n"
        return f"{self._number}\n{_clock(first.start_s, ',')} --> {_clock(last.end_s, ',')}\n{text}\n\n"

    def _words_as_written(self, words: list[WordTiming]) -> str:
        written = ""
        for word, following in zip(words, [*words[1:], None], strict=True):
            end = following.start if following else self._end_of_marks(word.end)
            written += html.unescape(word.word) + self._marks_between(word.end, end)
        return written.rstrip()

    def _end_of_marks(self, start: int) -> int:
        following = range(start, len(self._text))
        others = (i for i in following if not _is_mark(self._text[i]) and self._text[i] not in _MARKUP)
        return next(others, len(self._text))

    def _marks_between(self, start: int, end: int) -> str:
        """The punctuation and spaces of a range of the input. Anything else there (a tag, markup) counts as a space."""
        between = self._text[start:end]
        if any(character.isalnum() for character in between):
            return " "
        marks = "".join(character for character in between if _is_mark(character))
        return marks + " " * any(character.isspace() for character in between)


def _is_mark(character: str) -> bool:
    return character not in _MARKUP and unicodedata.category(character).startswith("P")


def _clock(seconds: float, point: str) -> str:
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}{point}{rest % 1000:03}"
