"""Which voice speaks a language, and how voices are listed."""

from dataclasses import replace

import pytest

from kokoro_speech_server.errors import InvalidRequestError, LanguageUnavailableError
from kokoro_speech_server.text import languages
from kokoro_speech_server.voices import VOICES, Voice
from kokoro_speech_server.wyoming.voice_list import described, voice_for

MINE = Voice("mine", "f", "unknown", None, "My own voice")


@pytest.mark.parametrize(
    ("language", "voice"),
    [
        ("en-US", "af_heart"),
        ("en", "af_heart"),
        ("en-AU", "af_heart"),
        ("en_GB", "bf_emma"),
        ("es-MX", "em_alex"),
        ("fr", "ff_siwis"),
        ("hi-IN", "hf_alpha"),
        ("IT", "if_sara"),
        ("ja-JP", "jf_alpha"),
        ("pt-PT", "pf_dora"),
        ("zh-CN", "zf_xiaobei"),
        (" zh-TW ", "zf_xiaobei"),
    ],
)
def test_the_best_voice_of_a_language_speaks_it(language: str, voice: str) -> None:
    assert voice_for(language, VOICES.values(), "em_alex") == voice


@pytest.mark.parametrize("language", ["", "tlh", "english please", "-"])
def test_a_language_without_a_voice_is_an_error(language: str) -> None:
    with pytest.raises(InvalidRequestError):
        voice_for(language, VOICES.values(), "af_heart")
    with pytest.raises(InvalidRequestError):
        voice_for("fr", [], "af_heart")


def test_own_voices_are_listed_unless_their_files_are_broken() -> None:
    [program] = described([MINE, replace(MINE, name="broken", fault="It is broken.")]).tts
    [voice] = program.voices
    assert (voice.name, voice.description, voice.languages) == ("mine", "My own voice (French)", ["fr-FR"])
    assert voice_for("fr", [MINE, VOICES["ff_siwis"]], "af_heart") == "ff_siwis"


def test_a_language_that_cannot_be_read_here_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "find_spec", lambda name: None)
    [program] = described(VOICES.values()).tts
    missing = {voice.languages[0] for voice in program.voices if not voice.installed}
    assert missing == {"ja", "zh-CN"}
    with pytest.raises(LanguageUnavailableError):
        voice_for("ja", VOICES.values(), "af_heart")
