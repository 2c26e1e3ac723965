"""Japanese, by misaki's port of cutlet, as the `kokoro` library does it."""

from misaki.cutlet import Cutlet

from kokoro_speech_server.text.g2p.alignment import align
from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.converters import Converters
from kokoro_speech_server.text.g2p.mixed_scripts import mixed_script_g2p, word_spans
from kokoro_speech_server.text.languages import AMERICAN_ENGLISH, Language


def load(language: Language, converters: Converters) -> G2P:
    cutlet = Cutlet()

    def native(text: str, offset: int) -> list[PhonemeSpan]:
        phonemes, _ = cutlet(text)
        return align(phonemes, word_spans((word.surface for word in cutlet.tagger(text)), text, offset))

    return mixed_script_g2p(native, converters.converter(AMERICAN_ENGLISH))
