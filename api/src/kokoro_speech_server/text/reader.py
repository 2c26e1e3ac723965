"""From a script to sentences as they are said, lazily: without markup, with given words, the rest normalized."""

from collections.abc import Iterator
from dataclasses import dataclass

from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.markup import blocks
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.normalizer import normalize
from kokoro_speech_server.text.script import Passage, Script, VoiceSettings
from kokoro_speech_server.text.sentences import Boundary, sentences
from kokoro_speech_server.text.source_text import SourceText, clean
from kokoro_speech_server.text.tags import TaggedScript
from kokoro_speech_server.threads import run_to_end


def plain_script(text: str, voice_settings: VoiceSettings) -> TaggedScript:
    """A text without directives, in one manner, all of it normalized."""
    return TaggedScript(text, [Passage(0, len(text), voice_settings)], Lexicon({}))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or so, as it is said, and what ends with it."""

    text: SourceText
    ends: Boundary


def read_sentences(script: Script, passage: Passage) -> Iterator[Sentence]:
    """The sentences of a passage of the script. Finding each is a few milliseconds' work."""
    normalization = script.normalization
    markup = normalization.categories if script.markup else frozenset[Category]()
    for block in blocks(script.source, script.text, passage.start, passage.end, markup):
        for start, end, boundary in sentences(block.text, 0, len(block), passage.voice_settings.language):
            written = clean(block.part(start, end), keep=script.pronunciations)
            given = script.lexicon.applied(written, script.pronunciations)
            said = normalize(
                given,
                passage.voice_settings.language,
                normalization.categories,
                dropped=normalization.dropped,
            )
            yield Sentence(said, boundary)


async def as_said(script: Script) -> str:
    """All of the script as it is said; phonemes that the author gave stand between slashes."""
    given = script.pronunciations
    said: list[str] = []
    for passage in script.passages():
        sentences_said = read_sentences(script, passage)
        while (sentence := await run_to_end(None, next, sentences_said, None)) is not None:
            text = sentence.text.text
            said.append("".join(f"/{given[one]}/" if one in given else one for one in text))
    return " ".join(one for one in said if one)
