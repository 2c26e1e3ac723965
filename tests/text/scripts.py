"""Scripts made as the server makes them, in a form that tests can compare."""

import asyncio
from collections.abc import Mapping
from typing import Any

from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.directives import Directives
from kokoro_speech_server.text.languages import language_for
from kokoro_speech_server.text.script import Passage, Script, VoiceSettings
from kokoro_speech_server.text.voice_aliases import Alias, VoiceAliases
from kokoro_speech_server.voices import parse_voice
from kokoro_speech_server.weights import assets

VOCABULARY = frozenset(assets.config()["vocab"])
HEART = VoiceSettings(parse_voice("af_heart", aliases={}, longest=1), language_for("a", param="voice"))


def script(
    text: str,
    *,
    settings: Settings | None = None,
    voice_settings: VoiceSettings = HEART,
    aliases: Mapping[str, Alias] | None = None,
    keep_language: bool = False,
    **request: Any,
) -> Script:
    """The script of a request for af_heart. `keep_language`: every voice speaks its language."""
    settings = settings or Settings()
    voice_aliases = VoiceAliases(
        names=settings.openai_voices,
        aliases=aliases or {},
        language=voice_settings.language if keep_language else None,
        longest=settings.max_voices_in_mix,
    )
    directives = Directives(settings, VOCABULARY)
    return asyncio.run(
        directives.script_for(text, voice_settings=voice_settings, voice_aliases=voice_aliases, **request)
    )


def spoken(one: Script) -> list[tuple[str, Passage]]:
    """The text of each passage, with given phonemes between slashes, and the passage."""
    return [(shown(one, passage), passage) for passage in one.passages()]


def shown(one: Script, passage: Passage) -> str:
    text = one.text.text[passage.start : passage.end]
    return "".join(f"/{one.pronunciations[c]}/" if c in one.pronunciations else c for c in text)


def texts(one: Script) -> list[str]:
    return [text.strip() for text, _ in spoken(one)]


def joined(one: Script) -> str:
    return "".join(text for text, _ in spoken(one))
