"""Mandarin, by misaki's pinyin, as the `kokoro` library does it for Kokoro v1.0, but for readings by context."""

import re
import tempfile
from functools import cache

import cn2an
import jieba
from misaki.zh import ZHG2P
from pypinyin import Style, lazy_pinyin

from kokoro_speech_server.temporary_folder import temporary_folder
from kokoro_speech_server.text.g2p import mandarin_heteronyms
from kokoro_speech_server.text.g2p.alignment import align
from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.g2p.mixed_scripts import mixed_script_g2p, word_spans
from kokoro_speech_server.text.languages import AMERICAN_ENGLISH, Language

_HAN = re.compile("[\u4e00-\u9fff]+")
_BELOW = "\u032f"
"""The mark of a vowel that is no syllable, which Kokoro lacks."""


def load(language: Language, converters: Converters) -> G2P:
    jieba.setLogLevel("WARNING")
    # jieba caches a marshalled dictionary under a fixed name in the shared temporary folder, where any user of the
    # machine could plant one. A private folder prevents that; building the dictionary takes under a second.
    with tempfile.TemporaryDirectory(dir=temporary_folder()) as private:
        jieba.dt.tmp_dir = private
        jieba.initialize()

    def native(text: str, offset: int) -> list[PhonemeSpan]:
        return align(_phonemes(text), word_spans(jieba.lcut(text), text, offset))

    return mixed_script_g2p(native, converters.converter(AMERICAN_ENGLISH))


def _phonemes(text: str) -> str:
    """misaki's phonemes, with a blank between two words."""
    text = ZHG2P.map_punctuation(cn2an.transform(text, "an2cn"))
    return _HAN.sub(lambda stretch: " ".join(_words(stretch[0])), text).replace(_BELOW, "")


def _words(text: str) -> list[str]:
    """The phonemes of each word of a stretch of Han."""
    words = jieba.lcut(text)
    pinyin = [list(_pinyin(word)) for word in words]
    for number, place, reading in mandarin_heteronyms.readings(words, text):
        if len(pinyin[number]) == len(words[number]):
            pinyin[number][place] = reading
    return ["".join(map(_ipa, syllables)) for syllables in pinyin]


def _pinyin(word: str) -> list[str]:
    """One for each character that has one. Rare characters have none, and are left out."""
    found: list[str] = lazy_pinyin(word, style=Style.TONE3, neutral_tone_with_five=True, errors="ignore")
    return found


@cache
def _ipa(syllable: str) -> str:
    phonemes: str = ZHG2P.py2ipa(syllable)
    return phonemes
