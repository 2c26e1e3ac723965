"""Parses TeX's formulas into a tree, in linear time, whatever the input is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field


def _token(number: str) -> re.Pattern[str]:
    return re.compile(
        r"\\(?P<command>[a-zA-Z]{1,40}\*?|[^a-zA-Z\s]|\s)"
        rf"|(?P<number>{number})"
        r"|(?P<word>(?<![^\W\d_])(?:sin|cos|tan|log|exp|max|min|gcd|lim|det|mod)(?![^\W\d_]))"
        r"|(?P<mark>\S)"
    )


_GROUPED = r"[1-9]\d{0,2}(?:,\d{3})++(?![\d,])(?:\.\d++)?"
_TOKEN = _token(rf"{_GROUPED}|\d++(?:\.\d++)*|\.\d++")
"""A comma is between thousands or between the members of a list."""
_TOKEN_WITH_DECIMAL_COMMA = _token(rf"{_GROUPED}|(?<!\d,)\d++,\d++(?!,\d)|\d++(?:\.\d++)*|\.\d++")
_BRACED_COMMA = re.compile(r"(?<=\d)\{,\}(?=\d)")
"""How TeX writes a comma within a number."""

_DEEPEST = 12
"""Groups within each other, at most; deeper ones are read as if their braces were not there."""

_TEXTS = frozenset(
    "text mathrm textbf textit textrm mbox operatorname operatorname* ce hbox mathsf texttt".split()
)
_SILENT = frozenset(
    """left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr displaystyle textstyle scriptstyle limits nolimits
    quad qquad nonumber notag hline centering mathstrut middle""".split()
)
_NAMED_ONLY = frozenset("label tag tag* vspace hspace phantom hphantom vphantom ref eqref".split())
_SPACES = frozenset(",;:! ")
_ARGUMENTS = {
    "frac": 2,
    "dfrac": 2,
    "tfrac": 2,
    "cfrac": 2,
    "binom": 2,
    "dbinom": 2,
    "overset": 2,
    "underset": 2,
    "stackrel": 2,
}
_ONE_ARGUMENT = frozenset(
    """sqrt vec hat bar tilde dot ddot overline underline overrightarrow widehat widetilde mathbb mathbf mathcal
    mathfrak mathit mathscr boldsymbol bm boxed not overbrace underbrace pmod""".split()
)


@dataclass(slots=True)
class Node:
    """Part of a formula.

    kind:      "number", "letter", "mark", "command", "text", "group" or "rows"
    value:     the digits, letter, mark, command's name, text, or environment's name
    arguments: of a command, or the content of a group; of rows, a group for each cell, in groups for each row
    option:    the argument in brackets
    below:     the subscript
    above:     the superscript
    """

    kind: str
    value: str = ""
    arguments: "list[list[Node]]" = field(default_factory=list)
    option: "list[Node] | None" = None
    below: "list[Node] | None" = None
    above: "list[Node] | None" = None


def parse(formula: str, *, decimal_comma: bool) -> list[Node]:
    """The parts of a formula in order. Anything is accepted; missing braces are added at the end.

    decimal_comma: whether a comma between two digits is a decimal mark
    """
    return _Parser(_BRACED_COMMA.sub(",", formula), decimal_comma=decimal_comma).nodes()


class _Parser:
    def __init__(self, formula: str, *, decimal_comma: bool) -> None:
        self._formula = formula
        token = _TOKEN_WITH_DECIMAL_COMMA if decimal_comma else _TOKEN
        self._tokens = [
            (match.lastgroup or "", match[match.lastgroup or 0], match.end())
            for match in token.finditer(formula)
        ]
        self._next = 0
        self._depth = 0

    def nodes(self, stop: str = "") -> list[Node]:
        """The parts up to a mark or command, which is consumed, or up to the end."""
        found: list[Node] = []
        self._depth += 1
        while self._next < len(self._tokens):
            kind, value, _ = self._tokens[self._next]
            if value == stop and kind == ("command" if stop == "end" else "mark"):
                self._next += 1
                break
            if kind == "mark" and value == "}":
                self._next += 1
            elif kind == "mark" and value in "'’" and found:
                self._next += 1
                found[-1].above = [*(found[-1].above or []), Node("command", "prime")]
            elif kind == "mark" and value in "^_" and found:
                self._script(found[-1], value)
            else:
                found += self._node()
        self._depth -= 1
        return found

    def _node(self) -> list[Node]:
        kind, value, _ = self._tokens[self._next]
        self._next += 1
        if kind == "command":
            return self._command(value)
        if kind == "mark" and value == "{":
            inner = self._deeper("}")
            return [Node("group", arguments=[inner])]
        if kind == "word":
            return [Node("command", value)]
        if kind == "mark":
            return [Node("letter" if value.isalpha() else "mark", value)]
        return [Node(kind, value)]

    def _deeper(self, stop: str) -> list[Node]:
        return self.nodes(stop) if self._depth < _DEEPEST else []

    def _command(self, name: str) -> list[Node]:
        if name in _SILENT or name in _SPACES or name.isspace():
            if name in ("left", "right") and self._peek() == ".":
                self._next += 1
            return []
        if name in _TEXTS:
            return [Node("text", self._raw())]
        if name in _NAMED_ONLY:
            self._raw()
            return []
        if name == "begin":
            return [self._environment()]
        if name == "end":
            self._raw()
            return []
        node = Node("command", name)
        count = _ARGUMENTS.get(name, 1 if name in _ONE_ARGUMENT else 0)
        if count and name == "sqrt" and self._peek() == "[":
            self._next += 1
            node.option = self.nodes("]")
        node.arguments = [self._argument() for _ in range(count)]
        return [node]

    def _environment(self) -> Node:
        name = self._raw().rstrip("*")
        if name in ("array", "alignat"):
            self._raw()
        rows: list[list[Node]] = []
        cells: list[Node] = []
        inner: list[Node] = []
        for node in self._deeper("end"):
            if node.kind == "mark" and node.value == "&":
                cells.append(Node("group", arguments=[inner]))
                inner = []
            elif node.kind == "command" and node.value == "\\":
                rows.append([*cells, Node("group", arguments=[inner])])
                cells, inner = [], []
            else:
                inner.append(node)
        if cells or inner:
            rows.append([*cells, Node("group", arguments=[inner])])
        self._raw()  # the name after \end
        return Node("rows", name, rows)

    def _script(self, node: Node, mark: str) -> None:
        self._next += 1
        argument = self._argument()
        if mark == "_":
            node.below = (node.below or []) + argument
        else:
            node.above = (node.above or []) + argument

    def _argument(self) -> list[Node]:
        """The next group without its braces, or the next part."""
        if self._next >= len(self._tokens):
            return []
        kind, value, _ = self._tokens[self._next]
        if kind == "mark" and value == "{":
            self._next += 1
            return self._deeper("}")
        if kind == "number" and len(value) > 1 and value.isdecimal():  # x^23 is x^2 3
            self._tokens[self._next] = ("number", value[1:], self._tokens[self._next][2])
            return [Node("number", value[0])]
        if kind == "mark" and value in "}&":
            return []
        return self._node() if self._depth < _DEEPEST * 2 else []

    def _raw(self) -> str:
        """The text of the next group as it is written."""
        if self._peek() != "{":
            return ""
        start = self._tokens[self._next][2]
        depth = 0
        while self._next < len(self._tokens):
            kind, value, end = self._tokens[self._next]
            self._next += 1
            depth += {"{": 1, "}": -1}.get(value, 0) if kind == "mark" else 0
            if not depth:
                return self._formula[start : end - 1]
        return self._formula[start:]

    def _peek(self) -> str:
        return self._tokens[self._next][1] if self._next < len(self._tokens) else ""


def is_one(nodes: Sequence[Node], *kinds: str) -> bool:
    """Whether there is a single part, of one of these kinds and without scripts."""
    return len(nodes) == 1 and nodes[0].kind in kinds and not nodes[0].below and not nodes[0].above
