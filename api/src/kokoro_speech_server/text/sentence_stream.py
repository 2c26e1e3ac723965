"""Sentences of a text that is still being written, each as early as nothing that follows can change it."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.abbreviations.sentence_ends import CONTEXT, depends_on_a_word
from kokoro_speech_server.text.block_reader import Block, BlockReader
from kokoro_speech_server.text.formulas import undecided_formula
from kokoro_speech_server.text.inline_markup import undecided_markup
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.markup import block_text, without_block_markup
from kokoro_speech_server.text.normalization.rules import Category, Normalization
from kokoro_speech_server.text.pronunciations import PRIVATE, Pronunciations
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.sentence_reader import as_spoken
from kokoro_speech_server.text.sentences import Boundary, sentences
from kokoro_speech_server.text.source_text import SourceText
from kokoro_speech_server.text.tags import VoiceTags, first_tag, longest_tag, open_tag, pause_seconds

_MARKUP = frozenset("\\`*_~[]<&!")
"""What may turn out to be markup as long as it stands last."""

_CLAUSE_WORDS = 6
"""Words of a clause with which speech may begin, at least."""

# Two words in lower case follow, of which the first is complete.
_CLAUSE_END = re.compile(r"(?<=[^\W\d_A-Z]{2})[,;:]\s++(?=[^\W\d_A-Z]++\s++[^\W\d_A-Z])")

_PATIENT_CHARACTERS = 5_000
"""After so many characters, what is undecided (a comment that never ends, say) is read as if nothing followed."""


@dataclass(frozen=True, slots=True)
class StreamedSentence:
    """A sentence, or part of a long one.

    text:    as it is spoken; offsets are those of the whole text
    ends:    the boundary at its end
    written: as it was written
    """

    text: SourceText
    ends: Boundary
    written: str


@dataclass(frozen=True, slots=True)
class PassageEnd:
    """The end of a passage.

    pause:          the requested silence after it, in seconds
    voice_settings: of what follows, if tags say so; None: as before
    """

    pause: float
    voice_settings: VoiceSettings | None = None


class SentenceStream:
    """Reads a text by the same rules as `read_sentences`, in whatever pieces it arrives.

    language:    up to the first tag with a voice
    max_pause_s: limit for the sum of all pauses; None: `[pause:…]` is text
    voice_tags:  follows `[voice:…]` and `[rate:…]`; None: they are text

    What `read` yields does not depend on the pieces. Together with what `end` yields, it is what a script of the whole
    text has. `[word](/ipa/)` is a link.
    """

    def __init__(
        self,
        language: Language,
        lexicon: Lexicon,
        normalization: Normalization,
        *,
        max_pause_s: float | None,
        voice_tags: VoiceTags | None = None,
    ) -> None:
        self._language = language
        self._lexicon = lexicon
        self._normalization = normalization
        self._max_pause_s = max_pause_s
        self._voice_tags = voice_tags
        self._tags = {"voices": voice_tags is not None, "pauses": max_pause_s is not None}
        self._longest_tag = longest_tag(voices=voice_tags is not None)
        self._pause_s = 0.0
        self._text = ""
        self._half = ""  # the first half of a surrogate pair
        self._read_to = 0
        self._searched = 0  # for tags
        self._reader = self._new_reader(0)

    @property
    def text(self) -> str:
        """Everything that was appended, without private-use characters."""
        return self._text

    @property
    def has_unread(self) -> bool:
        """Whether anything but white space has not been yielded."""
        return not self._text[self._read_to :].isspace() and self._read_to < len(self._text)

    def append(self, text: str) -> None:
        """Add a piece of the text, which may begin or end within a surrogate pair."""
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        whole = text[: len(text) - len(self._half)]
        whole = whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        self._text += PRIVATE.sub("", whole)

    def read(self) -> Iterator[StreamedSentence | PassageEnd]:
        """What is certain by now and was not yielded before. Each step takes a few milliseconds of CPU time.

        Raises InvalidRequestError if the pauses add up to more than `max_pause_s`, or for a tag that cannot be obeyed.
        """
        yield from self._whole_passages()
        yield from self._read(self._usable_end(), open=True)

    def clause(self) -> StreamedSentence | None:
        """The beginning of the next sentence, if it has a long enough clause that is certain. `read` goes on behind it.

        Its words are those that the whole sentence has there, as far as that has arrived. So a clause ends only between
        words in lower case, not within "January 5, 2024", "one, 2" or a list of names.
        """
        if (found := self._open_sentence()) is None:
            return None
        unread, certain = found
        for mark in _CLAUSE_END.finditer(unread.text, 0, certain):
            if len(unread.text[: mark.end()].split()) < _CLAUSE_WORDS:
                continue
            first, rest = unread.part(0, mark.end()), unread.part(mark.end(), len(unread))
            spoken = self._spoken(first)
            if f"{spoken.text} {self._spoken(rest).text}" != self._spoken(unread).text:
                return None
            self._read_to = first.ends[-1]
            return StreamedSentence(spoken, Boundary.CLAUSE, self._text[first.starts[0] : first.ends[-1]])
        return None

    def end(self) -> Iterator[StreamedSentence | PassageEnd]:
        """The rest, as if the text ended here. What is appended later begins a passage. Raises as `read` does."""
        yield from self._whole_passages()
        yield from self._end_passage(len(self._text), len(self._text), 0.0)

    def _usable_end(self) -> int:
        """The end of what cannot be the beginning of a tag."""
        return open_tag(self._text, **self._tags)

    def _whole_passages(self) -> Iterator[StreamedSentence | PassageEnd]:
        """The rest of all passages that a tag ends."""
        while tag := first_tag(self._text, self._searched, **self._tags):
            pause = pause_seconds(tag) if tag[1] else 0.0
            self._pause_s += pause
            if self._max_pause_s is not None and self._pause_s > self._max_pause_s:
                raise InvalidRequestError(
                    f"The pauses in the text add up to {self._pause_s:g} seconds; at most {self._max_pause_s:g} are "
                    "allowed."
                )
            yield from self._end_passage(*tag.span(), pause, tag)
        self._searched = max(self._searched, len(self._text) - self._longest_tag)

    def _end_passage(
        self, end: int, next_start: int, pause: float, tag: re.Match[str] | None = None
    ) -> Iterator[StreamedSentence | PassageEnd]:
        yield from self._read(end, open=False)
        following: VoiceSettings | None = None
        if self._voice_tags is not None and tag is not None:
            self._voice_tags.follow(tag)
            following = self._voice_tags.current
            self._language = following.language
        self._reader = self._new_reader(next_start)
        self._read_to = self._searched = next_start
        yield PassageEnd(pause, following)

    def _read(self, end: int, *, open: bool) -> Iterator[StreamedSentence]:
        while True:
            reader = self._reader.extended(self._text, end, open=open)
            block = reader.next_block()
            if block is None:
                return
            undecided = reader.open_end.undecided
            if undecided is not None and end - block.start > _PATIENT_CHARACTERS:
                undecided = None
            yield from self._sentences(block, undecided)
            if undecided is not None:
                return
            self._reader = reader

    def _sentences(self, block: Block, undecided: int | None) -> Iterator[StreamedSentence]:
        """The sentences of a block that were not yielded before; up to what is undecided."""
        categories = self._normalization.categories
        part = without_block_markup(
            SourceText.verbatim(self._text[block.start : block.end], block.start), block
        )
        text = block_text(part, block, self._language, categories)
        if text is None:
            return
        if undecided is not None:
            undecided = min(undecided, self._undecided(part))
        for start, end, boundary in sentences(text.text, 0, len(text), self._language):
            if undecided is not None and not self._is_certain(text, end, undecided):
                return
            unread = bisect_right(text.ends, self._read_to, start, end)
            if unread == end:
                continue
            written = text.part(unread, end)
            self._read_to = written.ends[-1]
            yield StreamedSentence(
                self._spoken(written), boundary, self._text[written.starts[0] : written.ends[-1]]
            )

    def _open_sentence(self) -> tuple[SourceText, int] | None:
        """What is there of the sentence whose end is not certain, and how much of that is; None: no text is certain."""
        end = self._usable_end()
        reader = self._reader.extended(self._text, end, open=True)
        block = reader.next_block()
        if block is None:
            return None
        part = without_block_markup(
            SourceText.verbatim(self._text[block.start : block.end], block.start), block
        )
        categories = self._normalization.categories
        text = block_text(part, block, self._language, categories)
        if text is None:
            return None
        certain = min(
            end if reader.open_end.undecided is None else reader.open_end.undecided,
            self._undecided(part),
        )
        unread = text.part(bisect_right(text.ends, self._read_to), len(text))
        return unread, bisect_right(unread.ends, certain)

    def _undecided(self, part: SourceText) -> int:
        """From where on the markup and formulas of a part of a block may change when more of it arrives."""
        categories = self._normalization.categories
        markup = undecided_markup(part.text, categories)
        return _place(part, min(markup, undecided_formula(part.text, self._language, categories)))

    def _spoken(self, written: SourceText) -> SourceText:
        return as_spoken(written, self._language, self._lexicon, Pronunciations(), self._normalization)

    def _is_certain(self, text: SourceText, end: int, undecided: int) -> bool:
        """Whether the sentence that ends at `end` ends there whatever follows: the character behind it is certain."""
        look_ahead = max(map(len, self._language.quotation_particles), default=1)
        if depends_on_a_word(self._language.abbreviations, text.text[max(0, end - CONTEXT - 2) : end]):
            look_ahead = CONTEXT
        if end + look_ahead > len(text):
            return False
        following = text.starts[end + look_ahead - 1]
        return following < undecided and self._text[text.starts[end]] not in _MARKUP

    def _new_reader(self, start: int) -> BlockReader:
        categories = self._normalization.categories
        markdown, html = Category.MARKDOWN in categories, Category.HTML in categories
        return BlockReader(self._text, start, start, markdown=markdown, html=html)


def _place(part: SourceText, offset: int) -> int:
    """The offset in the text of a character of `part`, or of its end."""
    return part.starts[offset] if offset < len(part) else part.ends[-1]
