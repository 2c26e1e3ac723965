"""From a script to sentences as they are spoken, lazily: markup removed, lexicon applied, the rest normalized."""

from collections.abc import Iterator
from dataclasses import dataclass

from kokoro_speech_server.text.markup import blocks
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.normalizer import normalize
from kokoro_speech_server.text.script import Passage, Script
from kokoro_speech_server.text.sentences import Boundary, sentences
from kokoro_speech_server.text.source_text import SourceText, clean
from kokoro_speech_server.threads import run_to_end


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or part of a long one, as it is spoken; `ends`: the boundary at its end."""

    text: SourceText
    ends: Boundary


def read_sentences(script: Script, passage: Passage) -> Iterator[Sentence]:
    """The sentences of a passage. Each step takes a few milliseconds of CPU time."""
    language = passage.voice_settings.language
    normalization = script.normalization
    markup = normalization.categories if script.markup else frozenset[Category]()
    for block in blocks(script.text, passage.start, passage.end, markup):
        for start, end, boundary in sentences(block.text, 0, len(block), language):
            written = clean(block.part(start, end), keep=script.pronunciations)
            pronounced = script.lexicon.applied(written, script.pronunciations)
            spoken = normalize(pronounced, language, normalization.categories, dropped=normalization.dropped)
            yield Sentence(spoken, boundary)


async def spoken_text(script: Script) -> str:
    """The whole script as it is spoken, with given phonemes between slashes."""
    given = script.pronunciations
    parts: list[str] = []
    for passage in script.passages():
        spoken = read_sentences(script, passage)
        while (sentence := await run_to_end(None, next, spoken, None)) is not None:
            text = sentence.text.text
            parts.append("".join(f"/{given[one]}/" if one in given else one for one in text))
    return " ".join(part for part in parts if part)
