"""SSML (W3C, 1.1): an XML document that directs its reading. Parsed whole, since what is wrong at its end counts.

Not Markdown: a star in it is a star. `[pause:1.5s]` counts, other square tags are text. An element that is not known
speaks its content and is told.
"""

import re
from collections.abc import Iterator

from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.normalization.rules import EVERYTHING, Normalization
from kokoro_speech_server.text.origins import Origins
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.script import Mark, Passage
from kokoro_speech_server.text.source_text import SourceText
from kokoro_speech_server.text.ssml_reader import SsmlReader
from kokoro_speech_server.text.tags import check_pauses, cut_at_pauses
from kokoro_speech_server.text.voice_aliases import Speaker, VoiceAliases

_ROOT = re.compile(
    r"[\ufeff\s]{0,1000}+(?:<\?xml[^<>]{0,200}+>\s{0,1000}+)?(?:<!--(?:[^-]|-(?!->)){0,1000}+-->\s{0,1000}+)?"
    r"<(?:ssml:)?speak[\s>/]"
)


class SsmlScript:
    """The text of an SSML document in its passages.

    unknown: what in the document could not be obeyed, in ASCII, fit for a response header
    """

    markup = False

    def __init__(
        self,
        text: str,
        passages: list[Passage],
        origins: Origins,
        *,
        pronunciations: Pronunciations,
        lexicon: Lexicon,
        marks: tuple[Mark, ...],
        unknown: tuple[str, ...],
        normalization: Normalization,
    ) -> None:
        self.text = text
        self.pronunciations = pronunciations
        self.lexicon = lexicon
        self.marks = marks
        self.unknown = unknown
        self.normalization = normalization
        self._passages = passages
        self._origins = origins

    @classmethod
    def read(
        cls,
        document: str,
        *,
        speaker: Speaker,
        voice_aliases: VoiceAliases,
        vocabulary: frozenset[str],
        lexicon: Lexicon,
        most_pause_s: float,
        pause_tags: bool,
        normalization: Normalization = EVERYTHING,
    ) -> "SsmlScript":
        """Takes as long as the document does to parse, about a second for a megabyte: not on the event loop.

        Raises InvalidRequestError that says where in the document it is about, for XML that is not well-formed,
        that has a DTD or entities of its own, or that is too deep, for values that can't be read, for voices and
        languages that are not there, and for pauses that add up to more than `most_pause_s`.
        """
        reader = SsmlReader(document, speaker=speaker, voice_aliases=voice_aliases, vocabulary=vocabulary)
        text, passages, origins = reader.read()
        if pause_tags:
            passages = [part for passage in passages for part in cut_at_pauses(text, passage)]
        check_pauses(passages, limit=most_pause_s)
        return cls(
            text,
            passages,
            origins,
            pronunciations=reader.pronunciations,
            lexicon=lexicon,
            marks=tuple(
                Mark(name, origins.of(at, at + 1)[0][0] if at < len(text) else len(document))
                for name, at in reader.marks
            ),
            unknown=tuple(reader.unknown),
            normalization=normalization,
        )

    def passages(self) -> Iterator[Passage]:
        return iter(self._passages)

    def source(self, start: int, end: int) -> SourceText:
        return SourceText(self.text[start:end], *self._origins.of(start, end))


def looks_like_ssml(text: str) -> bool:
    """Whether the text begins as an SSML document does."""
    return _ROOT.match(text) is not None
