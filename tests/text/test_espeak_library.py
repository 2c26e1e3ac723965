"""espeak-ng called directly gives the phonemes that it gives through misaki and phonemizer."""

import logging
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from misaki.espeak import EspeakFallback, EspeakG2P
from phonemizer.backend import EspeakBackend

from kokoro_speech_server.text.g2p.espeak_library import EspeakLibrary

ENGLISH = ("en-us", "en-gb")
OTHERS = ("es", "fr-fr", "hi", "it", "pt-br")

TEXTS = (
    "¡Hola! ¿Qué tal, «amigo» (o amiga)?",
    "le football du week-end à New York",
    "नमस्ते दुनिया, hello",
    "naïve co-op façade",
    "привет мир — 日本語",
    "3.14 + 1,000.5 = x_y",
    "T.V. or U.S.A.…",
    "[a]{b}",
    " , a,b , ",
    ": --- : --- :",
    "The bottle's button, writer and reader; nurse, hair, here!",
    "Kubernetes kwargs jalapeño",
    "first line\nsecond line",
    "?!",
    " ",
)


@pytest.fixture(scope="module")
def library() -> EspeakLibrary:
    return EspeakLibrary()


@pytest.fixture(scope="module")
def misaki() -> dict[str, Callable[[str], str]]:
    """misaki's phonemes for a text, by voice. Each converter keeps a copy of espeak-ng in memory: 7 MB."""
    return {voice: _misaki(voice) for voice in OTHERS} | {voice: _misaki_fallback(voice) for voice in ENGLISH}


def _misaki(voice: str) -> Callable[[str], str]:
    converter = EspeakG2P(voice)
    return lambda text: str(converter(text)[0])


def _misaki_fallback(voice: str) -> Callable[[str], str]:
    fallback = EspeakFallback(voice == "en-gb")
    # misaki keeps the flags of language changes in English words.
    fallback.backend = EspeakBackend(
        voice,
        preserve_punctuation=True,
        with_stress=True,
        tie="^",
        language_switch="remove-flags",
        logger=logging.getLogger("silent"),
    )
    return lambda text: fallback(SimpleNamespace(text=text))[0] or ""


@pytest.mark.parametrize("text", TEXTS)
def test_the_phonemes_are_misakis(
    library: EspeakLibrary, misaki: dict[str, Callable[[str], str]], text: str
) -> None:
    expected = {voice: phonemes(text) for voice, phonemes in misaki.items()}
    assert {voice: library.phonemes(voice, text) for voice in expected} == expected


def test_a_language_without_a_voice_is_an_error(library: EspeakLibrary) -> None:
    with pytest.raises(ValueError, match="'zz'"):
        library.phonemes("zz", "Hello.")
    assert library.phonemes("es", "Hola.") == "ˈola."
