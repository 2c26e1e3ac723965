"""Divides text into blocks: paragraphs, headings, list items, table rows and lines of code.

A line that is likely to be prose is not treated as markup: "1990. Then", "- said he", "#1".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from kokoro_speech_server.text import block_patterns as patterns
from kokoro_speech_server.text.sentences import Boundary, sentences
from kokoro_speech_server.text.source_text import Edit

MAX_BLOCK_CHARACTERS = 1200
"""Characters in a block, at most, which bounds the time to the first sentence."""

_MAX_DEPTH = 20
"""Nested quotes and lists, at most; deeper markers are text."""


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
    """

    kind: Kind
    start: int
    end: int
    edits: list[Edit]
    ending: str | None


@dataclass(slots=True)
class Line:
    """The markers that a line begins with.

    start:  where the text behind them starts
    quotes: depth of the quotation
    number: of a numbered list item
    edits:  that remove the markers
    """

    start: int
    kind: Kind = Kind.TEXT
    quotes: int = 0
    number: int | None = None
    edits: list[Edit] = field(default_factory=list)


class BlockReader:
    """Reads a passage once, from the first line to the last."""

    def __init__(self, text: str, start: int, end: int, *, markdown: bool, html: bool) -> None:
        self._text = text
        self._end = end
        self._markdown = markdown
        self._html = html
        self._position = start  # of the next block
        self._cut_line: Line | None = None  # the line whose block was cut, if the rest of it is next
        self._kind = Kind.TEXT  # of the previous block
        self._number: int | None = None  # of the last numbered item
        self._fence = ""
        self._in_table = False
        self._never_closed: set[str] = set()

    def blocks(self) -> Iterator[Block]:
        self._advance(self._position)
        while self._position < self._end:
            if self._fence:
                yield self._code()
            elif self._cut_line:
                yield self._block(Line(self._position, self._cut_line.kind, self._cut_line.quotes))
            else:
                yield self._block(self._line(self._position))

    def _advance(self, position: int) -> str:
        """Move to the next line to read from a position on. Returns the new lines that the previous block ends with."""
        apart = False
        behind: int | None = position
        while behind is not None:
            gap = patterns.GAP.match(self._text, behind, self._end)
            assert gap
            self._position = gap.end()
            if self._position >= self._end:
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
                line.kind = Kind.HEADING
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
        after = self._text[bullet.end() : bullet.end() + 1]
        if bullet[1] not in "-+" or not (after.islower() or after.isdigit()):
            return True
        before = self._text[max(0, bullet.start() - 10) : bullet.start()].rstrip()
        return (
            self._kind is Kind.ITEM
            or before.endswith(":")
            or bool(self._first_match(bullet.end(), patterns.ITEM_AHEAD))
        )

    def _is_numbered(self, number: re.Match[str]) -> bool:
        """Whether a number begins a list item.

        A single number may end a sentence whose line was wrapped: "in\\n1990. Then".
        """
        value = int(number[1])
        if value == 1 or (self._number is not None and 0 <= value - self._number <= 1):
            return True
        ahead = self._first_match(number.end(), patterns.NUMBER_AHEAD)
        return ahead is not None and 0 <= int(ahead[1]) - value <= 1

    def _silent_end(self) -> int | None:
        """The end of a line or of hidden HTML that begins here and contains nothing to read; None: there is none."""
        if self._fence:
            end = self._line_end(self._position, min(self._position + MAX_BLOCK_CHARACTERS, self._end))
            line = self._text[self._position : end].lstrip(" \t>").rstrip()
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
        if kind is Kind.TEXT and (first_row := self._next_row(line.start, end)) is not None:
            kind, behind = Kind.ROW, first_row
            edits += self._cells(line.start, end)
        elif kind in (Kind.TEXT, Kind.ITEM):
            self._in_table = False
            while end < limit:
                underline = self._first_match(end + 1, patterns.UNDERLINE) if self._markdown else None
                if underline and kind is Kind.TEXT:
                    kind, behind = Kind.HEADING, underline.end()
                    break
                following = self._line(end + 1)
                if self._begins_block(following, line.quotes):
                    break
                edits += following.edits
                end = behind = self._line_end(following.start, limit)
        elif closing := patterns.HEADING_END.search(self._text[line.start : end]):
            edits.append(Edit(line.start + closing.start(), end, ""))
        if end == limit < self._end:
            return self._cut(line, start, limit, edits)
        ending = self._advance(behind)
        if kind is Kind.HEADING and ending:
            ending = "\n\n"
        return Block(kind, start, end, edits, ending)

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
        return (
            "|" in self._text[line.start : end]
            and self._first_match(end + 1, patterns.DELIMITERS) is not None
        )

    def _next_row(self, start: int, end: int) -> int | None:
        """Where to look for the next row, if `start:end` is a row of a table."""
        if not self._markdown or "|" not in self._text[start:end]:
            return None
        if self._in_table:
            return end
        delimiters = self._first_match(end + 1, patterns.DELIMITERS)
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
            return self._cut(Line(start, Kind.CODE), start, limit, [])
        return Block(Kind.CODE, start, end, [], self._advance(end))

    def _cut(self, line: Line, start: int, limit: int, edits: list[Edit]) -> Block:
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
        return Block(line.kind, start, end, edits, None)
