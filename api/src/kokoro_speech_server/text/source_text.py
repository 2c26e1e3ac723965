"""Text that keeps, for each character, its offsets in the input while it is edited."""

import re
import unicodedata
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

# Invisible characters with a meaning for phonemizers: the joiners shape Hindi conjuncts and emoji.
_JOINERS = "\u200c\u200d"
_MEANINGLESS = frozenset("\ufe0e\ufe0f\u034f\u115f\u1160\u3164\uffa0\ufffc\ufffd")

# More than three of a punctuation mark mean the same as three: "!!!!!!!!", "-----".
_LONG_RUN = re.compile(r"([^\w\s])\1{3,}")

# Full-width letters, digits, and marks between them: ＮＨＫ, ０３－１２３４, １，０２４. A comma may also list numbers.
# A wide dash also stands between other digits: 3－5.
_WIDE = re.compile("[０-９Ａ-Ｚａ-ｚ－]")
_WIDE_MARK = re.compile(
    "(?<=[０-９Ａ-Ｚａ-ｚ])(?:[．／－：＋](?=[０-９Ａ-Ｚａ-ｚ])|，(?=[０-９]{3}(?![０-９])))"
    r"|(?<=\d)－(?=\d)|－(?=\d{1,3}(?:\.\d)?[℃°度%])"
)
_NARROW = str.maketrans({code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)})
_NARROW_LETTERS = {code: name for code, name in _NARROW.items() if chr(code).isalpha()}

# Longer numbers are not read as one number, and the phonemizers can't convert them.
_LONG_NUMBER = re.compile(r"\d{16,}")


class Edit(NamedTuple):
    """Replaces the characters `start:end` with `text`; an empty span inserts it."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SourceText:
    """`text` with the span of the input that each of its characters stands for.

    starts, ends: one offset per character, ends exclusive; neither decreases
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def verbatim(cls, text: str, offset: int = 0) -> "SourceText":
        """A stretch of the input that begins at `offset`, unchanged."""
        first = range(offset, offset + len(text) + 1)
        return cls(text, tuple(first[:-1]), tuple(first[1:]))

    def __len__(self) -> int:
        return len(self.text)

    def part(self, start: int, end: int) -> "SourceText":
        """The characters `start:end`."""
        return SourceText(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span in the input of `text[start:end]`, which must not be empty."""
        return self.starts[start], self.ends[end - 1]

    def replace(self, edits: Iterable[Edit]) -> "SourceText":
        """Apply edits, which must be in order and not overlap.

        All characters that an edit inserts get the span of all characters that it removes.
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
            assert position <= start <= end <= len(self.text), "edits out of order"
            keep(start)
            position = end
            if text:
                origin_start, origin_end = self.span(start, end) if start < end else self._between(start)
                texts.append(text)
                starts += [origin_start] * len(text)
                ends += [origin_end] * len(text)
        keep(len(self.text))
        return SourceText("".join(texts), tuple(starts), tuple(ends))

    def _between(self, position: int) -> tuple[int, int]:
        if position:
            return self.ends[position - 1], self.ends[position - 1]
        first = self.starts[0] if self.starts else 0
        return first, first


def clean(source: SourceText, keep: Container[str] = ()) -> SourceText:
    """Prepare text for the lexicon, normalization and phonemizers.

    White space becomes single spaces; control and invisible characters are removed, except for those in `keep`; letters
    with combining marks are composed (NFC), as dictionaries need them; digits become 0 to 9; full-width Latin letters
    and what is between them and digits become ASCII; and a long run of one mark becomes three of it.
    """
    source = _narrowed(source)
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
        if unicodedata.category(run[1]) != "So"  # a repeated emoji is read each time
    )


def space_out_long_numbers(source: SourceText) -> SourceText:
    """Put spaces between the digits of numbers with more than 15 digits, so that they are read one by one."""
    return source.replace(
        Edit(i, i, " ")
        for number in _LONG_NUMBER.finditer(source.text)
        for i in range(number.start() + 1, number.end())
    )


def _narrowed(source: SourceText) -> SourceText:
    """The text with full-width letters and the marks between them and digits in ASCII."""
    if not _WIDE.search(source.text):
        return source
    narrow = _WIDE_MARK.sub(lambda mark: mark[0].translate(_NARROW), source.text).translate(_NARROW_LETTERS)
    pairs = enumerate(zip(source.text, narrow, strict=True))
    return source.replace(Edit(i, i + 1, after) for i, (before, after) in pairs if before != after)


def _clusters(raw: str) -> list[tuple[int, int]]:
    """The spans of characters with the combining marks after them."""
    starts = [i for i, character in enumerate(raw) if i == 0 or not unicodedata.combining(character)]
    return list(zip(starts, [*starts, len(raw)][1:], strict=True))


def _western_digit(character: str) -> str:
    """The digit 0 to 9 for a digit of any script, since not every converter knows all scripts."""
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _is_invisible(character: str) -> bool:
    if character in _JOINERS:
        return False
    return character in _MEANINGLESS or unicodedata.category(character) in ("Cc", "Cf", "Co", "Cn", "Cs")
