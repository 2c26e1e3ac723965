"""What espeak-ng would say wrong in Hindi: nasal vowels behind vowels, words with hyphens, acronyms and letters."""

import unicodedata
from types import SimpleNamespace
from typing import Any

import pytest

from kokoro_speech_server.text.g2p.espeak_library import EspeakLibrary
from kokoro_speech_server.text.g2p.hindi import load
from kokoro_speech_server.text.languages import LANGUAGES

LIBRARY = EspeakLibrary()
CONVERTERS: Any = SimpleNamespace(espeak=LIBRARY)
HINDI = load(LANGUAGES["h"], CONVERTERS)


def _said(text: str) -> list[tuple[str, str]]:
    return [
        (unicodedata.normalize("NFC", span.phonemes), text[span.start : span.end])
        for span in HINDI(text)
        if span.phonemes.strip()
    ]


def _phonemes(text: str) -> str:
    return " ".join(phonemes for phonemes, _ in _said(text))


@pytest.mark.parametrize("word", "महिलाएँ सेवाएं दिखाएँ बताएँ दवाएँ".split())
def test_a_plural_ends_in_a_nasal_vowel(word: str) -> None:
    [(phonemes, written)] = _said(word)
    assert (phonemes[-4:], written) == ("aːẽː", word)


@pytest.mark.parametrize("word", "युवाओं महिलाओं भाषाओं सीमाओं".split())
def test_an_oblique_plural_ends_in_a_nasal_vowel(word: str) -> None:
    [(phonemes, written)] = _said(word)
    assert (phonemes[-3:], written) == ("aːõ", word)


def test_a_nasal_vowel_has_no_consonant_behind_it() -> None:
    assert _phonemes("जाऊँगा हुईं गईं आँकड़े") == "ɟaːˈũɡaː hˈʊĩ ɡˈʌĩ ˈãkr.ˌeː"
    assert _phonemes("थीं नहीं हैं जाएगा") == "tʰĩ nˈʌhĩ hɛ̃ ɟaːˈeːɡaː"


def test_words_joined_by_a_hyphen_are_two() -> None:
    assert _phonemes("सेक्टर-बासठ") == _phonemes("सेक्टर बासठ")
    assert _said("NH-चौबीस")[-1] == ("cɔːbˈiːs", "चौबीस")
    assert _phonemes("no-cost") == LIBRARY.phonemes("hi", "no-cost")


@pytest.mark.parametrize("acronym", "BHU IMD RBI DRDO HDFC SUV CEO UNDP NEFT LG".split())
def test_an_acronym_is_spelled_with_the_names_of_letters(acronym: str) -> None:
    [(phonemes, written)] = _said(acronym)
    assert (written, phonemes.count("ˈ")) == (acronym, 1)
    assert phonemes != LIBRARY.phonemes("hi", acronym)


def test_others_are_words() -> None:
    assert _phonemes("COP COVID") == "kˈɔp " + LIBRARY.phonemes("hi", "covid")
    assert _phonemes("पचास प्रतिशत OFF").endswith(LIBRARY.phonemes("hi", "off"))
    assert _phonemes("THE BEST SALE EVER") == LIBRARY.phonemes("hi", "THE BEST SALE EVER")


def test_a_letter_alone_has_its_name_but_not_in_an_english_phrase() -> None:
    assert _phonemes("r का वर्ग") == _phonemes("आर का वर्ग")
    assert _phonemes("कक्षा X, A और B") == _phonemes("कक्षा एक्स, ए और बी")
    for phrase in ("A Suitable Boy", "X-ray", "don't", "Plan B"):
        assert _phonemes(phrase) == LIBRARY.phonemes("hi", phrase)
