"""From a script to sentences as they are spoken, lazily: markup removed, lexicon applied, the rest normalized."""

from collections.abc import Iterator
from dataclasses import dataclass

from kokoro_speech_server.text.block_reader import Block
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.markup import blocks
from kokoro_speech_server.text.normalization.rules import Category, Normalization
from kokoro_speech_server.text.normalizer import normalize
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.script import Passage, Script
from kokoro_speech_server.text.sentences import Boundary, sentences
from kokoro_speech_server.text.source_text import SourceText, clean


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or part of a long one, as it is spoken.

    ends:       the boundary at its end
    written:    the same without markup, but otherwise as it is written
    block:      its block
    ends_block: whether it is the last one there
    """

    text: SourceText
    ends: Boundary
    written: SourceText
    block: Block
    ends_block: bool


def read_sentences(script: Script, passage: Passage) -> Iterator[Sentence]:
    """The sentences of a passage. Each step takes a few milliseconds of CPU time."""
    language = passage.voice_settings.language
    normalization = script.normalization
    markup = normalization.categories if script.markup else frozenset[Category]()
    for block, text in blocks(script.text, passage.start, passage.end, language, markup):
        for start, end, boundary in sentences(text.text, 0, len(text), language):
            written = text.part(start, end)
            spoken = as_spoken(written, language, script.lexicon, script.pronunciations, normalization)
            yield Sentence(spoken, boundary, written, block, end == len(text))


def as_spoken(
    written: SourceText,
    language: Language,
    lexicon: Lexicon,
    pronunciations: Pronunciations,
    normalization: Normalization,
) -> SourceText:
    """A sentence without markup as it is spoken."""
    pronounced = lexicon.applied(clean(written, keep=pronunciations), pronunciations)
    return normalize(pronounced, language, normalization.categories, dropped=normalization.dropped)
