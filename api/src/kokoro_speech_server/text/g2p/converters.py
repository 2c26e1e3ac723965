"""The converter of each language, made when it is first needed."""

from importlib import import_module

from kokoro_speech_server.text.g2p.base import G2P
from kokoro_speech_server.text.g2p.espeak_process import EspeakProcess
from kokoro_speech_server.text.languages import Language


class Converters:
    """All converters and the espeak-ng process that they share.

    One thread at a time may use the converters. Meanwhile another one may load further ones.
    """

    def __init__(self) -> None:
        self.espeak = EspeakProcess()
        self._converters: dict[str, G2P] = {}

    def converter(self, language: Language) -> G2P:
        if language.code not in self._converters:
            # Imported late: each module brings dictionaries or libraries that take seconds to load, and most servers
            # need one language.
            module = import_module(f"{__package__}.{language.g2p}")
            self._converters[language.code] = module.load(language, self)
        return self._converters[language.code]

    def close(self) -> None:
        """Stop espeak-ng."""
        self.espeak.close()
