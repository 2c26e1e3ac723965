"""Divides text into blocks: paragraphs, headings, list items, table rows and lines of code.

A line that is likely to be prose is not treated as markup: "1990. Then", "- said he", "#1".
"""

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from kokoro_speech_server.text import block_patterns as patterns
from kokoro_speech_server.text.open_end import OpenEnd
from kokoro_speech_server.text.sentences import Boundary, sentences
from kokoro_speech_server.text.source_text import Edit

MAX_BLOCK_CHARACTERS = 1200
"""Characters in a block, at most, which bounds the time to the first sentence."""

_MAX_DEPTH = 20
"""Nested quotes and lists, at most; deeper markers are text."""

_MAX_INDENT = 200
"""Characters before the marker of a list item that count as its indentation, at most."""


class Kind(Enum):
    TEXT = auto()
    HEADING = auto()
    ITEM = auto()
    ROW = auto()
    CODE = auto()


@dataclass(slots=True)
class Block:
    """The characters `start:end` of the text.

    edits:  what to remove and insert, by offsets in the text
    ending: the new lines to end the block with; empty: the passage ends here; None: the paragraph continues
    level:  of a heading, from 1 to 6, or the depth of an item in lists, from 1; otherwise 0
    """

    kind: Kind
    start: int
    end: int
    edits: list[Edit]
    ending: str | None
    level: int = 0


@dataclass(slots=True)
class Line:
    """The markers that a line begins with.

    start:  where the text behind them starts
    quotes: depth of the quotation
    number: of a numbered list item
    edits:  that remove the markers
    level:  of a heading, by its marker
    """

    start: int
    kind: Kind = Kind.TEXT
    quotes: int = 0
    number: int | None = None
    edits: list[Edit] = field(default_factory=list)
    level: int = 0


class BlockReader:
    """Reads a passage once, from the first line to the last.

    open_end: what is not decided yet of a passage that is still being written; see `extended`
    """

    def __init__(self, text: str, start: int, end: int, *, markdown: bool, html: bool) -> None:
        self._text = text
        self._start, self._end = start, end
        self.open_end = OpenEnd(text, end, open=False)
        self._markdown = markdown
        self._html = html
        self._position = start  # of the next block
        self._begun = False
        self._cut_line: Line | None = None  # the line whose block was cut, if the rest of it is next
        self._kind = Kind.TEXT  # of the previous block
        self._number: int | None = None  # of the last numbered item
        self._indents: list[int] = []  # of the last item and of those that it is in
        self._fence = ""
        self._in_table = False
        self._never_closed: set[str] = set()

    def blocks(self) -> Iterator[Block]:
        while block := self.next_block():
            yield block

    def next_block(self) -> Block | None:
        """The next block; None at the end of the passage."""
        if not self._begun:
            self._begun = True
            self._advance(self._position)
        if self._position >= self._end:
            return None
        if self._fence:
            return self._code()
        if self._cut_line:
            return self._block(Line(self._position, self._cut_line.kind, self._cut_line.quotes))
        return self._block(self._line(self._position))

    def extended(self, text: str, end: int, *, open: bool) -> "BlockReader":
        """A reader that goes on from where this one is, when more of the text is there.

        text, end: the text that this reader has, and more
        open:      whether still more may follow, so that `open_end` notes what that could change
        """
        other = copy.copy(self)
        other._text, other._end = text, end
        other.open_end = OpenEnd(text, end, open=open)
        other._indents, other._never_closed = list(self._indents), set(self._never_closed)
        return other

    def _advance(self, position: int) -> str:
        """Move to the next line to read from a position on. Returns the new lines that the previous block ends with."""
        apart = False
        behind: int | None = position
        while behind is not None:
            gap = patterns.GAP.match(self._text, behind, self._end)
            assert gap
            self._position = gap.end()
            if self._position >= self._end:
                self.open_end.note(self._position)
                return ""
            apart = apart or gap[0].count("\n") > 1 or (self._markdown and self._is_apart())
            behind = self._silent_end()
        self._in_table = self._in_table and not apart
        return "\n\n" if apart else "\n"

    def _is_apart(self) -> bool:
        """Whether a paragraph boundary precedes the next line, whatever the white space between them."""
        if self._fence:
            return bool(patterns.FENCE.match(self._text, self._position, self._end))
        line = self._line(self._position)
        return (
            line.kind is Kind.HEADING
            or self._first_match(line.start, patterns.EMPTY, patterns.BREAK, patterns.FENCE) is not None
        )

    def _first_match(self, position: int, *candidates: re.Pattern[str]) -> re.Match[str] | None:
        """The match of the first pattern that matches at a position."""
        self.open_end.note_line(position)
        limit = min(position + MAX_BLOCK_CHARACTERS, self._end)
        for pattern in candidates:
            if match := pattern.match(self._text, position, limit):
                return match
        return None

    def _line(self, position: int) -> Line:
        line = Line(position)
        if not self._markdown:
            return line
        for _ in range(_MAX_DEPTH):
            cut = self._first_match(line.start, patterns.QUOTE)
            if cut:
                line.quotes += 1
            elif self._first_match(line.start, patterns.BREAK):
                break
            elif (cut := self._first_match(line.start, patterns.BULLET)) and self._is_item(cut):
                line.kind = Kind.ITEM
            elif (cut := self._first_match(line.start, patterns.NUMBER)) and self._is_numbered(cut):
                line.kind, line.number, line.start = Kind.ITEM, int(cut[1]), cut.end()
                line.edits.append(Edit(*cut.span(2), ","))
                continue
            elif cut := self._first_match(line.start, patterns.HEADING):
                line.kind, line.level = Kind.HEADING, cut[0].count("#")
            elif cut := self._first_match(line.start, patterns.NOTE):
                line.kind = Kind.ITEM
            else:
                break
            line.edits.append(Edit(*cut.span(), ""))
            line.start = cut.end()
            if line.kind is Kind.HEADING:
                break
        return line

    def _is_item(self, bullet: re.Match[str]) -> bool:
        """Whether a bullet begins a list item.

        A single dash before a lower-case word or a number may be dialogue, a wrapped line or a minus sign.
        """
        after = self._text[bullet.end() : min(bullet.end() + 1, self._end)]
        if bullet[1] not in "-+" or not (after.islower() or after.isdigit()):
            return True
        before = self._text[max(self._start, bullet.start() - 10) : bullet.start()].rstrip()
        if self._kind is Kind.ITEM or before.endswith(":"):
            return True
        self.open_end.note_next_line(bullet.start(), bullet.end())
        return bool(self._first_match(bullet.end(), patterns.ITEM_AHEAD))

    def _is_numbered(self, number: re.Match[str]) -> bool:
        """Whether a number begins a list item.

        A single number may end a sentence whose line was wrapped: "in\\n1990. Then".
        """
        value = int(number[1])
        if value == 1 or (self._number is not None and 0 <= value - self._number <= 1):
            return True
        self.open_end.note_next_line(number.start(), number.end())
        ahead = self._first_match(number.end(), patterns.NUMBER_AHEAD)
        return ahead is not None and 0 <= int(ahead[1]) - value <= 1

    def _silent_end(self) -> int | None:
        """The end of a line or of hidden HTML that begins here and contains nothing to read; None: there is none."""
        if self._fence:
            end = self._line_end(self._position, min(self._position + MAX_BLOCK_CHARACTERS, self._end))
            line = self._text[self._position : end].lstrip(" \t>").rstrip()
            if end == self._end and self._fence.startswith(line[:3]):
                self.open_end.note(self._position)
            if not line.startswith(self._fence) or line.strip(self._fence[0]):
                return None
            self._fence = ""
            return end
        if self._html and (hidden := self._hidden_end()):
            return hidden
        if not self._markdown:
            return None
        line_start = self._line(self._position).start
        if fence := self._first_match(line_start, patterns.FENCE):
            self._fence = fence[1]
        nothing = fence or self._first_match(
            line_start, patterns.EMPTY, patterns.BREAK, patterns.UNDERLINE, patterns.DEFINITION
        )
        return nothing and nothing.end()

    def _hidden_end(self) -> int | None:
        """The end of a comment, a script or a style sheet that begins here. Without an end tag, it is text."""
        hidden = self._first_match(self._position, patterns.HIDDEN)
        if hidden is None:
            return None
        name = hidden[1][:2].lower()
        if name not in self._never_closed:
            if closer := patterns.HIDDEN_END[name].search(self._text, hidden.end(), self._end):
                return closer.end()
            if self.open_end.open:
                self.open_end.note(self._position)
            else:
                self._never_closed.add(name)
        return None

    def _block(self, line: Line) -> Block:
        """The block that begins with the line."""
        start, edits = self._position, list(line.edits)
        limit = min(start + MAX_BLOCK_CHARACTERS, self._end)
        self._kind, self._cut_line = line.kind, None
        self._number = line.number or self._number
        end = behind = self._line_end(line.start, limit)
        kind = line.kind
        level = line.level or self._depth(line, start)
        if kind is Kind.TEXT and (first_row := self._next_row(line.start, end)) is not None:
            kind, behind = Kind.ROW, first_row
            edits += self._cells(line.start, end)
        elif kind in (Kind.TEXT, Kind.ITEM):
            self._in_table = False
            while end < limit:
                underline = self._first_match(end + 1, patterns.UNDERLINE) if self._markdown else None
                if underline and kind is Kind.TEXT:
                    kind, behind = Kind.HEADING, underline.end()
                    level = 1 if "=" in underline[0] else 2
                    break
                following = self._line(end + 1)
                if self._begins_block(following, line.quotes):
                    break
                edits += following.edits
                end = behind = self._line_end(following.start, limit)
                self.open_end.note_continuation(following.start, end)
        elif closing := patterns.HEADING_END.search(self._text[line.start : end]):
            edits.append(Edit(line.start + closing.start(), end, ""))
        if end == limit < self._end:
            return self._cut(line, start, limit, edits, level)
        ending = self._advance(behind)
        if kind is Kind.HEADING and ending:
            ending = "\n\n"
        return Block(kind, start, end, edits, ending, level)

    def _depth(self, line: Line, start: int) -> int:
        """The depth of a list item that begins at `start`, by the indentation of the items before it."""
        if line.kind is not Kind.ITEM:
            self._indents.clear()
            return 0
        indent = start - (self._text.rfind("\n", max(0, start - _MAX_INDENT), start) + 1)
        while self._indents and self._indents[-1] >= indent:
            self._indents.pop()
        self._indents.append(indent)
        return len(self._indents)

    def _line_end(self, position: int, limit: int) -> int:
        end = self._text.find("\n", position, limit)
        return limit if end < 0 else end

    def _begins_block(self, line: Line, quotes: int) -> bool:
        """Whether a line begins a block, instead of continuing a paragraph with the given depth of quotation."""
        if self._first_match(line.start, patterns.EMPTY) or (
            self._html and self._first_match(line.start, patterns.HIDDEN)
        ):
            return True
        if not self._markdown:
            return False
        if (
            line.kind is not Kind.TEXT
            or line.quotes != quotes
            or self._first_match(line.start, patterns.BREAK, patterns.FENCE)
        ):
            return True
        end = self._line_end(line.start, min(line.start + MAX_BLOCK_CHARACTERS, self._end))
        if "|" not in self._text[line.start : end]:
            return False
        delimiters = self._first_match(end + 1, patterns.DELIMITERS)
        self.open_end.note_header(line.start, end)
        return delimiters is not None

    def _next_row(self, start: int, end: int) -> int | None:
        """Where to look for the next row, if `start:end` is a row of a table."""
        if not self._markdown or "|" not in self._text[start:end]:
            return None
        if self._in_table:
            return end
        delimiters = self._first_match(end + 1, patterns.DELIMITERS)
        self.open_end.note_header(self._text.index("|", start, end), end)
        self._in_table = delimiters is not None
        return delimiters and delimiters.end()

    def _cells(self, start: int, end: int) -> Iterator[Edit]:
        """Edits that put commas between the cells of a row."""
        for between in patterns.CELL_END.finditer(self._text, start, end):
            if self._text[between.start() - 1 : between.start() + 1] != "\\|":
                outside = between.start() == start or between.end() == end
                yield Edit(*between.span(), "" if outside else ", ")

    def _code(self) -> Block:
        """The block of one line of code."""
        start = self._position
        limit = min(start + MAX_BLOCK_CHARACTERS, self._end)
        end = self._line_end(start, limit)
        if end == limit < self._end:
            return self._cut(Line(start, Kind.CODE), start, limit, [], 0)
        return Block(Kind.CODE, start, end, [], self._advance(end))

    def _cut(self, line: Line, start: int, limit: int, edits: list[Edit], level: int) -> Block:
        """The beginning of a long block, up to the last sentence end or else the best cut within a sentence."""
        cuts = [(end, boundary) for _, end, boundary in sentences(self._text, start, limit) if end < limit]
        ends = [end for end, boundary in cuts if boundary >= Boundary.SENTENCE]
        end = (ends or [end for end, _ in cuts])[-1]
        edits = [edit for edit in edits if edit.end <= end]
        bare = start + len(self._text[start:end].rstrip())
        if not ends and max([bare, *(edit.end for edit in edits)]) < end:
            edits.append(Edit(bare, end, " "))
        if "\n" in self._text[bare:end]:
            self._advance(end)
        else:
            self._position, self._cut_line = end, line
        return Block(line.kind, start, end, edits, None, level)
