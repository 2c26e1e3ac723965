"""A text that is still being written: from which position on its reading may change when more of it arrives."""

import re

MAX_LOOK_AHEAD = 1200
"""Characters behind a position that any pattern for lines looks at, at most."""

# A line that begins like this is decided: whatever follows, no pattern for lines matches it, or the same one does.
_DECIDED_LINE = re.compile(
    r"[^\S\n]*+(?:"
    r"[^\s>\-+*•‣◦▪●\d#=_~`|:\[<]"  # prose
    r"|[*_]{1,3}+[^\s*_]|`{1,2}+[^`\s]|[-+][^\s\-+:|]"  # emphasis, code within prose, a negative number
    r"|([-+*•‣◦▪●])[ \t]++(?!\1)[^\s:|\[]"  # a list item
    r"|\d{4}|\d{1,3}+(?:[^\d.)]|[.)](?:[^ \t\n]|[ \t]++\S))"
    r"|#{1,6}+(?:[^\s#]|[ \t]++\S)"
    r"|>[^\n]"
    r")"
)
# A line, perhaps an empty one, and enough of the next one to know whether it continues a list.
_DECIDED_NEXT_LINE = re.compile(r"[^\n]*+\n(?:[^\S\n]*+\n)?+(?:[^\n]*+\n|[ \t]?[^\s\-+*\d])")


class OpenEnd:
    """Notes the positions at which a reader of `text[:end]` could not decide what it reads.

    open:      False for a text to which nothing is added; nothing is noted then
    undecided: the first such position; None: everything is decided
    """

    def __init__(self, text: str, end: int, *, open: bool) -> None:
        self.open = open
        self.undecided: int | None = None
        self._text = text
        self._end = end

    def note(self, position: int) -> None:
        """What begins at this position is not decided."""
        if self.open and (self.undecided is None or position < self.undecided):
            self.undecided = position

    def note_line(self, position: int) -> None:
        """A pattern that looks at the rest of a line is about to be matched there."""
        if not self.open or self._line_is_complete(position) or self._is_long(position):
            return
        if not _DECIDED_LINE.match(self._text, position, self._end):
            self.note(position)

    def note_continuation(self, position: int, line_end: int) -> None:
        """A line that continues a paragraph ends at `line_end`. Until all of it is there, it may begin a table."""
        if line_end >= self._end and not self._is_long(position):
            self.note(position)

    def note_next_line(self, item: int, position: int) -> None:
        """Whether there is a list item at `item` depends on the line after the one of `position`."""
        if not _DECIDED_NEXT_LINE.match(self._text, position, self._end) and not self._is_long(position):
            self.note(item)

    def note_header(self, position: int, line_end: int) -> None:
        """Whether there is the head of a table at `position` depends on the line after `line_end`."""
        if self.undecided == line_end + 1 or line_end >= self._end:
            self.note(position)

    def _line_is_complete(self, position: int) -> bool:
        return self._text.find("\n", position, self._end) >= 0

    def _is_long(self, position: int) -> bool:
        return position + MAX_LOOK_AHEAD < self._end
