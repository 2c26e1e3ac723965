"""What is written beside what is said: the sentences of a script, their places in the input and their differences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from kokoro_speech_server.text.block_reader import Block
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.script import Script
from kokoro_speech_server.text.sentence_reader import Sentence, read_sentences
from kokoro_speech_server.text.source_text import Edit, SourceText

_SPACE = re.compile(r"\s*+")
_MARKS = frozenset("|*_`~#<>[]\\")
"""Punctuation that is not shown where something else is said instead of it."""


@dataclass(frozen=True, slots=True)
class Change:
    """The characters `start:end` of the input are said as the characters `normalized_start:normalized_end`.

    Either may be empty: something is inserted or left out there.
    """

    start: int
    end: int
    normalized_start: int
    normalized_end: int


@dataclass(frozen=True, slots=True)
class ComparedSentence:
    """A sentence, or part of a long one.

    start, end: its span in the input, with its markup and the white space after it
    normalized: as it is said, with given phonemes between slashes
    block:      the number of its block
    voice:      the voice or mix that speaks it
    visible:    the spans of the input that are not markup
    changes:    in order; elsewhere the visible and the normalized text are equal, apart from white space
    """

    start: int
    end: int
    normalized: str
    block: int
    voice: str
    visible: list[tuple[int, int]]
    changes: list[Change]


@dataclass(frozen=True, slots=True)
class BlockKind:
    """The kind of a block, such as heading, and its level: of a heading, or the depth of an item in lists."""

    kind: str
    level: int


class Comparison:
    """Compares a script with its input.

    blocks: the kinds of the blocks so far
    """

    def __init__(self, script: Script, written: str) -> None:
        self.blocks: list[BlockKind] = []
        self._script = script
        self._input = written
        self._reached = 0  # in the input
        self._block: Block | None = None  # of the sentence before
        self._kinds: dict[BlockKind, BlockKind] = {}

    def sentences(self) -> Iterator[ComparedSentence]:
        """The sentences in order, without overlap. Each step takes a few milliseconds of CPU time."""
        for passage in self._script.passages():
            voice = str(passage.voice_settings.voice)
            for sentence in read_sentences(self._script, passage):
                yield self._compared(sentence, voice)

    def _compared(self, sentence: Sentence, voice: str) -> ComparedSentence:
        start, end = self._span(sentence)
        normalized = _with_phonemes(sentence.text, self._script.pronunciations)
        visible = _visible(sentence.written, self._input, start, end)
        return ComparedSentence(
            start=start,
            end=end,
            normalized=normalized.text,
            block=len(self.blocks) - 1,
            voice=voice,
            visible=visible,
            changes=_changes(normalized, visible, self._input, start),
        )

    def _span(self, sentence: Sentence) -> tuple[int, int]:
        """From the end of the sentence before, or the beginning of its block, to its end and the white space there."""
        origins, block = self._script.text.origins, sentence.block
        if block is not self._block:
            begin = origins.of(block.start, block.start + 1)[0][0]
            if self._begins(block):
                self._reached = max(self._reached, begin)
            else:
                self._reached += len(self._input[self._reached : begin].rstrip())
        start = self._reached
        self._reached = max([start, *sentence.written.ends[-1:]])
        if sentence.ends_block:
            end = max(self._reached, origins.of(block.end - 1, block.end)[1][0])
            self._reached = _leading_space(self._input, end)
        return start, self._reached

    def _begins(self, block: Block) -> bool:
        """Count a block, unless it continues the one before: a long paragraph, or a line after a tag."""
        before, self._block = self._block, block
        if before is not None and _continues(before, block, self._script.text.text):
            return False
        kind = BlockKind(block.kind.name.lower(), block.level)
        self.blocks.append(self._kinds.setdefault(kind, kind))
        return True


def _continues(before: Block, block: Block, text: str) -> bool:
    if before.ending:
        return False
    between = text[before.start : block.start]
    line_ends = between.count("\n", len(between.rstrip()))
    return line_ends <= (before.ending is None)


def _with_phonemes(spoken: SourceText, given: Pronunciations) -> SourceText:
    """The text with given phonemes between slashes instead of the private-use characters that stand for them."""
    return spoken.replace(
        Edit(i, i + 1, f"/{given[one]}/") for i, one in enumerate(spoken.text) if one in given
    )


def _visible(written: SourceText, text: str, first: int, last: int) -> list[tuple[int, int]]:
    """The spans of the input, within `first:last`, that are not markup; those that touch are joined."""
    # White space at both ends, of which a passage has none, may separate it from the next one.
    spans = [(first, _leading_space(text, first))]
    position = 0
    for (start, end), group in groupby(zip(written.starts, written.ends, strict=True)):
        instead = written.text[position : position + sum(1 for _ in group)]
        position += len(instead)
        replaced = text[start:end]
        is_markup = instead != replaced and _is_markup(replaced)
        spans.append(
            (start, _leading_space(text, start) if is_markup else end)
        )  # a space before a cell's border
    spans.append((first + len(text[first:last].rstrip()), last))
    visible: list[tuple[int, int]] = []
    for begin, end in spans:
        start, stop = max(first, begin), min(last, end)
        if visible and start <= visible[-1][1]:
            visible[-1] = (visible[-1][0], max(visible[-1][1], stop))
        elif start < stop:
            visible.append((start, stop))
    return visible


def _leading_space(text: str, position: int) -> int:
    """The end of the white space at a position."""
    space = _SPACE.match(text, position)
    assert space is not None  # it can be empty
    return space.end()


def _is_markup(replaced: str) -> bool:
    """Whether text that something else is said for is markup, such as a tag or the border of a cell."""
    if replaced.lstrip().startswith("<"):
        return True
    return not any(map(str.isalnum, replaced)) and not _MARKS.isdisjoint(replaced)


def _changes(said: SourceText, visible: list[tuple[int, int]], text: str, first: int) -> list[Change]:
    """Where what is said differs from what is visible, which begins at `first`."""
    shown = [position for start, end in visible for position in range(start, end)]
    ends = (shown[0] if shown else first, shown[-1] + 1 if shown else first)
    changes: list[Change] = []
    done = seen = 0  # of `said`, and of `shown`
    for i, place in [*_unchanged(said, shown, text), (len(said), len(shown))]:
        words = _without_outer_space(said.text, done, i)
        missing = [position for position in shown[seen:place] if not text[position].isspace()]
        spans = [said.span(*words)] if words[0] < words[1] else []
        spans += [(missing[0], missing[-1] + 1)] if missing else []
        if spans:
            least, most = (
                shown[seen - 1] + 1 if seen else ends[0],
                shown[place] if place < len(shown) else ends[1],
            )
            start = min(most, max(least, min(start for start, _ in spans)))
            end = min(most, max(start, *(end for _, end in spans)))
            changes.append(Change(start, end, *words))
        done, seen = i + 1, place + 1
    return changes


def _unchanged(said: SourceText, shown: list[int], text: str) -> Iterator[tuple[int, int]]:
    """The characters that are said as they are written: the offset in `said` and the place in `shown` of each."""
    places = {position: place for place, position in enumerate(shown)}
    spans = list(zip(said.starts, said.ends, strict=True))
    last = -1
    for i, (start, end) in enumerate(spans):
        place = places.get(start, -1)
        if place <= last or end - start != 1 or _span_is_shared(spans, i):
            continue
        if said.text[i] == text[start] or (said.text[i].isspace() and text[start].isspace()):
            last = place
            yield i, place


def _span_is_shared(spans: list[tuple[int, int]], i: int) -> bool:
    """Whether a neighbour stands for the same characters of the input, so that they were replaced together."""
    return spans[i] in (*spans[max(0, i - 1) : i], *spans[i + 1 : i + 2])


def _without_outer_space(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its ends."""
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    return start, start + len(words.strip())
