"""Text to phoneme tokens, off the event loop."""

import asyncio
import logging
import unicodedata
from collections import deque
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from kokoro_speech_server.chunk import PhonemeToken
from kokoro_speech_server.text.fair_thread import FairThread
from kokoro_speech_server.text.g2p.base import G2P, with_given_phonemes
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.g2p.other_writings import with_other_writings
from kokoro_speech_server.text.g2p.punctuation import MARKS
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.readers import changes, readers
from kokoro_speech_server.text.sentences import pieces
from kokoro_speech_server.text.source_text import SourceText, space_out_long_numbers
from kokoro_speech_server.text.writing import Writing
from kokoro_speech_server.threads import give_way

logger = logging.getLogger(__name__)

_MOST_CHANGES = 40
"""Stretches in other writing systems that are converted at once, at most: 200 of single letters take half a second."""


class Phonemizer(Protocol):
    """Converts text to phoneme tokens. Implementations may use a thread, a process or another host."""

    async def phonemize(
        self,
        text: SourceText,
        language: Language,
        given: Pronunciations,
        vocabulary: Collection[str] | None = None,
    ) -> list[PhonemeToken]:
        """The tokens of a clean text of about one sentence; an empty list if nothing in it has a sound.

        given:      the phonemes of private characters in the text
        vocabulary: which every token's symbol is in; None: that of the server's model
        """

    def close(self) -> None:
        """Release all resources after the work in progress has finished."""


class ThreadPhonemizer(Phonemizer):
    """Phonemizes in one thread of its own, since only one thread at a time may use the converters.

    Normalization can make a sentence many times longer, and the time of some converters grows with the cube of the
    length. So the thread gets pieces of bounded length, and the texts of all requests progress together.

    vocabulary: the model's symbols; a symbol outside it is decomposed (NFD) or, if that fails, left out
    """

    def __init__(self, vocabulary: Collection[str]) -> None:
        self._vocabulary = vocabulary
        self._converters = Converters()
        # Dictionaries take seconds to load, in which languages that are loaded go on.
        self._loading = ThreadPoolExecutor(1, thread_name_prefix="g2p-loading", initializer=give_way)
        self._loaded: dict[str, G2P] = {}
        self._thread = FairThread("phonemizer")

    async def phonemize(
        self,
        text: SourceText,
        language: Language,
        given: Pronunciations,
        vocabulary: Collection[str] | None = None,
    ) -> list[PhonemeToken]:
        known = self._vocabulary if vocabulary is None else vocabulary
        source = space_out_long_numbers(text)
        if not source.text:
            return []
        convert, longest = await self._reader(source.text, language)
        convert = with_given_phonemes(convert, given)
        tokens: list[PhonemeToken] = []
        upcoming = deque(pieces(source.text, longest))
        already = 0
        while upcoming:
            start, end = upcoming.popleft()
            piece = source.part(start, end)
            already += 1
            try:
                found = await self._thread.run(already - 1, self._phonemize, convert, piece, known)
            except Exception:
                # Some texts, such as digits of a rare script, make the libraries fail. The halves are tried again, so
                # that only single characters are left out.
                if len(piece) == 1:
                    logger.warning(
                        "No phonemes for U+%04X: the converter failed on it", ord(piece.text), exc_info=True
                    )
                else:
                    middle = start + _middle(piece.text)
                    upcoming.extendleft([(middle, end), (start, middle)])
            else:
                tokens += _following(tokens, found, spaced=language.spaced)
        return tokens

    def close(self) -> None:
        self._loading.shutdown()
        self._thread.close()
        self._converters.close()

    async def _reader(self, text: str, language: Language) -> tuple[G2P, int]:
        """A converter of a text in any writing systems, and the characters that it may get at once."""
        native, longest = await self._converter(language), language.longest_piece
        others = readers(text, language)
        if not others:
            return native, longest
        converters: dict[Writing, G2P | None] = {}
        for writing, other in others.items():
            converters[writing] = await self._converter(other) if other else None
            if other and len(writing.pattern.findall(text)) > other.longest_piece:
                longest = min(longest, other.longest_piece)
        if changes(text, language) > _MOST_CHANGES:
            longest = min(longest, 2 * _MOST_CHANGES)
        return with_other_writings(native, converters), longest

    async def _converter(self, language: Language) -> G2P:
        if language.code not in self._loaded:
            loop = asyncio.get_running_loop()
            self._loaded[language.code] = await loop.run_in_executor(
                self._loading, self._converters.converter, language
            )
        return self._loaded[language.code]

    def _phonemize(self, convert: G2P, piece: SourceText, vocabulary: Collection[str]) -> list[PhonemeToken]:
        return list(self._tokens(convert, piece, vocabulary))

    def _tokens(
        self, convert: G2P, source: SourceText, vocabulary: Collection[str]
    ) -> Iterator[PhonemeToken]:
        previous = ""
        for phonemes, start, end in convert(source.text):
            if start < end:
                span = source.span(start, end)
            else:  # a space that the converter put between two words
                position = source.starts[start] if start < len(source.starts) else source.ends[-1]
                span = (position, position)
            for symbol in phonemes:
                for part in (symbol,) if symbol in vocabulary else unicodedata.normalize("NFD", symbol):
                    if part in vocabulary and not (part == previous == " "):
                        yield PhonemeToken(part, *span)
                        previous = part


def _following(before: list[PhonemeToken], tokens: list[PhonemeToken], *, spaced: bool) -> list[PhonemeToken]:
    """The tokens of a piece as they follow the piece before: with one space between words."""
    if not tokens:
        return []
    first = tokens[0]
    if first.symbol == " ":
        return tokens[1:] if not before or before[-1].symbol == " " else tokens
    if spaced or not before or {before[-1].symbol, first.symbol} & {" ", *MARKS}:
        return tokens
    return [PhonemeToken(" ", first.start, first.start), *tokens]


def _middle(text: str) -> int:
    return text.find(" ", len(text) // 2, len(text) - 1) + 1 or len(text) // 2
