"""SSML as text with tags, for clients that want to see or store what a document directs."""

import html
import re
from dataclasses import dataclass, replace

from kokoro_speech_server.errors import InvalidVoiceError
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.pronunciations import PRIVATE
from kokoro_speech_server.text.script import Passage, VoiceSettings
from kokoro_speech_server.text.ssml import SsmlScript
from kokoro_speech_server.text.steps import Steps
from kokoro_speech_server.text.voice_aliases import best_voice
from kokoro_speech_server.voices import VoiceMix

_UNFIT_FOR_VOICE = re.compile(r"[\[\]\n]")
_UNFIT_FOR_TAG = re.compile(r"[/()\[\]\n]")
_LONGEST_WORD, _LONGEST_IPA = 100, 200
"""What `[word](/ipa/)` may contain; see text/tags.py."""

_SPACES = re.compile(r"[^\S\n]+")


@dataclass(frozen=True, slots=True)
class NamedVoices:
    """Takes any name for a voice, since who sends the text with tags also says what the names stand for."""

    language: Language

    def resolve(self, name: str) -> VoiceSettings:
        """Settings with the name as it is. Raises InvalidVoiceError for one that no tag can hold."""
        if not name or _UNFIT_FOR_VOICE.search(name):
            raise InvalidVoiceError(f"{name[:60]!r} can't be the name of a voice.")
        return VoiceSettings(VoiceMix(((name, 1.0),)), self.language)

    def best_for(self, language: Language, gender: str | None) -> VoiceSettings:
        return best_voice(language, gender)


def text_with_tags(
    document: str, script: SsmlScript, voice_settings: VoiceSettings, *, with_voices: bool
) -> Steps[str]:
    """The text of a script with `[pause:…]` and `[word](/ipa/)`, and what languages and volumes leave out.

    script:         of the document
    voice_settings: of text outside any directive
    with_voices:    whether there are tags for voices and rates
    """
    pieces: list[str] = []
    now = voice_settings
    for passage in script.passages():
        yield
        if with_voices and passage.voice_settings.voice != now.voice:
            now = replace(passage.voice_settings, rate=1.0)
            pieces.append(f" [voice:{now.voice}] ")
        if with_voices and passage.voice_settings.rate != now.rate:
            now = replace(now, rate=passage.voice_settings.rate)
            pieces.append(f" [rate:{round(now.rate, 4)}] ")
        pieces.append(_written(document, script, passage))
        if passage.pause:
            pieces.append(f" [pause:{round(passage.pause, 3)}s] ")
    return _SPACES.sub(" ", "".join(pieces)).strip()


def _written(document: str, script: SsmlScript, passage: Passage) -> str:
    def pronounced(character: re.Match[str]) -> str:
        ipa = _UNFIT_FOR_TAG.sub("", script.pronunciations[character[0]])[:_LONGEST_IPA]
        at = passage.start + character.start()
        [start], [end] = script.text.origins.of(at, at + 1)
        word = html.unescape(document[start:end])
        word = " ".join(_UNFIT_FOR_TAG.sub(" ", word).split())[:_LONGEST_WORD]
        return f"[{word or ipa}](/{ipa}/)"

    return PRIVATE.sub(pronounced, script.text.text[passage.start : passage.end])
