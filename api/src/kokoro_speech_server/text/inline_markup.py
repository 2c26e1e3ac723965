"""Removes inline Markdown and HTML.

The markup is removed in place, so that the rest keeps its exact offsets in the input, which a parser that builds a tree
would lose. Emphasis follows CommonMark, except for stars inside a word, which are rarely emphasis ("5*3*2", "f**k").
"""

import html
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from html.entities import html5
from itertools import groupby

from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.source_text import Edit, SourceText

_ASCII_MARK = r"[!-/:-@\[-`{-~]"
_MARKDOWN = (
    rf"(?P<escape>\\(?:{_ASCII_MARK}|(?=\n)))"
    r"|(?P<ticks>`++)"
    # URLs are kept whole, whatever marks they contain.
    r"|(?P<url>\b(?:https?|ftp)://[^\s<>*`\[\]|]{1,2000}+)"
    r"|<(?P<autolink>[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]{1,1000}+|[\w.+-]{1,64}+@[\w.-]{1,200}+)>"
    r"|(?<=\S)(?P<note>\[\^[\w-]{1,40}+\])"
    r"|(?P<open>!?\[)"
    r"|(?P<close>\])"
    r"|(?P<run>\*++|_++|~~(?!~)|~++)"
)
_ATTRIBUTE = r"""\s{1,20}+[\w:@.-]{1,40}+\s?=\s?(?:"[^"<]{0,1000}+"|'[^'<]{0,1000}+'|[^\s"'<>=`]{1,500}+)"""
_HTML = (
    rf"(?P<tag></?(?P<name>[a-zA-Z][a-zA-Z0-9]{{0,11}}+)(?:{_ATTRIBUTE}){{0,20}}+\s?/?>)"
    r"|(?P<comment><!--)"
    r"|(?P<declaration><[!?][a-zA-Z][^<>]{0,300}+>)"
    r"|&(?P<entity>#[0-9]{1,7}+|#[xX][0-9a-fA-F]{1,6}+|[a-zA-Z][a-zA-Z0-9]{1,31}+);"
)
_PATTERNS = {
    (True, True): re.compile(f"{_MARKDOWN}|{_HTML}"),
    (True, False): re.compile(_MARKDOWN),
    (False, True): re.compile(_HTML),
}

_TITLE = r"""(?:"[^"]{0,300}+"|'[^']{0,300}+'|\([^()]{0,300}+\))"""
_TARGET = re.compile(
    r"\(\s{0,9}+(?P<target><[^<>\n]{0,1000}+>|[^\s()<>]{0,1000}+(?:\([^\s()]{0,200}+\)[^\s()]{0,1000}+){0,9}+)"
    rf"(?:\s{{1,9}}+{_TITLE})?+\s{{0,9}}+\)"
)
_NUMBER = re.compile(r"[-+−]?\d")
_BASE = re.compile(r"(?:\d|\)|(?<!\w)\w{1,2})\Z")
_TICKS = re.compile("`++")
_REFERENCE = re.compile(r"\[[^\[\]]{0,200}+\]")
_ALT = re.compile(r"""\salt\s?=\s?(?:"([^"]{0,1000}+)"|'([^']{0,1000}+)')""")
_END_MARKS = frozenset(".,;:!?…—–。！？｡：；，、।॥؟،")
_CLOSERS = "\"'”’»)\\]】」』》〉）"

_PARAGRAPHS = frozenset(
    """address article aside blockquote div dl figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section
    table title ul""".split()
)
_LINES = frozenset("caption dd dt figcaption li option summary tr".split())
_CELLS = frozenset("td th".split())
_IGNORED = frozenset(
    """a abbr acronym b bdi bdo big body button center cite code col colgroup data del details dfn em font head html i
    iframe input ins kbd label legend link mark meta q rp rt ruby s samp small source span strike strong sub svg tbody
    tfoot thead time tt u var video wbr""".split()
)
_CLOSERS_OF = {
    "script": re.compile("</script>", re.IGNORECASE),
    "style": re.compile("</style>", re.IGNORECASE),
    "comment": re.compile("-->"),
}

_SPACES = re.compile(r"\s*+")
_TAG_START = re.compile(r"<(?=[a-zA-Z/!?]|\Z)")


def line_end(text: str, *, paragraph: bool) -> str:
    """What to append to a line that is complete: a full stop if it does not end with a mark, and new lines."""
    bare = text.rstrip().rstrip(_CLOSERS)
    if not bare:
        return ""
    return ("" if bare[-1] in _END_MARKS else ".") + ("\n\n" if paragraph else "\n")


def without_inline_markup(source: SourceText, categories: Collection[Category]) -> SourceText:
    """The text without the markup of the given categories. The content of elements stays."""
    pattern = _PATTERNS.get((Category.MARKDOWN in categories, Category.HTML in categories))
    if pattern is None or not pattern.search(source.text):
        return source
    scan = _Scan(source.text, pattern)
    edits = sorted(scan.edits())
    bare = source.replace(edits)
    if not scan.line_ends:
        return bare
    return bare.replace(_line_ends(bare.text, _moved(scan.line_ends, edits)))


def undecided_markup(text: str, categories: Collection[Category]) -> int:
    """The offset from which on the markup of a text may change when more of it arrives; its length if nowhere."""
    pattern = _PATTERNS.get((Category.MARKDOWN in categories, Category.HTML in categories))
    if pattern is None:
        return len(text)
    scan = _Scan(text, pattern)
    scan.edits()
    undecided = [len(text), *scan.undecided()]
    if Category.HTML in categories:
        undecided += [tag.start() for tag in _TAG_START.finditer(text) if tag.start() not in scan.tags]
    return min(undecided)


def _moved(line_ends: Mapping[int, bool], edits: Iterable[Edit]) -> Iterator[tuple[int, bool]]:
    """The line ends, which are at the start of edits, at their positions in the edited text."""
    longer = 0
    for edit in edits:
        if edit.start in line_ends:
            yield edit.start + longer, line_ends[edit.start]
        longer += len(edit.text) - (edit.end - edit.start)


def _line_ends(text: str, positions: Iterable[tuple[int, bool]]) -> Iterator[Edit]:
    """Edits that end lines at positions, or paragraphs; those with only white space between them are one end."""
    for start, group in groupby(positions, lambda position: len(text[: position[0]].rstrip())):
        ends = list(group)
        spaces = _SPACES.match(text, ends[-1][0])
        assert spaces
        paragraph = any(is_paragraph for _, is_paragraph in ends)
        yield Edit(start, spaces.end(), line_end(text[max(0, start - 40) : start], paragraph=paragraph))


class _Scan:
    """One pass over a text, from left to right, in time linear in its length.

    line_ends: the starts of removed tags at which a line ends, or a paragraph (True)
    tags:      the starts of complete tags, whether they are removed or not
    """

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self._text = text
        self._pattern = pattern
        self.line_ends: dict[int, bool] = {}
        self.tags: set[int] = set()
        self._edits: list[Edit] = []
        self._brackets: list[tuple[int, int]] = []  # spans of brackets that may open a link
        # Runs that may open emphasis: start and end of what is still unmatched, and whether it is inside a word.
        self._openers: dict[str, list[list[int]]] = {"*": [], "_": [], "~": []}
        self._never_closed: set[str] = set()
        self._unclosed: list[int] = []  # what more text could still close, or leave open

    def undecided(self) -> Iterator[int]:
        """The offsets of marks that more text could still close, after `edits`."""
        yield from self._unclosed
        yield from (start for start, _ in self._brackets)
        yield from (opener[0] for openers in self._openers.values() for opener in openers)

    def edits(self) -> list[Edit]:
        """The edits, which are unordered and do not overlap."""
        position = 0
        while match := self._pattern.search(self._text, position):
            position = getattr(self, f"_{match.lastgroup}")(match)
        return self._edits

    def _cut(self, start: int, end: int, replacement: str = "") -> int:
        self._edits.append(Edit(start, end, replacement))
        return end

    # A method for each group name in the pattern; each returns the position at which to continue. Markdown:

    def _escape(self, match: re.Match[str]) -> int:
        self._cut(match.start(), match.start() + 1)
        return match.end()

    def _ticks(self, match: re.Match[str]) -> int:
        """A code span keeps its content. Without a closing run, the ticks are text."""
        ticks = match[0]
        if ticks not in self._never_closed:
            for other in _TICKS.finditer(self._text, match.end()):
                if other[0] == ticks:
                    if other.end() == len(self._text):  # the run may become longer
                        self._unclosed.append(match.start())
                    self._cut(*match.span())
                    return self._cut(*other.span())
            self._never_closed.add(ticks)
            self._unclosed.append(match.start())
        return match.end()

    def _url(self, match: re.Match[str]) -> int:
        return match.end() - (len(match[0]) - len(match[0].rstrip("_~")))

    def _autolink(self, match: re.Match[str]) -> int:
        self.tags.add(match.start())
        self._cut(match.start(), match.start() + 1)
        return self._cut(match.end() - 1, match.end())

    def _note(self, match: re.Match[str]) -> int:
        return self._cut(*match.span())

    def _open(self, match: re.Match[str]) -> int:
        self._brackets.append(match.span())
        return match.end()

    def _close(self, match: re.Match[str]) -> int:
        """Brackets are a link if a target or a reference follows, and otherwise text."""
        if not self._brackets:
            return match.end()
        start, inside = self._brackets.pop()
        target = self._link_end(start, inside, match.start())
        if target is None:
            if self._text[match.end() : match.end() + 1] in ("", "(", "["):
                self._unclosed.append(start)
            return match.end()
        self._cut(start, inside)
        return self._cut(match.start(), target)

    def _link_end(self, start: int, inside: int, close: int) -> int | None:
        before = self._text[start - 1 : start]
        in_word = before.isalnum() or before == "]"
        if target := _TARGET.match(self._text, close + 1):
            called = in_word and not re.search(r"[/.#:]", target["target"])  # `table[i](x)`
            return None if called else target.end()
        if reference := _REFERENCE.match(self._text, close + 1):
            # The definition may be far away. Numbers in brackets are citations: "[1][2]".
            named = any(one.isalpha() for one in self._text[inside:close])
            return reference.end() if named and not in_word else None
        return None

    def _run(self, match: re.Match[str]) -> int:
        """Emphasis marks are removed in pairs."""
        start, end = match.span()
        mark = match[0][0]
        if mark == "~" and len(match[0]) != 2:
            return end
        before, after = self._text[start - 1 : start], self._text[end : end + 1]
        if not after and self._openers[mark]:  # what follows decides whether this run closes them
            self._unclosed.append(self._openers[mark][0][0])
        in_word = before.isalnum() and after.isalnum() and (mark == "_" or (before + after).isascii())
        if in_word and (match[0] != "**" or not (before + after).isalpha()):
            return end
        left = bool(after) and not after.isspace() and (not _is_mark(after) or not before or _splits(before))
        right = (
            bool(before) and not before.isspace() and (not _is_mark(before) or not after or _splits(after))
        )
        if mark == "_" and left and right:  # CommonMark's rule for underscores
            left, right = _is_mark(before), _is_mark(after)
        if right:
            start = self._close_runs(mark, start, end, in_word)
        if left and start < end:
            self._openers[mark].append([start, end, in_word])
        return end

    def _close_runs(self, mark: str, start: int, end: int, in_word: bool) -> int:
        """Match the run `start:end` with open runs. Returns where its unmatched rest begins.

        "**bold**er" and "un**bold**" are emphasis; two runs inside words are not.
        """
        openers = self._openers[mark]
        while openers and start < end and not (in_word and openers[-1][2]):
            opener = openers[-1]
            both = min(opener[1] - opener[0], end - start)
            opener[1] -= both
            self._cut(opener[1], opener[1] + both)
            start = self._cut(start, start + both)
            for others in self._openers.values():  # closes everything opened in between
                while others and others[-1][0] > opener[1]:
                    others.pop()
            if opener[0] == opener[1]:
                openers.pop()
        return start

    # HTML:

    def _tag(self, match: re.Match[str]) -> int:
        """Tags of HTML are removed or replaced. Others are text: "<things>"."""
        self.tags.add(match.start())
        name = match["name"].lower()
        if name in _CLOSERS_OF and match[0][1] != "/":
            return self._hide(name, match)
        if name in _PARAGRAPHS or name in _LINES:
            self.line_ends[match.start()] = name in _PARAGRAPHS
            return self._cut(*match.span())
        replacement = _replacement(name, match)
        return match.end() if replacement is None else self._cut(*match.span(), replacement)

    def _comment(self, match: re.Match[str]) -> int:
        self.tags.add(match.start())
        return self._hide("comment", match)

    def _hide(self, name: str, match: re.Match[str]) -> int:
        """Remove a comment, a script or a style sheet. Without an end tag it is text."""
        if name not in self._never_closed:
            if closer := _CLOSERS_OF[name].search(self._text, match.end()):
                return self._cut(match.start(), closer.end())
            self._never_closed.add(name)
            self._unclosed.append(match.start())
        return match.end()

    def _declaration(self, match: re.Match[str]) -> int:
        self.tags.add(match.start())
        return self._cut(*match.span())

    def _entity(self, match: re.Match[str]) -> int:
        if match["entity"][0] != "#" and f"{match['entity']};" not in html5:
            return match.end()
        character = html.unescape(match[0])
        if (
            unicodedata.category(character[:1] or " ") == "Co"
        ):  # private-use characters stand for given phonemes
            return match.end()
        return self._cut(*match.span(), character)


def _replacement(name: str, tag: re.Match[str]) -> str | None:
    opening = tag[0][1] != "/"
    if name == "img":
        alt = _ALT.search(tag[0])
        return (alt[1] or alt[2] or "") if alt else ""
    if name == "sup":
        return _raised(tag) if opening else ""
    if name in _CELLS:
        return "" if opening else ", "
    if name == "br":
        return "\n"
    return "" if name in _IGNORED else None


def _raised(tag: re.Match[str]) -> str:
    """The replacement for `<sup>` in "m<sup>2</sup>", "word<sup>1</sup>" and "1<sup>st</sup>"."""
    if not _NUMBER.match(tag.string, tag.end()):
        return ""
    return "^" if _BASE.search(tag.string[max(0, tag.start() - 3) : tag.start()]) else " "


def _is_mark(character: str) -> bool:
    return bool(character) and unicodedata.category(character)[0] in "PS"


def _splits(character: str) -> bool:
    return character.isspace() or _is_mark(character)
