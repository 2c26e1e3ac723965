"""Formulas in TeX as a teacher reads them aloud."""

import re
from collections.abc import Sequence
from functools import cache

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.tex_names import (
    ACCENTS,
    FUNCTIONS,
    GREEK,
    LARGE,
    LIMITS,
    NAMES,
    OPERATORS,
    RELATIONS,
    SETS,
    SPOKEN_MARKS,
)
from kokoro_speech_server.text.normalization.tex_parser import Node, is_one, parse

_FUNCTION_LETTERS = frozenset("fghFGHPTOLE")
_MATRICES = frozenset("matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix array".split())
_BEFORE_MARK = re.compile(r" (?=[,;:.?])")
_COMMAS = re.compile(r",(?: ?,)+")
_COMMA_BEFORE_MARK = re.compile(r", ?(?=[;.])")
_ARROWS = frozenset("to rightarrow longrightarrow mapsto".split())
_PREFIXED = LARGE.keys() | LIMITS.keys() | FUNCTIONS.keys()
_AROUND = {"vec": ("vector", ""), "overrightarrow": ("vector", ""), "pmod": ("mod", "")}
_RAISED = {
    "circ": "degrees", "top": "transpose", "T": "transpose", "*": "star", "ast": "star", "dagger": "dagger",
    "+": "plus", "-": "minus", "star": "star", "perp": "perp", "c": "complement", "times": "times",
}  # fmt: skip
_DEEPEST = 8
_FARTHEST = 150


def say(formula: str, *, british: bool) -> str:
    """The words for the content of a formula, without the marks that enclose it."""
    words = _BEFORE_MARK.sub(
        "", " ".join(_Wording(_numbers(british=british)).sequence(parse(formula)).split())
    )
    return _COMMAS.sub(",", _COMMA_BEFORE_MARK.sub("", words)).rstrip(", ")


class _Wording:
    """Puts the parts of formulas into words."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
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
        if node.kind == "command" and node.value in _PREFIXED:
            return self._prefix(node)
        base = self._base(node)
        if node.kind == "mark" and node.value in "-−" and (before is None or _is_operator(before)):
            base = "negative"
        elif node.value == "cdot" and (_is_vector(before) or _is_vector(following)):
            base = "dot"
        elif node.value == ":" and any(one.value in _ARROWS for one in nodes[i:]):
            base = "from"
        if node.value == "mathbb" and node.above:  # "R n", "R m by n"
            name = "".join(one.value for one in node.arguments[0])
            return f"{name} {self.sequence(node.above).replace('times', 'by')}"
        return self._with_scripts(base, node) + _link(nodes[i : i + 8])

    def _prefix(self, node: Node) -> str:
        if node.value in LARGE:
            return self._large(node)
        return self._limit(node) if node.value in LIMITS else self._function(node)

    def _base(self, node: Node) -> str:
        value = node.value
        match node.kind:
            case "number":
                return self._numbers.number(value)
            case "letter" | "text":
                return value.upper() if node.kind == "letter" and value.isascii() else value
            case "group":
                return self.sequence(node.arguments[0])
            case "rows":
                return self._rows(node)
            case "mark":
                return OPERATORS.get(value) or RELATIONS.get(value) or SPOKEN_MARKS.get(value, "")
        return self._command(node)

    def _command(self, node: Node) -> str:
        name, arguments = node.value, node.arguments
        if len(arguments) == 2:
            return self._of_two(name, *arguments)
        if arguments:
            return self._of_one(node, arguments[0])
        if name in GREEK:
            return name.lower()
        tables = (NAMES, OPERATORS, RELATIONS, SPOKEN_MARKS)
        return next((table[name] for table in tables if name in table), name if name.isalpha() else "")

    def _of_one(self, node: Node, argument: Sequence[Node]) -> str:
        if node.value == "sqrt":
            return self._root(node)
        words = self.sequence(argument)
        if node.value == "mathbb" and is_one(argument, "letter"):
            return SETS.get(argument[0].value, words)
        if node.value == "not":
            return f"is not {words.removeprefix('is ')}".replace("not equals", "not equal to")
        before, behind = _AROUND.get(node.value, ("", ACCENTS.get(node.value, "")))
        return f"{before} {words} {behind}"

    def _of_two(self, name: str, first: Sequence[Node], second: Sequence[Node]) -> str:
        if name in ("binom", "dbinom"):
            return f"{self.sequence(first)} choose {self.sequence(second)}"
        return self._fraction(first, second) if name.endswith("frac") else self.sequence(second)

    def _fraction(self, above: Sequence[Node], below: Sequence[Node]) -> str:
        if is_one(above, "number") and is_one(below, "number"):
            first, second = above[0].value, below[0].value
            if first.isdecimal() and second.isdecimal() and 1 < int(second) <= 20 and int(first) < 100:
                return self._numbers.fraction(int(first), int(second))
        first_words, second_words = self.sequence(above), self.sequence(below)
        if is_one(above, "letter", "command") and above[0].value in ("d", "partial"):
            return f"{first_words} over {second_words} of"
        if _is_term(above) and _is_term(below):
            return f"{first_words} over {second_words}"
        return f"the fraction with numerator {first_words}, and denominator {second_words},"

    def _root(self, node: Node) -> str:
        root = "square"
        if node.option:
            said = self.sequence(node.option)
            root = {"two": "square", "three": "cube"}.get(said) or (
                self._numbers.ordinal(int(node.option[0].value))
                if is_one(node.option, "number") and node.option[0].value.isdecimal()
                else f"{said}th"
            )
        inner = self.sequence(node.arguments[0])
        return f"the {root} root of {inner}" + ("" if _is_term(node.arguments[0]) else ",")

    def _with_scripts(self, base: str, node: Node) -> str:
        if node.below:
            base += f" sub {self.sequence(node.below)}"
        return f"{base} {self._raised(node.above)}" if node.above else base

    def _raised(self, above: Sequence[Node]) -> str:
        if all(one.value == "prime" for one in above):
            return {1: "prime", 2: "double prime"}.get(len(above), "triple prime")
        if is_one(above, "number") and above[0].value in "23":
            return "squared" if above[0].value == "2" else "cubed"
        if is_one(above, "command", "mark", "letter") and above[0].value in _RAISED:
            return _RAISED[above[0].value]
        words = self.sequence(above)
        simple = len(above) == 1 or (len(above) == 2 and above[0].value in "-−" and above[1].kind == "number")
        return f"to the power of {words}" + ("" if simple else ",")

    def _large(self, node: Node) -> str:
        words = LARGE[node.value]
        if node.below and node.above:
            words += f" from {self.sequence(node.below)} to {self.sequence(node.above)}"
        elif node.below:
            words += f" over {self.sequence(node.below)}"
        return f"{words} of"

    def _limit(self, node: Node) -> str:
        words = LIMITS[node.value]
        if node.below:
            below = self.sequence(node.below)
            words += (
                f" as {below.replace(' to ', ' approaches ', 1)}" if " to " in below else f" over {below}"
            )
        return f"{words} of"

    def _function(self, node: Node) -> str:
        words = FUNCTIONS[node.value]
        if node.above and len(node.above) == 2 and node.above[0].value in "-−" and node.above[1].value == "1":
            return f"inverse {words} of"
        if node.below:
            words += f" base {self.sequence(node.below)}"
        if node.above:
            return f"{words} {self._raised(node.above)} of"
        return words if words.endswith(" of") else f"{words} of"

    def _bars(self, nodes: Sequence[Node], i: int) -> tuple[int, str]:
        """What is between two bars: an absolute value, or a norm between double bars; a single bar is a condition."""
        node = nodes[i]
        opens = i == 0 or _is_operator(nodes[i - 1])
        for j in range(i + 2, min(i + 40, len(nodes))) if opens else ():
            if nodes[j].value == node.value and nodes[j].kind == node.kind:
                kind = "norm" if node.kind == "command" else "absolute value"
                words = f"the {kind} of {self._inner(nodes[i + 1 : j])}"
                return j - i + 1, self._with_scripts(words + ("," if nodes[j].above else ""), nodes[j])
        return 1, self._with_scripts("given", node)

    def _inner(self, nodes: Sequence[Node]) -> str:
        """What is between marks, up to a depth that no formula for a reader has."""
        self._depth += 1
        words = self.sequence(nodes) if self._depth < _DEEPEST else " ".join(map(self._base, nodes))
        self._depth -= 1
        return words

    def _set(self, nodes: Sequence[Node], i: int) -> tuple[int, str]:
        close = _closing(nodes, i, "{", "}")
        if close is None:
            return 1, "open brace"
        inner = list(nodes[i + 1 : close])
        bar = next((j for j, one in enumerate(inner) if one.value in ("|", "mid", ":", "colon")), None)
        if bar is None:
            words = f"the set {self._inner(inner)}" if inner else "the empty set"
        else:
            members = self._inner(inner[:bar]).replace(" is in ", " in ")
            words = f"the set of {members} such that {self._inner(inner[bar + 1 :])}"
        return close - i + 1, self._with_scripts(words, nodes[close])

    def _bracketed(self, nodes: Sequence[Node], i: int) -> tuple[int, str]:
        """What is between brackets; around a single term or after a function, these are not read."""
        close = _closing(nodes, i, nodes[i].value, ")", "]")
        if close is None:
            return 1, SPOKEN_MARKS[nodes[i].value]
        inner = nodes[i + 1 : close]
        comma = next((j for j, one in enumerate(inner) if one.value == ","), None)
        if nodes[i].value == "[" and comma is not None:
            words = f"the interval from {self._inner(inner[:comma])} to {self._inner(inner[comma + 1 :])}"
            return close - i + 1, self._with_scripts(words, nodes[close])
        words = self._inner(inner)
        before = nodes[i - 1] if i else None
        following = nodes[close + 1] if close + 1 < len(nodes) else None
        applied = before is not None and _is_function(before)
        listed = before is None and any(one.value == "," for one in inner)
        if not (applied or listed or _is_term(inner)):
            words = f"open paren {words}, close paren,"
        elif applied and not _is_term(inner):
            words += ","
        if before is not None and before.value in (")", "!"):
            words = f"times {words}"
        words = self._with_scripts(words, nodes[close])
        if applied and following is not None and following.kind == "letter" and following.value != "d":
            words += " times"
        return close - i + 1, words

    def _rows(self, node: Node) -> str:
        rows = [[self.sequence(cell.arguments[0]) for cell in row] for row in node.arguments]
        if node.value in _MATRICES:
            columns = max(map(len, rows), default=0)
            size = f"{self._numbers.cardinal(len(rows))} by {self._numbers.cardinal(columns)}"
            kind = "determinant of the" if node.value == "vmatrix" else ""
            lines = (f"row {self._numbers.cardinal(k)}: {', '.join(row)}" for k, row in enumerate(rows, 1))
            return f"the {kind} {size} matrix, {'; '.join(lines)},"
        if node.value == "cases":
            return "; ".join(", ".join(cell.rstrip(", ") for cell in row if cell) for row in rows)
        return "; ".join(" ".join(filter(None, row)) for row in rows if any(row))


@cache
def _numbers(*, british: bool) -> Numbers:
    return Numbers(british=british)


def _is_operator(node: Node) -> bool:
    """Whether an operand follows: an operator, a relation or an opening bracket."""
    return node.value in OPERATORS or node.value in RELATIONS or node.value in "(,[{"


def _is_vector(node: Node | None) -> bool:
    return node is not None and node.value in ("vec", "mathbf", "nabla", "boldsymbol", "bm", "overrightarrow")


def _is_function(node: Node) -> bool:
    is_named = (
        node.kind == "text" or node.value in FUNCTIONS or node.value in ("mathcal", "mathbb", "zeta", "Gamma")
    )
    return (
        is_named
        or (node.kind == "letter" and node.value in _FUNCTION_LETTERS)
        or node.value in ("phi", "psi")
    )


def _link(nodes: Sequence[Node]) -> str:
    """The word between the first of these parts and the bracket behind it."""
    node, following = nodes[0], nodes[1] if len(nodes) > 1 else None
    if following is None or following.kind != "mark" or following.value not in "([":
        return ""
    if _is_function(node) or any(one.value in ("mid", "|") for one in nodes):
        return " of"
    return " times" if node.kind in ("letter", "number") and following.value == "(" else ""


def _is_term(nodes: Sequence[Node]) -> bool:
    """Whether the parts are a single term, so that its end needs no mark: "2a", "x²", "n!"."""
    if len(nodes) > 3 or any(one.value in LARGE or one.kind == "rows" for one in nodes):
        return False
    if len(nodes) == 1:
        return not nodes[0].value.endswith("frac")
    signed = len(nodes) == 2 and nodes[0].value in "-−"
    return signed or not any(_is_operator(one) or one.value.endswith("frac") for one in nodes)


def _closing(nodes: Sequence[Node], i: int, opening: str, *closing: str) -> int | None:
    """Where the bracket at `i` is closed, if that is not far away."""
    depth = 0
    for j in range(i, min(len(nodes), i + _FARTHEST)):
        if nodes[j].kind == nodes[i].kind:
            depth += (nodes[j].value == opening) - (nodes[j].value in closing)
            if not depth:
                return j
    return None
