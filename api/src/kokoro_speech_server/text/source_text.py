"""A stretch of the input in the making, from what was written to what is said, that remembers where it came from."""

import re
import unicodedata
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

# Invisible characters that mean something to a phonemizer: the joiners shape Hindi's conjuncts and emoji.
_JOINERS = "\u200c\u200d"
_MEANINGLESS = frozenset("\ufe0e\ufe0f\u034f\u115f\u1160\u3164\uffa0\ufffc\ufffd")

# A punctuation mark written more than three times says no more than three times: "!!!!!!!!", "-----".
_LONG_RUN = re.compile(r"([^\w\s])\1{3,}")

# Nobody says a longer number as one, and the phonemizers can't.
_LONG_NUMBER = re.compile(r"\d{16,}")


class Edit(NamedTuple):
    """`text` instead of the characters `start:end`; where they are none, it comes in between."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SourceText:
    """`text` with, for each of its characters, the span of the original input that it stands for.

    starts, ends: one offset per character of `text`, ends exclusive; neither ever decreases
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def verbatim(cls, text: str, offset: int = 0) -> "SourceText":
        """What stands at `offset` of the input as it is."""
        first = range(offset, offset + len(text) + 1)
        return cls(text, tuple(first[:-1]), tuple(first[1:]))

    def __len__(self) -> int:
        return len(self.text)

    def part(self, start: int, end: int) -> "SourceText":
        """The characters `start:end`."""
        return SourceText(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the input of `text[start:end]`, which must not be empty."""
        return self.starts[start], self.ends[end - 1]

    def replace(self, edits: Iterable[Edit]) -> "SourceText":
        """With the edits made, which come in order and do not overlap.

        All that an edit brings stands for all that it takes away.
        """
        texts: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        position = 0

        def keep(upto: int) -> None:
            texts.append(self.text[position:upto])
            starts.extend(self.starts[position:upto])
            ends.extend(self.ends[position:upto])

        for start, end, text in edits:
            keep(start)
            position = end
            if text:
                here, there = self.span(start, end) if start < end else self._between(start)
                texts.append(text)
                starts += [here] * len(text)
                ends += [there] * len(text)
        keep(len(self.text))
        return SourceText("".join(texts), tuple(starts), tuple(ends))

    def _between(self, position: int) -> tuple[int, int]:
        if position:
            return self.ends[position - 1], self.ends[position - 1]
        first = self.starts[0] if self.starts else 0
        return first, first


def clean(source: SourceText, keep: Container[str] = ()) -> SourceText:
    """Make text fit to be read.

    White space of any kind becomes single spaces, control and invisible characters go (but for those in `keep`),
    letters with combining marks are composed (NFC), as the dictionaries have them, and digits are 0 to 9. A long run
    of one mark becomes three of it.
    """
    raw = source.text
    edits: list[Edit] = []
    spaced = True
    for start, end in _clusters(raw):
        cluster = raw[start:end]
        if cluster.isspace():
            fit = "" if spaced else " "
            spaced = True
        else:
            composed = unicodedata.normalize("NFC", cluster)
            fit = "".join(_western_digit(one) for one in composed if one in keep or not _is_invisible(one))
            spaced = spaced and not fit
        if fit != cluster:
            edits.append(Edit(start, end, fit))
    cleaned = source.replace(edits)
    if cleaned.text.endswith(" "):
        cleaned = cleaned.part(0, len(cleaned) - 1)
    return cleaned.replace(
        Edit(run.start() + 3, run.end(), "")
        for run in _LONG_RUN.finditer(cleaned.text)
        if unicodedata.category(run[1]) != "So"  # an emoji written four times is said four times
    )


def space_out_long_numbers(source: SourceText) -> SourceText:
    """With spaces between the digits of numbers that have more than 15, so that they are read one by one."""
    return source.replace(
        Edit(i, i, " ")
        for number in _LONG_NUMBER.finditer(source.text)
        for i in range(number.start() + 1, number.end())
    )


def _clusters(raw: str) -> list[tuple[int, int]]:
    """Spans of each character with the combining marks that follow it."""
    starts = [i for i, character in enumerate(raw) if i == 0 or not unicodedata.combining(character)]
    return list(zip(starts, [*starts, len(raw)][1:], strict=True))


def _western_digit(character: str) -> str:
    """ "3" for the 3 of any script: not every converter knows all of them."""
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _is_invisible(character: str) -> bool:
    if character in _JOINERS:
        return False
    return character in _MEANINGLESS or unicodedata.category(character) in ("Cc", "Cf", "Co", "Cn", "Cs")
