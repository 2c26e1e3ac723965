"""Who reads the letters in a text that its own language does not have."""

import re
from collections.abc import Mapping, Set
from functools import cache

from kokoro_speech_server.text.languages import LANGUAGES, WITHOUT_VOICES, Language, is_installed
from kokoro_speech_server.text.script import Script
from kokoro_speech_server.text.steps import Steps
from kokoro_speech_server.text.writing import Writing, names

_CHARACTERS_PER_STEP = 1 << 14
_MOST_NAMES = 20


def readers(text: str, language: Language) -> Mapping[Writing, Language | None]:
    """The languages that read what is in a text and its own language does not read; None: no installed one does.

    Where there is kana, Han is Japanese; elsewhere it is Mandarin, or Japanese if that alone is installed.
    """
    if text.isascii() or not _unread(language).search(text):
        return {}
    found = [
        writing for writing in Writing if writing not in language.writings and writing.pattern.search(text)
    ]
    # Han beside kana is Japanese.
    together = {Writing.HAN: {Writing.HAN, Writing.KANA} & {Writing.HAN, *found}}
    return {writing: _reader(together.get(writing, {writing})) for writing in found}


def _reader(writings: Set[Writing]) -> Language | None:
    """The installed language that has these writing systems and the fewest others."""
    able = [one for one in (*LANGUAGES.values(), *WITHOUT_VOICES) if writings <= {*one.writings}]
    return next((one for one in sorted(able, key=lambda one: len(one.writings)) if is_installed(one)), None)


def changes(text: str, language: Language) -> int:
    """How many stretches of a text its language does not read."""
    return len(_unread(language).findall(text))


def unspoken(script: Script) -> Steps[tuple[str, ...]]:
    """The names of the writing systems in a script that nobody reads, sorted, at most 20."""
    text = script.text.text
    if text.isascii():
        return ()
    characters: dict[Language, set[str]] = {}
    for passage in script.passages():
        seen = characters.setdefault(passage.voice_settings.language, set())
        for start in range(passage.start, passage.end, _CHARACTERS_PER_STEP):
            seen.update(text[start : min(passage.end, start + _CHARACTERS_PER_STEP)])
            yield
    found: set[str] = set()
    for language, seen in characters.items():
        together = "".join(seen)
        silent = [writing for writing, reader in readers(together, language).items() if reader is None]
        for writing in silent:
            found |= names(writing.pattern.findall(together))
            yield
    return tuple(sorted(found)[:_MOST_NAMES])


@cache
def _unread(language: Language) -> re.Pattern[str]:
    """Matches letters that the language does not have."""
    return re.compile(f"[{''.join(one.value for one in Writing if one not in language.writings)}]+")
