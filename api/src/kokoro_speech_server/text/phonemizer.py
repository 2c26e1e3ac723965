"""Text to phoneme tokens, off the event loop."""

import asyncio
import unicodedata
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from kokoro_speech_server.chunk import PhonemeToken
from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan, salvaging, with_given
from kokoro_speech_server.text.g2p.espeak_process import EspeakProcess
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.source_text import SourceText, space_out_long_numbers
from kokoro_speech_server.threads import give_way


class Phonemizer(Protocol):
    """Where and how the work is done is the implementation's business: a thread, a process, another host."""

    async def phonemize(
        self, text: SourceText, language: Language, given: Pronunciations
    ) -> list[PhonemeToken]:
        """The tokens of one sentence or so, which is clean; the characters of `given` have the phonemes that it has.

        Every token's symbol is in the model's vocabulary. No tokens: nothing in the text has a sound.
        """

    def close(self) -> None:
        """Give back what the work was done with. Work in progress is finished."""


class ThreadPhonemizer(Phonemizer):
    """Phonemizes in one thread of its own: espeak-ng keeps global state and must not be entered twice.

    vocabulary: the symbols that the model knows; others are taken apart (NFD) or, if that fails, left out
    """

    def __init__(self, vocabulary: Collection[str]) -> None:
        self._vocabulary = vocabulary
        self._converters: dict[str, G2P] = {}
        self._espeak = EspeakProcess()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="phonemizer", initializer=give_way)

    async def phonemize(
        self, text: SourceText, language: Language, given: Pronunciations
    ) -> list[PhonemeToken]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._phonemize, text, language, given)

    def close(self) -> None:
        self._thread.submit(self._espeak.close)
        self._thread.shutdown()

    def _phonemize(self, text: SourceText, language: Language, given: Pronunciations) -> list[PhonemeToken]:
        source = space_out_long_numbers(text)
        if not source.text:
            return []
        convert = with_given(self._converter(language), given)
        return list(self._tokens(convert(source.text), source))

    def _converter(self, language: Language) -> G2P:
        if language.code not in self._converters:
            self._converters[language.code] = salvaging(self._load(language))
        return self._converters[language.code]

    def _load(self, language: Language) -> G2P:
        # Imported here and not above: each brings dictionaries or libraries that take seconds to load, and
        # most servers speak one language.
        if language.espeak is not None:
            from kokoro_speech_server.text.g2p.espeak import espeak_g2p  # noqa: PLC0415

            return espeak_g2p(self._espeak, language.espeak)
        if language.code in "jz":
            from kokoro_speech_server.text.g2p import cjk  # noqa: PLC0415
            from kokoro_speech_server.text.languages import LANGUAGES  # noqa: PLC0415

            make = cjk.japanese_g2p if language.code == "j" else cjk.mandarin_g2p
            return make(self._converter(LANGUAGES["a"]))
        from kokoro_speech_server.text.g2p.english import EnglishG2P  # noqa: PLC0415

        return EnglishG2P(self._espeak, british=language.code == "b")

    def _tokens(self, spoken: list[PhonemeSpan], source: SourceText) -> Iterator[PhonemeToken]:
        previous = " "
        for phonemes, start, end in spoken:
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
