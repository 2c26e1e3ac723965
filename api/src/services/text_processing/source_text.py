"""A stretch of the input, cleaned for a phonemizer, that remembers where each character came from."""

import re
import unicodedata
from dataclasses import dataclass

# Invisible characters that mean something to a phonemizer: the joiners shape Hindi's conjuncts and emoji.
_JOINERS = "\u200c\u200d"
_MEANINGLESS = frozenset("\ufe0e\ufe0f\u034f\u115f\u1160\u3164\uffa0\ufffc\ufffd")

# A punctuation mark written more than three times says no more than three times: "!!!!!!!!", "-----".
# Nobody says a longer number as one, and the libraries below can't.
_LONG_NUMBER = re.compile(r"\d{16,}")

_LONG_RUN = re.compile(r"([^\w\s])\1{3,}")


@dataclass(frozen=True, slots=True)
class SourceText:
    """`text` with, for each of its characters, the span of the original input that it stands for.

    starts, ends: one offset per character of `text`, ends exclusive
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the input of `text[start:end]`, which must not be empty."""
        return self.starts[start], self.ends[end - 1]


def clean(raw: str, offset: int) -> SourceText:
    """Make `raw`, which begins at `offset` of the input, fit to be phonemized.

    White space of any kind becomes single spaces, control and invisible characters go, letters with combining
    marks are composed (NFC), as the dictionaries have them, and digits are 0 to 9. A long run of one mark becomes
    three of it; a number of more than 15 digits is spaced out, to be read digit by digit.
    """
    pieces: list[tuple[str, int, int]] = []
    for start, end in _clusters(raw):
        cluster = raw[start:end]
        if cluster.isspace():
            if pieces and pieces[-1][0] != " ":
                pieces.append((" ", offset + start, offset + end))
        else:
            composed = unicodedata.normalize("NFC", cluster)
            pieces.extend(
                (_western_digit(character), offset + start, offset + end)
                for character in composed
                if not _is_invisible(character)
            )
    if pieces and pieces[-1][0] == " ":
        pieces.pop()
    text = "".join(character for character, _, _ in pieces)
    for run in reversed(list(_LONG_RUN.finditer(text))):
        if unicodedata.category(run[1]) != "So":  # an emoji written four times is said four times
            del pieces[run.start() + 3 : run.end()]
    for number in reversed(list(_LONG_NUMBER.finditer("".join(character for character, _, _ in pieces)))):
        for i in range(number.end() - 1, number.start(), -1):
            pieces.insert(i, (" ", pieces[i][1], pieces[i][1]))
    return SourceText(
        text="".join(character for character, _, _ in pieces),
        starts=tuple(start for _, start, _ in pieces),
        ends=tuple(end for _, _, end in pieces),
    )


def _clusters(raw: str) -> list[tuple[int, int]]:
    """Spans of each character with the combining marks that follow it."""
    starts = [i for i, character in enumerate(raw) if i == 0 or not unicodedata.combining(character)]
    return list(zip(starts, [*starts[1:], len(raw)], strict=True))


def _western_digit(character: str) -> str:
    """ "3" for the 3 of any script: not every converter knows all of them."""
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _is_invisible(character: str) -> bool:
    if character in _JOINERS:
        return False
    return character in _MEANINGLESS or unicodedata.category(character) in ("Cc", "Cf", "Co", "Cn", "Cs")
