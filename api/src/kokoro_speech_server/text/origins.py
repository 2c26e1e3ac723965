"""The origin of each character of a text that was made from the input, stored compactly."""

from array import array
from bisect import bisect_right
from dataclasses import dataclass

from kokoro_speech_server.text.source_text import SourceText


class Origins:
    """A list of runs, each copied from the original text or replacing a stretch of it.

    Consecutive copies extend one run, so that a text of a million copied characters has one.

    length:  characters so far
    reached: the end of the last run's origin
    """

    def __init__(self) -> None:
        self.length = 0
        self.reached = 0
        self._at = array("Q")
        self._start = array("Q")
        self._end = array("Q")
        self._same = bytearray()

    def copied(self, start: int, count: int) -> None:
        """Append `count` characters that are copied from `start` on."""
        extends = bool(self._same) and self._same[-1] and self._end[-1] == start
        if extends:
            self._end[-1] += count
            self.length += count
            self.reached = start + count
        else:
            self._add(count, start, start + count, same=True)

    def replaced(self, count: int, start: int, end: int) -> None:
        """Append `count` characters that together replace `start:end`."""
        self._add(count, start, end, same=False)

    def of(self, start: int, end: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The starts and the ends of the origins of the characters `start:end`, one of each per character."""
        starts: list[int] = []
        ends: list[int] = []
        run = bisect_right(self._at, start) - 1
        while start < end:
            until = min(end, self._at[run + 1] if run + 1 < len(self._at) else self.length)
            if self._same[run]:
                first = self._start[run] + start - self._at[run]
                starts += range(first, first + until - start)
                ends += range(first + 1, first + 1 + until - start)
            else:
                starts += [self._start[run]] * (until - start)
                ends += [self._end[run]] * (until - start)
            start = until
            run += 1
        return tuple(starts), tuple(ends)

    def _add(self, count: int, start: int, end: int, *, same: bool) -> None:
        if count:
            self._at.append(self.length)
            self._start.append(start)
            self._end.append(end)
            self._same.append(same)
            self.length += count
            self.reached = end


@dataclass(frozen=True, slots=True)
class TracedText:
    """The text of a script. Whoever reads it and edits parts of it uses offsets of this text, not of the input."""

    text: str
    origins: Origins

    @classmethod
    def verbatim(cls, text: str) -> "TracedText":
        """The input itself."""
        origins = Origins()
        origins.copied(0, len(text))
        return cls(text, origins)

    def part(self, start: int, end: int) -> SourceText:
        """The characters `start:end` with their offsets in the input."""
        return SourceText(self.text[start:end], *self.origins.of(start, end))
