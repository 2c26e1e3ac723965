"""Reads formulas in TeX as a teacher reads them aloud, in the words of a language."""

import re
from collections.abc import Sequence

from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.tex_parser import Node, is_one, parse

_FUNCTION_LETTERS = frozenset("fghFGHPTOLE")
_MATRICES = frozenset("matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix array".split())
_BEFORE_MARK = re.compile(r" (?=[,;:.?])")
_SPACE_IN_WRITING = re.compile(r"(?<=[^\x00-\x7f]) | (?=[^\x00-\x7f])")
_COMMAS = re.compile(r",(?: ?,)+")
_COMMA_BEFORE_MARK = re.compile(r", ?(?=[;.])")
_ARROWS = frozenset("to rightarrow longrightarrow mapsto".split())
_FUNCTION_COMMANDS = frozenset("mathcal mathbb zeta Gamma phi psi".split())
_DEEPEST = 8
_FARTHEST = 150


def read_formula(formula: str, words: FormulaWords) -> str:
    """The words for the content of a formula, without the marks that enclose it."""
    nodes = parse(formula, decimal_comma=words.decimal_comma)
    said = _BEFORE_MARK.sub("", " ".join(_Wording(words).sequence(nodes).split()))
    if not words.spaced:
        said = _SPACE_IN_WRITING.sub("", said)
    for apart, together in words.contractions.items():
        said = re.sub(rf"(?<!\w){apart}(?:(?<=')|(?!\w))", together, said)
    return _COMMAS.sub(",", _COMMA_BEFORE_MARK.sub("", said)).rstrip(", ")


class _Wording:
    """Puts the parts of formulas into words."""

    def __init__(self, words: FormulaWords) -> None:
        self._words = words
        self._prefixed = words.large.keys() | words.limits.keys() | words.functions.keys()
        self._depth = 0

    def sequence(self, nodes: Sequence[Node]) -> str:
        """Parts beside each other."""
        words: list[str] = []
        i = 0
        while i < len(nodes):
            node = nodes[i]
            taken = 1
            if node.value == "|":
                taken, said = self._bars(nodes, i)
            elif node.kind == "command" and node.value == "{":
                taken, said = self._set(nodes, i)
            elif node.kind == "mark" and node.value in "([":
                taken, said = self._bracketed(nodes, i)
            else:
                said = self._part(node, nodes, i)
            words.append(said)
            i += taken
        return " ".join(filter(None, words))

    def _part(self, node: Node, nodes: Sequence[Node], i: int) -> str:
        before = nodes[i - 1] if i else None
        following = nodes[i + 1] if i + 1 < len(nodes) else None
        if node.kind == "command" and node.value in self._prefixed:
            return self._prefix(node)
        words = self._words
        if node.kind == "text" and node.value in words.functions:
            return self._function(node)
        base = self._base(node)
        if node.kind == "mark" and node.value in "-−" and (before is None or self._is_operator(before)):
            base = words.negative
        elif node.value == "cdot" and (_is_vector(before) or _is_vector(following)):
            base = words.dot
        elif node.value == ":" and any(one.value in _ARROWS for one in nodes[i:]):
            base = words.maps_from
        if node.value == "mathbb" and node.above:  # "R n", "R m by n"
            name = "".join(one.value for one in node.arguments[0])
            return f"{name} {self.sequence(node.above).replace(words.operators['times'], words.by)}"
        return f"{self._with_scripts(base, node)} {self._link(nodes[i : i + 8])}"

    def _prefix(self, node: Node) -> str:
        if node.value in self._words.large:
            return self._large(node)
        return self._limit(node) if node.value in self._words.limits else self._function(node)

    def _base(self, node: Node) -> str:
        value = node.value
        match node.kind:
            case "number":
                return self._words.number(value)
            case "letter" | "text":
                return self._words.letters.get(value.upper(), value) if node.kind == "letter" else value
            case "group":
                return self.sequence(node.arguments[0])
            case "rows":
                return self._rows(node)
            case "mark":
                tables = (self._words.operators, self._words.relations, self._words.marks)
                return next((table[value] for table in tables if value in table), "")
        return self._command(node)

    def _command(self, node: Node) -> str:
        name, arguments = node.value, node.arguments
        if len(arguments) == 2:
            return self._of_two(name, *arguments)
        if arguments:
            return self._of_one(node, arguments[0])
        words = self._words
        tables = (words.greek, words.names, words.operators, words.relations, words.marks)
        return next((table[name] for table in tables if name in table), name if name.isalpha() else "")

    def _of_one(self, node: Node, argument: Sequence[Node]) -> str:
        if node.value == "sqrt":
            return self._root(node)
        words, inner = self._words, self.sequence(argument)
        if node.value == "mathbb" and is_one(argument, "letter"):
            return words.sets.get(argument[0].value, inner)
        if node.value == "not":
            return words.negated(inner)
        before, behind = words.around.get(node.value, ("", words.accents.get(node.value, "")))
        return f"{before} {inner} {behind}"

    def _of_two(self, name: str, first: Sequence[Node], second: Sequence[Node]) -> str:
        if name in ("binom", "dbinom"):
            return self._words.choose.format(self.sequence(first), self.sequence(second))
        return self._fraction(first, second) if name.endswith("frac") else self.sequence(second)

    def _fraction(self, above: Sequence[Node], below: Sequence[Node]) -> str:
        if is_one(above, "number") and is_one(below, "number"):
            first, second = above[0].value, below[0].value
            if first.isdecimal() and second.isdecimal() and 1 < int(second) <= 20 and int(first) < 100:
                return self._words.fraction(int(first), int(second))
        template = self._words.long_fraction
        operator = above[0].value if is_one(above, "letter", "command") else ""
        if operator in ("d", "partial") and below[:1] and below[0].value == operator:
            template = self._words.derivative
        elif self._is_term(above) and self._is_term(below):
            template = self._words.over
        return template.format(self.sequence(above), self.sequence(below))

    def _root(self, node: Node) -> str:
        template = self._words.square_root
        if node.option:
            digits = node.option[0].value if is_one(node.option, "number") else ""
            degree = int(digits) if digits.isdecimal() else self.sequence(node.option)
            if degree != 2:
                template = self._words.root(degree)
        pause = "" if self._is_term(node.arguments[0]) else ","
        return template.format(self.sequence(node.arguments[0])) + pause

    def _with_scripts(self, base: str, node: Node) -> str:
        below = self._words.below.format(self.sequence(node.below)) if node.below else ""
        above = self._raised(node.above) if node.above else ""
        return " ".join(filter(None, (base, below, above)))

    def _raised(self, above: Sequence[Node]) -> str:
        words = self._words
        if all(one.value == "prime" for one in above):
            return words.primes[min(len(above), len(words.primes)) - 1]
        if is_one(above, "number") and above[0].value in "23":
            return words.squared if above[0].value == "2" else words.cubed
        if is_one(above, "command", "mark", "letter") and above[0].value in words.raised:
            return words.raised[above[0].value]
        simple = len(above) == 1 or (len(above) == 2 and above[0].value in "-−" and above[1].kind == "number")
        return words.power.format(self.sequence(above)) + ("" if simple else ",")

    def _large(self, node: Node) -> str:
        words = self._words
        parts = [words.large[node.value]]
        if node.below and node.above:
            parts.append(words.bounds.format(self.sequence(node.below), self.sequence(node.above)))
        elif node.below:
            parts.append(words.range.format(self.sequence(node.below)))
        return " ".join((*parts, words.of))

    def _limit(self, node: Node) -> str:
        words = self._words
        parts = [words.limits[node.value]]
        if node.below:
            arrow = next((k for k, one in enumerate(node.below) if one.value in _ARROWS), None)
            if arrow is None:
                parts.append(words.range.format(self.sequence(node.below)))
            else:
                name, limit = node.below[:arrow], node.below[arrow + 1 :]
                parts.append(words.approaches.format(self.sequence(name), self.sequence(limit)))
        return " ".join((*parts, words.of))

    def _function(self, node: Node) -> str:
        words = self._words
        name = words.functions[node.value]
        if node.above and len(node.above) == 2 and node.above[0].value in "-−" and node.above[1].value == "1":
            return f"{words.inverse.format(name)} {words.of}"
        said = words.base.format(name, self.sequence(node.below)) if node.below else name
        if node.above:
            said += f" {self._raised(node.above)}"
        return said if said.endswith(f" {words.of}") else f"{said} {words.of}"

    def _bars(self, nodes: Sequence[Node], i: int) -> tuple[int, str]:
        """What is between two bars: an absolute value, or a norm between double bars; a single bar is a condition."""
        node = nodes[i]
        opens = i == 0 or self._is_operator(nodes[i - 1])
        for j in range(i + 2, min(i + 40, len(nodes))) if opens else ():
            if nodes[j].value == node.value and nodes[j].kind == node.kind:
                template = self._words.norm if node.kind == "command" else self._words.absolute
                said = template.format(self._inner(nodes[i + 1 : j]))
                return j - i + 1, self._with_scripts(said + ("," if nodes[j].above else ""), nodes[j])
        return 1, self._with_scripts(self._words.given, node)

    def _inner(self, nodes: Sequence[Node]) -> str:
        """What is between marks, up to a depth that no formula for a reader has."""
        self._depth += 1
        words = self.sequence(nodes) if self._depth < _DEEPEST else " ".join(map(self._base, nodes))
        self._depth -= 1
        return words

    def _set(self, nodes: Sequence[Node], i: int) -> tuple[int, str]:
        close = _closing(nodes, i, "{", "}")
        if close is None:
            return 1, self._words.marks["{"]
        inner = list(nodes[i + 1 : close])
        bar = next((j for j, one in enumerate(inner) if one.value in ("|", "mid", ":", "colon")), None)
        if bar is None:
            words = self._words.set.format(self._inner(inner)) if inner else self._words.names["emptyset"]
        else:
            relation, member = self._words.member
            members = self._inner(inner[:bar]).replace(f" {relation} ", f" {member} ")
            words = self._words.set_such_that.format(members, self._inner(inner[bar + 1 :]))
        return close - i + 1, self._with_scripts(words, nodes[close])

    def _bracketed(self, nodes: Sequence[Node], i: int) -> tuple[int, str]:
        """What is between brackets; around a single term or after a function, these are not read."""
        close = _closing(nodes, i, nodes[i].value, ")", "]")
        if close is None:
            return 1, self._words.marks[nodes[i].value]
        inner = nodes[i + 1 : close]
        comma = next((j for j, one in enumerate(inner) if one.value == ","), None)
        if nodes[i].value == "[" and comma is not None:
            words = self._words.interval.format(self._inner(inner[:comma]), self._inner(inner[comma + 1 :]))
            return close - i + 1, self._with_scripts(words, nodes[close])
        words = self._inner(inner)
        before = nodes[i - 1] if i else None
        following = nodes[close + 1] if close + 1 < len(nodes) else None
        applied = before is not None and self._is_function(before)
        listed = before is None and any(one.value == "," for one in inner)
        if not (applied or listed or self._is_term(inner)):
            words = self._words.brackets.format(words)
        elif applied and not self._is_term(inner):
            words += ","
        if before is not None and before.value in (")", "!"):
            words = f"{self._words.times} {words}"
        words = self._with_scripts(words, nodes[close])
        if applied and following is not None and following.kind == "letter" and following.value != "d":
            words += f" {self._words.times}"
        return close - i + 1, words

    def _rows(self, node: Node) -> str:
        rows = [[self.sequence(cell.arguments[0]) for cell in row] for row in node.arguments]
        words = self._words
        if node.value in _MATRICES:
            template = words.determinant if node.value == "vmatrix" else words.matrix
            columns = max(map(len, rows), default=0)
            lines = (words.row.format(words.cardinal(k), ", ".join(row)) for k, row in enumerate(rows, 1))
            return template.format(words.cardinal(len(rows)), words.cardinal(columns), "; ".join(lines))
        if node.value == "cases":
            return "; ".join(", ".join(cell.rstrip(", ") for cell in row if cell) for row in rows)
        return "; ".join(" ".join(filter(None, row)) for row in rows if any(row))

    def _is_operator(self, node: Node) -> bool:
        """Whether an operand follows: an operator, a relation or an opening bracket."""
        return (
            node.value in self._words.operators or node.value in self._words.relations or node.value in "(,[{"
        )

    def _is_function(self, node: Node) -> bool:
        return (
            node.kind == "text"
            or node.value in self._words.functions
            or (node.kind == "letter" and node.value in _FUNCTION_LETTERS)
            or node.value in _FUNCTION_COMMANDS
        )

    def _link(self, nodes: Sequence[Node]) -> str:
        """The word between the first of these parts and the bracket behind it."""
        node, following = nodes[0], nodes[1] if len(nodes) > 1 else None
        if following is None or following.kind != "mark" or following.value not in "([":
            return ""
        if self._is_function(node) or any(one.value in ("mid", "|") for one in nodes):
            return self._words.of
        return self._words.times if node.kind in ("letter", "number") and following.value == "(" else ""

    def _is_term(self, nodes: Sequence[Node]) -> bool:
        """Whether the parts are a single term, so that its end needs no mark: "2a", "x²", "n!"."""
        if len(nodes) > 3 or any(one.value in self._words.large or one.kind == "rows" for one in nodes):
            return False
        if len(nodes) == 1:
            return not nodes[0].value.endswith("frac")
        signed = len(nodes) == 2 and nodes[0].value in "-−"
        return signed or not any(self._is_operator(one) or one.value.endswith("frac") for one in nodes)


def _is_vector(node: Node | None) -> bool:
    return node is not None and node.value in ("vec", "mathbf", "nabla", "boldsymbol", "bm", "overrightarrow")


def _closing(nodes: Sequence[Node], i: int, opening: str, *closing: str) -> int | None:
    """Where the bracket at `i` is closed, if that is not far away."""
    depth = 0
    for j in range(i, min(len(nodes), i + _FARTHEST)):
        if nodes[j].kind == nodes[i].kind:
            depth += (nodes[j].value == opening) - (nodes[j].value in closing)
            if not depth:
                return j
    return None
