"""Counts the steps of a backtracking engine. Python's own does not report them, and a clock is no proof."""

import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

# The parser that `re` itself uses: it is private, but `re` runs the tree that it returns.
op: Any = importlib.import_module("re._constants")
_parser: Any = importlib.import_module("re._parser")

Then = Callable[[int], int | None]

_ONE = frozenset((op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN, op.CATEGORY, op.RANGE))
_REPEATS = frozenset((op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT))
_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    op.CATEGORY_DIGIT: str.isdecimal,
    op.CATEGORY_NOT_DIGIT: lambda c: not c.isdecimal(),
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    op.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    op.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}
_SAMPLES = "a1 .A-\n,é重/:$*_'\"<\0"


class TooManyStepsError(Exception):
    pass


class _Fits(dict[str, bool]):
    """Whether an item for one character matches a character, found out once for each."""

    def __init__(self, item: Any, flags: int) -> None:
        self._item = item
        self._dotall = bool(flags & re.DOTALL)
        self._ignores_case = bool(flags & re.IGNORECASE)

    def __missing__(self, character: str) -> bool:
        cases = {character, character.lower(), character.upper()} if self._ignores_case else {character}
        self[character] = any(_fits(self._item, case, self._dotall) for case in cases)
        return self[character]


class StepCounter:
    """Runs a pattern as `re` does and counts the steps."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._tree = _plain(_parser.parse(pattern.pattern, pattern.flags), pattern.flags)
        self._multiline = bool(pattern.flags & re.MULTILINE)
        self._open_branches: dict[tuple[int, str | None], list[tuple[int, list[Any] | None]]] = {}

    def spans(self, text: str, most: int, *, anchored: bool = False) -> list[tuple[int, int]]:
        """The spans of all matches, as of `finditer`; TooManyStepsError if they take more than `most` steps.

        anchored: only a match at the start, as of `match`
        """
        self._text, self._left = text, most
        found: list[tuple[int, int]] = []
        start = 0
        while start <= (0 if anchored else len(text)):
            self._groups: dict[int, tuple[int, int]] = {}
            end = self._run(self._tree, 0, start, lambda end: end)
            if end is not None:
                found.append((start, end))
            start = start + 1 if end is None else max(end, start + 1)
        return found

    def attacks(self, length: int) -> Iterator[str]:
        """For each repeat: what leads to it, what it repeats, many times, and a character that it does not match."""
        for before, body in self._repeats(self._tree, ""):
            pumps = {self._sample(body)} | {c for c in _SAMPLES if self._is_one(body) and body[0][2][c]}
            for pump in sorted(pumps - {""}):
                yield before + pump * (length // len(pump)) + "\0"

    def _repeats(self, items: list[Any], before: str) -> Iterator[tuple[str, list[Any]]]:
        for item in items:
            for part in _parts(item):
                if item[0] in _REPEATS and item[1][1] > 4:
                    yield before, part
                yield from self._repeats(part, before)
            before += self._sample([item])

    def _sample(self, items: list[Any]) -> str:
        """A short text that the items match, apart from look-arounds."""
        said = ""
        for item in items:
            if item[0] in _ONE:
                wanted = (chr(item[1]),) if item[0] is op.LITERAL else (*_SAMPLES, *_named(item))
                said += next((c for c in wanted if item[2][c]), "")
            elif item[0] not in (op.ASSERT, op.ASSERT_NOT) and (parts := _parts(item)):
                said += self._sample(parts[0]) * (max(1, item[1][0]) if item[0] in _REPEATS else 1)
        return said

    def _is_one(self, items: list[Any]) -> bool:
        return len(items) == 1 and items[0][0] in _ONE

    def _run(self, items: list[Any], index: int, i: int, then: Then) -> int | None:
        """Where the items from `index` on match at `i`, and then `then`: the end of the match."""
        while True:
            self._left -= 1
            if self._left < 0:
                raise TooManyStepsError
            if index == len(items):
                return then(i)
            name, argument, fits = items[index]
            if fits is not None:
                if i == len(self._text) or not fits[self._text[i]]:
                    return None
                i += 1
            elif name is not op.AT:
                break
            elif not self._is_at(argument, i):
                return None
            index += 1

        def rest(position: int) -> int | None:
            return self._run(items, index + 1, position, then)

        if name in _REPEATS:
            return self._repeat(name, argument, i, rest)
        if name is op.BRANCH:
            return self._branch(argument[1], i, rest)
        return self._group(name, argument, i, rest)

    def _branch(self, branches: list[list[Any]], i: int, rest: Then) -> int | None:
        for skipped, branch in self._open(branches, self._text[i] if i < len(self._text) else None):
            self._left -= skipped  # `_run` would fail at its first step
            if branch is not None and (end := self._run(branch, 0, i, rest)) is not None:
                return end
        return None

    def _open(self, branches: list[list[Any]], character: str | None) -> list[tuple[int, list[Any] | None]]:
        """The branches that may match before the character, each with the number of others before it."""
        key = (id(branches), character)
        found = self._open_branches.get(key)
        if found is None:
            found = self._open_branches[key] = []
            skipped = 0
            for branch in branches:
                fits = branch[0][2] if branch else None
                if fits is not None and (character is None or not fits[character]):
                    skipped += 1
                else:
                    found.append((skipped, branch))
                    skipped = 0
            found.append((skipped, None))
        return found

    def _group(self, name: Any, argument: Any, i: int, rest: Then) -> int | None:
        if name is op.SUBPATTERN:
            return self._run(argument[3], 0, i, lambda end: self._close(argument[0], i, end, rest))
        if name is op.ATOMIC_GROUP:
            end = self._run(argument, 0, i, lambda end: end)
            return None if end is None else rest(end)
        if name in (op.ASSERT, op.ASSERT_NOT):
            start = i if argument[0] > 0 else i - argument[2]
            holds = start >= 0 and self._run(argument[1], 0, start, lambda end: end) is not None
            return rest(i) if holds is (name is op.ASSERT) else None
        if name is op.GROUPREF:
            said = self._text[slice(*self._groups[argument])] if argument in self._groups else "\0\0"
            return rest(i + len(said)) if self._text.startswith(said, i) else None
        assert name is op.FAILURE, name
        return None

    def _close(self, group: int | None, start: int, end: int, rest: Then) -> int | None:
        if group is None:
            return rest(end)
        before = self._groups.get(group, (0, 0))
        self._groups[group] = (start, end)
        found = rest(end)
        if found is None:
            self._groups[group] = before
        return found

    def _repeat(self, name: Any, argument: Any, i: int, rest: Then) -> int | None:
        least, most, body = argument
        if name is op.POSSESSIVE_REPEAT or (name is op.MAX_REPEAT and self._is_one(body)):
            ends = self._ones(body[0][2], i, most) if self._is_one(body) else self._ends(body, i, most)
            enough = ends[least:][-1 if name is op.POSSESSIVE_REPEAT else 0 :]
            return next((found for end in reversed(enough) if (found := rest(end)) is not None), None)

        def again(count: int, j: int) -> int | None:
            def onwards() -> int | None:
                return rest(j) if count >= least else None

            def once_more() -> int | None:
                if count >= most:
                    return None
                return self._run(body, 0, j, lambda end: None if end == j else again(count + 1, end))

            first, second = (once_more, onwards) if name is op.MAX_REPEAT else (onwards, once_more)
            found = first()
            return second() if found is None else found

        return again(0, i)

    def _ends(self, body: list[Any], i: int, most: int) -> Sequence[int]:
        """The positions after 0, 1, 2… repetitions of the body from `i` on."""
        ends = [i]
        while len(ends) <= most:
            end = self._run(body, 0, ends[-1], lambda end: end)
            if end is None or end == ends[-1]:
                break
            ends.append(end)
        return ends

    def _ones(self, fits: _Fits, i: int, most: int) -> Sequence[int]:
        """The same of a single character, in as many steps, but without the calls of `_run`."""
        text = self._text
        last = min(i + most, len(text))
        end = i
        while end < last and fits[text[end]]:
            end += 1
        # `_run` takes two steps for each character that matches, and one for the end of the text or the first other.
        self._left -= 2 * (end - i) + (end - i < most)
        if self._left < 0:
            raise TooManyStepsError
        return range(i, end + 1)

    def _is_at(self, where: Any, i: int) -> bool:
        text = self._text
        if where in (op.AT_BEGINNING, op.AT_BEGINNING_STRING):
            return i == 0 or (where is op.AT_BEGINNING and self._multiline and text[i - 1] == "\n")
        if where in (op.AT_END, op.AT_END_STRING):
            return i == len(text) or (
                where is op.AT_END and text[i] == "\n" and (self._multiline or i == len(text) - 1)
            )
        is_word = _CATEGORIES[op.CATEGORY_WORD]
        differ = (i > 0 and is_word(text[i - 1])) != (i < len(text) and is_word(text[i]))
        return differ is (where is op.AT_BOUNDARY)


def _plain(tree: Any, flags: int) -> list[Any]:
    """A parsed pattern as plain lists, which are faster to read.

    An item is its name, its argument and, if it stands for one character, the characters that it matches. A look-around
    has its width at the end of the argument.
    """
    items: list[Any] = []
    for name, argument in tree:
        if name is op.BRANCH:
            plain: Any = (argument[0], [_plain(branch, flags) for branch in argument[1]])
        elif name in (op.ASSERT, op.ASSERT_NOT):
            plain = (argument[0], _plain(argument[1], flags), argument[1].getwidth()[0])
        elif name in (*_REPEATS, op.SUBPATTERN):
            plain = (*argument[:-1], _plain(argument[-1], flags))
        else:
            plain = _plain(argument, flags) if name is op.ATOMIC_GROUP else argument
        items.append((name, plain, _Fits((name, argument), flags) if name in _ONE else None))
    return items


def _fits(item: Any, character: str, dotall: bool) -> bool:
    name, argument = item
    code = ord(character)
    if name is op.LITERAL:
        return bool(code == argument)
    if name is op.NOT_LITERAL:
        return bool(code != argument)
    if name is op.RANGE:
        return bool(argument[0] <= code <= argument[1])
    if name is op.CATEGORY:
        return _CATEGORIES[argument](character)
    if name is op.ANY:
        return dotall or character != "\n"
    negated = bool(argument[0][0] is op.NEGATE)
    return negated != any(_fits(one, character, dotall) for one in argument[negated:])


def _named(item: Any) -> list[str]:
    """The characters that a set names one by one."""
    if item[0] is not op.IN:
        return []
    return [
        chr(one[1] if one[0] is op.LITERAL else one[1][0])
        for one in item[1]
        if one[0] in (op.LITERAL, op.RANGE)
    ]


def _parts(item: Any) -> list[list[Any]]:
    """The contents of a group, repeat, branch or look-around."""
    name, argument, _ = item
    if name is op.BRANCH:
        return list(argument[1])
    if name in (op.ASSERT, op.ASSERT_NOT):
        return [argument[1]]
    if name in (*_REPEATS, op.SUBPATTERN):
        return [argument[-1]]
    return [argument] if name is op.ATOMIC_GROUP else []
