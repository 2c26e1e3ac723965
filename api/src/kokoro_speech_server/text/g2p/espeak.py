"""Spanish, French, Italian and Portuguese, by espeak-ng, and what Hindi has in common with them."""

import re

from kokoro_speech_server.text.g2p.alignment import align
from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.g2p.punctuation import clause_by_clause
from kokoro_speech_server.text.g2p.romance_acronym_tables import ACRONYMS
from kokoro_speech_server.text.g2p.romance_acronyms import with_acronyms
from kokoro_speech_server.text.languages import Language

_WORD = re.compile(r"\S+")


def load(language: Language, converters: Converters) -> G2P:
    assert language.espeak_voice is not None, language.name
    return espeak_g2p(language.espeak_voice, converters)


def espeak_g2p(voice: str, converters: Converters) -> G2P:
    """A converter with one of espeak-ng's voices, by its language."""

    def clause(text: str, offset: int) -> list[PhonemeSpan]:
        words = [(offset + word.start(), offset + word.end()) for word in _WORD.finditer(text)]
        return align(converters.espeak.phonemes(voice, text), words)

    whole = clause_by_clause(clause)
    return with_acronyms(ACRONYMS[voice], whole) if voice in ACRONYMS else whole
