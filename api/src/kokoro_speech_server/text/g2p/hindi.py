"""Hindi, by espeak-ng, which gets some vowels and words and all acronyms in a spelling that it reads right."""

import re

from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.g2p.espeak import espeak_g2p
from kokoro_speech_server.text.g2p.hindi_acronyms import respellings
from kokoro_speech_server.text.g2p.hindi_latin import respelled_latin
from kokoro_speech_server.text.g2p.hindi_words import respelled_words
from kokoro_speech_server.text.g2p.respelling import Respelling, with_respellings
from kokoro_speech_server.text.languages import Language

_MISREAD = re.compile(
    "ओं|ई[ंँ]|(?:[अ-ऋएऐ-औ]|[ा-ौ])ँ|(?<=[\u0900-\u0963A-Za-z])-(?=[\u0900-\u0963])|(?<=[\u0900-\u0963])-(?=[A-Za-z])"
)
_REWRITTEN = {"ओं": "ऒं", "ईं": "इं", "ईँ": "इं", "-": " "}


def load(language: Language, converters: Converters) -> G2P:
    assert language.espeak_voice is not None, language.name
    return hindi_g2p(espeak_g2p(language.espeak_voice, converters))


def hindi_g2p(convert: G2P) -> G2P:
    """A converter that writes the text otherwise for `convert`, character for character but for acronyms.

    Otherwise a vowel behind another one loses its nasal sound (महिलाएँ, युवाओं, हुईं), one before a consonant has an n
    behind it (गाँव), and words joined by a hyphen run together as one.
    """

    def rewritten(text: str) -> list[PhonemeSpan]:
        return convert(_MISREAD.sub(_said, text))

    def found(text: str) -> list[Respelling]:
        return respellings(text) + respelled_words(text) + respelled_latin(text)

    return with_respellings(found, rewritten)


def _said(match: re.Match[str]) -> str:
    return _REWRITTEN.get(match[0]) or match[0][0] + "ं"
