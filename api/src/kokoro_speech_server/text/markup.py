"""Text without its Markdown and HTML, block by block: none is looked for before the one in front of it is taken.

A block is a paragraph, a heading, an item of a list, a row of a table or a line of code. A line that may well be prose
is not taken for markup: "1990. Then", "- said he", "#1".
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from kokoro_speech_server.text.inline_markup import line_end, without_inline_markup
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.sentences import Boundary, sentences
from kokoro_speech_server.text.source_text import Edit, SourceText

LONGEST = 1200
"""Characters in the longest block: it bounds the work until something can be spoken."""

_DEEPEST = 20  # quotes and lists in one another; what is deeper is text

_GAP = re.compile(r"\s*+")
_EMPTY = re.compile(r"[^\S\n]*+(?:\n|\Z)")
_QUOTE = re.compile(r"[ \t]{0,3}+>(?:[ \t]|(?=[>\n\"'“‘«*_`#]|[^\W\d]|\Z))")
_TASK = r"(?:\[[ xX]\][ \t]++)?+"
_BULLET = re.compile(rf"[ \t]*+([-*+•‣◦▪●])(?:[ \t]++|(?=\n|\Z)){_TASK}")
_NUMBER = re.compile(r"[ \t]*+(\d{1,3}+)([.)])[ \t]++(?=\S)")
_HEADING = re.compile(r"[ \t]{0,3}+#{1,6}+(?:[ \t]++|(?=\n|\Z))")
_HEADING_END = re.compile(r"(?:^|[ \t])#++[ \t]*+\Z")
_BREAK = re.compile(r"[ \t]{0,3}+([-*_])(?:[ \t]*+\1){2,}+[ \t]*+(?:\n|\Z)")
_UNDERLINE = re.compile(r"[ \t]{0,3}+(?:={2,}+|-{3,}+)[ \t]*+(?:\n|\Z)")
_FENCE = re.compile(r"[ \t]*+(`{3,}+(?=[^`\n]*+(?:\n|\Z))|~{3,}+)[^\n]*+")
_NOTE = re.compile(r"[ \t]{0,3}+\[\^[\w-]{1,40}+\]:[ \t]*+")
_DEFINITION = re.compile(
    r"[ \t]{0,3}+\[[^\[\]^\n][^\[\]\n]{0,200}+\]:[ \t]++"
    r"(?:<[^<>\n]{1,1000}+>|(?=[./#]|\w{1,20}+:|[\w-]{1,60}+\.[^\W\d])[^\s<]{1,1000}+)"
    r"""(?:[ \t]++(?:"[^"\n]{0,300}+"|'[^'\n]{0,300}+'|\([^()\n]{0,300}+\)))?+[ \t]*+(?:\n|\Z)"""
)
_DELIMITERS = re.compile(
    r"(?=[^\n]{0,1200}?\|)[ \t]*+\|?+(?:[ \t]*+:?-++:?[ \t]*+(?:\||(?=\n|\Z)))++[ \t]*+(?:\n|\Z)"
)
_CELL_END = re.compile(r"[ \t]{0,40}+\|[ \t|]*+")
_HIDDEN = re.compile(r"[ \t]{0,3}+<(!--|(?:script|style)\b[^<>]{0,300}+>)", re.IGNORECASE)
_HIDDEN_END = {
    "!-": re.compile("-->"),
    "sc": re.compile("</script>", re.IGNORECASE),
    "st": re.compile("</style>", re.IGNORECASE),
}

# What makes a dash or a number at the start of a line one of a list: the next line goes on with it.
_ITEM_AHEAD = re.compile(r"[^\n]{0,1200}+\n(?:[^\S\n]*+\n)?+(?:[ \t]*+[-*+][ \t]|[ \t]{2}\S)")
_NUMBER_AHEAD = re.compile(r"[^\n]{0,1200}+\n(?:[^\S\n]*+\n)?+[ \t]*+(\d{1,3}+)[.)][ \t]")

Source = Callable[[int, int], SourceText]


class _Kind(Enum):
    TEXT = auto()
    HEADING = auto()
    ITEM = auto()
    ROW = auto()
    CODE = auto()


@dataclass(slots=True)
class _Block:
    """`start:end` of the text, what is left out and put in there, and the new lines that it ends with.

    No new lines: the passage ends there. None: it was longer and goes on.
    """

    kind: _Kind
    start: int
    end: int
    edits: list[Edit]
    ending: str | None


@dataclass(slots=True)
class _Line:
    """What a line begins with: where its own text starts, how deep it is quoted, the number of a numbered item."""

    start: int
    kind: _Kind = _Kind.TEXT
    quotes: int = 0
    number: int | None = None
    edits: list[Edit] = field(default_factory=list)


def blocks(
    source: Source, text: str, start: int, end: int, categories: Collection[Category]
) -> Iterator[SourceText]:
    """The blocks of `text[start:end]`, none longer than LONGEST but for what is put in; `source` has the offsets.

    A block ends with an empty line where a paragraph or a heading ends, with a new line where an item, a row or another
    line does, and with neither at the end of the passage or where a long paragraph is cut: after a sentence or, within
    one, after a space. Headings, items and rows without a mark at their end get a full stop.
    """
    markdown, html = Category.MARKDOWN in categories, Category.HTML in categories
    for block in _Reader(text, start, end, markdown=markdown, html=html).blocks():
        spoken = source(block.start, block.end).replace(
            Edit(edit.start - block.start, edit.end - block.start, edit.text) for edit in block.edits
        )
        if block.kind is not _Kind.CODE:
            spoken = without_inline_markup(spoken, categories)
        bare = spoken.text.rstrip()
        if bare and block.ending is not None:
            stop = (
                "" if block.kind in (_Kind.TEXT, _Kind.CODE) else line_end(bare, paragraph=False).rstrip("\n")
            )
            spoken = spoken.replace([Edit(len(bare), len(spoken), stop + block.ending)])
        if bare:
            yield spoken


class _Reader:
    """Goes through a passage line by line; `_position` is where the next block begins."""

    def __init__(self, text: str, start: int, end: int, *, markdown: bool, html: bool) -> None:
        self._text = text
        self._end = end
        self._markdown = markdown
        self._html = html
        self._position = start
        self._cut_line: _Line | None = None  # the line whose block was too long, if it goes on here
        self._kind = _Kind.TEXT  # of the block before
        self._number: int | None = None  # of the last numbered item
        self._fence = ""
        self._in_table = False
        self._never_closed: set[str] = set()

    def blocks(self) -> Iterator[_Block]:
        self._go_on(self._position)
        while self._position < self._end:
            if self._fence:
                yield self._code()
            elif self._cut_line:
                yield self._block(_Line(self._position, self._cut_line.kind, self._cut_line.quotes))
            else:
                yield self._block(self._line(self._position))

    def _go_on(self, position: int) -> str:
        """Go to what is to be read next, from a position on; the new lines that the block before ends with."""
        apart = False
        behind: int | None = position
        while behind is not None:
            gap = _GAP.match(self._text, behind, self._end)
            assert gap
            self._position = gap.end()
            if self._position >= self._end:
                return ""
            apart = apart or gap[0].count("\n") > 1 or (self._markdown and self._is_apart())
            behind = self._unspoken_end()
        self._in_table = self._in_table and not apart
        return "\n\n" if apart else "\n"

    def _is_apart(self) -> bool:
        """Whether something begins that is not of one paragraph with what is in front of it."""
        if self._fence:
            return bool(_FENCE.match(self._text, self._position, self._end))
        line = self._line(self._position)
        return line.kind is _Kind.HEADING or self._matches(line.start, _EMPTY, _BREAK, _FENCE) is not None

    def _matches(self, position: int, *patterns: re.Pattern[str]) -> re.Match[str] | None:
        limit = min(position + LONGEST, self._end)
        for pattern in patterns:
            if match := pattern.match(self._text, position, limit):
                return match
        return None

    def _line(self, position: int) -> _Line:
        line = _Line(position)
        if not self._markdown:
            return line
        for _ in range(_DEEPEST):
            cut = self._matches(line.start, _QUOTE)
            if cut:
                line.quotes += 1
            elif self._matches(line.start, _BREAK):
                break
            elif (cut := self._matches(line.start, _BULLET)) and self._is_item(cut):
                line.kind = _Kind.ITEM
            elif (cut := self._matches(line.start, _NUMBER)) and self._is_numbered(cut):
                line.kind, line.number, line.start = _Kind.ITEM, int(cut[1]), cut.end()
                line.edits.append(Edit(*cut.span(2), ","))
                continue
            elif cut := self._matches(line.start, _HEADING):
                line.kind = _Kind.HEADING
            elif cut := self._matches(line.start, _NOTE):
                line.kind = _Kind.ITEM
            else:
                break
            line.edits.append(Edit(*cut.span(), ""))
            line.start = cut.end()
            if line.kind is _Kind.HEADING:
                break
        return line

    def _is_item(self, bullet: re.Match[str]) -> bool:
        """A single dash in front of a lower-case word or a number may be dialogue, a wrapped line or a minus."""
        after = self._text[bullet.end() : bullet.end() + 1]
        if bullet[1] not in "-+" or not (after.islower() or after.isdigit()):
            return True
        before = self._text[max(0, bullet.start() - 10) : bullet.start()].rstrip()
        return (
            self._kind is _Kind.ITEM or before.endswith(":") or bool(self._matches(bullet.end(), _ITEM_AHEAD))
        )

    def _is_numbered(self, number: re.Match[str]) -> bool:
        """A number that stands alone may be the end of a sentence whose line was wrapped: "in\\n1990. Then"."""
        value = int(number[1])
        if value == 1 or (self._number is not None and 0 <= value - self._number <= 1):
            return True
        ahead = self._matches(number.end(), _NUMBER_AHEAD)
        return ahead is not None and 0 <= int(ahead[1]) - value <= 1

    def _unspoken_end(self) -> int | None:
        """The end of a line, or a stretch of HTML, that begins here and has nothing to be read."""
        if self._fence:
            end = self._line_end(self._position, min(self._position + LONGEST, self._end))
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
        if fence := self._matches(line_start, _FENCE):
            self._fence = fence[1]
        nothing = fence or self._matches(line_start, _EMPTY, _BREAK, _UNDERLINE, _DEFINITION)
        return nothing and nothing.end()

    def _hidden_end(self) -> int | None:
        """The end of a comment, a script or a style sheet that begins here. What never ends is text, sought once."""
        hidden = self._matches(self._position, _HIDDEN)
        if hidden is None:
            return None
        name = hidden[1][:2].lower()
        if name not in self._never_closed:
            if closer := _HIDDEN_END[name].search(self._text, hidden.end(), self._end):
                return closer.end()
            self._never_closed.add(name)
        return None

    def _block(self, line: _Line) -> _Block:
        """What begins with the line, as far as it belongs together."""
        start, edits = self._position, list(line.edits)
        limit = min(start + LONGEST, self._end)
        self._kind, self._cut_line = line.kind, None
        self._number = line.number or self._number
        end = behind = self._line_end(line.start, limit)
        kind = line.kind
        if kind is _Kind.TEXT and (first_row := self._is_row(line.start, end)) is not None:
            kind, behind = _Kind.ROW, first_row
            edits += self._cells(line.start, end)
        elif kind in (_Kind.TEXT, _Kind.ITEM):
            self._in_table = False
            while end < limit:
                underline = self._matches(end + 1, _UNDERLINE) if self._markdown else None
                if underline and kind is _Kind.TEXT:
                    kind, behind = _Kind.HEADING, underline.end()
                    break
                following = self._line(end + 1)
                if self._is_beginning(following, line.quotes):
                    break
                edits += following.edits
                end = behind = self._line_end(following.start, limit)
        elif closing := _HEADING_END.search(self._text[line.start : end]):
            edits.append(Edit(line.start + closing.start(), end, ""))
        if end == limit < self._end:
            return self._cut(line, start, limit, edits)
        ending = self._go_on(behind)
        if kind is _Kind.HEADING and ending:
            ending = "\n\n"
        return _Block(kind, start, end, edits, ending)

    def _line_end(self, position: int, limit: int) -> int:
        end = self._text.find("\n", position, limit)
        return limit if end < 0 else end

    def _is_beginning(self, line: _Line, quotes: int) -> bool:
        """Whether a line is not one of the paragraph in front of it, which is quoted so deep."""
        if self._matches(line.start, _EMPTY) or (self._html and self._matches(line.start, _HIDDEN)):
            return True
        if not self._markdown:
            return False
        if line.kind is not _Kind.TEXT or line.quotes != quotes or self._matches(line.start, _BREAK, _FENCE):
            return True
        end = self._line_end(line.start, min(line.start + LONGEST, self._end))
        return "|" in self._text[line.start : end] and self._matches(end + 1, _DELIMITERS) is not None

    def _is_row(self, start: int, end: int) -> int | None:
        """Where the next row's line can begin, if this is a row of a table."""
        if not self._markdown or "|" not in self._text[start:end]:
            return None
        if self._in_table:
            return end
        delimiters = self._matches(end + 1, _DELIMITERS)
        self._in_table = delimiters is not None
        return delimiters and delimiters.end()

    def _cells(self, start: int, end: int) -> Iterator[Edit]:
        """Commas between the cells of a row."""
        for between in _CELL_END.finditer(self._text, start, end):
            if self._text[between.start() - 1 : between.start() + 1] != "\\|":
                outside = between.start() == start or between.end() == end
                yield Edit(*between.span(), "" if outside else ", ")

    def _code(self) -> _Block:
        """A line of code."""
        start = self._position
        limit = min(start + LONGEST, self._end)
        end = self._line_end(start, limit)
        if end == limit < self._end:
            return self._cut(_Line(start, _Kind.CODE), start, limit, [])
        return _Block(_Kind.CODE, start, end, [], self._go_on(end))

    def _cut(self, line: _Line, start: int, limit: int, edits: list[Edit]) -> _Block:
        """What is too long goes to the end of a sentence, or else to where a sentence is best cut."""
        cuts = [(end, boundary) for _, end, boundary in sentences(self._text, start, limit) if end < limit]
        ends = [end for end, boundary in cuts if boundary >= Boundary.SENTENCE]
        end = (ends or [end for end, _ in cuts])[-1]
        edits = [edit for edit in edits if edit.end <= end]
        bare = start + len(self._text[start:end].rstrip())
        if not ends and max([bare, *(edit.end for edit in edits)]) < end:
            edits.append(Edit(bare, end, " "))
        if "\n" in self._text[bare:end]:
            self._go_on(end)
        else:
            self._position, self._cut_line = end, line
        return _Block(line.kind, start, end, edits, None)
