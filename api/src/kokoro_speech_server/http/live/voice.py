"""The voice and the language that a client of live speech asks for."""

from collections.abc import Mapping

from kokoro_speech_server.http.app_state import AppState
from kokoro_speech_server.http.schemas.directives import VoiceAlias
from kokoro_speech_server.http.speech_endpoint import voice_aliases_of, voice_settings_of
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.voice_aliases import VoiceAliases

_ANY_LANGUAGE = ("", "auto", "multi")


async def live_voice_settings(
    voice: str | None, language: str | None, state: AppState, model: str | None = None
) -> VoiceSettings:
    """The voice settings for a voice and a language, as a tag, a code or an English name, of which both may be absent.

    A language without a region, which many clients always send, leaves a voice of that language its own region.
    model: that speaks, as the client names it
    Raises ModelNotFoundError, ModelUnusableError, InvalidVoiceError, InvalidRequestError or LanguageUnavailableError.
    """
    return (await live_voices(voice, language, state, model))[0]


async def live_voices(
    voice: str | None,
    language: str | None,
    state: AppState,
    model: str | None = None,
    aliases: Mapping[str, VoiceAlias] | None = None,
) -> tuple[VoiceSettings, VoiceAliases]:
    """As live_voice_settings, with the voices that tags may name. aliases: the client's own names for voices"""
    names = await voice_aliases_of(state, aliases, model=model)
    own = voice_settings_of(voice or None, names, state.settings)
    wanted = (language or "").strip().lower()
    by_name = (one.tag for one in LANGUAGES.values() if wanted and wanted in one.name.lower().split())
    own_language = own.language.tag.partition("-")[0]
    if wanted in (*_ANY_LANGUAGE, own_language):
        return own, names
    tag = next(by_name, wanted)
    if tag != wanted and tag.partition("-")[0] == own_language:
        return own, names
    names = await voice_aliases_of(state, aliases, lang_code=tag, model=model)
    return voice_settings_of(voice or None, names, state.settings), names
