"""Cyrillic and Greek words, by espeak-ng, in the symbols that Kokoro has."""

import re
import unicodedata
from functools import cache

from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.g2p.espeak import espeak_g2p
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.writing import Writing

_ALPHABETS = {
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "be": "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
    "sr": "абвгдђежзијклљмнњопрстћуфхцчџш",
    "mk": "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
    "kk": "аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя",
    "tt": "аәбвгдеёжҗзийклмнңоөпрстуүфхһцчшщъыьэюя",
}
"""Letters that espeak-ng's voices read. Each names the letters of others one by one, so none gets them."""

_OLD = {
    "ѣ": "е",
    "ѳ": "ф",
    "ѵ": "и",
    "ѡ": "о",
    "ѧ": "я",
    "ѩ": "я",
    "ѫ": "у",
    "ѭ": "ю",
    "ѥ": "е",
    "ѯ": "к",
    "ѱ": "п",
}
_SILENT = "ъ"
_WORD = re.compile(r"\S+\s*")
_LETTERS = re.compile(f"[{Writing.CYRILLIC.value}]+")

_NEAREST = (
    ("dʑ", "ʥ"), ("tɕ", "ʨ"), ("ʑ", "zʲ"), ("ɵ", "o"), ("ɭ", "l"), ("ɫ", "l"), ("ʀ", "ʁ"), ("ʐ", "ʒ"), ("N", "ŋ"),
)  # fmt: skip
"""Symbols of espeak-ng that Kokoro lacks, and its nearest ones."""

_ACCENTS = frozenset("\u0300\u0301\u0342")


def load(language: Language, converters: Converters) -> G2P:
    voice = language.espeak_voice
    assert voice is not None, language.name
    greek = _modern_greek()

    def convert(text: str) -> list[PhonemeSpan]:
        if voice not in _ALPHABETS:
            return _nearest(espeak_g2p(voice, converters)(text.translate(greek)))
        spans: list[PhonemeSpan] = []
        for start, end, own in _by_voice(text):
            part = "".join(map(_known, text[start:end])) if own is None else text[start:end]
            found = _nearest(espeak_g2p(own or voice, converters)(part))
            spans += [PhonemeSpan(phonemes, start + a, start + b) for phonemes, a, b in found]
        return spans

    return convert


def _by_voice(text: str) -> list[tuple[int, int, str | None]]:
    """The text in parts, with a voice that has all letters of the part; None: there is none."""
    if (voice := _voice(text)) is not None:
        return [(0, len(text), voice)]
    parts: list[tuple[int, int, str | None]] = []
    for word in _WORD.finditer(text):
        voice = _voice(word[0])
        if parts and parts[-1][2] == voice:
            parts[-1] = (parts[-1][0], word.end(), voice)
        else:
            parts.append((word.start(), word.end(), voice))
    return parts


def _voice(text: str) -> str | None:
    letters = {letter for found in _LETTERS.findall(text.lower()) for letter in found}
    return next((voice for voice, alphabet in _ALPHABETS.items() if letters <= {*alphabet}), None)


@cache
def _known(letter: str) -> str:
    """The letter, or one in its place that the Russian voice reads."""
    if not _LETTERS.fullmatch(letter) or letter.lower() in _ALPHABETS["ru"]:
        return letter
    base = unicodedata.normalize("NFD", letter)[0].lower()
    base = _OLD.get(base, base)
    return base if base in _ALPHABETS["ru"] else _SILENT


def _nearest(spans: list[PhonemeSpan]) -> list[PhonemeSpan]:
    found = []
    for phonemes, start, end in spans:
        for symbol, nearest in _NEAREST:
            phonemes = phonemes.replace(symbol, nearest)  # noqa: PLW2901 - one after the other
        found.append(PhonemeSpan(phonemes, start, end))
    return found


def _modern_greek() -> dict[int, str]:
    """Letters of ancient Greek with the one accent that modern Greek has: espeak-ng names others letter by letter."""
    table = {}
    for code in range(0x1F00, 0x2000):
        letter = unicodedata.normalize("NFD", chr(code))
        kept = "\u0308" * ("\u0308" in letter) + "\u0301" * bool(_ACCENTS & {*letter})
        table[code] = unicodedata.normalize("NFC", letter[0] + kept)[0]
    return table
