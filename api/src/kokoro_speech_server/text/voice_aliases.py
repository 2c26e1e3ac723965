"""The voices that a text may name: the model's, the server's aliases and the request's own aliases."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from kokoro_speech_server.errors import InvalidRequestError, InvalidVoiceError, LanguageUnavailableError
from kokoro_speech_server.text.languages import Language, language_for
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.voices import VOICES, Voice, VoiceMix, parse_voice
from kokoro_speech_server.weights.own_models import OwnModel

_GRADES = ("A", "A-", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F+")
"""The grades of voices, best first."""


@dataclass(frozen=True, slots=True)
class Alias:
    """A request's own name for a voice or mix, with a rate of speech, 0.25 to 4."""

    voice: str
    rate: float = 1.0


class VoiceNames(Protocol):
    """Finds the voices that a document names."""

    def resolve(self, name: str) -> VoiceSettings: ...

    def best_for(self, language: Language, gender: str | None) -> VoiceSettings: ...


_MAX_VOICES = 1_000
"""Voices and mixes without an alias in one request, at most."""


class VoiceAliases:
    """Resolves the names of voices in one request.

    names:    the server's aliases, each for a voice or a mix
    aliases:  the request's own, which take precedence
    language: the language of all voices; None: each voice has its own
    longest:  voices in a mix, at most
    voices:   all that exist
    model:    of one's own that speaks; None: the server's
    Raises the errors of `parse_voice` and `language_for` for an invalid alias.
    """

    def __init__(
        self,
        *,
        names: Mapping[str, str],
        aliases: Mapping[str, Alias],
        language: Language | None,
        longest: int,
        voices: Mapping[str, Voice] = VOICES,
        model: OwnModel | None = None,
    ) -> None:
        self._names = names
        self._longest = longest
        self._existing = voices
        self._model = model
        self._language = language
        self._aliases: dict[str, VoiceSettings] = {}
        self._voices: dict[str, VoiceSettings] = {}
        for name, alias in aliases.items():
            try:
                settings = self._settings(alias.voice)
            except InvalidRequestError as error:
                location = f"voice_aliases: {name[:60]!r}"
                raise with_location(location, error, param="voice_aliases") from error
            self._aliases[_key(name)] = replace(settings, rate=alias.rate)

    def resolve(self, name: str) -> VoiceSettings:
        """The settings for a name or mix. Raises InvalidVoiceError, LanguageUnavailableError."""
        if alias := self._aliases.get(_key(name)):
            return alias
        if name not in self._voices:
            if len(self._voices) == _MAX_VOICES:
                raise InvalidVoiceError(
                    f"A request may have at most {_MAX_VOICES} different voices and mixes."
                )
            self._voices[name] = self._settings(name)
        return self._voices[name]

    def best_for(self, language: Language, gender: str | None) -> VoiceSettings:
        """The settings for a language and a gender; see best_voice."""
        if self._model is None:
            return best_voice(language, gender)
        return best_voice(language, gender, self._existing, self._model)

    def default(self, preferred: str) -> VoiceSettings:
        """The settings for a voice or mix, or for the first voice there is, if a model of one's own lacks this one.

        Raises InvalidVoiceError, LanguageUnavailableError.
        """
        try:
            return self.resolve(preferred)
        except InvalidVoiceError:
            usable = [name for name, voice in self._existing.items() if not voice.fault]
            if self._model is None or not usable:
                raise
            return self.resolve(min(usable))

    def _settings(self, text: str) -> VoiceSettings:
        voice = parse_voice(
            text, aliases=self._names, longest=self._longest, voices=self._existing, model=self._model
        )
        return VoiceSettings(voice, self._language or language_for(voice.language, param="voice"))


def best_voice(
    language: Language,
    gender: str | None,
    voices: Mapping[str, Voice] = VOICES,
    model: OwnModel | None = None,
) -> VoiceSettings:
    """The best voice of a language, of the given gender ("female", "male") if the language has one.

    voices: to choose from, by their names; a language without a voice gets any of them
    model:  of one's own that has them; None: the server's
    Raises InvalidVoiceError if no voice can be used.
    """
    usable = [voice for voice in voices.values() if not voice.fault]
    if not usable:
        raise InvalidVoiceError("There is no voice that can be used.")
    own = [voice for voice in usable if voice.language == language.code] or usable
    fitting = [voice for voice in own if voice.gender == gender] or own
    return VoiceSettings(VoiceMix(((min(fitting, key=_rank).name, 1.0),), model=model), language)


def with_location(
    location: str, error: InvalidRequestError, *, param: str, position: int | None = None
) -> InvalidRequestError:
    """The same error with its location in the request before its message."""
    kind = type(error)
    if kind not in (InvalidVoiceError, LanguageUnavailableError):
        kind = InvalidRequestError
    return kind(f"{location}: {error.message}", param=param, position=position)


def _key(name: str) -> str:
    return name.strip().lower()


def _rank(voice: Voice) -> int:
    return _GRADES.index(voice.grade) if voice.grade in _GRADES else len(_GRADES)
