"""Where each character of a text that was made from another came from, kept compact."""

from array import array
from bisect import bisect_right


class Origins:
    """Runs of characters, in order: what was taken over as it is, and what stands for something else.

    For a text of a million characters that was taken over in one piece it is one run.
    """

    def __init__(self) -> None:
        self.length = 0
        self.reached = 0  # the end of the last one's origin: what comes in between has its place there
        self._at = array("Q")
        self._start = array("Q")
        self._end = array("Q")
        self._same = bytearray()

    def taken(self, start: int, count: int) -> None:
        """`count` characters, each from the one at `start` and so on."""
        extends = bool(self._same) and self._same[-1] and self._end[-1] == start
        if extends:
            self._end[-1] += count
            self.length += count
            self.reached = start + count
        else:
            self._add(count, start, start + count, same=True)

    def made(self, count: int, start: int, end: int) -> None:
        """`count` characters that all stand for `start:end`."""
        self._add(count, start, end, same=False)

    def of(self, start: int, end: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The beginnings and the ends of the origins of the characters `start:end`."""
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
