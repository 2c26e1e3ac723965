"""SSML (W3C, 1.1): an XML document that directs its reading. Parsed whole, since what is wrong at its end counts.

Not Markdown: a star in it is a star. `[pause:1.5s]` counts, other square tags are text. An element that is not known
speaks its content and is told.
"""

import re
from collections.abc import Iterator

from api.src.services.text_processing.cast import Cast, Role
from api.src.services.text_processing.lexicon import Lexicon
from api.src.services.text_processing.origins import Origins
from api.src.services.text_processing.pronunciations import Pronunciations
from api.src.services.text_processing.script import Mark, Passage
from api.src.services.text_processing.source_text import SourceText
from api.src.services.text_processing.ssml_reader import SsmlReader
from api.src.services.text_processing.tags import check_pauses, cut_at_pauses

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
    ) -> None:
        self.text = text
        self.pronunciations = pronunciations
        self.lexicon = lexicon
        self.marks = marks
        self.unknown = unknown
        self._passages = passages
        self._origins = origins

    @classmethod
    def read(
        cls,
        document: str,
        *,
        role: Role,
        cast: Cast,
        vocabulary: frozenset[str],
        lexicon: Lexicon,
        most_pause_s: float,
        pause_tags: bool,
    ) -> "SsmlScript":
        """Takes as long as the document does to parse, about a second for a megabyte: not on the event loop.

        Raises InvalidRequestError that says where in the document it is about, for XML that is not well-formed,
        that has a DTD or entities of its own, or that is too deep, for values that can't be read, for voices and
        languages that are not there, and for pauses that add up to more than `most_pause_s`.
        """
        reader = SsmlReader(document, role=role, cast=cast, vocabulary=vocabulary)
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
        )

    def passages(self) -> Iterator[Passage]:
        return iter(self._passages)

    def source(self, start: int, end: int) -> SourceText:
        return SourceText(self.text[start:end], *self._origins.of(start, end))


def looks_like_ssml(text: str) -> bool:
    """Whether the text begins as an SSML document does."""
    return _ROOT.match(text) is not None
