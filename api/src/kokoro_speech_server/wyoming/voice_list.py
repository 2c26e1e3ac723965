"""The voices as Wyoming lists them, and the choice among them by language."""

from collections.abc import Iterable

from wyoming.info import Attribution, Info, TtsProgram, TtsVoice

from kokoro_speech_server.errors import InvalidRequestError, LanguageUnavailableError
from kokoro_speech_server.text.languages import LANGUAGES, Language, language_for
from kokoro_speech_server.voices import VOICES, Voice

_MODEL = "1.0"
_AUTHOR = Attribution("hexgrad", "https://huggingface.co/hexgrad/Kokoro-82M")
_OPERATOR = Attribution("", "")

_GRADES = ("A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F+", "F", "F-", None)
"""The best first; a voice without a grade comes last."""


def described(voices: Iterable[Voice]) -> Info:
    """The answer to `describe`.

    There is one program with all voices, since Home Assistant takes the first program alone. Each voice is listed in
    its own language, and as not installed if that cannot be read here.
    """
    listed = [_listed(voice) for voice in voices if not voice.fault]
    program = TtsProgram(
        name="kokoro",
        description="Kokoro-82M",
        attribution=_AUTHOR,
        installed=True,
        version=_MODEL,
        voices=listed,
        supports_synthesize_streaming=True,
    )
    return Info(tts=[program])


def voice_for(language: str, voices: Iterable[Voice], default: str) -> str:
    """The name of a voice that speaks a language: the default one if it does, otherwise the best.

    language: a tag, also with an underscore or of a region that no voice has
    Raises InvalidRequestError, LanguageUnavailableError.
    """
    wanted = _language(language.strip().replace("_", "-"))
    speaking = [voice for voice in voices if voice.language == wanted.code and not voice.fault]
    names = [voice.name for voice in speaking]
    if default in names:
        return default
    if not speaking:
        raise InvalidRequestError(f"There is no voice that speaks {wanted.name}.", param="language")
    return min(speaking, key=lambda voice: (_GRADES.index(voice.grade), voice.name)).name


def _language(tag: str) -> Language:
    try:
        return language_for(tag, param="language")
    except LanguageUnavailableError:
        raise
    except InvalidRequestError:
        main = tag.partition("-")[0].lower()
        for language in LANGUAGES.values():
            if main == language.tag.partition("-")[0].lower():
                return language_for(language.tag, param="language")
        raise


def _listed(voice: Voice) -> TtsVoice:
    language = LANGUAGES[voice.language]
    own = voice.name in VOICES
    name = voice.name.partition("_")[2].capitalize() if own else voice.title
    gender = "" if voice.gender == "unknown" else f", {voice.gender}"
    return TtsVoice(
        name=voice.name,
        description=f"{name} ({language.name}{gender})",
        attribution=_AUTHOR if own else _OPERATOR,
        installed=_is_installed(language),
        version=_MODEL if own else None,
        languages=[language.tag],
    )


def _is_installed(language: Language) -> bool:
    try:
        language_for(language.tag, param="language")
    except LanguageUnavailableError:
        return False
    return True
