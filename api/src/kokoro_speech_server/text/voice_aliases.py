"""Who speaks: the voices that a text may call for by name."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kokoro_speech_server.errors import InvalidRequestError, InvalidVoiceError, LanguageUnavailableError
from kokoro_speech_server.text.languages import Language, language_for
from kokoro_speech_server.text.script import FASTEST, SLOWEST, VoiceSettings
from kokoro_speech_server.voices import VOICES, Voice, VoiceMix, parse_voice

_LOUDEST = 10.0
_GRADES = ("A", "A-", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F+")


@dataclass(frozen=True, slots=True)
class Alias:
    """A request's own name for a voice or mix, and the rate at which that speaks (0.25 to 4)."""

    voice: str
    rate: float = 1.0


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks, in which language, and how fast by nature."""

    voice: VoiceMix
    language: Language
    rate: float = 1.0

    def voice_settings(self, rate: float = 1.0, volume: float = 1.0) -> VoiceSettings:
        """The role's manner at a rate and volume, each kept within what the engine and a request may have."""
        return VoiceSettings(
            self.voice,
            self.language,
            min(FASTEST, max(SLOWEST, self.rate * rate)),
            min(_LOUDEST, volume),
        )


class VoiceAliases:
    """The voices of one request.

    names:    the server's further names, each for a voice or a mix
    aliases:  the request's own, which go before all others
    language: what everybody speaks in, None: each voice in its own language
    longest:  voices in a mix
    Raises the errors of `parse_voice` and `language_for` for an alias that will not do.
    """

    def __init__(
        self,
        *,
        names: Mapping[str, str],
        aliases: Mapping[str, Alias],
        language: Language | None,
        longest: int,
    ) -> None:
        self._names = names
        self._longest = longest
        self._language = language
        self._aliases: dict[str, Speaker] = {}
        self._speakers: dict[str, Speaker] = {}
        for name, alias in aliases.items():
            try:
                speaker = self._speaker(alias.voice)
            except InvalidRequestError as error:
                raise with_place(f"voice_aliases: {name[:60]!r}", error, param="voice_aliases") from error
            self._aliases[_key(name)] = replace(speaker, rate=alias.rate)

    def resolve(self, name: str) -> Speaker:
        """The role of a name or mix. Raises InvalidVoiceError, LanguageUnavailableError."""
        if alias := self._aliases.get(_key(name)):
            return alias
        if name not in self._speakers:
            self._speakers[name] = self._speaker(name)
        return self._speakers[name]

    def best_for(self, language: Language, gender: str | None) -> Speaker:
        """The best voice of a language, of a gender ("female", "male") if it has one."""
        own = [voice for voice in VOICES.values() if voice.language == language.code]
        fit = [voice for voice in own if voice.gender == gender] or own
        return Speaker(VoiceMix(((min(fit, key=_rank).name, 1.0),)), language)

    def _speaker(self, text: str) -> Speaker:
        voice = parse_voice(text, aliases=self._names, longest=self._longest)
        return Speaker(voice, self._language or language_for(voice.language, param="voice"))


def with_place(place: str, error: InvalidRequestError, *, param: str) -> InvalidRequestError:
    """The same error with the place in the request that it is about."""
    kind = type(error)
    if kind not in (InvalidVoiceError, LanguageUnavailableError):
        kind = InvalidRequestError
    return kind(f"{place}: {error.message}", param=param)


def _key(name: str) -> str:
    return name.strip().lower()


def _rank(voice: Voice) -> int:
    return _GRADES.index(voice.grade) if voice.grade in _GRADES else len(_GRADES)
