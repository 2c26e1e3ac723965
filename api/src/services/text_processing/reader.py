"""From a script to sentences as they are said, lazily: without markup, with given words, the rest normalized."""

from collections.abc import Iterator
from dataclasses import dataclass

from api.src.core.threads import run_to_end
from api.src.services.text_processing.lexicon import Lexicon
from api.src.services.text_processing.markup import blocks
from api.src.services.text_processing.normalization.rules import Category
from api.src.services.text_processing.normalizer import normalize
from api.src.services.text_processing.script import Manner, Passage, Script
from api.src.services.text_processing.sentences import Boundary, sentences
from api.src.services.text_processing.source_text import SourceText, clean
from api.src.services.text_processing.tags import TaggedScript


@dataclass(frozen=True, slots=True)
class Reading:
    """A script, what of it is normalized, and what of that is left out."""

    script: Script
    categories: frozenset[Category]
    unsaid: frozenset[Category] = frozenset()


def plain(text: str, manner: Manner) -> Reading:
    """A text without directions, read in one manner, all of it normalized."""
    script = TaggedScript(text, [Passage(0, len(text), manner)], Lexicon({}))
    return Reading(script, frozenset(Category))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or so, as it is said, and what ends with it."""

    text: SourceText
    ends: Boundary


def read(reading: Reading, passage: Passage) -> Iterator[Sentence]:
    """The sentences of a passage of the script. Finding each is a few milliseconds' work."""
    script = reading.script
    markup = reading.categories if script.markup else frozenset[Category]()
    for block in blocks(script.source, script.text, passage.start, passage.end, markup):
        for start, end, boundary in sentences(block.text, 0, len(block), passage.manner.language.code):
            written = clean(block.part(start, end), keep=script.pronunciations)
            given = script.lexicon.applied(written, script.pronunciations)
            said = normalize(given, passage.manner.language, reading.categories, unsaid=reading.unsaid)
            yield Sentence(said, boundary)


async def as_said(reading: Reading) -> str:
    """All of the script as it is said; phonemes that the author gave stand between slashes."""
    given = reading.script.pronunciations
    said: list[str] = []
    for passage in reading.script.passages():
        sentences_said = read(reading, passage)
        while (sentence := await run_to_end(None, next, sentences_said, None)) is not None:
            text = sentence.text.text
            said.append("".join(f"/{given[one]}/" if one in given else one for one in text))
    return " ".join(one for one in said if one)
