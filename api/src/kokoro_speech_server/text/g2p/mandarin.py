"""Mandarin, by misaki's pinyin, as the `kokoro` library does it for Kokoro v1.0."""

import tempfile

import jieba
from misaki.zh import ZHG2P

from kokoro_speech_server.temporary_folder import temporary_folder
from kokoro_speech_server.text.g2p.alignment import align
from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.g2p.mixed_scripts import mixed_script_g2p, word_spans
from kokoro_speech_server.text.languages import AMERICAN_ENGLISH, Language


def load(language: Language, converters: Converters) -> G2P:
    jieba.setLogLevel("WARNING")
    # jieba caches a marshalled dictionary under a fixed name in the shared temporary folder, where any user of the
    # machine could plant one. A private folder prevents that; building the dictionary takes under a second.
    with tempfile.TemporaryDirectory(dir=temporary_folder()) as private:
        jieba.dt.tmp_dir = private
        jieba.initialize()
    pinyin = ZHG2P()

    def native(text: str, offset: int) -> list[PhonemeSpan]:
        phonemes, _ = pinyin(text)
        return align(phonemes, word_spans(jieba.lcut(text), text, offset))

    return mixed_script_g2p(native, converters.converter(AMERICAN_ENGLISH))
