"""Text to phoneme tokens, off the event loop."""

import asyncio
import unicodedata
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from kokoro_speech_server.chunk import PhonemeToken
from kokoro_speech_server.text.g2p.base import PhonemeSpan, with_given_phonemes
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.source_text import SourceText, space_out_long_numbers
from kokoro_speech_server.threads import give_way


class Phonemizer(Protocol):
    """Converts text to phoneme tokens. Implementations may use a thread, a process or another host."""

    async def phonemize(
        self, text: SourceText, language: Language, given: Pronunciations
    ) -> list[PhonemeToken]:
        """The tokens of a clean text of about one sentence; an empty list if nothing in it has a sound.

        given: the phonemes of private characters in the text
        Every token's symbol is in the model's vocabulary.
        """

    def close(self) -> None:
        """Release all resources after the work in progress has finished."""


class ThreadPhonemizer(Phonemizer):
    """Phonemizes in one thread of its own, since espeak-ng has global state and is not reentrant.

    vocabulary: the model's symbols; a symbol outside it is decomposed (NFD) or, if that fails, left out
    """

    def __init__(self, vocabulary: Collection[str]) -> None:
        self._vocabulary = vocabulary
        self._converters = Converters()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="phonemizer", initializer=give_way)

    async def phonemize(
        self, text: SourceText, language: Language, given: Pronunciations
    ) -> list[PhonemeToken]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._phonemize, text, language, given)

    def close(self) -> None:
        self._thread.submit(self._converters.close)
        self._thread.shutdown()

    def _phonemize(self, text: SourceText, language: Language, given: Pronunciations) -> list[PhonemeToken]:
        source = space_out_long_numbers(text)
        if not source.text:
            return []
        convert = with_given_phonemes(self._converters.converter(language), given)
        return list(self._tokens(convert(source.text), source))

    def _tokens(self, spans: list[PhonemeSpan], source: SourceText) -> Iterator[PhonemeToken]:
        previous = " "
        for phonemes, start, end in spans:
            if start < end:
                span = source.span(start, end)
            else:  # a space that the converter put between two words
                position = source.starts[start] if start < len(source.starts) else source.ends[-1]
                span = (position, position)
            for symbol in phonemes:
                for part in (symbol,) if symbol in self._vocabulary else unicodedata.normalize("NFD", symbol):
                    if part in self._vocabulary and not (part == previous == " "):
                        yield PhonemeToken(part, *span)
                        previous = part
