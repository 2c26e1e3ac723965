"""Spanish, French, Hindi, Italian and Portuguese, by espeak-ng."""

import re

from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan, align
from kokoro_speech_server.text.g2p.espeak_process import EspeakProcess
from kokoro_speech_server.text.g2p.punctuation import clause_by_clause

_WORD = re.compile(r"\S+")


def espeak_g2p(espeak: EspeakProcess, voice: str) -> G2P:
    """A converter for one of espeak-ng's voices ("es", "fr-fr", "hi", "it", "pt-br")."""

    def clause(text: str, offset: int) -> list[PhonemeSpan]:
        words = [(offset + word.start(), offset + word.end()) for word in _WORD.finditer(text)]
        return align(espeak.phonemes(voice, text), words)

    return clause_by_clause(clause)
